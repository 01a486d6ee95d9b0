/** The page of a table: brings the parts together. What the server pushes goes to the player, what it plays to the page. */

import { Choice } from "./choose.js";
import { remindClock, setClock, showClock } from "./clock.js";
import { Demands } from "./requests.js";
import { checkDeal, showNumbers } from "./fair.js";
import { clearMarks, finish, measure } from "./animation.js";
import { Hints } from "./hints.js";
import { announce, closest, goOn, need, notice, one, readJson, say } from "./kit.js";
import { tellLesson } from "./lesson.js";
import "./log.js";
import { append, begin, complete, forgetStanding, hold, htmlOf, put, region, settleFocus } from "./morph.js";
import { lookForOthers } from "./next_table.js";
import "./page.js";
import { Presence, clearNotices, offerQuiet, renewPush } from "./notices.js";
import { Past } from "./look_back.js";
import "./pile_keys.js";
import { Player } from "./frame_player.js";
import { Seats } from "./seats.js";
import { begin as beginSounds, sound } from "./sounds.js";
import { caption, keep, markPlaying, playEnd, playStep, putAll, tell, watchDock } from "./steps.js";
import { Talk } from "./talk.js";
import { Line, Outbox } from "./transport.js";

/** @import {Frame, Message, Step} from "../../types/wire.js" */

const body = document.body;
const main = need("#table");
const table = body.dataset.table ?? "";
const version = Number(body.dataset.version);
const OTHERS = 120000; // milliseconds between two looks at other tables
const ENDED = ["over", "aborted"];
const LAST = ["turn", "end"]; // sounds for what a frame leads to, not for what happens in it

begin();

let title = document.title;
let turn = false;
let asked = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let showing;
/** What happened beside the steps of the frame that is played, by the step before which it did. @type {string[][]} */
let beside = [];

const outbox = new Outbox(body.dataset.token ?? "", () => showLine());
const line = new Line({
    table,
    version,
    viewer: body.dataset.viewer ?? "",
    talk: Number(body.dataset.talk ?? 0),
    rewritten: Number(body.dataset.rewritten ?? 0),
    receive,
    onChange: (state) => {
        body.dataset.line = state;
        if (state === "online") outbox.wake();
        showLine();
    },
});
const player = new Player({ start, show, settle, keep, put: putBack, onChange: showFilm }, version);
const demands = new Demands(table, outbox, line, player);
const choice = new Choice(move);
const hints = new Hints(body.dataset.hints ?? "", (place, tried) => choice.reasonFor(place, tried));
const talk = new Talk(table, outbox);
const hotSeat = main.hasAttribute("data-hot") ? new (await import("./hotseat.js")).HotSeat(table, refresh) : null;
const seats = new Seats(table, outbox, demands, () => line.resync());
const past = new Past(table, main, {
    version: () => player.shown,
    onLeave: () => {
        hotSeat?.cover(true); // the curtain would lie over the past: it falls when one is back
        hints.close();
        player.endRepeat();
        finish();
        choice.resting = true;
    },
    onLook: refresh,
    onReturn: () => {
        choice.resting = false;
        refresh();
        hotSeat?.refresh();
    },
});
past.setViewer(line.viewer);
const presence = new Presence(line, () => clearNotices(table));

beginSounds();
setClock(readJson(main, "data-time"), false);
refresh();
tellLesson();
setTurn(Boolean(one("#ask")));
hotSeat?.refresh();
line.start();
seats.autoReady();
if (one("form[data-lend]")) import("./bot_seats.js").then(({ offerLending }) => offerLending(outbox));
offerQuiet(table, outbox.token, showTitle);
renewPush(outbox.token);
showNumbers(table);
setInterval(checkOthers, OTHERS);
showFilm();
for (const list of [region("log"), region("talk")]) if (list) stayAtEnd(list);

/**
 * Whoever reads the end of a list reads its end, however high the list becomes, and when its drawer opens.
 * @param {HTMLElement} list
 */
function stayAtEnd(list) {
    let atEnd = true;
    list.addEventListener("scroll", () => (atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40));
    new ResizeObserver(() => atEnd && list.clientHeight && list.scrollTo(0, 1e6)).observe(list);
}

