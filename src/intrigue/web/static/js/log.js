/**
 * The log by keyboard: one stop of Tab, arrows from line to line, Enter looks at the table as it was then, and the arrow to
 * the right leads to the line's paragraph in the rules.
 */

import { all, closest, isVisible, one } from "./kit.js";

const list = one("#r-log");
/** Where the reader was. @type {HTMLElement | null} */
let last = null;

/**
 * What a key leads to.
 * @param {string} key
 * @param {HTMLElement | null} line  the line with the focus
 * @returns {Element | null | undefined} undefined if the key is none of ours
 */
function destination(key, line) {
    /** Those in sight: what was before the deal is not. @type {HTMLElement[]} */
    const lines = all("#r-log > li").filter(isVisible);
    const end = lines.at(-1) ?? null;
    if (key === "Home") return lines[0] ?? null;
    if (key === "End") return end;
    if (key === "ArrowUp" || key === "ArrowDown") {
        if (line) return lines[lines.indexOf(line) + (key === "ArrowUp" ? -1 : 1)] ?? null;
        return last && isVisible(last) ? last : (one("[aria-current]", list ?? document) ?? end);
    }
    if (line && key === "ArrowRight") return one("a", line);
    return line && key === "ArrowLeft" ? line : undefined;
}

list?.addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return;
    /** @type {HTMLElement | null} */
    const line = target.closest("#r-log > li");
    if (key === "Enter" && target === line) {
        getSelection()?.removeAllRanges(); // or the click would be the end of a selection
        return line.click();
    }
    const next = destination(key, line);
    if (next === undefined) return;
    event.preventDefault();
    if (!(next instanceof HTMLElement)) return;
    if (next.localName === "li") next.tabIndex = -1;
    next.focus();
});

// While a line has the focus it is the stop in place of the list.
list?.addEventListener("focusin", (event) => {
    const line = closest(event, "#r-log > li");
    list.tabIndex = line ? -1 : 0;
    if (!line) return;
    last = line;
    line.tabIndex = 0;
});
list?.addEventListener("focusout", () => {
    list.tabIndex = 0;
    if (last) last.tabIndex = -1;
});
