/**
 * Cards that only explain themselves, by keyboard: discarded, set aside or won ones, and hands that lie open. Each list is
 * one stop of Tab, and arrows go from card to card.
 */

import { all, closest } from "./kit.js";

const CARD = ".pile > li > button";
/** How far a key leads. */
const STEPS = new Map(
    Object.entries({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity }),
);

/** @param {HTMLElement} card */
const pile = (card) => all("button", card.closest("ul") ?? document);

document.addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const card = closest(event, CARD);
    const step = STEPS.get(key);
    if (!card || !step || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    const cards = pile(card);
    const next = cards.indexOf(card) + step;
    cards[Math.min(Math.max(next, 0), cards.length - 1)]?.focus();
});

/**
 * After a push each list is one stop again: where the reader is or was, else its first card.
 * @param {HTMLElement} place
 */
export function oneStop(place) {
    for (const list of all(".pile", place)) {
        const cards = all("button", list);
        const stop = cards.find((card) => card === document.activeElement) ?? cards.find((card) => !card.tabIndex);
        for (const card of cards) card.tabIndex = card === (stop ?? cards[0]) ? 0 : -1;
    }
}

// Whoever comes back finds the card where they were.
document.addEventListener("focusin", (event) => {
    const card = closest(event, CARD);
    if (!card) return;
    for (const one of pile(card)) one.tabIndex = one === card ? 0 : -1;
    // A browser takes what is half in sight for seen.
    if (card.matches(":focus-visible")) card.scrollIntoView({ block: "nearest", inline: "nearest" });
});
