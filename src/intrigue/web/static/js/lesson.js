/** A lesson at the table: what it says is told once, and the parts of the moves it waits for are marked. */

import { announce, carried, one } from "./kit.js";

let told = "";

/** Tells a screen reader what the lesson says, if that is new. */
export function tellLesson() {
    const place = one("#lesson .lesson-told") ?? one("#lesson.lesson-end h2");
    const text = place ? [...place.children].map((part) => part.textContent?.trim()).join(" ") || place.textContent : "";
    if (text && text !== told) announce(text.trim());
    told = text ?? "";
}

/**
 * The parts that the lesson waits for, after those that are picked; if what is picked leads elsewhere, the first ones.
 * @param {import("./choose.js").Move[]} moves  the moves that may be made
 * @param {string[]} picked
 * @returns {Set<string>}
 */
export function taught(moves, picked) {
    /** @type {string[]} */
    const wanted = carried(one("#lesson"), "data-moves") ?? [];
    if (!wanted.length) return new Set();
    const parts = moves.filter(([move]) => wanted.includes(move)).map(([, of]) => of);
    const fitting = parts.filter((of) => picked.every((part, i) => of[i] === part));
    const at = fitting.length ? picked.length : 0;
    return new Set((fitting.length ? fitting : parts).map((of) => of[at]).filter(Boolean));
}

/** What a screen reader adds to the name of such a part. */
export const mark = () => one("#lesson")?.dataset.mark ?? "";
