/** The rulebook finds words while one types; without this script the form does the same. */

import { all, one } from "./kit.js";
import "./page.js";

const PAUSE = 200;

const form = one("form#seek");
const field = one("input#seek-words");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {AbortController | null} */
let asking = null;
let known = field?.value.trim() ?? "";

/** Asks the server for what fits, and shows it in place of what is there. */
async function seek() {
    if (!form || !field) return;
    const wanted = field.value.trim();
    if (wanted === known) return;
    asking?.abort();
    asking = new AbortController();
    const address = new URL(form.action);
    const edition = one("input[name='edition']", form)?.getAttribute("value") ?? "";
    address.searchParams.set("edition", edition);
    if (wanted) address.searchParams.set("q", wanted);
    const text = one("#book-text");
    text?.setAttribute("aria-busy", "true");
    try {
        const answer = await fetch(address, { signal: asking.signal, headers: { Accept: "text/html" } });
        if (!answer.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        known = wanted;
        history.replaceState(null, "", address);
        put(page);
    } catch {
        // Another letter was typed, or the line is down: then the form still works.
    } finally {
        text?.removeAttribute("aria-busy");
    }
}

/** @param {Document} page */
function put(page) {
    const [status, text] = [one("#seek-found"), one("#book-text")];
    const [nextStatus, nextText] = [one("#seek-found", page), one("#book-text", page)];
    if (!status || !text || !nextStatus || !nextText) return;
    status.replaceChildren(...nextStatus.childNodes); // it stays the same element, so that it is read aloud
    for (const section of all("section", text)) section.remove();
    text.append(...all("section", nextText));
    for (const parts of [".book-contents ol", ".book-editions a"]) {
        const next = all(parts, page);
        for (const [at, part] of all(parts).entries()) part.replaceWith(next[at] ?? part);
    }
    follow();
}

/** The heading that is read is marked in the contents. */
const seen = new IntersectionObserver(
    (changes) => {
        for (const { isIntersecting, target } of changes) {
            if (!isIntersecting) continue;
            for (const link of all(".contents-wide a")) {
                const now = link.getAttribute("href")?.endsWith(`#${target.id}`);
                if (now) link.setAttribute("aria-current", "true");
                else link.removeAttribute("aria-current");
            }
        }
    },
    { rootMargin: "0px 0px -75% 0px" },
);

function follow() {
    seen.disconnect();
    for (const heading of all(".book-text h2")) seen.observe(heading);
}

field?.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(seek, PAUSE);
});
form?.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    seek();
});
for (const list of all("details.contents-small")) {
    list.addEventListener("click", (event) => {
        if (event.target instanceof Element && event.target.closest("a")) list.removeAttribute("open");
    });
}
/** What a mark means is told while one points at it; Escape puts it away until one points at another. */
const words = one("#book-text");
for (const kind of ["pointerover", "focusin"]) {
    words?.addEventListener(kind, ({ target }) => {
        if (target instanceof Element && target.closest("a.source")) words?.classList.remove("quiet");
    });
}
addEventListener("keydown", ({ key }) => {
    if (key === "Escape") words?.classList.add("quiet");
});
follow();
