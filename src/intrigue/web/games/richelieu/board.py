"""The board of Richelieu as HTML: the head of the table, three zones of two cards, and the prestige track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.games.richelieu.cards import CARDS, ICONS, WIDTH
from intrigue.games.richelieu.words import (
    PRIZES,
    Faction,
    card_name,
    faction_of,
    how_reconstructed,
    number_text,
    prize_text,
    side_of_step,
)
from intrigue.locale import Words
from intrigue.web.games.richelieu.box import box, is_reconstruction, sign
from intrigue.web.html import panels, questions, templates
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import LARGE_PIECES, PIECES, Sewn, join, piece
from intrigue.web.view.scene import Scene

View = dict[str, Any]
Agent = tuple[int, int | None, bool, int]
"""An agent: player (0 is neutral), value if the viewer may know it, whether it lies face up, its number."""
ZONES = (1, 2, 3)
FIGURES = ("grey", "queen")


def head(scene: Scene, words: Words) -> Markup:
    """The game, whose turn it is, and how far the decks are."""
    view = scene.view
    if view is None:
        return panels.plain_head(scene.phase, words)
    phase = scene.phase if scene.phase == "aborted" else view["phase"]
    turn = names_of(scene, words)[view["turn"] - 1] if view["turn"] else ""
    return turn_head(phase, turn, view["actions_left"], view["deck"][0], view["jewels"], words)


@lru_cache(maxsize=1024)
def turn_head(phase: str, player: str, actions: int, deck: int, jewels: int, words: Words) -> Markup:
    return piece(
        "richelieu",
        "head",
        text=words(f"board.turn.{phase}", player=player, n=actions),
        facts=[
            ("deck", "ui-cards", deck, words("board.decks", n=deck)),
            ("city-jewels", "jewel", jewels, words("board.city_jewels", n=jewels)),
        ],
        sign=sign(),
        meaning=words("richelieu.sign.name"),
    )


# The zones


def whole_board(parts: Mapping[str, str], words: Words) -> Markup:
    """The board around its parts."""
    between = whole_court(words)
    return join([text for pair in zip(between, (*parts.values(), ""), strict=True) for text in pair])


@lru_cache(maxsize=16)
def whole_court(words: Words) -> tuple[str, ...]:
    return templates.around("richelieu", "zones", hole=templates.HOLE, zones=len(ZONES), words=words)


def board_parts(scene: Scene, view: View, things: View, words: Words, old: Laid | None = None) -> dict[str, str | Sewn]:
    """The track and each zone, as regions of their own: at most moments only one of them changes. Those that look as
    they did before (`old`) are left out."""
    names, own = names_of(scene, words), questions.has_own_eyes(scene, view)
    prestige = [player["prestige"] for player in view["players"]]
    parts: dict[str, str | Sewn] = {}
    if (
        not old
        or old[0]["cardinal"] != view["cardinal"]
        or prestige != [player["prestige"] for player in old[0]["players"]]
    ):
        parts["track"] = str(prestige_track(view["cardinal"], tuple(prestige), names, words))
    standing = figures_of(view["grey"], view["queen"])
    still = old is not None and old[0]["grey"] == view["grey"] and old[0]["queen"] == view["queen"]
    lying = things["agents"]
    same = old is not None and (old[1] is things or old[1]["agents"] == lying)
    for number, zone in zip(ZONES, view["zones"], strict=True):
        if old and still and zone == old[0]["zones"][number - 1]:
            if same or numbers_in(number, lying) == numbers_in(number, old[1]["agents"]):
                continue
        numbers = numbers_in(number, lying)
        sides: list[str] = [zone_name(number, zone["richelieu"] is None, words)]
        for side, card, start in (("r", zone["richelieu"], 0), ("o", zone["opposing"], WIDTH)):
            agents = tuple(
                [
                    agent and (agent["player"], agent["value"], agent["up"], numbers[at])
                    for at, agent in enumerate(zone[side], start=start)
                ]
            )
            place = f"{number}.{side}"
            sides.append(card_side(place, card, agents, standing.get(place, ()), names, words, own))
        parts[f"zone{number}"] = Sewn(len(sides), dict(enumerate(sides)))
    return parts


Laid = tuple[View, View]
"""A view, and the numbers of the things in it."""
SPACES = {zone: [f"{zone}.{side}.{at + 1}" for side in "ro" for at in range(WIDTH)] for zone in ZONES}


def numbers_in(zone: int, lying: dict[str, int]) -> list[int | None]:
    """Which agents lie on the spaces of a zone, by their numbers."""
    return [lying.get(space) for space in SPACES[zone]]


@lru_cache(maxsize=64)
def zone_name(number: int, empty: bool, words: Words) -> str:
    """What stands over the cards of a zone."""
    return str(piece("richelieu", "zone_name", number=number, empty=empty, words=words))


Standing = tuple[tuple[str, int], ...]
"""Figures on a card, and on which of its spaces."""


def figures_of(grey: str | None, queen: str | None) -> dict[str, Standing]:
    """Where the figures stand, by card."""
    by_card: dict[str, Standing] = {}
    for name, space in zip(FIGURES, (grey, queen), strict=True):
        if space is not None:
            place, _, at = space.rpartition(".")
            by_card[place] = (*by_card.get(place, ()), (name, int(at)))
    return by_card


@lru_cache(maxsize=LARGE_PIECES)
def card_side(
    place: str,
    card: str | None,
    agents: tuple[Agent | None, ...],
    figures: Standing,
    names: tuple[str, ...],
    words: Words,
    own: bool = True,
) -> str:
    """One card of a zone with its five spaces."""
    if card is None:
        return ""
    standing = {at: name for name, at in figures}
    spaces = [
        space(place, at, card, agent, standing.get(at), names, words, own) for at, agent in enumerate(agents, start=1)
    ]
    before, between, after = side_of(int(place[0]), place[2])
    return "".join([before, card_top(card, words), between, *spaces, after])


@lru_cache(maxsize=16)
def side_of(number: int, side: str) -> tuple[str, ...]:
    return templates.around("richelieu", "side", number=number, side=side, top=templates.HOLE, spaces=templates.HOLE)


@lru_cache(maxsize=256)
def card_top(card: str, words: Words) -> Markup:
    """A card's name, faction, prizes and the cardinal's step."""
    number = CARDS.index(card)
    printed, step = box(), box().step[number]
    prizes = []
    for prize, rank in ((0, "first"), (1, "second")):
        at = range(number * 4 + prize * 2, number * 4 + prize * 2 + 2)
        icons = [(PRIZES[ICONS[printed.icon[n]]], printed.amount[n]) for n in at if printed.icon[n]]
        prizes.append((rank, [(kind, amount if kind in COUNTED else "") for kind, amount in icons]))
    faction = faction_of(card)
    name = format(Faction(words, faction), "")
    called = f"{name} {card}"  # as it is printed
    if is_reconstruction():
        called = words("board.card.reconstructed", card=called, how=words(f"richelieu.sign.{how_reconstructed(card)}"))
    label = words(
        "board.card.told",
        card=called,
        first=words("richelieu.text.first", prize=prize_text(words, printed, card, 0)),
        second=words("richelieu.text.second", prize=prize_text(words, printed, card, 1)),
        cardinal=words(f"richelieu.text.cardinal.{side_of_step(step)}", n=abs(step)),
    )
    return piece(
        "richelieu",
        "card_top",
        card=card,
        faction=faction,
        name=name,
        label=label,
        prizes=prizes,
        step=f"{'+' if step > 0 else ''}{number_text(step)}",
        sign=sign(),
    )


COUNTED = ("prestige", "money", "income", "military")
"""Prizes that have a number."""


def space(
    place: str,
    at: int,
    card: str,
    agent: Agent | None,
    figure: str | None,
    names: tuple[str, ...],
    words: Words,
    own: bool,
) -> str:
    """A space: what it costs, and who lies or stands there."""
    if agent is None:
        return empty_space(place, at, card, figure, words)
    player, value, up, thing = agent
    before, after = taken_space(place, at, card, player, value, up, names[player - 1] if player else "", words, own)
    return f"{before}{thing}{after}"


@lru_cache(maxsize=PIECES)
def empty_space(place: str, at: int, card: str, figure: str | None, words: Words) -> str:
    """A space on which no agent lies; a figure may stand there."""
    cost = box().cost[CARDS.index(card) * WIDTH + at - 1]
    if figure:
        on, hint = words(f"figure.{figure}.name"), f"figure:{figure}"
    else:
        on, hint = words("board.space.free", n=cost) if cost else words("board.space.open"), "space"
    label = words("board.space", zone=place[0], card=card_name(words, card), space=at, on=on)
    return str(piece("richelieu", "space", at=f"{place}.{at}", cost=cost, figure=figure, label=label, hint=hint))


@lru_cache(maxsize=PIECES)
def taken_space(
    place: str, at: int, card: str, player: int, value: int | None, up: bool, name: str, words: Words, own: bool
) -> tuple[str, ...]:
    """A space on which an agent lies, before and after the agent's number."""
    cost = box().cost[CARDS.index(card) * WIDTH + at - 1]
    label = words(
        "board.space",
        zone=place[0],
        card=card_name(words, card),
        space=at,
        on=agent_in_words(player, value, up, name, words, own),
    )
    return templates.around(
        "richelieu",
        "taken",
        at=f"{place}.{at}",
        cost=cost,
        player=player,
        up=up,
        value="" if value is None else number_text(value),
        thing=templates.HOLE,
        label=label,
        hint="agent:up" if up else "agent:down",
    )


