/**
 * Movement: what changed its place travels there, and single effects (fly, turn, strike, coins, glow, arrow) are
 * shown.
 *
 * Only transforms and opacity are animated, so a click in the middle of a movement finds its button; ghosts live in a
 * layer that nothing can be clicked in and no screen reader reads.
 */

import { arrowsOf, clearArrows, drawArrows } from "./arrows.js";
import { all, make, one } from "./kit.js";

/** @import {Effect} from "../../types/wire.js" */

/**
 * @typedef {{rects: Map<string, DOMRect>, ghosts: Map<string, HTMLElement>, ends: Map<string, DOMRect>}} Before
 */

const EASE = "cubic-bezier(.3,.1,.2,1)";
/** @type {Record<string, string>} */
const MARKS = { turn: "turned", strike: "struck", glow: "glow" };

/** What moves; to ask the page for it would cost a layout of the table for each element. @type {Map<Animation, Element>} */
const running = new Map();

/** The layer of ghosts. */
function layer() {
    let place = one("#fx");
    if (!place) {
        place = make("div", { id: "fx", "aria-hidden": "true" });
        Object.assign(place.style, {
            position: "fixed",
            inset: "0",
            overflow: "hidden",
            pointerEvents: "none",
            zIndex: "40",
        });
        document.body.append(place);
    }
    return place;
}

/** @param {string} id */
const find = (id) => (id === "supply" ? (one("#supply") ?? one("#r-board")) : document.getElementById(id));

/**
 * Where everything is before the page changes.
 * @param {Effect[]} effects
 * @returns {Before}
 */
export function measure(effects) {
    /** @type {Before} */
    const { rects, ghosts, ends } = { rects: new Map(), ghosts: new Map(), ends: new Map() };
    for (const element of all("[data-flip]")) {
        rects.set(element.id, element.getBoundingClientRect());
        ghosts.set(element.id, element);
    }
    for (const effect of effects) {
        for (const id of [effect.from, effect.to, effect.at]) {
            const element = id ? find(id) : null;
            if (id && element) ends.set(id, element.getBoundingClientRect());
        }
    }
    return { rects, ghosts, ends };
}

/**
 * Moves everything from where it was to where it is now.
 * @param {Before} then
 * @param {Effect[]} effects
 * @param {number} time  milliseconds; 0 for no movement: only the marks
 */
export function animate(then, effects, time) {
    clearMarks();
    // First all reading, then all writing: one layout for the whole table.
    if (time > 0) {
        for (const [animation, element] of running)
            if (element.matches("[data-flip]:not(.dragging)")) animation.cancel();
    }
    const arrows = arrowsOf(effects);
    if (time > 0) travel(then, effects, time);
    drawArrows(arrows, layer(), time);
    for (const effect of effects) {
        const element = effect.at ? document.getElementById(effect.at) : null;
        const mark = MARKS[effect.do];
        if (element && mark) element.classList.add(mark);
        if (time <= 0) continue;
        if (effect.do === "turn" && element)
            play(element, [{ transform: "perspective(40em) rotateY(90deg)" }, {}], time);
        if (effect.do === "strike" && element) {
            play(
                element,
                [-6, 6, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })),
                Math.min(time, 350),
            );
        }
        if (effect.do === "glow" && element) play(element, [{ opacity: 0.55 }, { opacity: 1 }], time);
        if (effect.do === "coins") flyCoins(effect, then, time);
    }
}

/** Takes the marks of the last step away. */
export function clearMarks() {
    for (const element of all(".turned, .struck, .glow")) element.classList.remove("turned", "struck", "glow");
    clearArrows();
}

/** Ends all movement: everything is where it belongs. */
export function finish() {
    for (const animation of running.keys()) animation.finish();
    clearArrows();
    one("#fx")?.replaceChildren();
}

/**
 * @param {Before} then
 * @param {Effect[]} effects
 * @param {number} time
 */
