"""Templates and code hold no sentence of their own, use only keys that exist, and leave none of ours unused."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import intrigue.web
from intrigue.locale import FOLDER, LANGUAGES, words

HERE = Path(intrigue.web.__file__).parent
TEMPLATES = sorted(path for path in (HERE / "templates").rglob("*.html"))
OURS = [path for path in TEMPLATES if "boards" not in path.parts]
CODE = [HERE / "render" / name for name in ("pages.py", "regions.py", "ending.py")]

KEY = re.compile(r"""["'](?:web|game|level|edition|card|richelieu)\.[a-z0-9_.+-]*["']""")
MADE = re.compile(r"""["'](web\.[a-z_.]*\.)["'] ~|f["'](web\.[a-z_.]*\.)\{""")
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-sure", "content", "value", "label")
TECHNICAL = {"summary_large_image", "width=device-width, initial-scale=1, viewport-fit=cover", "/t/"}
COMMAND = "intrigue verify intrigue-"
WHITE = {"answers now", "light dark"}

MARKUP = re.compile(r"<!--.*?-->|<[^>]*>?", re.DOTALL)
SENTENCE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}|^[^\W\d_a-z]\w+[.!?…]$")
"""Two words, or one that stands as a sentence."""
SQL = re.compile(r"\s*[A-Z]{2,} ")
LEVELS = ("debug", "info", "warning", "error")
ALLOWED = {
    "The request is too large.": "answers what is no request yet, in nobody's language",
    "HTTP/1.1 400 Bad Request\r\n": "begins such an answer",
    "Invalid request.\n": "answers what opens no line, in nobody's language",
    "milliseconds since 1970-01-01 UTC": "tells programs how to read an export",
    "connections of ": "names a limit",
    "intrigue recovery code 1\n": "goes into a hash",
    "intrigue seat code 1\n": "goes into a hash",
    "intrigue table 1\n": "goes into a hash",
    "intrigue program 1\n": "goes into a hash",
    "make play ARGS=--lan": "is typed into a terminal",
    "intrigue serve --lan": "is typed into a terminal",
}
"""What looks like a sentence in the code, and why it may stand there."""
FOREIGN = {
    "http/browser_code.py": "tells why nothing was fetched as npm would, in English, inside a sentence of ours",
    "observe/metrics.py": "explains numbers to a program that collects them",
    "observe/logging.py": "knows what others write",
    "store/error_log.py": "speaks to the log alone",
}
"""Files all of whose sentences may stand there, and why."""


def ours() -> set[str]:
    text = (FOLDER / "en" / "web.po").read_text(encoding="utf-8")
    return set(re.findall(r'^msgid "(.+)"$', text, re.MULTILINE))


def sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in (*OURS, *CODE))


def test_every_key_named_exists_in_four_languages() -> None:
    named = {found.strip("\"'") for found in KEY.findall(sources())}
    named = {key for key in named if not key.endswith(".")}
    assert len(named) > 100
    for language in LANGUAGES:
        assert {key for key in named if key not in words(language)} == set()


def test_no_sentence_of_ours_is_unused() -> None:
    text = sources()
    named = {found.strip("\"'") for found in KEY.findall(text)}
    made = {one or other for one, other in MADE.findall(text)}
    assert all(any(key.startswith(start) for key in ours()) for start in made)
    assert {key for key in ours() if key not in named and not key.startswith(tuple(made))} == set()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_no_text(path: Path) -> None:
    text = JINJA.sub("", path.read_text(encoding="utf-8")).replace(COMMAND, "").replace(".game<", "<")
    for name in SPOKEN:
        for value in re.findall(rf'\s{name}="([^"]*)"', text):
            assert value in TECHNICAL or re.fullmatch(r"[\W\d]*|[a-z-]+", value), f"{name}: {value}"
    seen = re.sub(r"<[^>]*>", " ", text)
    seen = re.sub(r'[a-z-]+="[^"]*"| data-(?:hot|quiet)', "", seen)  # attributes that a block puts into a tag elsewhere
    assert not re.search(r"[^\W\d_]", seen), re.findall(r"\S*[^\W\d_]\S*", seen)[:5]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_expressions_hold_no_text_and_nothing_is_called_safe(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\|\s*safe\b|autoescape|<style|style=|\son[a-z]+=", text)
    for code in re.findall(r"\{\{.*?\}\}|\{%.*?%\}", text, re.DOTALL):
        for literal in re.findall(r'"([^"]*)"', code):
            assert literal in WHITE or not re.search(r"[A-ZÀ-ЯЁ]|\w\s+\w", literal), literal


def unseen(node: ast.AST) -> bool:
    """Whether nothing below a node is for readers: docstrings, the log, faults of the program."""
    match node:
        case ast.Expr(ast.Constant()) | ast.Assert():
            return True
        case ast.Call(ast.Attribute(ast.Name(log), level)):
            return log.lower() == "log" and level in LEVELS
        case ast.Raise(ast.Call(ast.Name(fault))):
            return hasattr(builtins, fault)
    return False


def sentences_in(node: ast.AST) -> Iterator[str]:
    """What looks like a sentence for readers below a node of code."""
    if unseen(node):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if SENTENCE.search(MARKUP.sub("", node.value)) and not SQL.match(node.value):
            yield node.value
    for child in ast.iter_child_nodes(node):
        yield from sentences_in(child)


@cache
def told_by(path: Path) -> set[str]:
    return set(sentences_in(ast.parse(path.read_text(encoding="utf-8"))))


def test_code_holds_no_sentence() -> None:
    found = {path: told_by(path) for path in sorted(HERE.rglob("*.py")) if str(path.relative_to(HERE)) not in FOREIGN}
    assert len(found) > 50
    assert {path.name: texts - set(ALLOWED) for path, texts in found.items() if texts - set(ALLOWED)} == {}
    assert set().union(*found.values()) == set(ALLOWED)
    assert all(told_by(HERE / name) for name in FOREIGN)


def test_a_sentence_in_code_is_found() -> None:
    """The checker itself: of these it must see the ones for readers, and no others."""
    code = """
"Says what it is."
LOG.warning("the database is away")
store.execute("SELECT name FROM people")
raise ValueError("too long a message")
raise Refusal(422, "You cannot do that")
html = f"<p class='a b'>{name} <b>has won</b></p>"
label = "Done."
key = words("web.share.title")
"""
    assert list(sentences_in(ast.parse(code))) == ["You cannot do that", " <b>has won</b></p>", "Done."]


def test_the_longest_words_are_not_forgotten() -> None:
    """The widest buttons are at most 32 letters in any language."""
    buttons = (
        "web.home.quick",
        "web.new.open",
        "web.result.rematch",
        "web.confirm.yes",
        "web.confirm.no",
        "web.talk.send",
    )
    for language in LANGUAGES:
        assert all(len(words(language)(key)) <= 32 for key in buttons)
