/** Counts the clock down between frames, and warns once when the own time is nearly over. */

import { all, announce, make, one, say, setVisible } from "./kit.js";

/** @import {Clock} from "../../types/wire.js" */

/** @type {Clock | null} */
let clock = null;
let ends = 0;
let warned = false;
let mine = false;
/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

/**
 * @param {Clock | null | undefined} fresh  undefined: the clock did not change
 * @param {boolean} own  whether it is the reader who is asked
 */
export function setClock(fresh, own) {
    mine = own;
    if (fresh !== undefined) {
        clock = fresh;
        ends = performance.now() + (clock?.left ?? 0);
        warned = false;
    }
    if (!one("[data-clock]"))
        one("#r-head")?.after(make("p", { id: "clock", class: "clock", role: "timer", "data-clock": "" }));
    clearInterval(ticking);
    if (clock && clock.kind !== "none") ticking = setInterval(showClock, 1000);
    showClock();
}

/**
 * The server says how much time a seat has left: it knows better than a page that slept.
 * @param {{seat: number, left: number}} reminder
 */
export function remindClock({ seat, left }) {
    if (clock?.seat !== seat) return;
    ends = performance.now() + left;
    showClock();
}

/** Writes the time left wherever the page has a place for it. */
export function showClock() {
    const left = Math.max(ends - performance.now(), 0);
    const low = clock !== null && left < Math.min(clock.whole * 0.25, clock.kind === "days" ? 3600000 * 6 : 20000);
    for (const place of all("[data-clock]")) {
        const other = place.dataset.clock && clock && place.dataset.clock !== String(clock.seat);
        const shown = clock !== null && clock.kind !== "none" && !other;
        setVisible(place, shown);
        place.classList.toggle("low", shown && low);
        const text = shown ? timeText(left) : "";
        if (place.textContent !== text) place.textContent = text;
    }
    if (low && mine && !warned && !document.hidden) {
        warned = true;
        announce(say("client.clock.low", { left: timeText(left) }));
    }
}

/** @param {number} left  milliseconds */
export function timeText(left) {
    const seconds = Math.ceil(left / 1000);
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / 24);
    if (days > 0) return say("client.clock.days", { days, hours: hours % 24 });
    if (hours > 0) return say("client.clock.hours", { hours, minutes: minutes % 60 });
    return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