/** @param {Message} message @param {boolean} anew  whether it is a table that was asked for */
function receive(message, anew) {
    body.dataset.version = String(line.version);
    body.dataset.viewer = line.viewer;
    past.setViewer(line.viewer);
    if (anew) {
        talk.clear();
        past.forget();
        one("#announcer")?.replaceChildren();
    }
    if (message.type === "frame") player.push(message);
    else if (message.type === "snapshot") player.jump(message);
    else if (message.type === "talk") talk.add(message.html);
    else if (message.type === "people") put("people", message.html);
    else if (message.type === "remind") remindClock(message);
    else if (message.type === "trouble") {
        outbox.why = line.trouble;
        if (!line.trouble) outbox.wake();
        showLine();
    }
}

/** @param {Frame} frame */
function start({ sound: name, steps = [], log = [], phase, regions = {} }) {
    if (steps.length && !LAST.includes(name ?? "")) sound(name);
    beside = groupLines(log, steps);
    if (phase !== "playing" || main.dataset.phase !== "gathering") return;
    main.dataset.phase = phase; // the deal is seen on the table, not played behind the lobby
    put("head", regions.head ?? htmlOf("head"));
}

/**
 * The lines of the log that no step tells, by the step before which they stand; the last are those after all steps.
 * @param {string[]} log
 * @param {Step[]} steps
 */
function groupLines(log, steps) {
    /** @type {string[][]} */
    const found = Array.from({ length: steps.length + 1 }, () => []);
    const lines = document.createElement("template");
    lines.innerHTML = log.join("");
    let at = 0;
    for (const { textContent } of lines.content.children) {
        const text = textContent?.trim() ?? "";
        const step = steps.findIndex(({ say: told }, i) => i >= at && told && (text.includes(told) || told.includes(text)));
        if (step >= 0) at = step + 1;
        else found[at]?.push(text);
    }
    return found;
}

/** @param {Step} step @param {number} time */
function show(step, time) {
    hotSeat?.cover();
    const sayBeside = () => (beside.shift() ?? []).forEach(announce);
    if (time > 0 && !past.at) {
        return playStep(step, time, () => {
            refresh();
            sayBeside();
        });
    }
    if (past.at) putAll(step.regions);
    else {
        finish();
        for (const [name, html] of Object.entries(step.regions ?? {})) hold(name, html);
    }
    sayBeside();
    tell(step, time);
}

/** @param {Frame} frame */
function settle(frame) {
    const { regions = {}, steps = [], log = [] } = frame;
    hotSeat?.cover();
    if (body.classList.contains("past")) {
        body.classList.remove("past");
        showLine();
    }
    clearMarks();
    const then = measure([]);
    if (frame.type === "frame") append("log", log); // while the page is laid out: it looks whether its end is in sight
    const ends = ENDED.includes(frame.phase ?? "") && !ENDED.includes(main.dataset.phase ?? "") && !past.at;
    if (frame.type === "snapshot") forgetStanding();
    putAll(regions);
    if (frame.phase && past.at) past.phase = frame.phase;
    else if (frame.phase) main.dataset.phase = frame.phase;
    if (frame.type === "snapshot") complete("log", log);
    else beside.flat().forEach(announce);
    beside = [];
    past.mark();
    refresh();
    settleFocus();
    if (ends && document.activeElement?.matches("[data-at]")) goOn(); // nothing more can be chosen there
    title = frame.title ?? title;
    tellLesson();
    setTurn(frame.turn ?? turn);
    setClock(frame.clock, turn);
    hotSeat?.refresh();
    if (!hotSeat && one("#r-prompt [data-curtain], #r-prompt [data-peek]")) location.reload(); // now it is passed round
    if (frame.type === "frame" && (!steps.length || LAST.includes(frame.sound ?? ""))) sound(frame.sound);
    caption("");
    if (frame.type === "frame" && !past.at) playEnd(then); // after all that changes, so that the page is laid out once
}

/** The page has changed: everything that reads it looks again. */
function refresh() {
    // Marks on the body: asked with :has(), each change of the page would cost the style of every element.
    body.toggleAttribute("data-waits", Boolean(one(".waits")));
    body.toggleAttribute("data-now", Boolean(one("#r-controls .now")));
    choice.refresh();
    hints.refresh();
    checkDeal(table);
    showClock();
}

/** @param {Record<string, string>} regions @param {boolean} earlier */
function putBack(regions, earlier) {
    body.classList.toggle("past", earlier);
    showLine();
    clearMarks();
    putAll(regions);
    refresh();
    settleFocus();
}

