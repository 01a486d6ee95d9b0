"""The scripts speak only sentences of the catalogue, all of them, and weigh little."""

from __future__ import annotations

import re

import pytest
from web.static.fake import STATIC
from web.static.scripts import files, packed_size, scripts_of

from intrigue.locale import LANGUAGES, words
from intrigue.web.http.static_files import NOTES

SCRIPTS = sorted((STATIC / "js").glob("*.js"))
BUDGET = 40 * 1024
LITERAL = re.compile(r"""//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)""", re.DOTALL)
"""A comment, or a string."""
SENTENCE = re.compile(r"[^\W\d_]{2,},? [^\W\d_]{2,}|^[^\W\d_a-z]\w+[.!?…]$|[\u0400-\u04ff]")
SELECTOR = re.compile(r"[\w-]*[#.:\[][\w(-].*")
TAGS = {"a", "button", "dialog", "div", "input", "label", "li", "ol", "select", "summary", "textarea"}
ALLOWED = {"light dark"}
"""Values that browsers know."""
SECURE = ("push_subscription.js", "push.js", "worker.js")
"""Browsers bring notices only where the way is secure, so these may ask for as much."""


def test_every_sentence_of_the_scripts_is_in_the_catalogue_and_none_is_idle() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    used = set(re.findall(r'"(client\.[a-z_.]+)"', text))
    begun = set(re.findall(r"`(client\.[a-z_.]+)\$\{", text))
    for language in LANGUAGES:
        known = {key for key in words(language).sentences if key.startswith("client.")}
        assert used <= known
        assert all(key in used or key.startswith(tuple(begun)) for key in known)
        assert all(any(key.startswith(start) for key in known) for start in begun)


def test_blanks_are_filled_by_the_scripts() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    for key, forms in words("en").sentences.items():
        if key.startswith("client."):
            assert len(forms) == 1  # nobody counts for us in the browser
            for blank in re.findall(r"\{(\w+)\}", forms[0]):
                assert re.search(rf'"{re.escape(key)}"[^;]*\b{blank}\b', text), key


def strings(script: str) -> list[str]:
    """All strings of a script, in their order."""
    return [text for text in LITERAL.findall(script) if text]


def sentences(script: str) -> list[str]:
    """The strings of a script that look like sentences, without their blanks; selectors do not."""
    texts = [re.sub(r"\$\{[^}]*\}", "0", text[1:-1]) for text in strings(script)]
    return [text for text in texts if SENTENCE.search(text) and not selects(text) and text not in ALLOWED]


def selects(text: str) -> bool:
    """Whether a string chooses elements."""
    return all(word in TAGS or SELECTOR.fullmatch(word) for word in re.findall(r"[^\s,]+", text))


def test_scripts_hold_no_sentence() -> None:
    assert {path.name: sentences(path.read_text(encoding="utf-8")) for path in SCRIPTS} == {
        path.name: [] for path in SCRIPTS
    }


def test_a_sentence_in_a_script_is_found() -> None:
    """The checker itself: of these it must see the ones for readers, and no others."""
    script = """
// "It is a comment."
say("client.copied"); /* "So is this" */
one(".book-contents ol, #r-log li[data-v]");
place.textContent = "The link is copied";
place.title = `${name} has won`;
alert('Готово');
"""
    assert sentences(script) == ["The link is copied", "0 has won", "Готово"]


def test_scripts_are_sent_without_what_they_say_to_whoever_reads_them() -> None:
    script = b"""/** Why. */
const way = "here // there"; // why
    // why
f(`// "${way}"`, "//"); // it's why
"""
    sent = b"""const way = "here // there";
f(`// "${way}"`, "//"); // it's why
"""
    assert NOTES.sub(b"", script) == sent
    for path in SCRIPTS:
        text = files[f"js/{path.name}"].body.decode()
        assert not re.search(r"^\s*/\*\*", text, re.MULTILINE) and len(text) < path.stat().st_size
        assert strings(text) == strings(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", ["table", "replay", "sandbox", "rules", "notices"])
def test_what_a_page_loads_is_small(page: str) -> None:
    scripts = scripts_of(page)
    assert len(scripts) > 2 and ("early_input.js" in scripts) == (page in ("table", "sandbox"))
    assert packed_size(scripts) <= BUDGET


def test_scripts_need_no_secure_context_and_write_no_code_or_style_into_the_page() -> None:
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        assert "crypto.subtle" not in text or path.name in SECURE
        for forbidden in ("eval(", "new Function", 'setAttribute("style"', "document.write", ".on = "):
            assert forbidden not in text, f"{path.name}: {forbidden}"
        assert "crypto.randomUUID" not in text
