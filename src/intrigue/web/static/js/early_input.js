/**
 * Until the table's script is there: clicks, forms and likings are kept, and done in their order when it says that it is
 * ready.
 *
 * A plain script of a few lines that comes with the style sheets, so that it is there before anything can be clicked.
 * What the browser does by itself (links, drawers) is left to it.
 */

(() => {
    const DEEDS =
        "[data-at], [data-do], [data-each], [data-post], [data-move], [data-code], [data-open], [data-copy], [data-curtain], " +
        "[data-piece], [data-spot], [data-deed]";
    const MOST = 20; // a script that never comes must not be waited for with ever more
    const root = document.documentElement;
    /** @type {(() => void)[]} */
    const kept = [];
    /** @type {Set<Element>} */
    const marked = new Set();

    /** @param {Event} event @param {Element} place @param {() => void} again */
    function keep(event, place, again) {
        event.preventDefault();
        event.stopPropagation();
        if (kept.length === MOST) return;
        kept.push(again);
        place.classList.add("pending");
        marked.add(place);
    }

    /** @param {MouseEvent} event */
    function onClick(event) {
        const place = event.target instanceof Element ? event.target.closest(DEEDS) : null;
        if (!place || place.matches("form")) return;
        const { detail } = event;
        keep(event, place, () =>
            place.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail })),
        );
    }

    /** @param {SubmitEvent} event */
    function onSubmit(event) {
        const form = event.target;
        if (!(form instanceof HTMLFormElement) || form.hasAttribute("action") || form.hasAttribute("method")) return;
        const { submitter } = event;
        keep(event, submitter ?? form, () => form.requestSubmit(submitter));
    }

    /** @param {Event} event */
    function onChange(event) {
        const field = event.target;
        if (!(field instanceof Element) || !field.closest("#likes")) return;
        keep(event, field, () => field.dispatchEvent(new Event("change", { bubbles: true })));
    }

    root.dataset.waiting = "";
    document.addEventListener("click", onClick, true);
    document.addEventListener("submit", onSubmit, true);
    document.addEventListener("change", onChange, true);
    document.addEventListener(
        "table-ready",
        () => {
            document.removeEventListener("click", onClick, true);
            document.removeEventListener("submit", onSubmit, true);
            document.removeEventListener("change", onChange, true);
            delete root.dataset.waiting;
            for (const place of marked) place.classList.remove("pending");
            for (const again of kept) again();
        },
        { once: true },
    );
})();
