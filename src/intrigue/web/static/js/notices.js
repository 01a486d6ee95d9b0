/** Notices at a table: whether the reader is before the page, whether they want to be told of it, and what was told. */

import { fetchJson, loadJson, one } from "./kit.js";

/** @import {Result} from "../../types/wire.js" */

const AGAIN = 10000; // milliseconds between two signs of an active reader
const FRESH = 60000; // so long after a deed the reader counts as active
const DEEDS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"];

/**
 * Tells the server when the reader does something on this page while it can be seen, and when it no longer can.
 * A page that is only open says nothing: a forgotten tab keeps no notice back.
 */
export class Presence {
    #last = 0;
    #told = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #later;

    /**
     * @param {import("./transport.js").Line} line
     * @param {() => void} onLook  called when the reader comes to the page
     */
    constructor(line, onLook) {
        this.line = line;
        line.present = () => !document.hidden && Date.now() - this.#last < FRESH;
        for (const deed of DEEDS) addEventListener(deed, () => this.#act(), { passive: true, capture: true });
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) this.#leave();
            else {
                onLook();
                this.#act();
            }
        });
        addEventListener("pagehide", () => this.#leave());
        if (!document.hidden) {
            onLook();
            this.#last = Date.now(); // they have just come
        }
    }

    /** The reader is asked: their next deed shows at once that they know. */
    expect() {
        this.#told = 0;
    }

    #act() {
        if (document.hidden) return;
        this.#last = Date.now();
        clearTimeout(this.#later);
        const wait = this.#told + AGAIN - Date.now();
        if (wait > 0) this.#later = setTimeout(() => this.#tell(), wait);
        else this.#tell();
    }

    #tell() {
        if (document.hidden) return;
        this.#told = Date.now();
        this.line.sign("!");
    }

    #leave() {
        clearTimeout(this.#later);
        this.#told = this.#last = 0;
        this.line.sign("-");
    }
}

/**
 * Whoever is at the table needs no notice of it.
 * @param {string} table
 */
export async function clearNotices(table) {
    try {
        const registration = await navigator.serviceWorker?.getRegistration("/");
        const told = (await registration?.getNotifications({ tag: table })) ?? [];
        for (const notice of told) notice.close();
    } catch {
        // Some browsers let nobody ask; then the notice stays until it is touched.
    }
}

/**
 * Where web push is on, the server is told of a subscription that the browser changed, before or while the page is open.
 * @param {string} token
 */
export function renewPush(token) {
    const look = async () => {
        if (loadJson("push")) await (await import("./push_subscription.js")).renew(token);
    };
    const renew = () => look().catch(() => {}); // the next page tries again
    renew();
    navigator.serviceWorker?.addEventListener("message", ({ data }) => data === "renew" && renew());
}

/**
 * Offers to be quiet about a table, and the way to notices where none are on. Other tabs at the table follow.
 * @param {string} table
 * @param {string} token
 * @param {() => void} onChange
 */
export function offerQuiet(table, token, onChange) {
    const button = one("#quiet");
    const way = one("#notices-way");
    if (!button || !way) return;
    const tabs = new BroadcastChannel(`quiet ${table}`);
    let deeds = 0; // what was asked before the last of them is no news
    /** @param {MessageEvent<boolean>} message */
    tabs.onmessage = ({ data }) => {
        deeds++;
        put(data);
    };

    /** @param {boolean} on */
    const put = (on) => {
        button.dataset.state = on ? "on" : "off";
        const text = one("span", button);
        if (text) text.textContent = (on ? button.dataset.on : button.dataset.off) ?? "";
        document.body.toggleAttribute("data-quiet", !on);
        onChange();
    };
    const look = async () => {
        const before = deeds;
        const headers = { Accept: "application/json" };
        /** @type {Result<{seated: boolean, any?: boolean, on?: boolean}>} */
        const { ok, data } = await fetchJson(`/t/${table}/notices`, { headers });
        if (before !== deeds) return;
        const seated = ok && data.seated;
        button.hidden = !seated;
        way.hidden = !seated || data.any === true;
        if (seated) put(data.on !== false);
    };
    button.addEventListener("click", async () => {
        const on = button.dataset.state !== "on";
        const mine = ++deeds;
        put(on);
        const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Intrigue": token };
        const body = JSON.stringify({ on });
        const sent = fetch(`/t/${table}/notices`, { method: "POST", headers, body, keepalive: true }); // also while leaving
        const taken = (await sent.catch(() => null))?.ok;
        if (taken) tabs.postMessage(on);
        if (mine !== deeds++) return; // what was done since counts
        put(taken ? on : !on);
    });
    const menu = one("#drawer-menu");
    menu?.addEventListener("toggle", ({ newState }) => newState === "open" && look());
    if (menu?.matches(":popover-open")) look(); // it was opened before we came
}
