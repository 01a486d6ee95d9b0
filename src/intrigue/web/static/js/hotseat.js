/**
 * One device for several people: a curtain falls before anything private is shown, and nothing private stays behind.
 *
 * Private HTML is lent to its regions only while its owner looks; it leaves the document with the move, with the
 * window's focus and with the released peek, and is kept nowhere else.
 */

import { all, closest, fetchJson, notice, one, say } from "./kit.js";
import { htmlOf, lend } from "./morph.js";

/** @import {Private, Result} from "../../types/wire.js" */

export class HotSeat {
    /** The seat whose knowledge is on the page; 0: nobody's. */
    open = 0;
    /** @type {string[]} */
    #lent = [];
    /** @type {HTMLElement | null} */
    #peek = null;
    #call = 0; // answers that come after the curtain fell are not shown

    /**
     * @param {string} table
     * @param {() => void} onChange  what is asked on the page may be another thing now
     */
    constructor(table, onChange) {
        this.table = table;
        this.onChange = onChange;
        this.curtain = one("dialog#curtain");
        this.curtain?.addEventListener("cancel", (event) => event.preventDefault());
        this.curtain?.addEventListener("close", () => !this.open && this.refresh()); // some browsers close it anyway
        one("#curtain-open")?.addEventListener("click", () => this.raise(this.curtainSeat()));
        document.addEventListener("click", (event) => closest(event, "[data-curtain]") && this.refresh());
        const leave = () => this.cover();
        addEventListener("blur", leave);
        addEventListener("pagehide", leave);
        document.addEventListener("visibilitychange", () => document.hidden && leave());
        document.addEventListener("pointerdown", (event) => {
            const button = closest(event, "[data-peek]");
            if (button && event.button === 0) this.#showPeek(button);
        });
        for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => this.#hidePeek());
        document.addEventListener("keydown", (event) => {
            const button = closest(event, "[data-peek]");
            if (!button || (event.key !== "Enter" && event.key !== " ")) return;
            event.preventDefault();
            if (!event.repeat) this.#showPeek(button);
        });
        document.addEventListener("keyup", () => this.#hidePeek());
        document.addEventListener("focusout", () => this.#hidePeek());
        document.addEventListener("contextmenu", (event) => closest(event, "[data-peek]") && event.preventDefault());
    }

    /** The seat that the prompt wants behind the curtain; 0: none. */
    curtainSeat() {
        return Number(one("#r-prompt [data-curtain]")?.dataset.curtain ?? 0);
    }

    /** Lets the curtain fall if somebody's private answer is wanted and nobody is looking. */
    refresh() {
        const seat = this.curtainSeat();
        if (!this.curtain) return;
        if (!seat || this.open) {
            if (this.curtain.open) this.curtain.close();
            return;
        }
        const text = one("#curtain-text");
        const button = one("#curtain-open");
        if (text) text.textContent = one("#question")?.textContent ?? "";
        if (button) button.textContent = one("#r-prompt [data-curtain]")?.textContent?.trim() ?? "";
        if (!this.curtain.open) this.curtain.showModal();
    }

    /**
     * Its owner is alone with the device: shows what the seat knows.
     * @param {number} seat
     */
    async raise(seat) {
        const regions = seat ? await this.#fetch(seat) : null;
        if (!regions || document.hidden) return;
        this.open = seat;
        for (const [name, html] of Object.entries(regions)) {
            if (name === "peek") continue;
            this.#lent.push(name);
            lend(name, html);
        }
        this.curtain?.close();
        this.onChange();
    }

    /**
     * Takes everything private off the page, and lets the curtain fall if something private is still asked.
     * @param {boolean} [later]  what comes next decides about the curtain: a move is on its way, or somebody looks back
     */
    cover(later = false) {
        this.#hidePeek();
        this.#call++;
        if (!this.open) return;
        this.open = 0;
        // Not morphed but replaced: no attribute of what was there may stay.
        for (const name of this.#lent.splice(0)) {
            one(`#r-${name}`)?.replaceChildren();
            lend(name, htmlOf(name));
        }
        this.onChange();
        if (!later) this.refresh();
    }

    /**
     * @param {number} seat
     * @returns {Promise<Record<string, string> | null>}
     */
    async #fetch(seat) {
        const call = ++this.#call;
        /** @type {Result<Private>} */
        const { ok, data } = await fetchJson(`/t/${this.table}/private?seat=${seat}`);
        if (call !== this.#call) return null;
        if (!ok) {
            notice(data?.message ?? say("client.line.waiting"));
            return null;
        }
        return { ...data.regions, ...(data.peek ? { peek: data.peek } : {}) };
    }

    /** @param {HTMLElement} button */
    async #showPeek(button) {
        this.#hidePeek();
        const card = document.createElement("div");
        card.id = "peek";
        card.className = "peek-card";
        this.#peek = card;
        button.setAttribute("aria-pressed", "true");
        const regions = await this.#fetch(Number(button.dataset.peek));
        if (!regions || this.#peek !== card) return;
        card.innerHTML = regions.peek ?? regions.hand ?? "";
        card.setAttribute("role", "status");
        button.after(card);
    }

    #hidePeek() {
        if (!this.#peek) return;
        this.#call++;
        this.#peek.replaceChildren();
        this.#peek.remove();
        this.#peek = null;
        for (const button of all("[data-peek][aria-pressed]")) button.removeAttribute("aria-pressed");
    }
}
