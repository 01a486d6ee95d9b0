"""Reads HTML as strictly as a careful reviewer: what it finds wrong is a list of sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "img", "br", "hr", "use", "path", "circle", "rect", "line"}
FOREIGN = {"svg", "use", "path", "circle", "rect", "line", "text", "g"}
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "popovertarget", "data-open", "data-with")
NAMED = ("button", "a", "summary")


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    parent: Element | None
    text: str = ""

    def within(self, tag: str) -> Element | None:
        up = self.parent
        while up is not None and up.tag != tag:
            up = up.parent
        return up


@dataclass
class Reader(HTMLParser):
    """A page as elements, and what is wrong with its tags."""

    elements: list[Element] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    stack: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.wrong.append(f"<{tag}> has an attribute twice: {names}")
        element = Element(tag, dict(attrs), self.stack[-1] if self.stack else None)
        self.elements.append(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in FOREIGN:
            self.wrong.append(f"<{tag}/> closes itself")
        self.elements.append(Element(tag, dict(attrs), self.stack[-1] if self.stack else None))

    def handle_endtag(self, tag: str) -> None:
        if not self.stack or self.stack[-1].tag != tag:
            self.wrong.append(f"</{tag}> closes {self.stack[-1].tag if self.stack else 'nothing'}")
        else:
            self.stack.pop()

    def handle_data(self, data: str) -> None:
        for element in self.stack:
            element.text += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    if reader.stack:
        reader.wrong.append(f"never closed: {[element.tag for element in reader.stack]}")
    return reader


def faults(html: str, whole: bool = True) -> list[str]:
    """What is wrong with a page, or with a part of one."""
    reader = read(html)
    wrong, elements = list(reader.wrong), reader.elements
    ids = [element.attributes["id"] for element in elements if "id" in element.attributes]
    wrong += [f"the id {one} stands twice" for one in sorted({str(one) for one in ids if ids.count(one) > 1})]
    labelled = {element.attributes.get("for") for element in elements if element.tag == "label"}
    for element in elements:
        told = element.attributes
        wrong += [f"<{element.tag} {name}>" for name in told if name == "style" or name.startswith("on")]
        if element.tag == "style" or (element.tag == "script" and (element.text.strip() or "src" not in told)):
            wrong.append(f"inline <{element.tag}>")
        if element.tag in ("input", "select", "textarea") and told.get("type") != "hidden":
            if told.get("id") not in labelled and "aria-label" not in told and element.within("label") is None:
                wrong.append(f"no label: {told}")
        if element.tag == "img" and "alt" not in told:
            wrong.append(f"no alt: {told}")
        if element.tag in NAMED and not (element.text.strip() or told.get("aria-label")):
            if told.get("id") != "curtain-open":  # the client writes its name before it shows it
                wrong.append(f"no name: <{element.tag} {told}>")
        if element.tag == "form" and told.get("method") == "post":
            inside = [one for one in elements if one.tag == "input" and one.within("form") is element]
            if not any(one.attributes.get("name") == "token" for one in inside):
                wrong.append(f"no token: {told}")
        if whole:
            for name in REFERENCES:
                wrong += [f"{name}={one}: no such id" for one in (told.get(name) or "").split() if one not in ids]
    if whole:
        wrong += page_faults(html, elements)
    return wrong


def page_faults(html: str, elements: list[Element]) -> list[str]:
    wrong = []
    tags = [element.tag for element in elements if not element.within("svg")]  # a picture has a title of its own
    if not html.lower().startswith("<!doctype html>"):
        wrong.append("no doctype")
    for tag in ("html", "head", "title", "body", "main", "h1"):
        if tags.count(tag) != 1:
            wrong.append(f"<{tag}> stands {tags.count(tag)} times")
    if not elements[0].attributes.get("lang"):
        wrong.append("no language")
    for element in elements:
        gets = element.tag == "form" and (element.attributes.get("method") or "").lower() == "get"
        if gets and element.attributes.get("role") != "search":
            wrong.append("a form that gets")
        if element.tag in ("script", "link", "img", "use", "a"):
            address = element.attributes.get("src") or element.attributes.get("href") or ""
            if not address.startswith(("/", "#")):
                wrong.append(f"an address elsewhere: {address}")
    return wrong
