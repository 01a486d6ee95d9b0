/**
 * The sandbox: a position that is tried as at a table, and set up by dragging, by tapping or by keyboard.
 *
 * The whole of it is a text, the record; every deed sends it to the server, which knows the rules, and shows what comes
 * back. What is shown stays when the server says no.
 */

import { Choice } from "./choose.js";
import { clearMarks, finish } from "./animation.js";
import { Hints } from "./hints.js";
import { all, announce, closest, fetchJson, make, need, notice, one, say, setVisible } from "./kit.js";
import "./log.js";
import { begin, complete, htmlOf, put, settleFocus } from "./morph.js";
import "./page.js";
import "./pile_keys.js";
import { Player } from "./frame_player.js";
import { SLACK, copyForDrag } from "./pointer.js";
import { begin as beginSounds, sound } from "./sounds.js";
import { keep, markPlaying, putAll, scrollToEnd, showStep, watchDock } from "./steps.js";

/** @import {Draft, Fault, Frame, Look, Result, Step, Tried} from "../../types/wire.js" */

/**
 * @typedef {{text: string, step: number, mode: string}} Before
 * @typedef {{do: string, piece?: string, to?: string, what?: string, value?: string | number}} Change
 */

const { body } = document;
const main = need("#table");
const field = need("textarea#record");
const eyes = need("select#eyes-seat");
const fit = need("input#fit");
/** Says whether what is set up can be played. */
const stands = need("#possible");
const EDGE = 56; // so near to the edge a drag scrolls
const SPEED = 14;
const KEPT = 200; // steps that can be taken back
const WHOLE = /^-?\d{1,9}$/;

begin();

let text = field.value;
let step = Number(body.dataset.step);
/** What was asked is done in order: nothing is asked of a record that is about to change. @type {Promise<unknown>} */
let queue = Promise.resolve();
let count = 1;
/** @type {Before[]} */
const past = [];
/** The piece that is chosen, by its id. */
let chosen = "";

const player = new Player({ start, show, settle, keep, put: () => {}, onChange: showPlaying }, 1);
const choice = new Choice(move);
const hints = new Hints(body.dataset.hints ?? "", (place, tried) => choice.reasonFor(place, tried));
beginSounds();
refresh();
scrollToEnd();
if (one("#text-fault:not([hidden])")) one("dialog#dialog-text")?.showModal();
showMode();

// Asking the server

/**
 * @template [T=unknown]
 * @param {string} way
 * @param {object} asked
 * @returns {Promise<Result<T>>}
 */
function ask(way, asked) {
    const headers = { "Content-Type": "application/json", "X-Intrigue": body.dataset.token ?? "" };
    return fetchJson(way, { method: "POST", headers, body: JSON.stringify(asked) });
}

/**
 * Looks at a record, at one of its steps or at its end, and goes on from there.
 * @param {string} record or a sketch
 * @param {{step?: number, film?: boolean, remember?: boolean, typed?: boolean}} [how] `typed`: the reader sees its lines
 * @returns {Promise<string>} what is wrong; empty if the page shows it
 */
async function lookNow(record, { step: wanted, film = false, remember = true, typed = false } = {}) {
    const seat = eyes.value === "all" ? null : Number(eyes.value);
    const { game, edition } = body.dataset;
    const asked = { record, game, edition, seat, film, ...(wanted === undefined ? {} : { step: wanted }) };
    /** @type {Result<Look>} */
    const { ok, data } = await ask("/sandbox/look", asked);
    if (!ok) return (!typed && data?.plain) || (data?.message ?? say("client.sandbox.away"));
    if (goElsewhere(data)) return "";
    if (remember) keepStep();
    adopt(data);
    step = data.step;
    body.dataset.mode = "try";
    const frame = { ...data, v: ++count };
    if (film) player.push(frame);
    else player.jump({ ...frame, type: "snapshot", steps: [] });
    showMode();
    return "";
}

/**
 * Changes what is set up.
 * @param {Change} change
 * @param {{record?: string, remember?: boolean}} [how]
 */
async function editNow(change, { record, remember = true } = {}) {
    /** @type {Result<Draft>} */
    const { ok, data } = await ask("/sandbox/edit", { record: record ?? text, change, fit: fit.checked });
    if (!ok) {
        notice(data?.plain ?? data?.message ?? say("client.sandbox.away"));
        put("setup", htmlOf("setup")); // what was typed or chosen in vain
        hold(chosen);
        return false;
    }
    if (remember) keepStep();
    if (goElsewhere(data, "&mode=setup")) return true;
    adopt(data);
    body.dataset.mode = "setup";
    put("setup", data.setup);
    put("head", data.head);
    stands.textContent = data.message;
    stands.toggleAttribute("data-bad", !data.possible);
    hold(chosen);
    hints.refresh();
    showMode();
    return true;
}

