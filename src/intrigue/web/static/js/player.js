/**
 * Plays frames in the order they came: each step is shown for its time, then the page is what the server says it is.
 *
 * Nothing here decides what is shown; it decides when. Speed, skip and catching up only shorten the pauses.
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

/** @type {Record<string, number>} */
const PACE = { slow: 1.8, normal: 1, fast: 0.45, none: 0 };
const START = 500; // so long the table is shown as it was, before its last steps are shown again
const BACKLOG = 4000; // longer waiting queues are played in about this time
const HOPELESS = 30000; // queues longer than this are not played at all

/** @template {Frame} [F=Frame] */
export class Player {
    /** The version the page shows. */
    shown;
    playing = false;
    /** @type {F[]} */
    #queue = [];
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
     */
    constructor(stage, version) {
        this.stage = stage;
        this.shown = version;
        document.addEventListener("visibilitychange", () => document.hidden && this.skip());
    }

    /** Whether there is something to show again. */
    get canRepeat() {
        return this.#last !== null && !this.playing;
    }

    /** @param {F} frame */
    push(frame) {
        this.#queue.push(frame);
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
            this.stage.put(now, false);
            this.#endRepeat = null;
            this.#work();
        };
        this.stage.put(before, true);
        await this.#sleep(START * this.#pace());
        for (const step of steps) {
            if (run !== this.#run) return;
            await this.#step(step);
        }
        if (run !== this.#run) return;
        this.#endRepeat = null;
        this.stage.put(now, false);
        this.#skipping = false;
        this.#busy(false);
        this.#work();
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
            const frame = this.#queue.shift();
            if (!frame) break;
            const steps = frame.steps ?? [];
            this.stage.start(frame);
            if (steps.length) {
                this.#busy(true);
                const names = [...new Set(steps.flatMap((step) => Object.keys(step.regions ?? {})))];
                this.#last = { steps, before: this.stage.keep(names) };
                for (const step of steps) {
                    await this.#step(step);
                    if (run !== this.#run) return;
                }
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

    /** @param {Step} step */
    async #step(step) {
        const time = (step.pause ?? 0) * this.#pace();
        this.stage.show(step, time);
        await this.#sleep(time);
    }

    #pace() {
        if (this.#skipping || document.hidden) return 0;
        const pace = PACE[document.body.dataset.speed ?? "normal"] ?? 1;
        let waiting = 0;
        for (const frame of this.#queue) for (const step of frame.steps ?? []) waiting += step.pause ?? 0;
        if (waiting > HOPELESS) return 0;
        return waiting > BACKLOG ? (pace * BACKLOG) / waiting : pace;
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
