/** The settings of notices: web push on this device, on and off. Where it cannot be, the page says why. */

import { forget, isWanted, mark, post, remember, renew, subscribe, subscription, tell } from "./push_subscription.js";
import { all, one } from "./kit.js";
import "./page.js";

const place = one("#push");
const token = place?.dataset.token ?? "";
const key = place?.dataset.key ?? "";
const known = (place?.dataset.known ?? "").split(",");

/** Shows one line and the buttons that go with it. @param {string} state */
function show(state) {
    for (const line of all("[data-push]", place ?? document)) line.hidden = line.dataset.push !== state;
    for (const button of all("[data-when]", place ?? document)) {
        button.hidden = !(button.dataset.when ?? "").split(" ").includes(state);
    }
}

async function look() {
    if (!place) return;
    if (!isSecureContext) return show("insecure");
    if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
        return show("unsupported");
    }
    if (Notification.permission === "denied") return show("denied");
    if (await isOn()) return show("on");
    show(isWanted() ? "lost" : "off");
}

/** Whether the server knows this device, if need be from now on. */
async function isOn() {
    if (await renew(token).catch(() => "")) return true;
    const found = await subscription();
    const now = found ? await mark(found.endpoint) : "";
    if (!now || !known.includes(now)) return false;
    remember(key, now);
    return true;
}

async function turnOn() {
    show("waiting");
    if ((await Notification.requestPermission()) !== "granted") return look();
    try {
        known.push(await tell(await subscribe(key), key, token));
        show("on");
    } catch {
        show("failed");
    }
}

async function turnOff() {
    forget();
    const found = await subscription();
    if (found) {
        await found.unsubscribe();
        await post(token, "/me/push/stop", { endpoint: found.endpoint }).catch(() => {});
    }
    show("off");
}

async function tryIt() {
    /** @type {Promise<{worked: boolean}>} */
    const asked = post(token, "/me/notices/trial", { channel: "push" });
    const { worked } = await asked.catch(() => ({ worked: false }));
    show(worked ? "sent" : "unsent");
}

one("#push-on")?.addEventListener("click", turnOn);
one("#push-off")?.addEventListener("click", turnOff);
one("#push-try")?.addEventListener("click", tryIt);
look().catch(() => show("failed"));
