/** A way to the next table that waits for the reader, shown only while another one does. */

import { one } from "./kit.js";

const way = /** @type {HTMLAnchorElement | null} */ (one("#next-table"));

/** Asks whether another table waits. */
export async function lookForOthers() {
    if (!way) return;
    try {
        const answer = await fetch(way.href.replace("/next", "/waiting"), { headers: { Accept: "application/json" } });
        way.hidden = !answer.ok || !(await answer.json()).waiting;
    } catch {
        way.hidden = true; // the line says what is wrong
    }
}

document.addEventListener("visibilitychange", () => document.hidden || lookForOthers());