/** @type {typeof lookNow} */
const look = (...asked) => inTurn(() => lookNow(...asked));
/** @type {typeof editNow} */
const edit = (...asked) => inTurn(() => editNow(...asked));

/**
 * @template T
 * @param {() => Promise<T>} deed
 * @returns {Promise<T>}
 */
function inTurn(deed) {
    const done = queue.then(deed);
    queue = done.catch(() => {});
    return done;
}

/** Another game, edition or number of players is another page. @param {Tried} data @param {string} [more] */
function goElsewhere(data, more = "") {
    const same = data.game === body.dataset.game && data.edition === body.dataset.edition && data.seats === body.dataset.seats;
    if (!same) location.assign(data.way + more);
    return !same;
}

function keepStep() {
    past.push({ text, step, mode: body.dataset.mode ?? "try" });
    if (past.length > KEPT) past.shift();
}

/** Takes over what the server says the record is. @param {Tried} data */
function adopt(data) {
    text = field.value = data.text;
    const link = need("input#link");
    link.value = `${link.dataset.site ?? ""}${data.way}`;
    need("input#play-record").value = text;
    const copy = one("#copy");
    if (copy) copy.dataset.copy = link.value;
    body.dataset.way = data.way;
    setVisible(need("#wrong"), false);
    history.replaceState(null, "", data.way);
}

// Trying

/** @param {string} said */
async function move(said) {
    const moves = `${text.trimEnd()}\n${text.trimEnd().includes("\n\n") ? "" : "\n"}${said}\n`;
    const fault = await look(moves, { film: true });
    if (fault) notice(fault);
    choice.release();
}

async function undo() {
    const last = past.pop();
    if (!last) return;
    finish();
    if (last.mode === "setup") await edit({ do: "show" }, { record: last.text, remember: false });
    else notice(await look(last.text, { step: last.step, remember: false }));
    announce(say("client.sandbox.undone"));
    showMode();
}

/** Asks who plays on, and against whom; from a position that cannot be played nobody does, and what is wrong is said. */
function playOn() {
    if (body.dataset.mode === "setup" && stands.hasAttribute("data-bad")) notice(stands.textContent ?? "");
    else one("dialog#dialog-play")?.showModal();
}

/** @param {Frame} frame */
function start({ sound: name }) {
    sound(name);
}

/** @param {Step} shown @param {number} time */
function show(shown, time) {
    showStep(shown, time, refresh);
}

/** @param {Frame} frame */
function settle(frame) {
    clearMarks();
    putAll(frame.regions);
    if (frame.phase) main.dataset.phase = frame.phase;
    complete("log", frame.log ?? []);
    body.dataset.step = String(step);
    choice.release();
    refresh();
    settleFocus();
    scrollToEnd();
    announce(one("#question")?.textContent?.trim() ?? "");
}

function refresh() {
    choice.refresh();
    hints.refresh();
}

function showPlaying() {
    markPlaying(player.playing);
}

function showMode() {
    const over = main.dataset.phase === "over";
    one("#undo")?.setAttribute("aria-disabled", String(past.length === 0));
    one("#play-open")?.toggleAttribute("disabled", over && body.dataset.mode === "try");
    if (body.dataset.mode !== "setup") letGo();
    choice.resting = body.dataset.mode === "setup";
    choice.refresh();
}

// Setting up

/** @param {string} id */
const pieceOf = (id) => (id ? one(`#r-setup [data-piece="${CSS.escape(id)}"]`) : null);

/** @param {Element} element */
const nameOf = (element) => element.getAttribute("aria-label") ?? one(".sr-only", element)?.textContent ?? "";

/** Chooses a piece: its places light up, and a bar says what else can be done. @param {string} id @param {boolean} [byKey] */
function hold(id, byKey = false) {
    const piece = pieceOf(id);
    if (!piece) return letGo();
    chosen = id;
    for (const other of all("#r-setup [data-piece]")) other.setAttribute("aria-pressed", String(other === piece));
    for (const spot of all("#r-setup button[data-spot]:not([data-piece])")) spot.removeAttribute("aria-disabled");
    body.toggleAttribute("data-holding", true);
    const bar = need("#piece-tools");
    const name = one("#piece-name");
    if (name) name.textContent = say("client.sandbox.selected", { piece: nameOf(piece) });
    const to = need("select#piece-to");
    const spots = all("#r-setup button[data-spot]:not([data-piece])");
    const options = spots.map((spot) => make("option", { value: spot.dataset.spot ?? "" }, nameOf(spot)));
    to.length = 1;
    to.append(...options);
    to.selectedIndex = 0;
    const influence = one("input#piece-influence");
    if (influence) influence.value = piece.dataset.influence ?? "0";
    const controller = one("select#piece-controller");
    if (controller) controller.value = piece.dataset.controller ?? "";
    for (const input of all("#piece-turn, #piece-influence, #piece-controller")) {
        input.toggleAttribute("disabled", !piece.matches(".laid, .space"));
    }
    setVisible(bar, true);
    if (byKey) to.focus();
}

