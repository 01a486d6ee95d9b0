/**
 * Arrows over the board while a step is shown: from what acts to what it acts on.
 *
 * They lie in the layer of flying things, in which nothing can be clicked and which no screen reader reads, so the page
 * does not move for them. They go where their ends go.
 */

import { make } from "./kit.js";

/** @import {Effect} from "../../types/wire.js" */

const SVG = "http://www.w3.org/2000/svg";
const GAP = 4; // pixels between an end and what it points from or at

/**
 * @typedef {{from: Element, to: Element, line: string, head: string}} Arrow
 */

/** @type {{arrow: Arrow, holder: HTMLElement}[]} */
let drawn = [];

/**
 * The arrows of a step, where their ends are now; nothing is written yet. One without an end that is seen is none.
 * @param {Effect[]} effects
 * @returns {Arrow[]}
 */
export function arrowsOf(effects) {
    return effects.flatMap((effect) => {
        const from = effect.do === "arrow" ? document.getElementById(effect.from ?? "") : null;
        const to = from && document.getElementById(effect.to ?? "");
        const path = from && to && from !== to ? pathBetween(from, to) : null;
        return from && to && path ? [{ from, to, ...path }] : [];
    });
}

/**
 * Draws the arrows of a step.
 * @param {Arrow[]} arrows
 * @param {Element} layer
 * @param {number} time  milliseconds in which they appear; 0: at once
 */
export function drawArrows(arrows, layer, time) {
    for (const arrow of arrows) {
        const holder = make("div", { class: "arrow" });
        const svg = document.createElementNS(SVG, "svg");
        for (const part of ["halo", "shaft", "head"]) {
            const path = document.createElementNS(SVG, "path");
            path.setAttribute("class", part);
            svg.append(path);
        }
        holder.append(svg);
        lay(svg, arrow);
        layer.append(holder);
        drawn.push({ arrow, holder });
        if (time > 0) holder.animate([{ opacity: 0 }, { opacity: 1 }], { id: "flip", duration: Math.min(time, 250) });
    }
}

/** Takes all arrows away. */
export function clearArrows() {
    for (const { holder } of drawn) holder.remove();
    drawn = [];
}

/**
 * @param {Element} svg
 * @param {{line: string, head: string}} path
 */
function lay(svg, { line, head }) {
    for (const path of svg.querySelectorAll(".halo, .shaft")) path.setAttribute("d", line);
    svg.querySelector(".head")?.setAttribute("d", head);
}

/** Lays every arrow between its ends again; one that has lost an end is not seen. */
function place() {
    for (const { arrow, holder } of drawn) {
        const path = pathBetween(arrow.from, arrow.to);
        holder.hidden = !path;
        if (path) lay(holder, path);
    }
}

/**
 * @param {Element} from
 * @param {Element} to
 */
function pathBetween(from, to) {
    const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    return start.width > 0 && end.width > 0 ? shape(start, end) : null;
}

addEventListener("scroll", place, { capture: true, passive: true });
addEventListener("resize", place);

/**
 * An arc over the tops of two things that stand side by side, else a line between the edges that face each other.
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
function shape(a, b) {
    const [x1, x2] = [a.x + a.width / 2, b.x + b.width / 2];
    const beside = a.bottom > b.top && b.bottom > a.top;
    const below = a.top >= b.bottom;
    const y1 = beside || below ? a.top - GAP : a.bottom + GAP;
    const y2 = beside || !below ? b.top - GAP : b.bottom + GAP;
    const lift = beside ? 24 + Math.abs(x2 - x1) / 8 : 0;
    const middle = { x: (x1 + x2) / 2, y: Math.max((y1 + y2) / 2 - lift, 4) };
    const angle = Math.atan2(y2 - middle.y, x2 - middle.x);
    const corner = (/** @type {number} */ turn) =>
        `${(x2 - 14 * Math.cos(angle + turn)).toFixed(1)} ${(y2 - 14 * Math.sin(angle + turn)).toFixed(1)}`;
    const tip = { x: x2 - 9 * Math.cos(angle), y: y2 - 9 * Math.sin(angle) };
    return {
        line: `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${tip.x.toFixed(1)} ${tip.y.toFixed(1)}`,
        head: `M${x2.toFixed(1)} ${y2.toFixed(1)}L${corner(0.5)}L${corner(-0.5)}Z`,
    };
}
