/**
 * A game that is over, watched from its deal on: step by step, by the slider, or played as it was.
 *
 * The server gives one step at a time, so nothing on the page tells how it ends; the log grows and shrinks with the steps.
 */

import { clearMarks, finish, measure } from "./animation.js";
import { Hints } from "./hints.js";
import { all, announce, closest, fetchJson, need, notice, one, readJson, say } from "./kit.js";
import "./log.js";
import { begin, complete, settleFocus } from "./morph.js";
import "./page.js";
import "./pile_keys.js";
import { Player } from "./frame_player.js";
import { begin as beginSounds, sound } from "./sounds.js";
import { keep, markPlaying, playEnd, putAll, scrollToEnd, showStep } from "./steps.js";

/** @import {Result, Step, Stop} from "../../types/wire.js" */

const { body } = document;
const main = need("#table");
const way = body.dataset.way ?? "";
const seat = body.dataset.seat ?? "all";
const last = Number(body.dataset.last);
/** The version of the log at every step. @type {number[]} */
const stops = readJson(body, "data-stops") ?? [0];
const slider = need("input#reel-step");
const BETWEEN = 450; // milliseconds between two steps that are played

begin();

/** The step the page shows or is about to show. */
let at = Number(body.dataset.step);
let playing = false;
let round = 0;
let call = 0;
/** @type {Map<number, Stop>} */
const kept = new Map();
/** Every line of the log that the page was told, with its version. @type {{v: number, html: string}[]} */
const lines = all("#r-log > li").map((line) => ({ v: Number(line.dataset.v ?? 0), html: line.outerHTML }));
let told = versionAt(at);

/** @type {Player<Stop>} */
const player = new Player({ start, show, settle, keep, put: () => {}, onChange: showPlaying }, at, false);
const hints = new Hints(body.dataset.hints ?? "");
beginSounds();
showPlace(Number(body.dataset.number));
scrollToEnd();

// Steps

/** The version of the log at a step; 0 before the first. @param {number} step */
function versionAt(step) {
    return stops[step] ?? 0;
}

/**
 * One step as the server tells it; null if something else was asked for meanwhile, or it did not come.
 * @param {number} step
 * @returns {Promise<Stop | null>}
 */
async function fetchStep(step) {
    const ready = kept.get(step);
    if (ready) return ready;
    const address = `${way}/step?seat=${seat}&step=${step}&told=${told}`;
    /** @type {Result<Stop>} */
    const { ok, data } = await fetchJson(address);
    if (!ok || data.for !== body.dataset.viewer) {
        notice(data?.message ?? say("client.line.waiting"));
        return null;
    }
    hear(data.log ?? [], versionAt(step));
    kept.set(step, { ...data, v: step });
    return kept.get(step) ?? null;
}

/** Lines that are new are kept, in order; some may come twice. @param {string[]} fresh @param {number} version */
function hear(fresh, version) {
    const block = document.createElement("template");
    block.innerHTML = fresh.join("");
    for (const line of all("li", block.content)) {
        const v = Number(line.dataset.v ?? 0);
        if (v > told) lines.push({ v, html: line.outerHTML });
    }
    told = Math.max(told, version);
}

/**
 * Goes to a step: to the next one as it happened, to any other at once.
 * @param {number} step
 * @returns {Promise<boolean>} whether the page is there or on its way
 */
async function go(step) {
    const mine = ++call;
    const target = Math.min(Math.max(step, 0), last);
    if (target === at && !player.playing) return true;
    if (player.playing) {
        player.skip();
        finish();
    }
    const stop = await fetchStep(target);
    if (!stop || mine !== call) return false;
    const next = target === at + 1;
    at = target;
    if (next) player.push(stop);
    else {
        player.jump({ ...stop, type: "snapshot", steps: [] });
        announce(one("#reel-said")?.textContent ?? "");
    }
    return true;
}

