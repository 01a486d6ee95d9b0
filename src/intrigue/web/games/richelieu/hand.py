"""The own agents of Richelieu as HTML: the hand, and every hand where all lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from intrigue.games.richelieu.words import number_text
from intrigue.locale import Words
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import LARGE_PIECES, piece
from intrigue.web.view.scene import Scene


def hand(scene: Scene, words: Words) -> Markup:
    """The viewer's agents by value, and the neutral ones the seat places; nothing for who has no seat."""
    seat, view = scene.viewer.seat, scene.view
    if view is None or view["phase"] == "over":
        return Markup("")
    if scene.viewer.open:
        hands = tuple(tuple(player["hand"]) for player in view["players"])
        return open_hands(
            hands, tuple(tuple(player["hand"]) for player in view["neutral"]), names_of(scene, words), words
        )
    if not seat:
        return Markup("")
    neutral = tuple(view["neutral"][seat - 1]["hand"]) if view["neutral"] else None
    return own_agents(seat, tuple(view["players"][seat - 1]["hand"]), neutral, words)


@lru_cache(maxsize=LARGE_PIECES)
def own_agents(seat: int, values: tuple[int, ...], neutral: tuple[int, ...] | None, words: Words) -> Markup:
    return piece(
        "richelieu",
        "hand",
        seat=seat,
        agents=held_agents(values, "agent", words),
        neutral=held_agents(neutral, "neutral", words) if neutral is not None else None,
        words=words,
    )


@lru_cache(maxsize=LARGE_PIECES)
def open_hands(
    hands: tuple[tuple[int, ...], ...], neutral: tuple[tuple[int, ...], ...], names: tuple[str, ...], words: Words
) -> Markup:
    """Every hand, where all lies open; with two players also the neutral agents that each places."""
    listed = []
    for seat, (values, name) in enumerate(zip(hands, names, strict=True), start=1):
        listed.append((f"noble-{seat}", f"noble-{seat}", name, in_hand(values, f"agent-{seat}", "agents")))
        if neutral:
            called = words("board.hands.neutral", player=name)
            listed.append(("agent-neutral", "neutral", called, in_hand(neutral[seat - 1], "agent-neutral", "neutral")))
    return piece("common", "open_hands", title=words("board.hands"), hands=listed)


def in_hand(values: tuple[int, ...], picture: str, hint: str) -> list[tuple[str, str, str]]:
    """Picture, value with how many there are, explanation."""
    return [(picture, f"{number_text(value)} ×{many}", hint) for value, many in sorted(Counter(values).items())]


def held_agents(values: tuple[int, ...], part: str, words: Words) -> list[tuple[int, str, int, str, str]]:
    """Value, how it is printed, how many there are, that in words, and what such an agent is good for."""
    found = []
    for value, many in sorted(Counter(values).items()):
        kind = part if value > 0 or part == "neutral" else "agent.minus"
        said = words(f"board.hand.{part}", n=many, value=number_text(value))
        found.append((value, number_text(value), many, said, words(f"board.hand.{kind}.short")))
    return found


def peek(scene: Scene, words: Words) -> Markup:
    """The own agents."""
    return hand(scene, words)


def orders(scene: Scene, ordered: Sequence[int], words: Words) -> Markup:
    """Nobody is asked at court whether something waits, so there is nothing to order."""
    return Markup("")
