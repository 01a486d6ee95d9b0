/**
 * What is pressed is what is clicked, even if a push moves it away from under the pointer before the release.
 *
 * A browser clicks what lies there at the end: for a mouse whatever is around both places, for a finger what came to lie
 * under it. Whoever slides away on purpose clicks nothing, as everywhere.
 */

import { all, closest } from "./kit.js";

const PRESSED = "button, a[href], summary, [data-at]";
export const SLACK = 7; // pixels a finger or a mouse may slip before it slides

/** @type {{control: HTMLElement, x: number, y: number} | null} */
let last = null;

addEventListener(
    "pointerdown",
    (event) => {
        const control = closest(event, PRESSED);
        last = control && event.button === 0 ? { control, x: event.clientX, y: event.clientY } : null;
    },
    { capture: true },
);

addEventListener(
    "click",
    (event) => {
        const pressed = last;
        last = null;
        if (!pressed || event.detail === 0 || event.composedPath().includes(pressed.control)) return;
        const { control, x, y } = pressed;
        if (!control.isConnected || Math.hypot(event.clientX - x, event.clientY - y) >= SLACK) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        const { detail, clientX, clientY } = event;
        control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, detail, clientX, clientY }));
    },
    { capture: true },
);

const OWN = ["id", "data-at", "data-piece", "data-spot", "data-flip", "data-hint"];

/**
 * A copy of what is dragged, to follow the pointer: nobody presses it and nobody is told of it. The thing itself stays
 * where pushes can reach it.
 * @param {HTMLElement} place
 */
export function copyForDrag(place) {
    const { width, height } = place.getBoundingClientRect();
    const copy = place.cloneNode(true);
    for (const part of [copy, ...all("[id], [data-at]", copy)]) for (const name of OWN) part.removeAttribute(name);
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("drag-ghost");
    Object.assign(copy.style, {
        position: "fixed",
        left: "0",
        top: "0",
        margin: "0",
        width: `${width}px`,
        height: `${height}px`,
        pointerEvents: "none",
        zIndex: "50",
    });
    copy.tabIndex = -1;
    document.body.append(copy);
    place.classList.add("dragging");
    return copy;
}