function travel(then, effects, time) {
    const origins = new Map(effects.filter((effect) => effect.do === "fly").map((effect) => [effect.to, effect.from]));
    const now = all("[data-flip]").filter((element) => !element.classList.contains("dragging"));
    const seen = new Set();
    const places = new Map(now.map((element) => [element, element.getBoundingClientRect()]));
    for (const [element, to] of places) {
        seen.add(element.id);
        const from = then.rects.get(element.id) ?? then.ends.get(origins.get(element.id) ?? "");
        if (!from) {
            play(element, [{ opacity: 0, transform: "scale(.85)" }, {}], time);
            continue;
        }
        const x = from.left - to.left;
        const y = from.top - to.top;
        if (Math.abs(x) + Math.abs(y) < 1 || !to.width) continue;
        const scale = then.rects.has(element.id) ? "" : ` scale(${(from.width / to.width).toFixed(3)})`;
        play(
            element,
            [{ transform: `translate(${x}px,${y}px)${scale}`, transformOrigin: "0 0" }, { transformOrigin: "0 0" }],
            time,
        );
    }
    for (const [id, rect] of then.rects) {
        const element = then.ghosts.get(id);
        if (seen.has(id) || !element || document.getElementById(id) || !rect.width) continue;
        const ghost = float(element.cloneNode(true), rect);
        leave(
            ghost,
            [{ opacity: 1 }, { opacity: 0, transform: `translateY(${rect.height / 3}px) rotate(8deg)` }],
            time,
        );
    }
}

/**
 * @param {HTMLElement} ghost
 * @param {DOMRect} rect
 */
function float(ghost, rect) {
    for (const element of [ghost, ...all("[id]", ghost)]) element.removeAttribute("id");
    ghost.removeAttribute("data-flip");
    Object.assign(ghost.style, {
        position: "absolute",
        margin: "0",
        left: `${rect.left}px`,
        top: `${rect.top}px`,
        width: `${rect.width}px`,
        height: `${rect.height}px`,
    });
    ghost.inert = true;
    layer().append(ghost);
    return ghost;
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} time
 * @param {number} [delay]
 */
function play(element, frames, time, delay = 0) {
    const animation = element.animate(frames, {
        id: "flip",
        duration: time,
        delay,
        easing: EASE,
        fill: delay ? "backwards" : "none",
    });
    running.set(animation, element);
    animation.finished.catch(() => {}).then(() => running.delete(animation));
    return animation;
}

let leaving = 0;

/**
 * Plays, then hides the element; the last one takes all out at once, for each time the page is laid out.
 * @param {HTMLElement} element
 * @param {Keyframe[]} frames
 * @param {number} time
 * @param {number} [delay]
 */
function leave(element, frames, time, delay = 0) {
    const animation = play(element, frames, time, delay);
    leaving += 1;
    animation.onfinish = animation.oncancel = () => {
        element.style.visibility = "hidden";
        leaving -= 1;
        if (!leaving) layer().replaceChildren();
    };
}

/**
 * Coins travel one after the other; a handful stands for many.
 * @param {Effect} effect
 * @param {Before} then
 * @param {number} time
 */
function flyCoins(effect, then, time) {
    const from = then.ends.get(effect.from ?? "");
    const to = find(effect.to ?? "")?.getBoundingClientRect() ?? then.ends.get(effect.to ?? "");
    const sprite = one("use[href*='sprite']")?.getAttribute("href")?.split("#")[0];
    if (!from || !to) return;
    const number = Math.min(Math.max(effect.n ?? 1, 1), 6);
    for (let i = 0; i < number; i++) {
        const ghost = float(
            make("span", { class: "flying-coin" }),
            new DOMRect(from.x + from.width / 2 - 12, from.y + from.height / 2 - 12, 24, 24),
        );
        if (sprite) {
            const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            picture.setAttribute("class", "fig");
            picture.setAttribute("width", "24");
            picture.setAttribute("height", "24");
            const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
            use.setAttribute("href", `${sprite}#${effect.picture ?? "coin"}`);
            picture.append(use);
            ghost.append(picture);
        }
        const x = to.x + to.width / 2 - from.x - from.width / 2;
        const y = to.y + to.height / 2 - from.y - from.height / 2;
        const lift = { transform: `translate(${x / 2}px,${y / 2 - 24}px) scale(1.15)` };
        const frames = [{ transform: "none" }, lift, { transform: `translate(${x}px,${y}px)`, opacity: 0.4 }];
        leave(ghost, frames, time, (i * time) / 12);
    }
}
