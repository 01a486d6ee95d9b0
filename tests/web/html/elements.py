"""HTML as tests read it: elements in order with their attributes and texts; what is not well formed is a failure."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import intrigue
from intrigue.locale import words
from intrigue.web.games import registry
from intrigue.web.html.templates import SEAM
from intrigue.web.render.frames import Region, Regions

EMPTY = {"input", "br", "img", "use", "path", "circle"}
SPRITE = Path(intrigue.__file__).parent / "web" / "static" / "art" / "sprite.svg"


class Element:
    """One element; its text holds that of the elements in it."""

    def __init__(self, tag: str, attributes: dict[str, str], inside: list[Element]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.inside = [element.tag for element in inside]
        self.silent = any(element["aria-hidden"] == "true" for element in (self, *inside))
        """Whether screen readers pass it by."""
        self.text = ""
        self.spoken = ""
        """Of its text, what screen readers say."""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def label(self) -> str:
        """What a screen reader calls it."""
        return self["aria-label"] or self.spoken.strip()


class Reader(HTMLParser):
    """Reads a piece of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute stands twice in {tag}: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.elements.append(element)
        if tag not in EMPTY:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in EMPTY, f"{tag} cannot close itself"
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1].tag == tag, f"</{tag}> closes nothing; open: {[e.tag for e in self.open]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data
            element.spoken += "" if self.open[-1].silent else data


def sewn(whole: str, fresh: Region) -> str:
    """The whole of a region after a change, as a browser makes it."""
    if isinstance(fresh, str):
        return fresh
    found = whole.split(SEAM)
    assert set(fresh) < set(range(len(found))), "pieces of another region"
    return SEAM.join(fresh.get(place, piece) for place, piece in enumerate(found))


def put(page: dict[str, str], regions: Regions) -> None:
    """Puts what changed onto a page."""
    for name, fresh in regions.items():
        page[name] = sewn(page.get(name, ""), fresh)


def new_in(region: Region) -> str:
    """All that is new of a region."""
    return region if isinstance(region, str) else "".join(region.values())


def read(html: str) -> list[Element]:
    """All elements of a piece of a page, in order."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open, f"never closed: {[element.tag for element in reader.open]}"
    return reader.elements


@cache
def symbols() -> set[str]:
    """The pictures of the sprite."""
    return set(re.findall(r"<symbol[^>]*\bid=[\"']([^\"']+)", SPRITE.read_text(encoding="utf-8")))


@cache
def hint_keys(game: str, edition: str, language: str = "en") -> set[str]:
    """What is explained."""
    return {one["data-hint"] for one in read(registry.hints(game, edition, words(language))) if one.tag == "template"}
