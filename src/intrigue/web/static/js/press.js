/**
 * What is pressed is what is clicked, even if a push moves it away from under the pointer before the release.
 *
 * A browser clicks what lies there at the end: for a mouse whatever is around both places, for a finger what came to lie
 * under it. Whoever slides away on purpose clicks nothing, as everywhere.
 */

import { around } from "./kit.js";

const PRESSED = "button, a[href], summary, [data-at]";
export const SLACK = 7; // pixels a finger or a mouse may slip before it slides

/** @type {{control: HTMLElement, x: number, y: number} | null} */
let last = null;

addEventListener(
    "pointerdown",
    (event) => {
        const control = around(event, PRESSED);
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
