/**
 * Looking back while the game goes on: the page shows an earlier moment as the reader saw it then.
 *
 * What the server pushes meanwhile is kept behind a veil and is there when the reader comes back; nothing can be chosen
 * in the past, and nothing that was chosen before is lost.
 */

import { all, announce, closest, fetchJson, goOn, isVisible, notice, one, say, setVisible } from "./kit.js";
import { lend, region, settleFocus, veil } from "./morph.js";

/** @import {Result, Then} from "../../types/wire.js" */

/**
 * @typedef {object} Present
 * @property {() => number} version  the version the page would show now
 * @property {() => void} onLeave  the present is about to be covered
 * @property {() => void} onLook  the page shows another moment
 * @property {() => void} onReturn  the page shows the present again
 */

export class Past {
    /** The version that is looked at; 0: the present. */
    at = 0;
    /** How far the game is meanwhile. */
    phase = "";
    /** @type {Map<number, Then>} */
    #known = new Map();
    #viewer = "";
    #call = 0;
    /** Where the reader was. @type {{element: Element | null, part: string | null}} */
    #from = { element: null, part: null };
    /** Where the page left the focus in the past. @type {Element | null} */
    #left = null;
    /** How far the log was scrolled before; past its end, if the reader followed it; -1: it is there. */
    #scrolled = -1;

    /**
     * @param {string} table
     * @param {HTMLElement} main
     * @param {Present} present
     */
    constructor(table, main, present) {
        this.table = table;
        this.main = main;
        this.present = present;
        document.addEventListener("click", (event) => this.#onClick(event));
        document.addEventListener("keydown", (event) => this.#onKey(event), { capture: true });
        one("#drawer-log")?.addEventListener("toggle", () => (this.at ? this.#follow() : this.#settle()));
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        if (closest(event, "#past-now")) return void this.leave();
        if (closest(event, "#film-back, #past-back")) return void this.stepBack();
        if (closest(event, "#past-on")) return void this.stepOn();
        const line = closest(event, "#r-log li[data-v]");
        if (line && !closest(event, "a, button") && !getSelection()?.toString()) this.go(Number(line.dataset.v));
    }

    /** Shift with an arrow: no letter, so that it is the same on every keyboard and in nobody's way. @param {KeyboardEvent} event */
    #onKey(event) {
        const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
        if (!shiftKey || altKey || ctrlKey || metaKey || (key !== "ArrowLeft" && key !== "ArrowRight")) return;
        if (closest(event, "input, textarea, select") || one("dialog[open]")) return;
        event.preventDefault();
        event.stopPropagation();
        if (key === "ArrowLeft") this.stepBack();
        else if (this.at) this.stepOn();
    }

    /** One step back, from the present too. */
    async stepBack() {
        if (!this.at && !one("#r-board > *")) return announce(say("client.past.first")); // nothing is dealt
        const then = await this.#fetch(this.at || this.present.version());
        if (then?.before) await this.go(then.before);
        else if (then) announce(say("client.past.first"));
    }

    /** One step on; the last one is the present. */
    async stepOn() {
        const then = this.at ? await this.#fetch(this.at) : null;
        if (then?.after) await this.go(then.after);
        else if (then) this.leave();
    }

    /**
     * Looks at a version.
     * @param {number} version
     */
    async go(version) {
        if (version >= this.present.version()) return void this.leave();
        const then = await this.#fetch(version);
        if (!then) return;
        if (!this.at) this.#cover();
        this.at = then.v;
        document.body.dataset.past = String(then.v);
        this.main.dataset.phase = then.phase;
        for (const [name, html] of Object.entries(then.regions)) lend(name, html);
        const text = then.number ? say("client.past.move", { n: then.number }) : say("client.past.deal");
        const place = one("#past-text");
        if (place) place.textContent = text;
        one("#past-back")?.setAttribute("aria-disabled", String(!then.before));
        this.mark();
        this.#follow();
        this.present.onLook();
        settleFocus();
        this.#left = document.activeElement;
        announce(text);
    }

    #cover() {
        const active = document.activeElement;
        this.#from = { element: active, part: active?.getAttribute("data-at") ?? null };
        this.present.onLeave();
        const list = region("log");
        if (list) this.#scrolled = list.scrollHeight - list.scrollTop - list.clientHeight < 40 ? 1e6 : list.scrollTop;
        this.phase = this.main.dataset.phase ?? "";
        veil(true);
        const drawer = one("#drawer-log");
        if (drawer?.matches(":popover-open")) drawer.hidePopover();
        const place = one("#past");
        if (place) setVisible(place, true);
    }

    /** Back to the present, as it is now. */
    leave() {
        this.#call++;
        if (!this.at) return false;
        this.at = 0;
        delete document.body.dataset.past;
        this.main.dataset.phase = this.phase;
        const active = document.activeElement;
        const inside = active === document.body || active === this.#left || Boolean(active?.closest("#past"));
        veil(false);
        const place = one("#past");
        if (place) setVisible(place, false);
        this.mark();
        this.#settle();
        this.present.onReturn();
        const { element, part } = this.#from;
        if (inside || !active?.isConnected) {
            const heir = part ? one(`[data-at="${CSS.escape(part)}"]`) : element;
            if (heir instanceof HTMLElement && heir !== document.body && heir.isConnected && isVisible(heir))
                heir.focus({ preventScroll: true });
            else goOn();
        }
        settleFocus();
        announce(say("client.past.now"));
        return true;
    }

    /**
     * Somebody else may look at this page now: what was seen with other eyes is forgotten.
     * @param {string} viewer
     */
    setViewer(viewer) {
        if (viewer === this.#viewer) return;
        if (this.#viewer) this.leave();
        this.#viewer = viewer;
        this.forget();
    }

    /** What was fetched may name somebody who is gone. */
    forget() {
        this.#known.clear();
    }

    /** Marks the lines of the log: those of this moment, and those of later ones. */
    mark() {
        for (const line of all("#r-log li[data-v]")) {
            const version = Number(line.dataset.v);
            line.classList.toggle("later", this.at > 0 && version > this.at);
            if (version === this.at) line.setAttribute("aria-current", "step");
            else line.removeAttribute("aria-current");
        }
    }

    /** What was told of this moment is in sight, where the log is. */
    #follow() {
        const list = region("log");
        const line = list && one("[aria-current]", list);
        if (!line) return;
        const [seen, at] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
        if (at.top < seen.top || at.bottom > seen.bottom) list.scrollTop += at.top - seen.top - seen.height / 3;
    }

    /** The log is where it was before, as soon as it is in sight: what is not cannot be scrolled. */
    #settle() {
        const list = region("log");
        if (this.#scrolled < 0 || !list?.clientHeight) return;
        list.scrollTo(0, this.#scrolled);
        this.#scrolled = -1;
    }

    /**
     * @param {number} version
     * @returns {Promise<Then | null>} null also if something else was asked for meanwhile
     */
    async #fetch(version) {
        const call = ++this.#call;
        const kept = this.#known.get(version);
        if (kept) return kept;
        /** @type {Result<Then>} */
        const { ok, data } = await fetchJson(`/t/${this.table}/past?version=${version}`);
        if (call !== this.#call) return null;
        if (!ok || data.for !== this.#viewer) {
            notice(data?.message ?? say("client.line.waiting"));
            return null;
        }
        if (data.after) this.#known.set(version, data); // what follows the last moment is not known yet
        return data;
    }
}
