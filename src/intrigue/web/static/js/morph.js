/**
 * Puts the server's HTML into the regions of the page and leaves alone what belongs to the reader.
 *
 * The focused element, open details and dialogs, text that was typed or selected, the client's own marks and a dragged
 * card survive; log and talk only ever grow.
 */

import { Idiomorph } from "../vendor/idiomorph.js";
import { all, goOn, isVisible, one } from "./kit.js";
import { oneStop } from "./pile_keys.js";

/** @import {Region} from "../../types/wire.js" */

const SEAM = "<!--|-->";

/** Marks the client sets, on things that the server sends without them. */
const CLASSES = ["can", "picked", "pending", "dragging", "over", "glow", "struck", "turned"];
const ATTRIBUTES = ["aria-disabled", "aria-pressed", "aria-describedby", "aria-busy", "tabindex"];
const FOCUSABLE = "button, a[href], input, select, textarea, summary, [tabindex]";

/** @type {Map<string, string>} */
const latest = new Map();
/** What each region was last made to show. @type {Map<string, string>} */
const standing = new Map();
/** @type {{region: string, id: string, part: string | null, group: string | null} | null} */
let lost = null;

/** @param {string} name */
export const region = (name) => one(`#r-${name}`);

/** Keeps what the page came with; before anything is marked in it. */
export function begin() {
    for (const element of all("[id^='r-']")) latest.set(element.id.slice(2), element.innerHTML);
}

/**
 * The server's last HTML of a region.
 * @param {string} name
 */
export const htmlOf = (name) => latest.get(name) ?? "";

/**
 * The whole of a region: what comes may be single pieces of it by their places, to be sewn in between the others.
 * @param {string} whole
 * @param {Region} fresh
 */
const sew = (whole, fresh) =>
    typeof fresh === "string" ? fresh : whole.split(SEAM).map((piece, at) => fresh[at] ?? piece).join(SEAM);

/**
 * What comes of two changes of a region, one after the other.
 * @param {Region | undefined} first
 * @param {Region} then
 * @returns {Region}
 */
export function merge(first, then) {
    if (first === undefined || typeof then === "string") return then;
    return typeof first === "string" ? sew(first, then) : { ...first, ...then };
}

/**
 * Keeps what a region has become without showing it.
 * @param {string} name
 * @param {Region} html
 */
export function hold(name, html) {
    latest.set(name, sew(htmlOf(name), html));
}

/**
 * Shows what a region has become; behind a veil when the veil is lifted.
 * @param {string} name
 * @param {Region} html
 */
export function put(name, html) {
    hold(name, html);
    if ((!veiled || PRESENT.includes(name)) && standing.get(name) !== htmlOf(name)) lend(name, htmlOf(name));
}

/** Whatever comes next is shown anew, also where it is what was there. */
export const forgetStanding = () => standing.clear();

/** Regions that are never covered by a look back. */
const PRESENT = ["controls", "people", "log", "talk", "seats", "result"];
let veiled = false;

/**
 * Covers what the server says while the reader looks at something else in the same places; lifted, it all shows again.
 * @param {boolean} on
 */
export function veil(on) {
    veiled = on;
    if (!on) for (const [name, html] of latest) if (!PRESENT.includes(name)) lend(name, html);
}

/**
 * Shows HTML in a region for a while without keeping it: private things of a device that is passed round.
 * @param {string} name
 * @param {string} html
 */
export function lend(name, html) {
    const place = region(name);
    if (!place) return;
    standing.set(name, html);
    const focused = remember(place, name);
    Idiomorph.morph(place, html, { morphStyle: "innerHTML", callbacks: CALLBACKS });
    restore(place, focused);
    oneStop(place);
}

