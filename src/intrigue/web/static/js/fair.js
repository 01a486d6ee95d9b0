/**
 * What this browser keeps of a fair deal, to hold it against the proof that the table shows when the game is over: the
 * fingerprint it saw, and the number that each of its seats added. The hash itself is left to `intrigue verify`.
 */

import { all, loadJson, one, randomHex, saveJson, say, setVisible } from "./kit.js";

/** @import {Deal} from "../../types/page.js" */

const MOST = 50; // tables whose deals are kept; the oldest is forgotten first

/** Where a browser keeps nothing, they last as long as the page. @type {Deal[]} */
let deals = [];

/**
 * Whether something kept is a deal: whatever runs under this address may write there.
 * @param {Partial<Deal> | null} deal
 * @returns {deal is Deal}
 */
const isDeal = (deal) =>
    deal?.nonces instanceof Object && Object.values(deal.nonces).every((nonce) => /^[0-9a-f]{32}$/.test(nonce));

/**
 * @param {string} table
 * @returns {Deal | undefined}
 */
function dealOf(table) {
    /** @type {(Partial<Deal> | null)[] | null} */
    const found = loadJson("deals");
    if (Array.isArray(found)) deals = found.filter(isDeal);
    return deals.find((deal) => deal.table === table);
}

/**
 * The number that a seat adds to the deal. It is made once: whoever refuses it is given no other to choose from.
 * @param {string} table
 * @param {number} seat
 */
export function nonceOf(table, seat) {
    const deal = dealOf(table) ?? { table, commitment: one("#commitment")?.textContent ?? "", nonces: {} };
    deal.nonces[seat] ??= randomHex(16);
    deals = [...deals.filter((other) => other !== deal), deal].slice(-MOST);
    saveJson("deals", deals);
    showNumbers(table);
    return deal.nonces[seat];
}

/**
 * Shows in the menu what the seats of this browser added.
 * @param {string} table
 */
export function showNumbers(table) {
    const place = one("#own-numbers");
    const deal = dealOf(table);
    if (!place || !deal) return;
    const text = one("code", place);
    if (text) text.textContent = nonceTexts(deal, Object.keys(deal.nonces)).join(" ");
    setVisible(place, true);
}

/**
 * Says at the end whether the proof names what was kept; nothing where nothing was.
 * @param {string} table
 */
export function checkDeal(table) {
    const proof = one("#r-result [data-nonces]");
    if (!proof) return;
    const deal = dealOf(table);
    if (!deal) return;
    const { commitment, nonces = "", mine = "", bots = "" } = proof.dataset;
    const held = mine.split(" ").filter((seat) => deal.nonces[seat]);
    const risen = held.filter((seat) => bots.split(" ").includes(seat)); // and taken again after the deal
    tell("bot", risen.length ? say("client.fair.bot", { seats: risen.join(", ") }) : "");
    if (!held.length) return;
    const seats = held.filter((seat) => !risen.includes(seat));
    const added = nonces.split(" ");
    const wrong = seats.filter((seat) => added[Number(seat) - 1] !== deal.nonces[seat]);
    tell("fits", commitment === deal.commitment && seats.length && !wrong.length ? say("client.fair.fits") : "");
    tell("commitment", commitment === deal.commitment ? "" : say("client.fair.commitment"));
    tell("nonce", wrong.length ? say("client.fair.nonce", { seats: wrong.join(", ") }) : "");
    const given = nonceTexts(deal, seats).map((nonce) => ` --nonce ${nonce}`);
    for (const place of all("[data-given]", proof)) place.textContent = ` --commitment ${deal.commitment}${given.join("")}`;
}

/** As `intrigue verify` reads them. @param {Deal} deal @param {string[]} seats */
const nonceTexts = (deal, seats) => seats.map((seat) => `${seat}:${deal.nonces[seat]}`);

/** @param {string} what @param {string} text */
function tell(what, text) {
    const place = one(`#r-result [data-fair="${what}"]`);
    if (!place || place.textContent === text) return;
    place.textContent = text;
    setVisible(place, text !== "");
}
