/** What every page does that shows a game going on: its steps and what they lead to, the words for them, the log's end. */

import { animate, finish, measure } from "./animation.js";
import { all, announce, one, prefersStill } from "./kit.js";
import { htmlOf, put, region } from "./morph.js";

/** @import {Region, Step} from "../../types/wire.js" */

const LONGEST = 480; // milliseconds of a movement; the rest of a step's time is for looking
const LAST = 260; // of what moves when a frame is over

/** The HTML of regions as it stands. @param {string[]} names */
export const keep = (names) => Object.fromEntries(names.map((name) => [name, htmlOf(name)]));

/** Shows what regions have become. @param {Record<string, Region>} [regions] */
export function putAll(regions = {}) {
    for (const [name, html] of Object.entries(regions)) put(name, html);
}

/**
 * Shows what a step changes, in words, too, and how it comes to be so.
 * @param {Step} step
 * @param {number} time  milliseconds
 * @param {() => void} refresh  what reads the page looks again
 */
export function playStep(step, time, refresh) {
    const effects = step.fx ?? [];
    const then = measure(effects);
    putAll(step.regions);
    refresh();
    tell(step, time); // before what moves is measured, so that the page is laid out once
    animate(then, effects, prefersStill() ? 0 : Math.min(time * 0.8, LONGEST));
}

/** A step of a game that is looked at for itself. @type {typeof playStep} */
export function showStep(step, time, refresh) {
    if (time > 0) return playStep(step, time, refresh);
    finish();
    tell(step, time);
}

/** Says a step, to who listens and to who looks. @param {Step} step @param {number} time */
export function tell({ say = "" }, time) {
    announce(say);
    caption(time > 0 ? say : "");
}

/** What happens, in words where the question was; who listens has heard it. @param {string} text */
export function caption(text) {
    const place = one("#caption");
    if (place) place.textContent = text;
}

/** Moves what a frame still changes after its steps. @param {import("./animation.js").Before} then */
export function playEnd(then) {
    if (!prefersStill() && document.body.dataset.speed !== "none" && !document.hidden) animate(then, [], LAST);
}

/** Whether steps are shown is marked on the page; after the last there is nothing to say. @param {boolean} playing */
export function markPlaying(playing) {
    document.body.toggleAttribute("data-playing", playing);
    if (!playing) caption("");
}

/** What happened last is in sight. */
export const scrollToEnd = () => region("log")?.scrollTo(0, 1e6);

/** What floats must know how high the dock is, and what stands above the board. */
export function watchDock() {
    const [dock, players, bar] = [one(".dock"), one("#r-players"), one(".bar")];
    if (!dock) return;
    // On what floats, not on the body: there it would cost the style of every element.
    const floating = all(".side, #line, .dock");
    const sizes = new ResizeObserver(() => {
        const [below, above] = [dock.offsetHeight, (bar?.offsetHeight ?? 0) + (players?.offsetHeight ?? 0)];
        for (const { style } of floating) {
            style.setProperty("--dock", `${below}px`);
            style.setProperty("--above", `${above}px`);
        }
    });
    for (const part of [dock, players, bar]) if (part) sizes.observe(part);
}
