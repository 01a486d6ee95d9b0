"""The one Jinja environment of the site, and the HTML that is made of its templates piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from intrigue.web.html.icons import icon, sprite

FOLDER = Path(__file__).parents[1] / "templates"
HOLE = Markup("\0")
"""Stands in a template for what is put in later; a page cannot hold it."""
PIECES = 2048
"""How many pieces of boards are remembered; what they are made of is the whole key, so nothing can go stale."""
LARGE_PIECES = 512
"""Of those with kilobytes each, whose keys hold people's names: a table needs some dozens at a time."""


class Templates(FileSystemLoader):
    """The templates. Those of boards, which are filled in at every move, come without the spaces that lay them out, and
    those of large regions with quotes that JSON need not escape."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, name, fresh = super().get_source(environment, template)
        if template.startswith("boards/"):
            source = "".join(line.strip() for line in source.splitlines())
            source = source if template == "boards/ask.html" else source.replace('"', "'")
        return source, name, fresh


@cache
def environment() -> Environment:
    jinja = Environment(
        loader=Templates(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    jinja.globals |= {"sprite": sprite(), "icon": icon, "length_of": length_of}
    return jinja


def length_of(name: str) -> str:
    """The class of a name on a card, by its longest word, which smaller letters keep whole.

    >>> [length_of(name) for name in ("Royal Decree", "Schemer", "Conspiracy", "Assassination")]
    ['', '', ' long', ' longer']
    """
    longest = max(map(len, name.split()), default=0)
    return " longer" if longest > 10 else " long" if longest > 9 else ""


@cache
def macro(file: str, name: str) -> Any:
    return getattr(environment().get_template(f"boards/{file}.html").module, name)


def piece(file: str, name: str, /, **values: Any) -> Markup:
    """A macro of a template, filled in; values are escaped by the template."""
    return Markup(macro(file, name)(**values))


def around(file: str, name: str, /, **values: Any) -> tuple[str, ...]:
    """A macro with holes in it, cut into what stands before, between and after them."""
    return tuple(str(macro(file, name)(**values)).split(HOLE))


SEAM = "<!--|-->"


class Sewn(NamedTuple):
    """A region of several pieces with seams between them, so that a page can be given single ones anew."""

    number: int
    """How many pieces it has."""
    pieces: dict[int, str]
    """All of them by place, or only those that may have changed."""

    def __str__(self) -> str:
        """The whole region.

        >>> str(Sewn(2, {0: "<b>", 1: "</b>"}))
        '<b><!--|--></b>'
        """
        return SEAM.join([self.pieces[place] for place in range(self.number)])


def join(parts: Sequence[str]) -> Markup:
    """Pieces that are already safe, one after the other."""
    return Markup("".join(parts))


def attribute(value: Any) -> Markup:
    """A value as JSON inside an attribute in single quotes.

    >>> str(attribute(["a<b", "it's & \\"so\\""]))
    '["a&lt;b","it&#39;s &amp; \\\\"so\\\\""]'
    """
    text = msgspec.json.encode(value).decode()
    for sign, entity in (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, entity)
    return Markup(text)
