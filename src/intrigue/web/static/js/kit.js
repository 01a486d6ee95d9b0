/** What every module of the page shares: finding elements, the page's own sentences, chance, telling the reader. */

/** @import {Found} from "../../types/page.js" */
/** @import {Fault, Result} from "../../types/wire.js" */

/**
 * The first element that fits the selector.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} [root]
 * @returns {Found<S> | null}
 */
export const one = (selector, root = document) => root.querySelector(selector);

/**
 * The same, where the page cannot do without it.
 * @template {string} S
 * @param {S} selector
 * @returns {Found<S>}
 */
export function need(selector) {
    const element = one(selector);
    if (!element) throw Error(selector);
    return element;
}

/**
 * All elements that fit the selector.
 * @template {string} S
 * @param {S} selector
 * @param {ParentNode} [root]
 * @returns {Found<S>[]}
 */
export const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

/**
 * The element an event happened in, or one around it, that fits the selector.
 * @template {string} S
 * @param {Event} event
 * @param {S} selector
 * @returns {Found<S> | null}
 */
export const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * A new element with text and attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} [attributes]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, text = "") {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
}

/**
 * A sentence that the server rendered into the page, with its blanks filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
    const text = one(`#says [data-say="${key}"]`)?.textContent ?? "";
    return text.replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank));
}

/**
 * Shows or hides an element, also where a style sheet gives it a display of its own.
 * @param {HTMLElement} element
 * @param {boolean} on
 */
export function setVisible(element, on) {
    element.hidden = !on;
    element.style.display = on ? "" : "none";
}

/**
 * Whether the reader can see an element, so that it can have the focus.
 * @param {Element} element
 */
export const isVisible = (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;

/** Where the reader goes on, the first that is in reach: under an open drawer nothing is. */
const PLACES = ["#question", "#r-result h2", ".drawer:popover-open h2", "main"];

/** Puts the focus where the reader goes on: on the question, at the end on the result. */
export function goOn() {
    const place = PLACES.map((selector) => one(selector)).find((found) => found && isVisible(found) && !found.closest("[inert]"));
    if (!place) return;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
}

/**
 * So many random bytes in hexadecimal. `randomUUID` would need a secure context, which a table in the living room has not.
 * @param {number} bytes
 */
export const randomHex = (bytes) =>
    [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * JSON that an element carries in an attribute; null if it carries none or something else.
 * @template [T=unknown]
 * @param {Element | null} element
 * @param {string} attribute
 * @returns {T | null}
 */
export function readJson(element, attribute) {
    try {
        return JSON.parse(element?.getAttribute(attribute) ?? "null");
    } catch {
        return null;
    }
}

/**
 * What the server answers: what was asked for, or what is wrong, if that can be read.
 * @template [T=unknown]
 * @param {string} address
 * @param {RequestInit} [how]
 * @returns {Promise<Result<T>>}
 */
export async function fetchJson(address, how = { cache: "no-store" }) {
    try {
        const answer = await fetch(address, how);
        /** @type {T & Fault} */
        const data = await answer.json();
        return answer.ok ? { ok: true, data } : { ok: false, data };
    } catch {
        return { ok: false, data: null };
    }
}

/**
 * Tells a screen reader, once.
 * @param {string} text
 */
export function announce(text) {
    const place = one("#announcer");
    if (!place || !text) return;
    while (place.childElementCount > 30) place.firstElementChild?.remove();
    place.append(make("p", {}, text));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;
/** When the notice came; whoever goes on later than that has read it. */
let noticed = 0;
const READ = 1500; // milliseconds

/**
 * Shows what the reader must know about the own last deed, over nothing that could be pressed next, nor over the
 * players; an empty text takes it away.
 * @param {string} text
 */
export function notice(text) {
    const place = one("#notice") ?? document.body.appendChild(make("p", { id: "notice", role: "alert" }));
    clearTimeout(fading);
    place.textContent = text;
    setVisible(place, text !== "");
    if (!text) return;
    const bars = all(".dock, .possible, .piece-tools, .reel, .lesson").filter(isVisible).map((bar) => bar.getBoundingClientRect());
    const below = bars.filter(({ left, right }) => left < innerWidth / 2 && right > innerWidth / 2); // not those beside it
    const top = Math.min(innerHeight, ...below.map((bar) => bar.top));
    const above = [one(".bar"), one("#r-players")].map((part) => (part && isVisible(part) ? part.getBoundingClientRect().bottom : 0));
    place.style.bottom = `calc(${innerHeight - top}px + 1rem)`;
    place.style.setProperty("--room", `${top - Math.max(...above)}px`);
    noticed = performance.now();
    fading = setTimeout(() => notice(""), 12000);
}

document.addEventListener("pointerdown", () => performance.now() > noticed + READ && one("#notice") && notice(""));

/**
 * What is kept on this device: preferences, and what shows nobody a card.
 * @template [T=unknown]
 * @param {string} key
 * @returns {T | null}
 */
export function loadJson(key) {
    try {
        return JSON.parse(localStorage.getItem(`intrigue.${key}`) ?? "null");
    } catch {
        return null;
    }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function saveJson(key, value) {
    try {
        localStorage.setItem(`intrigue.${key}`, JSON.stringify(value));
    } catch {
        // Storage may be closed to us; then it lasts as long as the page.
    }
}

/** Whether the reader asked their system for less movement. */
export const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