/** What the reader is asked now, also while they look back. */
function questionNow() {
    if (!past.at) return one("#ask #question");
    const prompt = document.createElement("template");
    prompt.innerHTML = htmlOf("prompt");
    return one("#ask #question", prompt.content);
}

/** Whether the reader wants no notices of this table. */
function isQuiet() {
    return body.hasAttribute("data-quiet");
}

/** @param {boolean} now */
function setTurn(now) {
    const question = questionNow()?.textContent?.trim() ?? "";
    if (now && question && (!turn || question !== asked)) announce(say("client.turn", { question }));
    if (now && !turn && !isQuiet() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
    body.toggleAttribute("data-turn", now);
    if (now && !turn) presence.expect();
    const done = turn && !now;
    turn = now;
    asked = question;
    showTitle();
    if (done) checkOthers();
}

/** A tab that is not looked at says that it is the reader's move here, unless they silenced it, or at another table. */
function showTitle() {
    const elsewhere = one("#next-table")?.hidden === false;
    document.title = `${turn && !isQuiet() ? "● " : elsewhere ? "○ " : ""}${title}`;
}

/** Whether another table waits. */
async function checkOthers() {
    await lookForOthers();
    showTitle();
}

/** @param {string} text @param {number} seat @param {number} expected */
async function move(text, seat, expected) {
    const veiled = hotSeat?.open === seat; // then the page no longer knows what can be asked again
    hotSeat?.cover(true);
    const now = () => {
        const { question } = choice;
        return question?.seat === seat && question.moves.some(([of]) => of === text) ? question.version : null;
    };
    await demands.make({ do: "move", seat, move: text }, expected, veiled ? () => null : now);
    choice.release();
    hotSeat?.refresh();
}

/** How the line is; a short break is not worth a word. */
function showLine() {
    const { state } = line;
    const kept = outbox.kept > 0;
    const why = outbox.why || (state === "away" ? "away" : "");
    const wait = state === "waiting" && !kept ? 700 : 0;
    clearTimeout(showing);
    showing = setTimeout(() => {
        const place = one("#line");
        if (!place) return;
        if (state === "closed") place.textContent = say("client.line.closed");
        else if (kept) place.textContent = say(why ? `client.line.${why}.kept` : "client.line.kept");
        else if (state === "away" || state === "waiting") place.textContent = say(`client.line.${state}`);
        else if (line.trouble) place.textContent = say(`client.line.${line.trouble}`);
        else place.textContent = body.classList.contains("past") ? say("client.past") : "";
    }, wait);
}

/** Which buttons of the film do something. */
function showFilm() {
    markPlaying(player.playing);
    one("#film-skip")?.setAttribute("aria-disabled", String(!player.playing));
    one("#film-again")?.setAttribute("aria-disabled", String(!player.canRepeat));
}

watchDock();

// A move that could not be sent yet lives on this page only.
addEventListener("beforeunload", (event) => outbox.kept > 0 && event.preventDefault());

one("#film-skip")?.addEventListener("click", () => {
    player.skip();
    finish();
});
one("#film-again")?.addEventListener("click", () => {
    past.leave();
    player.repeat();
});
const pace = one("#film-pace");
const speeds = one("select#likes-speed");
pace?.addEventListener("click", () => {
    if (!speeds) return;
    speeds.selectedIndex = (speeds.selectedIndex + 1) % speeds.length;
    speeds.dispatchEvent(new Event("change", { bubbles: true }));
});
speeds?.addEventListener("change", showPace);
showPace();

/** The button beside the film says how fast it runs. */
function showPace() {
    const word = speeds?.selectedOptions[0]?.text ?? "";
    const text = pace && one("span", pace);
    if (!pace || !text) return;
    text.textContent = word;
    pace.title = `${one("label[for='likes-speed']")?.textContent ?? ""}: ${word}`;
    pace.setAttribute("aria-label", pace.title);
}
// Whoever acts while looking back is in the present again.
document.addEventListener(
    "pointerdown",
    (event) => body.classList.contains("past") && closest(event, "[data-at], #confirm") && player.endRepeat(),
    { capture: true },
);

document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (hints.close() || (!one("dialog[open]") && (past.leave() || choice.takeBack()))) event.preventDefault();
    else notice("");
});

document.dispatchEvent(new Event("table-ready")); // what was clicked before is done now