function letGo() {
    chosen = "";
    body.removeAttribute("data-holding");
    for (const piece of all("#r-setup [data-piece][aria-pressed='true']")) piece.setAttribute("aria-pressed", "false");
    for (const spot of all("#r-setup button[data-spot]:not([data-piece])")) spot.setAttribute("aria-disabled", "true");
    const bar = one("#piece-tools");
    const focused = bar?.contains(document.activeElement);
    if (bar) setVisible(bar, false);
    if (focused) one("#r-setup [data-piece], #mode")?.focus();
}

/** @param {string} piece @param {string} to */
async function carry(piece, to) {
    chosen = "";
    if (await edit({ do: "move", piece, to })) {
        const now = pieceOf(piece) ?? pieceOf(to.replace(/^space/, "at"));
        now?.focus({ preventScroll: true });
    } else hold(piece);
}

/**
 * What is dragged: from where, by which of its points, and where the pointer is.
 * @type {{piece: HTMLElement, id: string, x: number, y: number, dx: number, dy: number, at: DOMPoint, ghost: HTMLElement | null} | null}
 */
let drag = null;
let dragged = false;

document.addEventListener("pointerdown", (event) => {
    dragged = false;
    const piece = closest(event, "#r-setup [data-piece]");
    if (!piece || event.button !== 0) return;
    const held = piece.dataset.piece === chosen;
    if (event.pointerType === "touch" && !held) return; // a finger scrolls; what is chosen can be dragged
    const box = piece.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    const at = new DOMPoint(x, y);
    drag = { piece, id: piece.dataset.piece ?? "", x, y, dx: x - box.left, dy: y - box.top, at, ghost: null };
});

document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.ghost) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
        lift();
    }
    const { ghost, dx, dy, at } = drag;
    [at.x, at.y] = [event.clientX, event.clientY];
    if (ghost) ghost.style.transform = `translate(${at.x - dx}px,${at.y - dy}px)`;
    mark(spotAt(at));
    nearEdge(event.clientY);
    event.preventDefault();
});

document.addEventListener("pointerup", (event) => {
    const ended = drag;
    const spot = ended?.ghost ? spotAt(new DOMPoint(event.clientX, event.clientY)) : null;
    drop();
    if (ended?.ghost && spot) carry(ended.id, spot.dataset.spot ?? "");
});
document.addEventListener("pointercancel", drop);
document.addEventListener("dragstart", (event) => closest(event, "#r-setup [data-piece]") && event.preventDefault());

/** A copy follows the pointer. */
function lift() {
    if (!drag) return;
    dragged = true;
    body.dataset.dragging = chosen ? "" : "new"; // what else can be done does not come in under the pointer
    hold(drag.id);
    drag.ghost = copyForDrag(drag.piece);
}

let pull = 0; // pixels that the page scrolls for each picture while a piece is held near its edge

/** What is dragged to an edge of the page takes the page along; the row stays in sight anyway. @param {number} y */
function nearEdge(y) {
    const box = main.getBoundingClientRect();
    const row = one("#r-setup .setup-row")?.getBoundingClientRect();
    const [ceiling, floor] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    const top = row && row.top <= ceiling + 1 ? row.bottom : ceiling;
    const idle = !pull;
    pull = y < top + EDGE ? -SPEED : y > floor - EDGE ? SPEED : 0;
    if (row && y >= row.top && y < row.bottom) pull = 0; // it would leave from under the pointer
    if (pull && idle) requestAnimationFrame(scrollOn);
}

function scrollOn() {
    if (!drag?.ghost) pull = 0;
    if (!drag || !pull) return;
    const own = main.scrollHeight > main.clientHeight && getComputedStyle(main).overflowY === "auto";
    (own ? main : document.documentElement).scrollBy(0, pull);
    mark(spotAt(drag.at));
    requestAnimationFrame(scrollOn);
}

function drop() {
    pull = 0;
    body.removeAttribute("data-dragging");
    drag?.ghost?.remove();
    drag?.piece.classList.remove("dragging");
    mark(null);
    drag = null;
}

/** @param {DOMPoint} at */
function spotAt({ x, y }) {
    const found = document.elementFromPoint(x, y)?.closest("#r-setup [data-spot]");
    return found instanceof HTMLElement ? found : null;
}

