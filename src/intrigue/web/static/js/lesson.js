/** A lesson at the table: what it says is told once, and the parts of the moves it waits for are marked. */

import { announce, one, readJson } from "./kit.js";

let told = "";

/** Tells a screen reader what the lesson says, if that is new. */
export function tellLesson() {
    const place = one("#lesson .lesson-told") ?? one("#lesson.lesson-end h2");
    const parts = place ? [...place.children].filter((part) => !part.matches(".lesson-missed")) : [];
    const text = parts.map((part) => part.textContent?.trim()).join(" ") || place?.textContent;
    if (text && text !== told) announce(text.trim());
    told = text ?? "";
}

/**
 * The parts that the lesson waits for, after those that are picked; if what is picked leads elsewhere, the first ones.
 * @param {import("../../types/page.js").Move[]} moves  the moves that may be made
 * @param {string[]} picked
 * @returns {Set<string>}
 */
export function lessonParts(moves, picked) {
    /** @type {string[]} */
    const wanted = readJson(one("#lesson"), "data-moves") ?? [];
    if (!wanted.length) return new Set();
    const parts = moves.filter(([move]) => wanted.includes(move)).map(([, of]) => of);
    const fitting = parts.filter((of) => picked.every((part, i) => of[i] === part));
    const at = fitting.length ? picked.length : 0;
    return new Set((fitting.length ? fitting : parts).flatMap((of) => of[at] ?? []));
}

/**
 * Whether what is picked leads to no move that the lesson waits for; then it says so, beside what it wants.
 * @param {import("../../types/page.js").Move[]} moves
 * @param {string[]} picked
 */
export function leadsElsewhere(moves, picked) {
    const place = one("#lesson .lesson-missed");
    /** @type {string[]} */
    const wanted = readJson(one("#lesson"), "data-moves") ?? [];
    if (!place || !wanted.length) return false;
    const leads = moves.some(([move, of]) => wanted.includes(move) && picked.every((part, i) => of[i] === part));
    place.hidden = leads;
    if (!leads) announce(missedText());
    return !leads;
}

/**
 * Takes a refusal that says what the lesson wants to where that stands; false if it says something else.
 * @param {string | undefined} message
 */
export function showRefusal(message) {
    const place = one("#lesson .lesson-missed");
    if (!place || message !== one("#lesson .lesson-do")?.textContent?.trim()) return false;
    place.hidden = false;
    announce(missedText());
    return true;
}

/** That it is not this one, and which it is. */
const missedText = () => ["missed", "do"].map((part) => one(`#lesson .lesson-${part}`)?.textContent?.trim()).join(" ");

/** What a screen reader adds to the name of such a part. */
export const markText = () => one("#lesson")?.dataset.mark ?? "";
