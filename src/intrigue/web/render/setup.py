"""Setting up a position as HTML: the draft, what is wrong with it, and what is asked once it is played with."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from intrigue.engine.errors import IntrigueError
from intrigue.locale import Words
from intrigue.web.games.registry import FAMILIES, html_of
from intrigue.web.html import questions
from intrigue.web.html.names import names_of
from intrigue.web.html.setup_pieces import Draft
from intrigue.web.html.templates import piece
from intrigue.web.view.scene import Scene, Viewer


def prompt(scene: Scene, words: Words) -> Markup:
    """The question; where nothing can be chosen yet, what happens by itself, and where another seat is to choose than
    the one that is looked with, a way to see what it sees."""
    family = html_of(scene.settings.game)
    if scene.phase != "playing" or questions.is_asked(scene):
        return family.prompt(scene, words)
    if scene.viewer.open:
        return piece("setup", "runs", words=words)
    seat = questions.turn_of(scene)
    player = names_of(scene, words)[seat - 1] if seat else ""
    return piece("setup", "elsewhere", player=player, words=words) if seat else family.prompt(scene, words)


def hands(scene: Scene, words: Words) -> Markup:
    """The hand of whoever is to act, and all hands where everything lies open."""
    family = html_of(scene.settings.game)
    if not scene.viewer.open:
        return family.hand(scene, words)
    seat, asked = questions.turn_of(scene), questions.is_asked(scene)
    own = family.hand(replace(scene, viewer=Viewer(seat or 0)), words) if asked else Markup("")
    return own + piece("setup", "hands", inner=family.hand(scene, words), words=words)


def setup(position: Draft, words: Words) -> Markup:
    """A draft to be changed."""
    return html_of(position["game"]).setup(position, words)


def head(position: Draft, words: Words) -> Markup:
    """The head of the page as a draft says it."""
    return html_of(position["game"]).setup_head(position, words)


FIELDS = {field: key for family in FAMILIES.values() for field, key in family.FIELDS.items()}


def fault(wrong: IntrigueError, words: Words) -> str:
    """What is wrong with a draft, for whoever looks at its pieces: numbers and cards are called as they are there."""
    values = dict(wrong.values)
    if wrong.key == "position.number" and values["what"] in FIELDS:
        return words("sandbox.fault.number", **values | {"what": words(FIELDS[values["what"]])})
    for key in ("kind", "kinds"):
        names = [f"card.{kind}.name" for kind in values.get(key, "").split(", ")]
        if all(name in words for name in names):
            values[key] = ", ".join(map(words, names))
    return words(wrong.key, **values)
