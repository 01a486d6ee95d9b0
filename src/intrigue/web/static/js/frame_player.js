/**
 * Plays frames in the order they came: each step is shown for its time, then the page is what the server says it is.
 *
 * Nothing here decides what is shown; it decides when. Speed, skip and catching up only shorten the pauses: whoever
 * looks on at a table sees everything soon after it came, however much it is, so that nobody waits long for a film.
 */

import { merge } from "./morph.js";

/** @import {Frame, Region, Step} from "../../types/wire.js" */

/**
 * @template {Frame} F
 * @typedef {object} Stage
 * @property {(frame: F) => void} start  a frame begins
 * @property {(step: Step, time: number) => void} show  one step, its movement taking so many milliseconds
 * @property {(frame: F) => void} settle  what a frame or a snapshot leads to
 * @property {(names: string[]) => Record<string, string>} keep  the HTML of these regions as it stands
 * @property {(regions: Record<string, string>, past: boolean) => void} put  HTML of regions; `past`: looking back
 * @property {() => void} onChange  playing began or ended
 */

/** @typedef {{frame: F, length: number, came: number, time: number}} Waiting  @template {Frame} F */

/** @type {Record<string, number>} */
const PACE = { slow: 1.8, normal: 1, fast: 0.45, none: 0 };
const START = 500; // so long the table is shown as it was, before its last steps are shown again
const BRIEF = 500; // a film that is no longer is never hurried
const MOST = 4500; // nor is any shown for longer than this after it came, at the usual speed
const WORK = 150; // what showing it may take besides
const SHORTEST = 250; // hurried steps that would be over sooner are shown together with the next
const HOPELESS = 30000; // queues longer than this are not played at all

/** How long these steps are looked at if nothing hurries. @param {Step[]} steps */
const lengthOf = (steps) => steps.reduce((sum, { pause = 0 }) => sum + pause, 0);

/** The time in which a film is shown: the longer it is, the more it is hurried. @param {number} length */
function timeFor(length) {
    const more = Math.max(length - BRIEF, 0);
    return length - more + more / (1 + more / (MOST - BRIEF)) + WORK;
}

/** Several steps as one. @param {Step[]} steps @returns {Step} */
function together(steps) {
    /** @type {Record<string, Region>} */
    const regions = {};
    for (const step of steps)
        for (const [name, html] of Object.entries(step.regions ?? {})) regions[name] = merge(regions[name], html);
    return { ...steps.at(-1), regions, fx: steps.flatMap(({ fx = [] }) => fx) };
}

/** @template {Frame} [F=Frame] */
export class Player {
    /** The version the page shows. */
    shown;
    playing = false;
    /** @type {Waiting<F>[]} */
    #queue = [];
    /** What is played; its length is what is left of it. @type {Waiting<F> | null} */
    #current = null;
    #run = 0;
    #skipping = false;
    /** @type {(() => void) | null} */
    #endRepeat = null;
    /** @type {(() => void) | null} */
    #awake = null;
    /** @type {{steps: Step[], before: Record<string, string>} | null} */
    #last = null;
    /** @type {{version: number, go: () => void}[]} */
    #waiting = [];
    /** @type {Set<number>} */
    #quiet = new Set(); // versions in which nothing of the game happened

    /**
     * @param {Stage<F>} stage
     * @param {number} version
     * @param {boolean} [hurries]  whether somebody may be waiting for the end
     */
    constructor(stage, version, hurries = true) {
        this.stage = stage;
        this.shown = version;
        this.hurries = hurries;
        document.addEventListener("visibilitychange", () => document.hidden && this.skip());
    }

    /** Whether there is something to show again. */
    get canRepeat() {
        return this.#last !== null && !this.playing;
    }

