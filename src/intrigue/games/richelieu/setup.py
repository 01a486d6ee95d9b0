"""A game that starts in the middle (notation, section 8): a position where a turn begins, checked, becomes a state.

What a position does not tell is filled in: of the cards that neither lie in a zone nor were won, the first ones by id
have left the game and the others lie in the decks in that order; every agent is of the present filling of its hand.
"""

from __future__ import annotations

from typing import Any

from intrigue.engine.headers import Position, check_keys, check_list, truth, whole, wrong
from intrigue.engine.numbers import members
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import (
    CARD_PLACES,
    CARDS,
    DECK,
    GREY,
    GREY_SIDE,
    KINDS,
    NEUTRAL,
    NO_CARD,
    NOBODY,
    OPPOSING_CARDS,
    QUEEN,
    QUEEN_SIDE,
    RICHELIEU_CARDS,
    SETS,
    SIDES,
    SPACE,
    SPACES,
    VALUES,
    WIDTH,
    ZONES,
    place_of,
    side_of,
)
from intrigue.games.richelieu.court import cost_of, hand_is_empty, is_full
from intrigue.games.richelieu.flow import JEWELS, set_size, settle
from intrigue.games.richelieu.moves import read_space
from intrigue.games.richelieu.state import NOTHING, TURN, State

KEYS = {"game", "edition", "phase", "first", "turn", "to_act", "actions_left", "cardinal", "grey", "queen"}
KEYS |= {"zones", "deck", "jewels", "players", "neutral"}
ZONE_KEYS = {"richelieu", "opposing", "r", "o"}
PLAYER_KEYS = {"prestige", "income", "military", "ecu", "jewels", "hand", "city", "cards"}
SET_KEYS = {"hand", "city"}


def setup(g: State, box: Box, told: Position, edition: str) -> None:
    """Fills a blank state from a position and goes on to its first choice."""
    if (told["game"], told["edition"]) != ("richelieu", edition):
        raise wrong("other_game", game="richelieu", edition=edition)
    if told["phase"] != "action":
        raise wrong("turn_begins")
    g.first = whole(told["first"], 1, g.players, "first") - 1
    turn = whole(told["turn"], 1, g.players, "turn") - 1
    g.cardinal = whole(told["cardinal"], 0, 9999, "cardinal")
    g.city_jewels = whole(told["jewels"], 0, JEWELS * (g.players + 1), "jewels")
    set_blank(g)
    for player, said in enumerate(check_list(told["players"], "players", g.players)):
        set_player(g, box, player, check_keys(said, PLAYER_KEYS, f"players[{player + 1}]"))
    neutral = check_list(told["neutral"], "neutral", g.players if g.players == 2 else 0)
    for player, said in enumerate(neutral):
        set_agents(g, NEUTRAL + player, check_keys(said, SET_KEYS, f"neutral[{player + 1}]"))
    set_cards(g, told)
    for zone, said in enumerate(told["zones"]):
        set_zone(g, box, zone, said)
    set_figure(g, GREY, GREY_SIDE, told["grey"], "grey")
    set_figure(g, QUEEN, QUEEN_SIDE, told["queen"], "queen")
    check(g, told)
    set_turn(g, told, turn)
    settle(g, box)


def set_blank(g: State) -> None:
    g.who = [NOBODY] * SPACES
    g.card_at = [NO_CARD] * CARD_PLACES
    g.zone = -1
    g.ranked = [NOBODY, NOBODY]


def set_player(g: State, box: Box, player: int, said: dict[str, Any]) -> None:
    g.prestige[player] = whole(said["prestige"], 0, 9999, "prestige")
    g.income[player] = whole(said["income"], 1, box.income_end, "income")
    g.military[player] = whole(said["military"], 0, box.military_end, "military")
    g.ecu[player] = whole(said["ecu"], 0, 99999, "ecu")
    g.jewels[player] = whole(said["jewels"], 0, JEWELS * (g.players + 1), "jewels")
    for name in check_list(said["cards"], "cards"):
        if g.cards[player] >> card(name) & 1:
            raise wrong("twice", kind=name, what="cards")
        g.cards[player] |= 1 << card(name)
    set_agents(g, player, said)


def card(name: Any) -> int:
    if name not in CARDS:
        raise wrong("no_card", card=str(name)[:60])
    return CARDS.index(name)


def set_agents(g: State, which: int, said: dict[str, Any]) -> None:
    for name, pile in (("hand", g.hand), ("city", g.city)):
        for value in check_list(said[name], name):
            pile[which * KINDS + kind(value)] += 1