/** Marks where the piece would be dropped. @param {HTMLElement | null} under */
function mark(under) {
    for (const spot of all("#r-setup .over")) if (spot !== under) spot.classList.remove("over");
    under?.classList.add("over");
}

/** Something was chosen or typed. @param {Event} event */
async function onChange(event) {
    const input = closest(event, "[data-set], #piece-to, #piece-influence, #piece-controller, #eyes-seat");
    if (!(input instanceof HTMLSelectElement || input instanceof HTMLInputElement)) return;
    if (input === eyes) return void notice(await look(text, { step, remember: false }));
    if (input.id === "piece-to") return void (input.value && carry(chosen, input.value));
    // What is no whole number is sent as it was typed: whoever knows the rules refuses it with the reason.
    let value = WHOLE.test(input.value) ? Number(input.value) : input.value;
    if (input.id === "piece-influence") return void edit({ do: "influence", piece: chosen, value });
    if (input.id === "piece-controller") return void (value && edit({ do: "bribe", piece: chosen, value }));
    let what = input.dataset.set ?? "";
    if (what === "moment") {
        const [moment = "", number] = input.value.split(":");
        [what, value] = [moment, Number(number)];
    }
    const { id, value: typed } = input;
    await edit({ do: "set", what, value });
    const fresh = document.getElementById(id);
    if (fresh instanceof HTMLInputElement && fresh.value === typed) fresh.value = fresh.defaultValue; // what came of it
    fresh?.focus({ preventScroll: true });
}

document.addEventListener("change", onChange);

// What the reader presses

document.addEventListener("click", async (event) => {
    if (dragged) {
        dragged = false;
        if (event.detail > 0) return;
    }
    if (closest(event, "#run")) notice(await look(text, { step: 0, film: true }));
    else if (closest(event, "#undo")) undo();
    else if (closest(event, "#mode")) {
        if (body.dataset.mode !== "setup") edit({ do: "show" });
        else {
            const fault = await look(text, { step: -1 });
            if (fault) notice(fault);
        }
    } else if (closest(event, "#share-open")) showCode();
    else if (closest(event, "#play-open")) inTurn(async () => playOn());
    else if (closest(event, "#open-all")) openAll();
    else if (closest(event, "[data-close]")) closest(event, "dialog")?.close();
    else if (closest(event, "#piece-go")) letGo();
    else if (closest(event, "#piece-turn")) edit({ do: "turn", piece: chosen });
    else onPress(event);
});

/** A piece or a place was pressed. @param {MouseEvent} event */
function onPress(event) {
    const lost = closest(event, "#r-setup [data-change]");
    if (lost) return void edit({ do: "set", what: lost.dataset.change, value: lost.dataset.value });
    const piece = closest(event, "#r-setup [data-piece]");
    const spot = closest(event, "#r-setup [data-spot]");
    if (piece && piece.dataset.piece === chosen) letGo();
    else if (piece) {
        hold(piece.dataset.piece ?? "", event.detail === 0);
        piece.scrollIntoView({ block: "nearest" }); // the bar takes room from what scrolls
    } else if (spot && chosen) carry(chosen, spot.dataset.spot ?? "");
}

/** Whoever looked with the eyes of a seat sees everything, and can play on. */
async function openAll() {
    eyes.value = "all";
    notice(await look(text, { step, remember: false }));
}

/** The picture of the link, where one can be drawn; there is none where only this computer could open it. */
function showCode() {
    const picture = one("img#qr");
    const none = one("#qr-none");
    if (!picture || !none) return;
    setVisible(none, false);
    setVisible(picture, true);
    picture.onerror = () => {
        setVisible(picture, false);
        setVisible(none, true);
    };
    picture.src = `/sandbox/qr.svg?${(body.dataset.way ?? "").split("?")[1] ?? ""}`;
}

document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (form.id === "text-form") {
        event.preventDefault();
        const typed = field.value;
        const fault = await look(typed, { typed: true });
        const place = need("#text-fault");
        place.textContent = fault;
        setVisible(place, fault !== "");
        place.scrollIntoView({ block: "nearest" });
        if (fault) field.value = typed;
        else one("dialog#dialog-text")?.close();
    } else if (form.id === "swap") {
        event.preventDefault();
        const told = new FormData(form);
        edit({ do: "swap", what: String(told.get("old")), value: String(told.get("new")) });
    }
});

document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || one("dialog[open]")) return;
    if (drag?.ghost) drop();
    if (hints.close() || choice.takeBack()) event.preventDefault();
    else if (chosen) {
        event.preventDefault();
        const piece = pieceOf(chosen);
        letGo();
        piece?.focus();
    }
});

watchDock();

document.dispatchEvent(new Event("table-ready")); // what was pressed before is done now
