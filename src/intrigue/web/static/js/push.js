/** The settings of notices: web push on this device, on and off. Where it cannot be, the page says why. */

import { all, one } from "./kit.js";
import "./page.js";

const place = one("#push");
const token = place?.dataset.token ?? "";
const known = (place?.dataset.known ?? "").split(",");

/** Shows one line and the buttons that go with it. @param {string} state */
function show(state) {
    for (const line of all("[data-push]", place ?? document)) line.hidden = line.dataset.push !== state;
    for (const button of all("[data-when]", place ?? document)) {
        button.hidden = !(button.dataset.when ?? "").split(" ").includes(state);
    }
}

/** @param {string} where @param {object} body */
async function post(where, body) {
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Intrigue": token };
    const answer = await fetch(where, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
}

/** The key as browsers want it. @param {string} text */
const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** @param {string} text */
async function mark(text) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The worker, once it is there. */
async function registered() {
    await navigator.serviceWorker.register("/worker.js", { scope: "/" });
    return navigator.serviceWorker.ready;
}

async function subscription() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return (await registration?.pushManager.getSubscription()) ?? null;
}

async function look() {
    if (!place) return;
    if (!isSecureContext) return show("insecure");
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
        return show("unsupported");
    }
    if (Notification.permission === "denied") return show("denied");
    const found = await subscription();
    show(found && known.includes(await mark(found.endpoint)) ? "on" : "off");
}

async function turnOn() {
    show("waiting");
    if ((await Notification.requestPermission()) !== "granted") return look();
    try {
        const registration = await registered();
        await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be for another key
        const key = bytes(place?.dataset.key ?? "");
        const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
        const { endpoint, keys } = made.toJSON();
        const answer = await post("/me/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
        known.push(answer.mark);
        show("on");
    } catch {
        show("failed");
    }
}

async function turnOff() {
    const found = await subscription();
    if (found) {
        await found.unsubscribe();
        await post("/me/push/stop", { endpoint: found.endpoint }).catch(() => {});
    }
    show("off");
}

async function tryIt() {
    const answer = await post("/me/notices/trial", { channel: "push" }).catch(() => ({ worked: false }));
    show(answer.worked ? "sent" : "unsent");
}

one("#push-on")?.addEventListener("click", turnOn);
one("#push-off")?.addEventListener("click", turnOff);
one("#push-try")?.addEventListener("click", tryIt);
look().catch(() => show("failed"));