/** @type {import("../vendor/idiomorph.js").ConfigCallbacks} */
const CALLBACKS = {
    /**
     * The same thing keeps its marks; another thing that happens to get its node does not.
     * @param {Node} old
     * @param {Node} fresh
     */
    beforeNodeMorphed(old, fresh) {
        if (!(old instanceof Element) || !(fresh instanceof Element)) return true;
        const part = old.getAttribute("data-at");
        if (!old.id && part === null) return true;
        if (old.id !== fresh.id || part !== fresh.getAttribute("data-at")) return true;
        for (const name of CLASSES) if (old.classList.contains(name)) fresh.classList.add(name);
        for (const name of ATTRIBUTES) {
            const value = old.getAttribute(name);
            if (value !== null && !fresh.hasAttribute(name)) fresh.setAttribute(name, value);
        }
        return true;
    },
    /**
     * @param {string} attribute
     * @param {Element} element
     */
    beforeAttributeUpdated(attribute, element) {
        if (attribute === "style") return false; // only the client sets styles
        if (attribute === "tabindex" && element.matches(".pile button")) return false; // and where a list is entered
        if (attribute === "open")
            return !(element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement);
        if (attribute === "value" && (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) {
            return element.value === element.defaultValue && element !== document.activeElement;
        }
        if (attribute === "checked" && element instanceof HTMLInputElement)
            return element.checked === element.defaultChecked;
        if (attribute === "selected" && element instanceof HTMLOptionElement)
            return element.selected === element.defaultSelected;
        return true;
    },
};

/**
 * @param {Element} place
 * @param {string} name
 */
function remember(place, name) {
    const active = document.activeElement;
    if (active && active !== document.body) {
        if (!place.contains(active) || active === place) return null;
        const group = active.closest("[data-group]")?.getAttribute("data-group") ?? null;
        lost = null;
        return { active, region: name, id: active.id, part: active.getAttribute("data-at"), group };
    }
    return lost?.region === name ? { ...lost, active: null } : null;
}

/**
 * Where nodes cannot be moved without losing focus, or the focused one is gone, focus goes to its heir.
 * @param {Element} place
 * @param {{active: Element | null, region: string, id: string, part: string | null, group: string | null} | null} focused
 */
function restore(place, focused) {
    if (!focused || (focused.active && document.activeElement === focused.active)) return;
    if (document.activeElement && document.activeElement !== document.body) return;
    const { id, part, group } = focused;
    const heir =
        (id && one(`#${CSS.escape(id)}`, place)) || (part && one(`[data-at="${CSS.escape(part)}"]`, place)) || null;
    if (heir?.matches(FOCUSABLE)) {
        lost = null;
        heir.focus({ preventScroll: true });
    } else if (focused.active) {
        lost = { region: focused.region, id, part, group };
    }
}

/**
 * Once all regions are there: focus that found no heir goes to the same group, else to where the reader goes on, never to
 * nowhere.
 */
export function settleFocus() {
    const active = document.activeElement;
    if (active && active !== document.body) {
        lost = null;
        if (!isVisible(active)) goOn(); // a browser would drop it a moment later
        return;
    }
    if (!lost) return;
    const near = lost.group
        ? all(`[data-group="${lost.group}"] [data-at], [data-at][data-group="${lost.group}"]`).find(isVisible)
        : null;
    lost = null;
    if (near) near.focus({ preventScroll: true });
    else goOn();
}

/**
 * Adds lines at the end of a list that only grows; stays at the end if the reader was there.
 * @param {string} name
 * @param {string[]} lines
 */
export function append(name, lines) {
    const list = region(name);
    if (!list || !lines.length) return;
    const atEnd = list.clientHeight > 0 && list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.insertAdjacentHTML("beforeend", lines.join(""));
    // With what else changes now, so that the page is laid out once.
    if (atEnd) requestAnimationFrame(() => list.scrollTo(0, 1e6));
}

/**
 * Makes a growing list equal to the whole of it; lines that are there stay as they are.
 * @param {string} name
 * @param {string[]} lines
 */
export function complete(name, lines) {
    const list = region(name);
    if (!list) return;
    const whole = document.createElement("template");
    whole.innerHTML = lines.join("");
    const fresh = [...whole.content.children];
    const told = [...list.children];
    const same = told.findIndex((line, i) => line.textContent?.trim() !== fresh[i]?.textContent?.trim());
    const inside = list.contains(document.activeElement);
    if (same >= 0) for (const line of told.slice(same)) line.remove();
    append(name, lines.slice(list.childElementCount));
    if (inside && !list.contains(document.activeElement)) list.focus({ preventScroll: true }); // its line is gone
}
