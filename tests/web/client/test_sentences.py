"""The scripts speak only sentences of the catalogue, all of them, and weigh little."""

from __future__ import annotations

import re

import pytest
from web.client.fake import STATIC
from web.client.scripts import imported, packed

from intrigue.locale import LANGUAGES, words

SCRIPTS = sorted((STATIC / "js").glob("*.js"))
BUDGET = 40 * 1024
SECURE = ("push.js", "worker.js")
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


@pytest.mark.parametrize("page", ["table.js", "replay.js", "sandbox.js", "rules.js", "push.js"])
def test_what_a_page_loads_is_small(page: str) -> None:
    loaded = imported(page)
    assert len(loaded) > 2
    assert packed(loaded) <= BUDGET


def test_scripts_need_no_secure_context_and_write_no_code_or_style_into_the_page() -> None:
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        assert "crypto.subtle" not in text or path.name in SECURE
        for forbidden in ("eval(", "new Function", 'setAttribute("style"', "document.write", ".on = "):
            assert forbidden not in text, f"{path.name}: {forbidden}"
        assert "crypto.randomUUID" not in text
