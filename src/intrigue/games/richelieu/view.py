"""Positions and views (notation, sections 5 and 7): built field by field from what a seat may know."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from intrigue.engine.game import View
from intrigue.engine.numbers import members
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    CARDS,
    DECK,
    GREY,
    KINDS,
    NEUTRAL,
    NO_CARD,
    NOBODY,
    QUEEN,
    SIDES,
    VALUES,
    WIDTH,
    ZONES,
)
from intrigue.games.richelieu.court import figure_at
from intrigue.games.richelieu.ending import score, winners
from intrigue.games.richelieu.events import space
from intrigue.games.richelieu.moves import moves
from intrigue.games.richelieu.state import NEUTRAL_WHERE, NEUTRAL_WHICH, THE_END, State
from intrigue.games.richelieu.view_types import AgentSeen, AgentsSeen, PlayerSeen, PositionSeen, ZoneSeen

ALL = -1
"""The seat of nobody, who sees everything."""


def position(g: State, box: Box, edition: str) -> View:
    """Everything about a game between two moves."""
    return {**position_for(g, box, edition, ALL)}


def view(g: State, box: Box, edition: str, seat: int) -> View:
    """What a seat sees (0 is a spectator). When the game is over everybody sees everything."""
    return {"for": seat, **position_for(g, box, edition, ALL if g.stage == THE_END else seat)}


def own_view(g: State, box: Box, public: View, seat: int) -> View:
    """What a seat sees, from what a spectator sees: besides that its own agents, and its moves."""
    if seat == 0 or g.stage == THE_END:
        return {**public, "for": seat}
    own = (seat - 1, NEUTRAL + seat - 1)
    zones, players, neutral = public["zones"][:], public["players"][:], public["neutral"][:]
    for zone in range(ZONES):
        spaces = range(zone * SIDES * WIDTH, (zone + 1) * SIDES * WIDTH)
        if any(g.who[at] in own and not g.up[at] for at in spaces):
            zones[zone] = zone_seen(g, zone, seat)
    players[seat - 1] = player_seen(g, seat - 1, seat)
    if neutral:
        neutral[seat - 1] = neutral_seen(g, seat - 1, seat)
    legal = list(moves(g, box)) if seat == g.to_act + 1 else []
    return {**public, "for": seat, "zones": zones, "players": players, "neutral": neutral, "legal": legal}


def position_for(g: State, box: Box, edition: str, seat: int) -> PositionSeen:
    over = g.stage == THE_END
    to_act = None if over else g.to_act + 1
    return {
        "game": "richelieu",
        "edition": edition,
        "phase": phase(g),
        "first": g.first + 1,
        "turn": None if over else g.turn + 1,
        "to_act": to_act,
        "actions_left": g.actions_left,
        "cardinal": g.cardinal,
        "grey": figure_seen(g, GREY),
        "queen": figure_seen(g, QUEEN),
        "zones": [zone_seen(g, zone, seat) for zone in range(ZONES)],
        "deck": [DECK - g.drawn] * SIDES,
        "jewels": g.city_jewels,
        "players": [player_seen(g, player, seat) for player in range(g.players)],
        "neutral": [neutral_seen(g, player, seat) for player in range(g.players)] if g.players == 2 else [],
        "legal": list(moves(g, box)) if seat in (ALL, to_act) else [],
        "scores": [score(g, box, player) for player in range(g.players)] if over else None,
        "winners": [player + 1 for player in members(winners(g, box))] if over else None,
    }


def phase(g: State) -> Literal["action", "prize", "neutral", "over"]:
    if g.stage == THE_END:
        return "over"
    if g.ask in (NEUTRAL_WHICH, NEUTRAL_WHERE):
        return "neutral"
    return "prize" if g.zone >= 0 else "action"


def figure_seen(g: State, figure: int) -> str | None:
    at = figure_at(g, figure)
    return space(at) if at >= 0 else None


def zone_seen(g: State, zone: int, seat: int) -> ZoneSeen:
    cards = [g.card_at[zone * SIDES + side] for side in range(SIDES)]
    named = [CARDS[card] if card != NO_CARD else None for card in cards]
    sides = [[agent_seen(g, (zone * SIDES + side) * WIDTH + at, seat) for at in range(WIDTH)] for side in range(SIDES)]
    return {"richelieu": named[0], "opposing": named[1], "r": sides[0], "o": sides[1]}


def agent_seen(g: State, at: int, seat: int) -> AgentSeen | None:
    which = g.who[at]
    if which == NOBODY or which >= GREY:
        return None
    holder = which % NEUTRAL + 1
    up = bool(g.up[at])
    agent: AgentSeen = {
        "player": holder if which < NEUTRAL else 0,
        "value": VALUES[g.kind[at]] if up or seat in (ALL, holder) else None,
        "up": up,
    }
    if which >= NEUTRAL:
        agent["set"] = holder
    return agent


def player_seen(g: State, player: int, seat: int) -> PlayerSeen:
    return {
        "prestige": g.prestige[player],
        "income": g.income[player],
        "military": g.military[player],
        "ecu": g.ecu[player],
        "jewels": g.jewels[player],
        **agents_seen(g, player, seat in (ALL, player + 1)),
        "cards": list(card_names(g.cards[player])),
    }


def neutral_seen(g: State, player: int, seat: int) -> AgentsSeen:
    return agents_seen(g, NEUTRAL + player, seat in (ALL, player + 1))


def agents_seen(g: State, which: int, known: bool) -> AgentsSeen:
    hand = values(g.hand, which)
    return {"hand": hand if known else len(hand), "city": values(g.city, which)}


def values(agents: list[int], which: int) -> list[int]:
    """The values of a set's agents in one place, lowest first."""
    return list(in_order(tuple(agents[which * KINDS : (which + 1) * KINDS])))


@lru_cache(maxsize=4096)
def in_order(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(VALUES[kind] for kind, number in enumerate(numbers) for _ in range(number))


@lru_cache(maxsize=4096)
def card_names(cards: int) -> tuple[str, ...]:
    """The cards of a set, in plain string order."""
    return tuple(sorted(CARDS[card] for card in members(cards)))


def cards_at_court(position: View) -> list[str]:
    """The cards that lie in the zones of a position."""
    return [zone[side] for zone in position["zones"] for side in ("richelieu", "opposing") if zone[side]]
