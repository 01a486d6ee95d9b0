"""What is asked of who looks at a table, with the moves that answer it; for others, whom everybody waits for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from intrigue.locale import Words
from intrigue.web.html import rule_links
from intrigue.web.html.names import names_of
from intrigue.web.html.rule_links import About
from intrigue.web.html.templates import PIECES, attribute, piece
from intrigue.web.view.scene import Scene


def is_asked(scene: Scene) -> bool:
    """Whether the viewer may answer now; scenes hold legal moves only for those who may."""
    return bool(scene.view and scene.view["legal"])


def turn_of(scene: Scene) -> int | None:
    """The seat that everybody waits for."""
    return scene.view["to_act"] if scene.view and scene.phase == "playing" else None


def is_driven(scene: Scene, seat: int) -> bool:
    """Whether a person plays the seat now."""
    holder = scene.seats[seat - 1]
    return holder.held_by == "person" and not holder.away and not holder.resigned


def has_own_eyes(scene: Scene, view: dict[str, Any]) -> bool:
    """Whether what the viewer knows of things that lie face down is known because they are the viewer's own."""
    return not scene.viewer.open and view["phase"] != "over"


def plain_buttons(listed: list[list[Any]], hints: dict[str, str]) -> list[tuple[str, str, str]]:
    """Moves without a place on the board: part, sentence, explanation."""
    return [
        (parts[0], label, hints.get(parts[0], ""))
        for _, parts, label in listed
        if len(parts) == 1 and is_plain(parts[0])
    ]


def is_plain(part: str) -> bool:
    return part.startswith("do:")


def ask_prompt(
    scene: Scene,
    words: Words,
    question: str,
    listed: list[list[Any]],
    hints: dict[str, str],
    law: About,
    why: dict[str, str],
    barred: Sequence[tuple[str, str]] = (),
    signs: Mapping[str, str] = MappingProxyType({}),
    text: str = "",
) -> Markup:
    """The question with its moves, for whoever may answer; on a shared device with a way to peek.

    `law` is what its paragraph is about, `why` are the reasons for what cannot be chosen, by what is pointed at, and
    `barred` are moves that one would look for, each with the reason why it is not offered. `signs` stand beside
    answers, by their parts. `text` is what the card does that asks.
    """
    assert scene.view is not None
    seat = scene.view["to_act"]
    name = names_of(scene, words)[seat - 1]
    return piece(
        "ask",
        "ask",
        version=scene.version,
        seat=seat,
        moves=attribute(listed),
        why=attribute(why),
        question=question,
        about=hints.get("question", ""),
        text=text,
        law=law_sign(scene, law, words),
        plain=plain_buttons(listed, hints),
        barred=barred,
        signs=signs,
        peek=words("board.peek", player=name) if scene.viewer.hot else "",
    )


def wait_prompt(scene: Scene, words: Words, text: str, law: About) -> Markup:
    """Whom everybody waits for; on a shared device that seat may lift its curtain. `told` and its paragraph follow from
    public facts."""
    seat = turn_of(scene)
    if seat is None:
        return quiet_prompt(words(f"board.quiet.{scene.phase}"), False, Markup(""))
    name = names_of(scene, words)[seat - 1]
    if scene.viewer.hot and scene.seats[seat - 1].mine and is_driven(scene, seat):
        return curtain_prompt(seat, name, law_sign(scene, law, words), words)
    return quiet_prompt(text, bool(scene.viewer.seat), law_sign(scene, law, words))


def law_sign(scene: Scene, law: About, words: Words) -> Markup:
    """The way to the paragraph that tells of a question."""
    return rule_links.sign(scene.settings.game, scene.settings.edition, *law, words)


@lru_cache(maxsize=PIECES)
def quiet_prompt(text: str, plays: bool, law: Markup) -> Markup:
    return piece("ask", "quiet", text=text, why=attribute({"all": "turn"}) if plays else "", law=law)


@lru_cache(maxsize=PIECES)
def curtain_prompt(seat: int, name: str, law: Markup, words: Words) -> Markup:
    lift = words("board.curtain.lift", player=name)
    return piece("ask", "curtain", seat=seat, text=words("board.curtain", player=name), law=law, lift=lift)