    /** @param {F} frame */
    push(frame) {
        const length = lengthOf(frame.steps ?? []);
        const whole = length + (this.#current?.length ?? 0) + this.#waitingLength();
        const time = this.hurries ? this.#speed() * timeFor(whole) : Infinity;
        this.#queue.push({ frame, length, came: performance.now(), time });
        if (this.playing && this.#pace() === 0) this.#awake?.(); // so much is waiting that this step is over
        this.#work();
    }

    /**
     * A whole table: what was to be played is past.
     * @param {F} snapshot
     */
    jump(snapshot) {
        this.#stop();
        this.#endRepeat = null;
        this.#queue = [];
        this.#current = null;
        this.#last = null;
        this.#quiet.clear();
        this.#settle(snapshot);
    }

    /** Shows at once what all waiting frames lead to. */
    skip() {
        if (!this.playing) return;
        this.#skipping = true;
        this.#awake?.();
    }

    /** Plays the last steps once more, on the table as it was; what comes meanwhile waits. */
    async repeat() {
        if (!this.#last || this.playing) return;
        const { steps, before } = this.#last;
        const run = ++this.#run;
        const now = this.stage.keep(Object.keys(before));
        this.#busy(true);
        this.#endRepeat = () => {
            this.#stop();
            this.#endRepeat = null;
            this.stage.put(now, false);
            for (const one of this.#queue) one.came = performance.now(); // it was not to be seen before
            this.#work();
        };
        this.stage.put(before, true);
        await this.#sleep(START * this.#pace());
        if (run === this.#run) await this.#play(steps, run);
        if (run === this.#run) this.#endRepeat?.();
    }

    /** Ends the second showing of the last steps at once: the reader looks elsewhere. */
    endRepeat() {
        this.#endRepeat?.();
    }

    /**
     * Resolves once the page shows this version.
     * @param {number} version
     * @returns {Promise<void>}
     */
    reach(version) {
        if (this.shown >= version) return Promise.resolve();
        return new Promise((go) => this.#waiting.push({ version, go }));
    }

    /**
     * Whether nothing of the game happened after this version, as far as we know.
     * @param {number} from
     */
    isQuiet(from) {
        for (let version = from + 1; version <= this.shown; version++) if (!this.#quiet.has(version)) return false;
        return true;
    }

    async #work() {
        if (this.playing) return;
        const run = ++this.#run;
        while (run === this.#run) {
            this.#current = this.#queue.shift() ?? null;
            if (!this.#current) break;
            const { frame } = this.#current;
            const steps = frame.steps ?? [];
            this.stage.start(frame);
            if (steps.length) {
                this.#busy(true);
                const names = [...new Set(steps.flatMap((step) => Object.keys(step.regions ?? {})))];
                this.#last = { steps, before: this.stage.keep(names) };
                await this.#play(steps, run);
                if (run !== this.#run) return;
            }
            if (!steps.length) this.#quiet.add(frame.v);
            // What its steps have shown for good is not in the frame again.
            /** @type {Record<string, Region>} */
            const regions = {};
            for (const part of [...steps, frame])
                for (const [name, html] of Object.entries(part.regions ?? {})) regions[name] = merge(regions[name], html);
            this.#settle({ ...frame, regions });
        }
        this.#skipping = false;
        this.#busy(false);
    }

    /**
     * One step after the other, as far as nothing ends the run.
     * @param {Step[]} steps
     * @param {number} run
     */
    async #play(steps, run) {
        /** @type {Step[]} */
        let due = [];
        for (const step of steps) {
            due.push(step);
            const pace = this.#pace();
            const time = lengthOf(due) * pace;
            if (time < SHORTEST && pace < this.#speed() && step !== steps.at(-1)) continue;
            for (const one of due.slice(0, -1)) this.stage.show(one, 0);
            this.stage.show(time > 0 ? together(due) : step, time);
            if (this.#current) this.#current.length -= lengthOf(due);
            due = [];
            await this.#sleep(time);
            if (run !== this.#run) return;
        }
    }

    /** How fast the reader wants it. */
    #speed() {
        return PACE[document.body.dataset.speed ?? "normal"] ?? 1;
    }

    /** The length of all that is not begun. */
    #waitingLength() {
        return this.#queue.reduce((sum, { length }) => sum + length, 0);
    }

    /** By what a step's time is multiplied, so that everything that came is shown in time. */
    #pace() {
        if (this.#skipping || document.hidden) return 0;
        if (this.#endRepeat) return this.#speed();
        if (this.#waitingLength() > HOPELESS) return 0;
        let pace = this.#speed();
        let length = 0;
        for (const one of this.#current ? [this.#current, ...this.#queue] : this.#queue) {
            length += one.length;
            if (length > 0) pace = Math.min(pace, Math.max(one.came + one.time - performance.now(), 0) / length);
        }
        return pace;
    }

    /** @param {number} time */
    async #sleep(time) {
        if (time <= 0) return;
        /** @type {Promise<void>} */
        const sleep = new Promise((go) => {
            const wake = () => {
                clearTimeout(timer);
                if (this.#awake === wake) this.#awake = null; // the next may sleep already
                go();
            };
            const timer = setTimeout(wake, time);
            this.#awake = wake;
        });
        await sleep;
    }

    /** @param {F} frame */
    #settle(frame) {
        this.shown = frame.v;
        this.stage.settle(frame);
        const due = this.#waiting.filter((one) => one.version <= frame.v);
        this.#waiting = this.#waiting.filter((one) => one.version > frame.v);
        for (const one of due) one.go();
    }

    #stop() {
        this.#run++;
        this.#awake?.();
        this.#skipping = false;
        this.#busy(false);
    }

    /** @param {boolean} playing */
    #busy(playing) {
        if (this.playing === playing) return;
        this.playing = playing;
        this.stage.onChange();
    }
}
