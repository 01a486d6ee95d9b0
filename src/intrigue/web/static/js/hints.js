/**
 * Explanations in place: whatever carries `data-hint` explains itself on hover, focus or a long press. What cannot be
 * chosen says why as well.
 *
 * The texts come once from the server and stay in the browser's cache. A hint can be hovered itself, stays until the
 * reader leaves, and Escape closes it without anything else happening (WCAG 1.4.13).
 */

import { all, announce, closest, isVisible, make, one, say } from "./kit.js";

const EXPLAINED = "[data-hint], [data-at], button[data-why]";

const HOVER = 350;
const LEAVING = 350;
const PRESS = 500;
const LEAST = 120; // pixels of a text that scrolls
const ENOUGH = 260; // the same under a finger, which hides nothing that way

export class Hints {
    /** @type {Map<string, DocumentFragment> | null} */
    #texts = null;
    /** @type {Promise<void> | null} */
    #loading = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #asked = 0; // how often something was to be shown or no longer; only the last wish counts
    /** @type {HTMLElement | null} */
    #of = null;
    #reason = ""; // why it cannot be chosen, if that is told
    #pressed = false; // the click that ends a long press is none
    #x = 0;
    #y = 0;

    /**
     * @param {string} address
     * @param {(place: HTMLElement, tried: boolean) => string} [reasonFor] the reason why a place cannot be chosen
     */
    constructor(address, reasonFor = () => "") {
        this.address = address;
        this.reasonFor = reasonFor;
        // Inside of the page's main part, where a screen reader looks for content.
        const home = one("main") ?? document.body;
        this.card = one("#hint") ?? home.appendChild(make("div", { id: "hint", role: "tooltip" }));
        this.card.hidden = true;
        if ("popover" in this.card) this.card.popover = "manual"; // above dialogs too
        document.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.#onOver(event));
        document.addEventListener("focusin", (event) => this.#onFocus(event));
        document.addEventListener("focusout", () => this.#of && this.#schedule(() => this.close(), LEAVING));
        document.addEventListener("pointerdown", (event) => this.#onDown(event));
        document.addEventListener("pointermove", (event) => {
            const { buttons, clientX, clientY } = event;
            if (buttons && Math.hypot(clientX - this.#x, clientY - this.#y) > 10) this.#stop();
            if (!buttons) [this.#x, this.#y] = [clientX, clientY];
        });
        document.addEventListener("pointerup", () => !this.#of && this.#stop());
        document.addEventListener("pointercancel", () => this.#stop());
        document.addEventListener("scroll", (event) => this.#onScroll(event), { capture: true, passive: true });
        // Before anybody else hears of it: a long press picks nothing and opens no menu.
        document.addEventListener("click", (event) => this.#onClick(event), { capture: true });
        document.addEventListener("keydown", (event) => this.#onTab(event));
        document.addEventListener("contextmenu", (event) => {
            if (this.#pressed && closest(event, "[data-hint]")) event.preventDefault();
        });
    }

    /** Closes the hint; false if there was none. */
    close() {
        this.#stop();
        if (!this.#of) return false;
        if (this.#of.getAttribute("aria-describedby") === "hint") this.#of.removeAttribute("aria-describedby");
        if (this.card.contains(document.activeElement)) this.#of.focus({ preventScroll: true });
        this.#of = null;
        this.#reason = "";
        if (this.card.matches(":popover-open")) this.card.hidePopover();
        this.card.hidden = true;
        this.card.replaceChildren();
        return true;
    }

    /**
     * Shows the explanation of an element; before it, if somebody tried to choose it, why that cannot be.
     * @param {HTMLElement} element
     * @param {boolean} [tried]
     */
    async show(element, tried = false) {
        this.#stop();
        const asked = this.#asked;
        await this.#load();
        if (asked !== this.#asked) return; // pressed, dragged or gone elsewhere while the texts were on their way
        /** @type {HTMLElement | null} */
        const place = element.closest("[data-at], button[data-why]");
        const reason = place ? this.reasonFor(place, tried) : "";
        const told = this.#texts?.get(`why:${reason}`);
        const text = this.#texts?.get(element.dataset.hint ?? "");
        if (!element.isConnected) return;
        if (!text && !told) return void this.close();
        if (this.#of === element && this.#reason === (told ? reason : "")) return;
        this.close();
        this.#of = element;
        this.#reason = told ? reason : "";
        this.card.replaceChildren(
            ...(told ? [this.#reasonBlock(told, tried)] : []),
            ...(text ? [text.cloneNode(true)] : []),
            ...this.#innerLinks(element),
        );
        this.card.hidden = false;
        if (this.card.popover) this.card.showPopover();
        element.setAttribute("aria-describedby", "hint");
        this.#place(element);
    }

    /**
     * @param {DocumentFragment} told
     * @param {boolean} aloud
     */
    #reasonBlock(told, aloud) {
        const block = make("div", { class: "why" });
        block.append(told.cloneNode(true));
        if (aloud) announce(one("p", block)?.textContent ?? "");
        return block;
    }

    /**
     * What is part of it, as the cards under a card are, explains itself under a pointer only: for whoever comes by
     * keyboard here are the ways to its paragraphs.
     * @param {HTMLElement} element
     */
    #innerLinks(element) {
        const keys = new Set(all("[data-hint]", element).map((part) => part.dataset.hint ?? ""));
        keys.delete(element.dataset.hint ?? "");
        const line = make("p", { class: "in-rules" }, say("client.hint.inside"));
        for (const key of keys) {
            const text = this.#texts?.get(key);
            const link = text && one("a", text)?.cloneNode();
            if (!link) continue;
            link.textContent = one("h3", text)?.textContent ?? "";
            line.append(" ", link);
        }
        return line.childElementCount ? [line] : [];
    }

    /** A push may have taken the explained thing away. */
    refresh() {
        if (this.#of && !this.#of.isConnected) this.close();
    }

    #load() {
        this.#loading ??= fetch(this.address)
            .then((answer) => (answer.ok ? answer.text() : Promise.reject()))
            .then((html) => {
                const page = document.createElement("template");
                page.innerHTML = html;
                const blocks = all("template[data-hint]", page.content);
                this.#texts = new Map(blocks.map((block) => [block.dataset.hint ?? "", block.content]));
            })
            .catch(() => {
                this.#loading = null; // the next hint tries again
            });
        return this.#loading;
    }

    /** @param {HTMLElement} element */
    #place(element) {
        const box = element.getBoundingClientRect();
        const [top, floor] = limits(element, box);
        const { style } = this.card;
        Object.assign(style, { position: "fixed", margin: "0", inset: "auto", maxWidth: "min(22rem, 94vw)" });
        style.left = style.top = "0";
        style.maxHeight = "";
        const { width, height } = this.card.getBoundingClientRect();
        const left = Math.min(Math.max(box.left + box.width / 2 - width / 2, 8), innerWidth - width - 8);
        // Beside what it explains, not over it; where both sides are too low, the text scrolls.
        const [above, below] = [top - 8, floor - box.bottom - 8];
        const up = height <= above || (height > below && above > below);
        const least = Math.min(matchMedia("(pointer: coarse)").matches ? ENOUGH : LEAST, floor - 8);
        const room = Math.min(height, Math.max(up ? above : below, least));
        style.maxHeight = `${room}px`;
        style.left = `${Math.max(left, 8)}px`;
        style.top = `${Math.max(up ? top - room - 4 : Math.min(box.bottom + 4, floor - room - 4), 4)}px`;
        this.#showMore();
    }

    /** Whether there is more to read below shows at the lower edge. */
    #showMore() {
        const { scrollHeight, clientHeight, scrollTop } = this.card;
        this.card.toggleAttribute("data-more", scrollHeight - clientHeight - scrollTop > 4);
    }

    /** What is explained goes away from its explanation; that something else scrolls is no matter. @param {Event} event */
    #onScroll({ target }) {
        if (target === this.card) this.#showMore();
        else if (target instanceof Node && this.#of && target.contains(this.#of)) this.close();
    }

    /** @param {() => void} what @param {number} delay */
    #schedule(what, delay) {
        this.#stop();
        this.#timer = setTimeout(what, delay);
    }

    #stop() {
        clearTimeout(this.#timer);
        this.#asked++;
    }

    /** @param {PointerEvent} event */
    #onOver(event) {
        // A page that changes under a resting mouse asks for no explanation.
        const moved = event.clientX !== this.#x || event.clientY !== this.#y;
        [this.#x, this.#y] = [event.clientX, event.clientY];
        if (!moved) return;
        const element = closest(event, EXPLAINED);
        if (element === this.#of && element) this.#stop();
        else if (closest(event, "#hint")) this.#stop();
        else if (element && !event.buttons) this.#schedule(() => this.show(element), HOVER);
        else if (this.#of && document.activeElement !== this.#of) this.#schedule(() => this.close(), LEAVING);
        else if (!this.#of) this.#stop();
    }

    /** The links in an explanation come right after what it explains. @param {KeyboardEvent} event */
    #onTab(event) {
        if (event.key !== "Tab" || !this.#of) return;
        const links = all("a", this.card);
        const at = links.findIndex((link) => link === document.activeElement);
        if (at < 0 && document.activeElement !== this.#of) return void this.close(); // its links are not the end of the page
        if (at < 0 && event.shiftKey) return;
        const next = at + (event.shiftKey ? -1 : 1);
        this.#stop();
        if (links[next]) links[next].focus();
        else if (event.shiftKey) this.#of.focus({ preventScroll: true });
        else {
            // The browser goes on from what was explained; an open explanation could be what comes next.
            this.close();
            return this.#stop();
        }
        event.preventDefault();
    }

    /** @param {FocusEvent} event */
    #onFocus(event) {
        const element = closest(event, EXPLAINED);
        if (element?.matches(":focus-visible")) this.#schedule(() => this.show(element), HOVER);
        else if (closest(event, "#hint")) this.#stop();
        else if (this.#of) this.#schedule(() => this.close(), LEAVING);
    }

    /** @param {PointerEvent} event */
    #onDown(event) {
        const element = closest(event, "[data-hint]");
        this.#pressed = false;
        [this.#x, this.#y] = [event.clientX, event.clientY];
        if (!closest(event, "#hint")) this.close();
        if (!element || event.pointerType !== "touch") return;
        this.#schedule(() => {
            this.#pressed = true;
            this.show(element);
        }, PRESS);
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const element = closest(event, "a.law") ? null : closest(event, EXPLAINED);
        if (this.#pressed && element) {
            this.#pressed = false;
            event.preventDefault();
            event.stopPropagation();
            return;
        }
        const control = element?.closest("button, a, summary, label");
        const idle =
            !control ||
            control.getAttribute("aria-disabled") === "true" ||
            control.matches("[data-hint]:not([data-at])");
        if (element && idle) this.show(element, true); // nothing else would happen: say what it is, and why
    }
}

/**
 * Between which lines a hint may lie: what is asked must stay in sight, so what is in the dock explains itself above the
 * whole of it, and everything else not over it. Whoever looks back is asked nothing.
 * @param {HTMLElement} element
 * @param {DOMRect} box
 * @returns {[top: number, floor: number]}
 */
function limits(element, box) {
    const dock = one(".dock");
    if (!dock || !isVisible(dock) || element.closest("dialog, [popover]")) return [box.top, innerHeight];
    if (document.body.hasAttribute("data-past") && !dock.contains(element)) return [box.top, innerHeight];
    const { top } = dock.getBoundingClientRect();
    return [Math.min(box.top, top), Math.min(top, innerHeight)];
}
