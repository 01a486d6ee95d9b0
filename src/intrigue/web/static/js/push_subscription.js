/** Web push on this device: what the browser subscribed to, and that the server knows it. */

import { loadJson, saveJson } from "./kit.js";

const KEPT = "push"; // where it is turned on: the site's key, and the mark of what the server was told

/** @import {Push} from "../../types/page.js" */

/**
 * @template [T=unknown]
 * @param {string} token
 * @param {string} where
 * @param {object} body
 * @returns {Promise<T>}
 */
export async function post(token, where, body) {
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Intrigue": token };
    const answer = await fetch(where, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
}

/** The key as browsers want it. @param {string} text */
const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** What the server shows of an endpoint. @param {string} text */
export async function mark(text) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The worker, once it is there. */
async function workerReady() {
    await navigator.serviceWorker.register("/worker.js", { scope: "/" });
    return navigator.serviceWorker.ready;
}

/** What the browser subscribed to, if it did. */
export async function subscription() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Subscribes anew.
 * @param {string} key
 */
export async function subscribe(key) {
    const registration = await workerReady();
    await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be for another key
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

/**
 * Tells the server of a subscription; its mark.
 * @param {PushSubscription} made
 * @param {string} key
 * @param {string} token
 * @returns {Promise<string>}
 */
export async function tell(made, key, token) {
    const { endpoint, keys } = made.toJSON();
    /** @type {{mark: string}} */
    const answer = await post(token, "/me/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
    remember(key, answer.mark);
    return answer.mark;
}

/** It is on here. @param {string} key @param {string} known */
export const remember = (key, known) => saveJson(KEPT, { key, mark: known });

/** It is off here. */
export const forget = () => saveJson(KEPT, null);

/** Whether the reader turned it on here, and never off. */
export const isWanted = () => Boolean(loadJson(KEPT));

/**
 * A browser may change its subscription, or lose it, while nobody looks: then the server is told of the one it has, or of
 * a new one. The mark; empty if nothing was to be done.
 * @param {string} token
 */
export async function renew(token) {
    /** @type {Push | null} */
    const had = loadJson(KEPT);
    if (!had || Notification.permission !== "granted") return "";
    const found = await subscription();
    if (found && (await mark(found.endpoint)) === had.mark) return "";
    return tell(found ?? (await subscribe(had.key)), had.key, token);
}
