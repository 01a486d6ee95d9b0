"""What has no room or cannot be seen, told by the page itself: scripts that give a list of faults."""

STRETCH = """() => {
    const accents = {a: "ä", e: "é", i: "ï", o: "ö", u: "ü", y: "ÿ", c: "ç", n: "ñ"};
    const ALONE = "#says, script, body [lang]"; // names of languages are in their own
    const done = new WeakMap();
    const long = (text) => text.replace(/[a-z]/g, (letter) => accents[letter] ?? letter)
        .replace(/\\p{L}{2,}/gu, (word) => word + word.slice(-Math.max(1, Math.round(word.length * 0.4))));
    const stretch = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (!node.data.trim() || done.get(node) === node.data || node.parentElement.closest(ALONE)) continue;
            node.data = long(node.data);
            done.set(node, node.data);
        }
    };
    stretch();
    new MutationObserver(stretch).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""
"""A language of our own: every word 40 % longer and accented, also what comes later."""

CRAMPED = """() => {
    const found = [];
    const name = (one) => `<${one.tagName.toLowerCase()} ${one.id || one.className?.baseVal || one.className}>`
        + (one.textContent.trim().slice(0, 40));
    const {scrollWidth, clientWidth} = document.documentElement;
    if (scrollWidth > clientWidth) {
        const wide = [...document.querySelectorAll("body *")].filter((one) =>
            one.getBoundingClientRect().right > clientWidth + 0.5 && !one.closest("svg") && one.checkVisibility());
        found.push(`the page is ${scrollWidth} wide in ${clientWidth}: ${wide.slice(0, 5).map(name).join(", ")}`);
    }
    for (const one of document.querySelectorAll("body *")) {
        if (!one.checkVisibility({visibilityProperty: true}) || one.closest(".unseen, .sr-only, svg")) continue;
        if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
        const style = getComputedStyle(one);
        if (style.clipPath !== "none" || parseFloat(style.fontSize) === 0 || style.display === "inline") continue;
        if (style.textOverflow === "ellipsis" || style.color === "rgba(0, 0, 0, 0)") continue;
        if (/auto|scroll/.test(style.overflowX)) continue;
        if (one.scrollWidth > one.clientWidth + 1) found.push(`${name(one)}: ${one.scrollWidth} in ${one.clientWidth}`);
    }
    return found;
}"""
"""Text that is wider than its box, unless it scrolls or says by an ellipsis that there is more."""

SMALL = """least => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".skip, p > a"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, {width, height}]) => {
        const side = one.matches("[data-at].can, #ask button, #confirm button") ? least : 24;
        // As large as a finger: so many pixels both ways, or a little less one way and more the other.
        return width && (Math.min(width, height) < side * 0.9 || width * height < (side - 0.5) ** 2);
    })
    .map(([one, {width, height}]) => `${one.dataset.at ?? one.outerHTML.slice(0, 80)}: ${width} x ${height}`)"""
"""Targets under 24 pixels, and choices under what is asked for."""

SIGHT = """() => [...document.querySelectorAll("#r-board, #r-hand, #r-prompt")]
    .map((one) => one.getBoundingClientRect())
    .map(({top, bottom, left, right}) => top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1)
    .concat([document.documentElement, document.querySelector("#r-board")]
        .map((one) => one.scrollHeight <= one.clientHeight))"""
"""Whether board, hand and question are on the screen, and neither the page nor the board scrolls."""


COVERED = """() => [...document.querySelectorAll(".slot .card:not(.covered), .gap .place, .held, #r-board .space")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}))
    .flatMap((one) => {
        const {left, top, width, height} = one.getBoundingClientRect();
        const ons = [0.06, 0.5, 0.94].flatMap((x) => [0.06, 0.5, 0.94].map((y) =>
            document.elementFromPoint(left + width * x, top + height * y)));
        // What hangs over the edge of a card belongs to the cards.
        const fine = (on) => on && (one.contains(on) || on.contains(one) || on.closest(".tokens, .pointer"));
        const over = new Set(ons.filter((on) => !fine(on)).map((on) => on?.closest("[id]")?.id ?? "outside"));
        return over.size ? [`${one.closest("[data-at]").dataset.at}: ${[...over].join(", ")}`] : [];
    })"""
"""Cards and spaces that are not all in the window and free, and what lies over them."""

NAMES = """() => [...document.querySelectorAll("#r-hand .held, .slot .card:not(.covered)")]
    .filter((one) => one.offsetWidth >= 80 && one.querySelector(".name"))
    .map((one) => one.querySelector(".name"))
    .map((one) => [one, parseFloat(getComputedStyle(one).fontSize)])
    .filter(([one, size]) => size < (one.matches(".longer") ? 9 : one.matches(".long") ? 10 : 12))
    .map(([one, size]) => `${one.textContent}: ${size}`)"""
"""Names of cards in letters that are too small for a card of this width."""

BROKEN = """() => [...document.querySelectorAll(".card .name, .held .name")]
    .filter((one) => one.checkVisibility() && one.childNodes.length === 1)
    .flatMap((one) => [...one.textContent.matchAll(/\\S+/g)].filter((word) => {
        const letters = document.createRange();
        letters.setStart(one.firstChild, word.index);
        letters.setEnd(one.firstChild, word.index + word[0].length);
        const rows = new Set([...letters.getClientRects()].map((line) => Math.round(line.top))).size;
        return rows > (one.closest(".held") && /[-\u00ad]/.test(word[0]) ? 2 : 1);
    }).map(([word]) => `${word} at ${one.closest(".card, .held").offsetWidth}`))"""
"""Words in the names of cards that go on in the next line, but for those of the hand at a hyphen, printed or soft."""

TINY = """() => [...document.querySelectorAll("#r-hand .held .name")].flatMap((one) => {
    const size = parseFloat(getComputedStyle(one).fontSize);
    const out = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1;
    return size < 10 || out ? [`${one.textContent}: ${size}${out ? ", cut" : ""}`] : [];
})"""
"""Names on cards of the hand that are too small to be read, or not whole."""

STILL = """() => [".bar", "#r-players", "#r-board", ".dock"].map((one) => document.querySelector(one))
    .map((one) => one.getBoundingClientRect()).flatMap(({top, height}) => [top, height])"""
"""Where the parts of a table are, and how high."""

CUT = """() => [...document.querySelectorAll("select")].filter((one) => one.checkVisibility()).flatMap((one) => {
    const style = getComputedStyle(one);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16; // its arrow
    const [{text}] = one.selectedOptions;
    return pen.measureText(text).width > room ? [`#${one.id}: ${text}`] : [];
})"""
"""What is chosen and not wholly read."""

OUT = """() => [...document.querySelectorAll(".about")].flatMap((card) => {
    const box = card.getBoundingClientRect();
    return [...card.querySelectorAll(".won, .step")]
        .filter((one) => one.getBoundingClientRect().right > box.right + 0.5)
        .map((one) => `${card.dataset.hint}: ${one.textContent.trim()}`);
})"""
"""Prizes that leave their card."""