/** Plays until the end, or until somebody turns a page or begins anew. */
async function play() {
    const mine = ++round;
    playing = true;
    showPlaying();
    while (playing && round === mine && at < last) {
        const next = at + 1;
        if (!(await go(next))) break;
        await player.reach(next);
        await new Promise((wait) => setTimeout(wait, BETWEEN));
        if (at !== next) break;
    }
    if (round !== mine) return;
    playing = false;
    showPlaying();
}

/** By hand: whatever was played stops. @param {number} step */
function turn(step) {
    playing = false;
    showPlaying();
    go(step);
}

// What the player shows

/** @param {Stop} stop */
function start({ sound: name }) {
    sound(name);
}

/** @param {Step} step @param {number} time */
function show(step, time) {
    showStep(step, time, () => hints.refresh());
}

/** @param {Stop} stop */
function settle(stop) {
    clearMarks();
    const then = measure([]);
    putAll(stop.regions);
    if (stop.phase) main.dataset.phase = stop.phase;
    hints.refresh();
    showPlace(stop.number);
    settleFocus();
    if (stop.type === "frame") playEnd(then);
    if (at < last) fetchStep(at + 1);
}

/** Everything that says how far one has come. @param {number} number  moves that stood */
function showPlace(number) {
    const text = at ? say("client.replay.move", { n: number }) : say("client.replay.deal");
    const place = one("#reel-said");
    if (place) place.textContent = text;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", text);
    for (const id of ["#reel-first", "#reel-back"]) one(id)?.setAttribute("aria-disabled", String(at === 0));
    for (const id of ["#reel-on", "#reel-last"]) one(id)?.setAttribute("aria-disabled", String(at === last));
    for (const id of ["#eyes-step", "#what-if-step"]) one(id)?.setAttribute("value", String(at));
    one("#what-if-open")?.toggleAttribute("disabled", main.dataset.phase === "over");
    const share = one("#share");
    if (share) share.dataset.copy = `${share.dataset.place}${at}`;
    body.dataset.step = String(at);
    history.replaceState(null, "", `${way}?seat=${seat}&step=${at}`);
    const now = lines.filter(({ v }) => v <= versionAt(at));
    complete(
        "log",
        now.map(({ html }) => html),
    );
    for (const line of all("#r-log li[data-v]")) {
        const current = Number(line.dataset.v) > versionAt(at - 1);
        if (current) line.setAttribute("aria-current", "step");
        else line.removeAttribute("aria-current");
    }
    scrollToEnd();
}

function showPlaying() {
    markPlaying(player.playing);
    const button = one("#reel-play");
    const words = button && one("span", button);
    const sign = button && one("use", button);
    if (!button || !words || !sign) return;
    button.setAttribute("aria-pressed", String(playing));
    words.textContent = say(playing ? "client.replay.stop" : "client.replay.play");
    const picture = sign.getAttribute("href")?.split("#")[0];
    sign.setAttribute("href", `${picture}#${playing ? "ui-pause" : "ui-play"}`);
}

// What the reader does

document.addEventListener("click", (event) => {
    if (closest(event, "#reel-first")) turn(0);
    else if (closest(event, "#reel-back")) turn(at - 1);
    else if (closest(event, "#reel-on")) turn(at + 1);
    else if (closest(event, "#reel-last")) turn(last);
    else if (closest(event, "#reel-play")) {
        if (playing) turn(at);
        else if (at < last) play();
        else go(0).then(play);
    } else if (closest(event, "#what-if-no")) one("dialog#dialog-what-if")?.close();
    const line = closest(event, "#r-log li[data-v]");
    if (!line || closest(event, "a, button") || getSelection()?.toString()) return;
    turn(stops.findIndex((version) => version >= Number(line.dataset.v)));
});

slider.addEventListener("input", () => turn(Number(slider.value)));

one("#eyes-seat")?.addEventListener("change", () => one("form#eyes")?.submit());

document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return void (hints.close() && event.preventDefault());
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (closest(event, "input, select, textarea, dialog, #r-log, .pile")) return;
    const steps = new Map(Object.entries({ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }));
    const target = steps.get(event.key);
    if (target === undefined) return;
    event.preventDefault();
    turn(target);
});