def agent_in_words(player: int, value: int | None, up: bool, name: str, words: Words, own: bool = True) -> str:
    """An agent in words, as far as the viewer knows it; one that lies face down is known as the `own`, or to all."""
    face = "up" if up else "down" if value is None else "own" if own else "known"
    key = f"board.agent.player.{face}" if player else f"board.agent.neutral.{face}"
    return words(key, player=name, **({} if value is None else {"value": number_text(value)}))


LENGTH = 224
"""Of the track as it is drawn, where a marker is 10 wide."""


@lru_cache(maxsize=2048)
def prestige_track(cardinal: int, prestige: tuple[int, ...], names: tuple[str, ...], words: Words) -> Markup:
    """Where the cardinal and the nobles stand; markers on one space are drawn one above the other."""
    end = max(30, cardinal, *prestige)
    markers, standing = [], Counter[int]()
    for owner, at in [("cardinal", cardinal), *((str(n), at) for n, at in enumerate(prestige, start=1))]:
        markers.append((owner, round(8 + LENGTH * at / end, 1), standing[at] * 9))
        standing[at] += 1
    players = ", ".join(
        words("board.track.player", player=name, n=at) for name, at in zip(names, prestige, strict=True)
    )
    label = words("board.track", n=cardinal, players=players)
    height = 20 + 9 * (max(standing.values()) - 1)
    ticks = [(at, round(8 + LENGTH * at / end, 1)) for at in range(0, end + 1, 5)]
    return piece(
        "richelieu", "track", label=label, markers=markers, ticks=ticks, length=LENGTH, height=height, at=cardinal
    )
