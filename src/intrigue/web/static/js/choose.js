/**
 * How a move is put together from the parts the page shows, whatever the game: the server lists the moves with their
 * parts, and tapping, dragging and the keyboard all pick parts until one move is complete.
 */

import { all, closest, goOn, isVisible, loadJson, make, need, one, readJson, saveJson, say, setVisible } from "./kit.js";
import { leadsElsewhere, lessonParts, markText } from "./lesson.js";
import { SLACK, copyForDrag } from "./pointer.js";

/** @import {Move} from "../../types/page.js" */

/**
 * @typedef {{version: number, seat: number, moves: Move[]}} Question
 * @typedef {{part: string, x: number, y: number, touch: boolean, ghost: HTMLElement | null, dx: number, dy: number}} Drag
 */

export class Choice {
    /** @type {Question | null} */
    question = null;
    /** @type {string[]} */
    picked = [];
    /** The complete move that waits for a confirmation. @type {Move | null} */
    ready = null;
    /** The move that was sent and is not on the page yet. @type {Move | null} */
    sent = null;
    /** Whether the page shows something in which nothing can be chosen; what was picked is kept. */
    resting = false;
    /** @type {Drag | null} */
    #drag = null;
    #dragged = false; // the click that ends a drag is none
    #touch = false;

    /** @param {(move: string, seat: number, version: number) => void} send */
    constructor(send) {
        this.send = send;
        document.addEventListener("click", (event) => this.#onClick(event));
        document.addEventListener("keydown", (event) => this.#onKey(event));
        document.addEventListener("pointerdown", (event) => this.#onDown(event));
        document.addEventListener("pointermove", (event) => this.#onMove(event));
        document.addEventListener("pointerup", (event) => this.#onUp(event));
        document.addEventListener("pointercancel", () => this.#drop());
        document.addEventListener("dragstart", (event) => closest(event, "[data-at]") && event.preventDefault());
        document.addEventListener("selectstart", (event) => this.#drag && event.preventDefault());
        this.bar = need("#confirm");
        this.options = make("div", { class: "options" });
        one("#confirm-text", this.bar)?.after(this.options);
    }

    /** Reads the question from the page; what was picked stays if it still leads somewhere. */
    refresh() {
        if (this.resting) return this.mark();
        const form = one("#ask");
        /** @type {Move[] | null} */
        const moves = readJson(form, "data-moves");
        const { version, seat } = form?.dataset ?? {};
        this.question = form && moves ? { version: Number(version), seat: Number(seat), moves } : null;
        const known = this.#movesFrom(this.picked);
        if (!known.length) this.picked = [];
        const ready = this.ready?.[0];
        this.ready = known.find(([move]) => move === ready) ?? null;
        this.mark();
    }

    /** What was sent is on the page, or was not taken: the question is open again. */
    release() {
        this.sent = null;
        this.picked = [];
        this.ready = null;
        this.mark();
    }

    /** Forgets everything: on a device that is passed round nothing stays. */
    forget() {
        this.#drop();
        this.question = this.ready = this.sent = null;
        this.picked = [];
        this.mark();
    }

    /** Takes the last pick back; false if there is none. */
    takeBack() {
        if (this.resting) return false;
        if (this.#drag?.ghost) {
            this.#drop();
            return true;
        }
        const part = this.picked.at(-1);
        if (!part || this.sent) return false;
        const focused = this.bar.contains(document.activeElement) || document.activeElement === document.body;
        this.picked = this.picked.slice(0, -1);
        this.ready = null;
        this.mark();
        if (focused || document.activeElement?.matches("[data-at]")) element(part)?.focus({ preventScroll: true });
        return true;
    }

    /**
     * Whether a complete move must be confirmed: on request, else where fingers choose. Of two buttons that say all
     * neither is pressed by mistake.
     */
    get confirms() {
        const wish = document.body.dataset.confirm ?? "auto";
        if (wish !== "auto") return wish === "on";
        const moves = this.question?.moves ?? [];
        if (moves.length < 3 && moves.every(([, [part = ""]]) => part.startsWith("do:"))) return false;
        return this.#touch || matchMedia("(pointer: coarse)").matches;
    }

    /**
     * The moves that begin with these parts.
     * @param {string[]} parts
     * @returns {Move[]}
     */
    #movesFrom(parts) {
        return this.question?.moves.filter(([, of]) => parts.every((part, i) => of[i] === part)) ?? [];
    }

    /** The parts that can follow what is picked. */
    #nextParts() {
        return new Set(
            this.#movesFrom(this.picked)
                .map(([, parts]) => parts[this.picked.length])
                .filter(Boolean),
        );
    }

    /**
     * Picks a part; true if that meant something.
     * @param {string} part
     * @param {boolean} [byKey]
     */
    pick(part, byKey = false) {
        if (!this.question || this.sent || this.resting) return false;
        const before = this.picked;
        const at = this.picked.indexOf(part);
        if (!this.#nextParts().has(part)) {
            if (at >= 0) this.picked = this.picked.slice(0, at);
            else if (this.#movesFrom([part]).length) this.picked = [part];
            else return false;
            this.ready = null;
            if (at >= 0) {
                this.mark();
                return true;
            }
        } else {
            this.picked = [...this.picked, part];
        }
        if (leadsElsewhere(this.question.moves, this.picked)) {
            this.picked = before; // a lesson takes it back at once
            this.mark();
            return true;
        }
        const moves = this.#movesFrom(this.picked);
        const whole = moves.find(([, parts]) => parts.length === this.picked.length);
        if (whole && moves.length === 1 && !this.confirms) {
            this.#commit(whole);
            return true;
        }
        this.ready = whole ?? null;
        this.mark();
        if (byKey) this.#follow();
        return true;
    }

    /** After a pick by keyboard the next thing to press is under the finger. */
    #follow() {
        const next = this.#nextParts();
        const target = one(this.ready ? "#confirm-yes" : ".options button", this.bar);
        const part = all("[data-at]").find((place) => next.has(place.dataset.at ?? ""));
        (this.ready || !part ? target : part)?.focus({ preventScroll: false });
    }

    /**
     * Why a place cannot be picked now, as the server says; empty if it can, or if nobody knows. That others are to act
     * is worth a word only to who tried.
     * @param {HTMLElement} place
     * @param {boolean} tried
     */
    reasonFor(place, tried) {
        const [kind] = (place.dataset.at ?? "").split(":");
        if (!kind) return place.dataset.why ?? "";
        /** @type {Record<string, string>} */
        const reasons = readJson(one("#r-prompt [data-why]"), "data-why") ?? {};
        if (!this.question || this.sent || this.resting) return (tried && reasons.all) || "";
        const part = place.dataset.at ?? "";
        if (this.picked.includes(part) || this.#nextParts().has(part) || this.#movesFrom([part]).length) return "";
        const later = !this.picked.length && this.question.moves.some(([, parts]) => parts.includes(part));
        return (later && reasons.first) || (place.matches(".taken") && reasons.taken) || (reasons[kind] ?? "");
    }

    /** @param {Move} move */
    #commit(move) {
        if (!this.question) return;
        const { seat, version } = this.question;
        if (move[1].length > 1) saveJson("held", true);
        this.sent = move;
        this.ready = null;
        this.mark();
        this.send(move[0], seat, version);
    }

    /** Marks what can be picked, what is picked and what is on its way. */
    mark() {
        const idle = this.sent !== null || this.resting;
        const next = idle ? new Set() : this.#nextParts();
        const first = new Set(idle ? [] : this.question?.moves.map(([, parts]) => parts[0]));
        const gone = new Set(this.resting ? [] : (this.sent?.[1] ?? []));
        const wanted = idle || this.ready ? new Set() : lessonParts(this.question?.moves ?? [], this.picked);
        for (const place of all("[data-at]")) {
            const part = place.dataset.at ?? "";
            const picked = !this.resting && (this.picked.includes(part) || gone.has(part));
            place.classList.toggle("can", next.has(part));
            place.classList.toggle("picked", picked);
            place.classList.toggle("pending", gone.has(part));
            place.classList.toggle("taught", wanted.has(part));
            if (wanted.has(part)) place.setAttribute("aria-description", markText());
            else place.removeAttribute("aria-description");
            set(place, "aria-pressed", picked);
            set(place, "aria-disabled", !picked && !next.has(part) && !first.has(part));
            // A finger that leaves the strip upwards drags; along the strip it scrolls.
            place.style.touchAction = first.has(part) && (this.#movesFrom([part])[0]?.[1].length ?? 0) > 1 ? "pan-x" : "";
        }
        const form = one("#ask");
        if (form) set(form, "aria-busy", this.sent !== null);
        this.#showText();
        this.#showBar();
        // A place that was shown only to be chosen may be gone now; its focus goes to the question, not to nowhere.
        const active = document.activeElement;
        if (active?.matches("[data-at], #confirm *") && !isVisible(active)) goOn();
    }

    /** What the picked card does, or the one that asks; the first time, how to read more. */
    #showText() {
        const place = one("#short");
        if (!place) return;
        const picked = this.picked.map((part) => element(part)?.dataset.text).findLast(Boolean);
        let text = (this.resting ? "" : (picked ?? one("#ask")?.dataset.text)) ?? "";
        if (!text && one(".held.can") && !one("#ask .choice") && !loadJson("held")) text = say("client.choose.hold");
        if (place.textContent !== text) place.textContent = text;
    }

    /** The bar below the question: what is still to choose, or the sentence to confirm. */
    #showBar() {
        const moves = this.#movesFrom(this.picked);
        const at = this.picked.length;
        // What the page shows nowhere is asked here, in words.
        const hidden = this.sent || this.resting
            ? []
            : moves.filter(([, { [at]: part }]) => part && !element(part));
        const wanted = !this.sent && !this.resting && (this.picked.length > 0 || hidden.length > 0);
        const state = JSON.stringify([wanted, this.picked, this.ready, hidden.map(([move]) => move)]);
        if (this.bar.dataset.state === state) return;
        this.bar.dataset.state = state;
        const focused = this.bar.contains(document.activeElement);
        setVisible(this.bar, wanted);
        document.body.toggleAttribute("data-picking", wanted && this.picked.length > 0);
        const [text, no, yes] = ["text", "no", "yes"].map((name) => one(`#confirm-${name}`, this.bar));
        if (!text || !no || !yes) return;
        text.textContent = this.ready?.[2] ?? say(hidden.length ? "client.choose.which" : "client.choose.next");
        setVisible(yes, this.ready !== null);
        setVisible(no, this.picked.length > 0);
        const buttons = hidden.map(([move, , sentence]) =>
            make("button", { type: "button", class: "plain", "data-move": move }, sentence),
        );
        this.options.replaceChildren(...buttons);
        if (focused && wanted) (this.ready ? yes : (buttons[0] ?? no)).focus({ preventScroll: true });
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        if (this.#dragged) {
            this.#dragged = false;
            if (event.detail > 0) return;
        }
        const text = closest(event, "[data-move]")?.dataset.move;
        if (closest(event, "#confirm-no")) this.takeBack();
        else if (closest(event, "#confirm-yes")) {
            if (this.ready) this.#commit(this.ready);
        } else if (text) {
            const move = this.question?.moves.find(([of]) => of === text);
            if (move && this.confirms) {
                this.picked = move[1];
                this.ready = move;
                this.mark();
                if (event.detail === 0) this.#follow();
            } else if (move) this.#commit(move);
        } else {
            const part = closest(event, "[data-at]")?.dataset.at;
            if (part) this.pick(part, event.detail === 0);
        }
    }

    /** Arrows go through a group; up and down by where things are. @param {KeyboardEvent} event */
    #onKey(event) {
        const place = closest(event, "[data-at]");
        const keys = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Home", "End"];
        if (!place || !keys.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
        const own = place.dataset.group;
        const holder = place.closest("[data-group]");
        const whole = own ? all(`[data-at][data-group="${CSS.escape(own)}"]`) : holder ? all("[data-at]", holder) : [];
        const group = whole.filter((other) => other === place || isVisible(other)); // places may be there only for some moves
        const at = group.indexOf(place);
        if (at < 0) return;
        event.preventDefault();
        const line =
            event.key === "ArrowUp" || event.key === "ArrowDown"
                ? nearest(place, group, event.key === "ArrowDown")
                : null;
        const step = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
        const linear = event.key === "Home" ? 0 : event.key === "End" ? group.length - 1 : at + step;
        (line ?? group[Math.min(Math.max(linear, 0), group.length - 1)])?.focus();
    }

    /** @param {PointerEvent} event */
    #onDown(event) {
        this.#dragged = false;
        this.#touch = event.pointerType === "touch";
        const place = closest(event, "[data-at]");
        const part = place?.dataset.at ?? "";
        if (!place || event.button !== 0 || this.sent || this.resting || !this.question) return;
        if (!this.#nextParts().has(part) && !this.#movesFrom([part]).length) return;
        const box = place.getBoundingClientRect();
        const { clientX: x, clientY: y } = event;
        this.#drag = { part, x, y, touch: this.#touch, ghost: null, dx: x - box.left, dy: y - box.top };
    }

    /** @param {PointerEvent} event */
    #onMove(event) {
        const drag = this.#drag;
        if (!drag) return;
        if (!drag.ghost) {
            if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
            this.#lift(drag);
        }
        const { ghost } = drag;
        if (!ghost) return;
        ghost.style.transform = `translate(${event.clientX - drag.dx}px,${event.clientY - drag.dy}px)`;
        const under = this.#placeUnder(event);
        for (const place of all(".over")) if (place !== under) place.classList.remove("over");
        under?.classList.add("over");
        event.preventDefault();
    }

    /**
     * Begins a drag: the part is picked, and a copy follows the pointer; the card itself stays where pushes can reach it.
     * @param {Drag} drag
     */
    #lift(drag) {
        const place = element(drag.part);
        if (!place || this.sent) return void this.#drop();
        if (!this.picked.includes(drag.part) || this.#nextParts().has(drag.part)) {
            const path = this.#nextParts().has(drag.part) ? [...this.picked, drag.part] : [drag.part];
            const further = this.#movesFrom(path).some(([, parts]) => parts.length > path.length);
            if (!further) return void this.#drop(); // a whole move is pressed, not dragged
            this.picked = path;
            this.ready = null;
        }
        this.#dragged = true;
        drag.ghost = copyForDrag(place);
        this.mark();
    }

    /** @param {PointerEvent} event */
    #placeUnder(event) {
        const place = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-at]");
        return place instanceof HTMLElement && this.#nextParts().has(place.dataset.at ?? "") ? place : null;
    }

