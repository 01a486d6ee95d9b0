/** What every page does: likings without leaving the page, copying, sharing, dialogs, drawers. Pages work without it, only slower. */

import { all, announce, closest, make, one, say } from "./kit.js";
import "./pointer.js";

/** Opens a dialog. @param {string} id */
export function open(id) {
    const dialog = document.getElementById(id);
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/**
 * Asks whether the reader is sure.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export function ask(question) {
    const dialog = one("dialog#dialog-sure");
    const text = one("#sure-text");
    if (!dialog || !text) return Promise.resolve(confirm(question));
    text.textContent = question;
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((answer) =>
        dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true }),
    );
}

/**
 * Copies a text; where the page may not use the clipboard, as in the living room without https, in the old way.
 * @param {string} text
 */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const field = make("textarea", { readonly: "", "aria-hidden": "true" });
        field.value = text;
        Object.assign(field.style, { position: "fixed", opacity: "0" });
        const before = document.activeElement;
        (before?.closest("dialog") ?? document.body).append(field); // a dialog lets nothing outside be selected
        field.select();
        const done = document.execCommand("copy");
        field.remove();
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
        return done;
    }
}

/** @param {HTMLElement} button */
async function share(button) {
    const text = button.dataset.copy ?? "";
    const phone = matchMedia("(pointer: coarse)").matches;
    if (phone && navigator.share && /^https?:/.test(text)) {
        try {
            return await navigator.share({ title: document.title, url: text });
        } catch (fault) {
            if (fault instanceof DOMException && fault.name === "AbortError") return;
        }
    }
    const place = one("span", button) ?? button;
    button.dataset.words ??= place.textContent ?? "";
    place.textContent = say((await copy(text)) ? "client.copied" : "client.not_copied");
    announce(place.textContent);
    setTimeout(() => (place.textContent = button.dataset.words ?? ""), 2500);
}

/**
 * What the reader likes takes effect at once and is told to the server.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button]
 */
function like(form, button) {
    const liked = new URLSearchParams(Array.from(new FormData(form), ([name, value]) => [name, String(value)]));
    if (button instanceof HTMLButtonElement && button.name) liked.set(button.name, button.value);
    for (const name of ["theme", "speed", "confirm", "sound"]) {
        const value = liked.get(name);
        if (value !== null) document.body.dataset[name] = value;
    }
    const theme = liked.get("theme");
    if (theme) {
        document.documentElement.dataset.theme = theme;
        one("meta[name='color-scheme']")?.setAttribute("content", theme === "auto" ? "light dark" : theme);
        for (const chip of all("button[name='theme']")) {
            chip.setAttribute("aria-pressed", String(chip.getAttribute("value") === theme));
        }
    }
    const headers = { Accept: "application/json", "X-Intrigue": liked.get("token") ?? "" };
    fetch("/me", { method: "POST", headers, body: liked, keepalive: true }).catch(() => {});
}

const beside = matchMedia("(min-width: 62.5rem)"); // as in table.css: a drawer lies beside the table, not over it

/** What lies under an open drawer is out of reach, as behind a dialog. */
function cover() {
    const covered = Boolean(one(".drawer:popover-open")) && !beside.matches;
    for (const part of all("main > *, .piece-tools, .reel")) part.inert = covered;
    document.body.toggleAttribute("data-covered", covered);
}

document.addEventListener("toggle", (event) => closest(event, ".drawer") && cover(), { capture: true }); // it does not bubble
beside.addEventListener("change", cover);
cover(); // one may have been opened before we came

document.addEventListener("click", (event) => {
    const copied = closest(event, "[data-copy]");
    const opened = closest(event, "[data-open]");
    if (copied) share(copied);
    if (opened) open(opened.dataset.open ?? "");
});

document.addEventListener("submit", (event) => {
    const form = closest(event, "form[action='/me']");
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    // Another language is another page.
    if (!form || submitter?.getAttribute("name") === "language") return;
    event.preventDefault();
    like(form, submitter);
});

document.addEventListener("change", (event) => {
    const form = closest(event, "form#likes");
    if (form) like(form);
});
