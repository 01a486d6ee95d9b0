/** A seat for a program: the host asks for it, and sees address and token once. */

import { all, closest, make, notice, one, say } from "./kit.js";
import { region } from "./morph.js";

/** @param {import("./transport.js").Outbox} outbox */
export function offerLending(outbox) {
    const seats = region("seats");
    if (seats) new MutationObserver(offer).observe(seats, { childList: true, subtree: true, attributes: true });
    document.addEventListener("submit", async (event) => {
        const form = closest(event, "form[data-lend]");
        if (!form) return;
        event.preventDefault();
        const fields = new FormData(form);
        const asked = { seat: Number(fields.get("seat")), name: String(fields.get("name")).trim() };
        /** @type {import("../../types/wire.js").Answer<import("../../types/wire.js").Lent>} */
        const { status, data } = await outbox.post(form.dataset.lend ?? "", asked);
        if (status >= 400) return notice(data.message ?? say("client.refused"));
        show(data);
    });
}

/** Offers the seats that the lobby shows now and that no person holds. */
function offer() {
    const list = one("select#lend-seat");
    const free = all("#r-seats .seat:not([data-held='person'])").map(({ id }) => id.replace("seat-", ""));
    if (!list || free.join() === [...list.options].map(({ text }) => text).join()) return;
    const chosen = list.value;
    list.replaceChildren(...free.map((number) => make("option", {}, number)));
    if (free.includes(chosen)) list.value = chosen;
    const form = list.closest("details");
    if (form) form.hidden = !free.length;
}

/** @param {Partial<import("../../types/wire.js").Lent>} lent */
function show({ address = "", token = "" }) {
    const place = one("#lent");
    const [where, key] = [one("#lent-address"), one("#lent-token")];
    if (!place || !where || !key) return;
    where.textContent = address;
    key.textContent = token;
    place.hidden = false;
}