    /** @param {PointerEvent} event */
    #onUp(event) {
        const drag = this.#drag;
        if (!drag?.ghost) {
            this.#drag = null;
            return;
        }
        const target = this.#placeUnder(event)?.dataset.at;
        this.#endDrag();
        if (target) this.pick(target);
        else {
            this.picked = this.picked.slice(0, Math.max(this.picked.lastIndexOf(drag.part), 0));
            this.mark();
        }
    }

    /** Gives a drag up; what it had picked is put back. */
    #drop() {
        const drag = this.#drag;
        if (drag?.ghost) {
            this.#endDrag();
            this.picked = this.picked.slice(0, Math.max(this.picked.lastIndexOf(drag.part), 0));
            this.mark();
        }
        this.#drag = null;
    }

    #endDrag() {
        this.#drag?.ghost?.remove();
        this.#drag = null;
        for (const place of all(".dragging, .over")) place.classList.remove("dragging", "over");
    }
}

/** @param {string} part */
const element = (part) => one(`[data-at="${CSS.escape(part)}"]`);

/**
 * @param {Element} place
 * @param {string} attribute
 * @param {boolean} on
 */
function set(place, attribute, on) {
    if (on === (place.getAttribute(attribute) === "true")) return;
    if (on) place.setAttribute(attribute, "true");
    else place.removeAttribute(attribute);
}

/**
 * The nearest of a group above or below, if the group has several lines.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} group
 * @param {boolean} below
 * @returns {HTMLElement | null}
 */
function nearest(place, group, below) {
    const from = place.getBoundingClientRect();
    let best = null;
    let least = Infinity;
    for (const other of group) {
        const to = other.getBoundingClientRect();
        const down = below ? to.top - from.bottom : from.top - to.bottom;
        const distance = down + 2 * Math.abs(to.left + to.width / 2 - from.left - from.width / 2);
        if (down > -4 && distance < least) [best, least] = [other, distance];
    }
    return best;
}
