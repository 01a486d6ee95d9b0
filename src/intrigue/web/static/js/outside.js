/** A seat for a program: the host asks for it, and sees address and token once. */

import { around, notice, one, say } from "./kit.js";

/** @param {import("./transport.js").Outbox} outbox */
export function lending(outbox) {
    document.addEventListener("submit", async (event) => {
        const form = around(event, "form[data-lend]");
        if (!(form instanceof HTMLFormElement)) return;
        event.preventDefault();
        const fields = new FormData(form);
        const asked = { seat: Number(fields.get("seat")), name: String(fields.get("name")).trim() };
        const { status, data } = await outbox.post(form.dataset.lend ?? "", asked);
        if (status >= 400) return notice(data.message ?? say("client.refused"));
        show(data);
    });
}

/** @param {{address?: string, token?: string}} lent */
function show({ address = "", token = "" }) {
    const place = one("#lent");
    const [where, key] = [one("#lent-address"), one("#lent-token")];
    if (!place || !where || !key) return;
    where.textContent = address;
    key.textContent = token;
    place.hidden = false;
}