def kind(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in VALUES:
        raise wrong("value", value=str(value)[:60])
    return VALUES.index(value)


def set_cards(g: State, told: Position) -> None:
    """The cards of the zones, and what is left for the decks."""
    for zone, said in enumerate(check_list(told["zones"], "zones", ZONES)):
        check_keys(said, ZONE_KEYS, f"zones[{zone + 1}]")
        if (said["richelieu"] is None) != (said["opposing"] is None):
            raise wrong("half_zone", zone=zone + 1)
        for side, name in enumerate((said["richelieu"], said["opposing"])):
            deck = (RICHELIEU_CARDS, OPPOSING_CARDS)[side]
            if name is not None and name not in deck:
                raise wrong("no_card", card=str(name)[:60])
            g.card_at[zone * SIDES + side] = NO_CARD if name is None else CARDS.index(name)
    left = check_list(told["deck"], "deck", SIDES)
    in_zones = sum(g.card_at[zone * SIDES] != NO_CARD for zone in range(ZONES))
    number = whole(left[0], 0, DECK - in_zones, "deck")
    if whole(left[1], 0, DECK, "deck") != number or (in_zones < ZONES and number):
        raise wrong("decks")
    g.drawn = DECK - number
    g.resolved = g.drawn - in_zones
    seen = [held for held in g.card_at if held != NO_CARD]
    won = [number for player in range(g.players) for number in members(g.cards[player])]
    seen += won
    if len(set(seen)) != len(seen) or len(won) > g.resolved:
        raise wrong("cards_seen")
    for start in (0, DECK):
        known = [number for number in seen if start <= number < start + DECK]
        others = [number for number in range(start, start + DECK) if number not in known]
        g.deck[start : start + DECK] = [*known, *others]


def set_zone(g: State, box: Box, zone: int, said: dict[str, Any]) -> None:
    for side, name in enumerate("ro"):
        for at, agent in enumerate(check_list(said[name], f"zones[{zone + 1}].{name}", WIDTH)):
            space = (zone * SIDES + side) * WIDTH + at
            if g.card_at[place_of(space)] == NO_CARD:
                if agent is not None:
                    raise wrong("empty_zone", zone=zone + 1)
                continue
            g.empty |= 1 << (SPACE + space)
            if agent is not None:
                set_agent(g, box, space, agent)


def set_agent(g: State, box: Box, space: int, said: Any) -> None:
    neutral = isinstance(said, dict) and "set" in said and g.players == 2
    keys = {"player", "value", "up"} | ({"set"} if neutral else set())
    check_keys(said, keys, "agent")
    if neutral:
        whole(said["player"], 0, 0, "player")
    which = whole(said["set"], 1, 2, "set") + NEUTRAL if neutral else whole(said["player"], 1, g.players, "player")
    if cost_of(g, box, space) == 0 and not truth(said["up"], "up"):
        raise wrong("face_down_on_0")
    g.who[space] = which - 1
    g.kind[space] = kind(said["value"])
    g.up[space] = int(truth(said["up"], "up"))
    g.empty &= ~(1 << (SPACE + space))


def set_figure(g: State, figure: int, side: int, told: Any, what: str) -> None:
    if told is None:
        return
    try:
        space = read_space(told)
    except (TypeError, ValueError):
        space = -1
    if not 0 <= space < SPACES or side_of(space) != side or not g.empty >> (SPACE + space) & 1:
        raise wrong("figure", what=what)
    g.who[space] = figure
    g.up[space] = 1
    g.empty &= ~(1 << (SPACE + space))


def check(g: State, told: Position) -> None:
    """Agents and jewels are all there; no card is full, for it would have been resolved."""
    for which in range(SETS):
        for number in range(KINDS):
            there = g.hand[which * KINDS + number] + g.city[which * KINDS + number]
            there += sum(g.who[space] == which and g.kind[space] == number for space in range(SPACES))
            if there != set_size(g, which, number):
                raise wrong("agents", player=which % NEUTRAL + 1, value=VALUES[number])
        if hand_is_empty(g, which) and any(g.city[which * KINDS : which * KINDS + KINDS]):
            raise wrong("hand_empty", player=which % NEUTRAL + 1)
    if g.city_jewels + sum(g.jewels[: g.players]) != JEWELS * (g.players + 1):
        raise wrong("jewels", n=JEWELS * (g.players + 1))
    for zone in range(ZONES):
        if is_full(g, zone):
            raise wrong("full", zone=zone + 1)
    if g.resolved >= DECK:
        raise wrong("turn_begins")


def set_turn(g: State, told: Position, turn: int) -> None:
    """A turn begins: the player to act is the one whose turn it is, with all actions still to come."""
    actions = 1 + (g.prestige[turn] < g.cardinal)
    to_act = turn + 1 if told["to_act"] is None else whole(told["to_act"], 1, g.players, "to_act")
    if to_act != turn + 1 or whole(told["actions_left"], 0, 2, "actions_left") != actions:
        raise wrong("turn", player=turn + 1, n=actions)
    g.turn = (turn - 1) % g.players
    g.stage = TURN
    g.resume = TURN
    g.ask = NOTHING
