/** Shows that it is the reader's move while no page is open, and leads to the table. It keeps nothing and fetches nothing. */

/** @typedef {{title: string, body?: string, lang?: string, navigate?: string, tag?: string}} Told */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/**
 * A place of this site; whatever else a notice names leads to the first page.
 * @param {unknown} where
 */
function place(where) {
    try {
        const url = new URL(String(where), worker.location.origin);
        return url.origin === worker.location.origin ? url : new URL(worker.location.origin);
    } catch {
        return new URL(worker.location.origin);
    }
}

/** @param {PushMessageData | null} data */
function show(data) {
    /** @type {Told} */
    let told = { title: "●" };
    try {
        told = data?.json().notification ?? told;
    } catch {
        // What cannot be read is still a sign that something happened.
    }
    /** @type {NotificationOptions & {renotify: boolean}} */
    const how = {
        body: told.body,
        lang: told.lang,
        tag: told.tag,
        renotify: Boolean(told.tag),
        data: { url: place(told.navigate ?? "/mine").href },
    };
    return worker.registration.showNotification(told.title, how);
}

/** @param {string} url */
async function openPage(url) {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === new URL(url).pathname);
    return there ? there.focus() : worker.clients.openWindow(url);
}

/** The browser has another subscription, or none: a page must tell the server, now or when one is opened. */
async function renewPages() {
    for (const page of await worker.clients.matchAll({ type: "window", includeUncontrolled: true })) {
        page.postMessage("renew");
    }
}

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewPages()));
worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(openPage(place(event.notification.data?.url).href));
});
