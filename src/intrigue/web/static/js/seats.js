/**
 * The buttons around the game: seats, ready, leaving, votes, handing over, standing orders.
 *
 * An element with `data-do` carries a request; a form adds its fields, a button the field that `data-with` names.
 * `data-sure` asks first, `data-post` posts elsewhere, `data-code` fetches a code for another device, `data-each` names buttons that
 * are all pressed by one.
 */

import { nonceOf } from "./fair.js";
import { all, closest, fetchJson, notice, one, randomHex, readJson, say } from "./kit.js";
import { ask, open } from "./page.js";

/** @import {Answer, Request, Result} from "../../types/wire.js" */

export class Seats {
    /** @type {Set<string>} what is under way, so that a second click does nothing */
    #under = new Set();
    /** @type {Map<number, number[]>} which things of a seat shall wait, as long as the server was not told */
    #wanted = new Map();
    /** Orders are told one after the other, so that the last word stays the last. */
    #telling = Promise.resolve();

    /**
     * @param {string} table
     * @param {import("./transport.js").Outbox} outbox
     * @param {import("./requests.js").Demands} demands
     * @param {() => void} resync
     */
    constructor(table, outbox, demands, resync) {
        this.table = table;
        this.outbox = outbox;
        this.demands = demands;
        this.resync = resync;
        document.addEventListener("click", (event) => {
            const button = closest(event, "button");
            if (!button || (button instanceof HTMLButtonElement && button.form && button.type === "submit")) return;
            if (button.matches("[data-do], [data-post]")) this.#act(button);
            else if (button.dataset.each) this.#each(button.dataset.each);
            else if (button.dataset.code) this.#code(Number(button.dataset.code));
            else if (button.dataset.open === "dialog-orders") this.#orders();
        });
        document.addEventListener("submit", (event) => {
            const form = closest(event, "form[data-do], form[data-post]");
            if (!form) return;
            event.preventDefault();
            this.#act(form);
        });
        document.addEventListener("change", (event) => {
            const form = closest(event, "#dialog-orders form[data-seat]");
            if (form) this.#order(form);
        });
    }

    /** At a table with bots only there is nobody to wait for. */
    autoReady() {
        const seat = one("#table")?.dataset.autoReady;
        const button = all("[data-do]").find((control) => {
            /** @type {Request | null} */
            const request = readJson(control, "data-do");
            return request?.do === "ready" && String(request.seat) === seat;
        });
        if (seat && button) this.#act(button);
    }

    /**
     * Asks one after the other what several buttons carry, as far as they still stand there.
     * @param {string} selector
     */
    async #each(selector) {
        for (const text of all(selector).map((control) => control.dataset.do ?? "")) {
            const control = one(`[data-do="${CSS.escape(text)}"]`);
            if (control) await this.#act(control);
        }
    }

    /** @param {HTMLElement} control */
    async #act(control) {
        const name = control.dataset.do ?? control.dataset.post ?? "";
        if (this.#under.has(name)) return;
        const fields = fieldsOf(control);
        if (control.dataset.sure && !(await ask(control.dataset.sure))) return;
        this.#under.add(name);
        setPending(control, true);
        try {
            if (control.dataset.do) await this.#do(control.dataset.do, fields);
            else await this.#post(name, fields);
        } finally {
            this.#under.delete(name);
            setPending(control, false);
        }
    }

    /**
     * @param {string} text  the request as the page has it
     * @param {Record<string, string>} fields
     */
    #do(text, fields) {
        /** @type {Request} */
        const request = { ...JSON.parse(text), ...fields };
        if (request.do === "ready" && request.seat) request.nonce = nonceOf(this.table, request.seat);
        const chosen = agreement();
        const { player } = this.demands;
        // To what somebody agrees must not have changed under the hand.
        const now = () => (one(`[data-do="${CSS.escape(text)}"]`) && agreement() === chosen ? player.shown : null);
        return this.demands.make(request, player.shown, now);
    }

    /**
     * @param {string} address
     * @param {Record<string, string>} fields
     */
    async #post(address, fields) {
        /** @type {Answer<{table: string}>} */
        const { status, data } = await this.outbox.post(address, { key: randomHex(16), ...fields });
        if (status >= 400) notice(data.message ?? say("client.refused"));
        else if (data.table) location.assign(`/t/${data.table}`);
        else this.resync(); // we may be somebody else at this table now
    }

    /** @param {number} seat */
    async #code(seat) {
        const place = one("#code");
        if (place) place.textContent = "";
        open("dialog-code");
        /** @type {Answer<{code: string}>} */
        const { status, data } = await this.outbox.post(`/t/${this.table}/code`, { seat });
        if (place) place.textContent = (status < 400 ? data.code : data.message) ?? say("client.refused");
    }

    /** Shows the standing orders as the server has them now. */
    async #orders() {
        const place = one("#orders");
        if (!place) return;
        place.textContent = this.outbox.kept ? say("client.line.waiting") : "";
        await this.#telling; // else it would show, and send again, what the reader has changed
        /** @type {Result<{html: string}>} */
        const { ok, data } = await fetchJson(`/t/${this.table}/orders`);
        if (ok) {
            const fresh = document.createElement("template");
            fresh.innerHTML = data.html;
            place.replaceChildren(fresh.content);
        } else place.textContent = data?.message ?? say("client.line.waiting");
    }

    /** @param {HTMLFormElement} form */
    #order(form) {
        const seat = Number(form.dataset.seat);
        this.#wanted.set(
            seat,
            all("input[name='thing']:checked", form).map((box) => Number(box.getAttribute("value"))),
        );
        this.#telling = this.#telling.then(() => this.#tell(seat));
    }

    /** @param {number} seat */
    async #tell(seat) {
        const things = this.#wanted.get(seat);
        if (!things) return; // a newer word was told in its place
        this.#wanted.delete(seat);
        const { status, data } = await this.outbox.post(`/t/${this.table}/orders`, { seat, things });
        if (status >= 400) notice(data.message ?? say("client.refused"));
    }
}

/** What everybody agreed to play, as the lobby tells it. */
const agreement = () => one("#r-seats .choices")?.textContent ?? "";

/**
 * What the reader wrote for this request.
 * @param {HTMLElement} control
 * @returns {Record<string, string>}
 */
function fieldsOf(control) {
    const near = control.dataset.with;
    if (near) {
        const field = document.getElementById(near);
        return field instanceof HTMLInputElement ? { [field.name || "name"]: field.value.trim() } : {};
    }
    if (!(control instanceof HTMLFormElement)) return {};
    return Object.fromEntries([...new FormData(control)].map(([name, value]) => [name, String(value).trim()]));
}

/**
 * @param {HTMLElement} control
 * @param {boolean} on
 */
function setPending(control, on) {
    control.classList.toggle("pending", on);
    if (on) control.setAttribute("aria-busy", "true");
    else control.removeAttribute("aria-busy");
}
