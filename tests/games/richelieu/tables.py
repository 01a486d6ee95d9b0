"""Tables of Richelieu for tests: a match from a sketch, and what a test looks at afterwards."""

from __future__ import annotations

from typing import Any

import intrigue
from intrigue.games.richelieu import sketch


def table(text: str, guard: bool = True) -> intrigue.Match:
    """A match that starts at a sketch (see `intrigue.games.richelieu.sketch`)."""
    record = sketch.record(text)
    if not guard:
        record.headers["Stall-guard"] = "off"
    return intrigue.load(record)


def after(text: str, *moves: str, guard: bool = True) -> intrigue.Match:
    """The match of a sketch after some moves."""
    match = table(text, guard)
    for move in moves:
        match.play(move)
    return match


LAST_ZONE = "- | - | R13[1:-2 1:-2 2:-2 2:-2 .] P3"
"""Player 1's agent on 3.r.5 ends the game; the Protestants win with nobody on their card, so nothing is paid."""


def final(rest: str) -> intrigue.Match:
    """The end of a game whose last resolution pays nothing; `rest` are parts of a sketch."""
    return after(f"{LAST_ZONE}; {rest}", "agent 1 3.r.5")


def spaces(*cards: str) -> list[str]:
    """All spaces of some cards: `spaces("2.r")` is 2.r.1 to 2.r.5."""
    return [f"{card}.{space}" for card in cards for space in range(1, 6)]


def zone(match: intrigue.Match, number: int) -> str:
    """A zone as a sketch writes it: `R4[1:2 . . 2:-2+ .] E1`."""
    return sketch.zone_text(match.position, number)


def zones(match: intrigue.Match) -> list[str]:
    return [zone(match, number) for number in (1, 2, 3)]


def track(match: intrigue.Match, name: str) -> list[Any]:
    """One thing of every player, player 1 first: prestige, income, military, ecu, jewels, hand, city or cards."""
    return [player[name] for player in match.position["players"]]


def tracks(match: intrigue.Match, player: int) -> dict[str, int]:
    """A player's tracks, coins and jewels."""
    said = match.position["players"][player - 1]
    return {name: said[name] for name in ("prestige", "income", "military", "ecu", "jewels")}


def turn(match: intrigue.Match) -> tuple[str, int | None, int | None, int]:
    """The phase, whose turn it is, who is asked, and how many actions are left."""
    position = match.position
    return position["phase"], position["turn"], position["to_act"], position["actions_left"]


def plain(match: intrigue.Match) -> list[str]:
    """The legal moves that are one word."""
    return [move for move in match.moves() if " " not in move]


def verbs(match: intrigue.Match) -> set[str]:
    """The first words of the legal moves."""
    return {move.split()[0] for move in match.moves()}


def places(match: intrigue.Match, verb: str) -> list[str]:
    """The spaces that moves with that verb end at, each once."""
    return sorted({move.split()[-1] for move in match.moves() if move.split()[0] == verb})


def values(match: intrigue.Match, verb: str) -> list[int]:
    """The values of the agents that moves with that verb may use, each once."""
    return sorted({int(move.split()[1]) for move in match.moves() if move.split()[0] == verb})


def events_named(match: intrigue.Match, name: str) -> list[dict[str, Any]]:
    """What the events of that name said, in order."""
    return [event.values for event in match.events if event.name == name]


def names(match: intrigue.Match, *among: str) -> list[str]:
    """The names of the events, in order; only those asked for, if any are."""
    return [event.name for event in match.events if not among or event.name in among]


def story(match: intrigue.Match) -> list[str]:
    """What happened, in order, one short sentence for each event that has one."""
    return [WORDS[event.name].format(**words_of(event.values)) for event in match.events if event.name in WORDS]


def words_of(values: dict[str, Any]) -> dict[str, Any]:
    said = dict(values)
    for key in ("agent", "set"):
        if key in said:
            held = said[key]
            name = f"{'n' if held['neutral'] else ''}{held['player']}"
            said[key] = f"{name}:{held['value']}{'+' if held['up'] else ''}" if key == "agent" else name
    return said


WORDS = {
    "turn_begun": "turn of {player}: {actions}",
    "income_taken": "{player} takes {amount}",
    "office_bought": "{player} buys office {military} for {amount}",
    "jewel_bought": "{player} buys a jewel for {amount}",
    "jewel_sold": "{player} sells a jewel for {amount}",
    "agent_placed": "{agent} to {space} for {amount}",
    "turn_ended": "{player} ends",
    "agents_returned": "{amount} back to {set}",
    "agent_revealed": "shown {agent} at {space}",
    "zone_resolved": "zone {zone}: {strength_for} against {strength_against}",
    "side_won": "{card} wins",
    "player_ranked": "rank {rank}: {owner} with {amount}",
    "prestige_gained": "{player} +{amount}P",
    "ecu_gained": "{player} +{amount}E",
    "income_raised": "{player} +{amount}I",
    "military_raised": "{player} +{amount}M",
    "card_won": "{player} gets {card}",
    "card_left": "{card} leaves",
    "agent_moved": "{agent} from {space} to {to}",
    "figure_placed": "{figure} to {space}",
    "figure_returned": "{figure} home",
    "prize_declined": "{player} declines {icon}",
    "prize_lost": "{player} loses {icon}",
    "cardinal_moved": "cardinal {step} to {cardinal}",
    "cardinal_followed": "cardinal follows {player} to {cardinal}",
    "cards_drawn": "zone {zone}: {card} and {opposing} drawn",
    "stall_ended": "stall ends",
    "game_ended": "game over",
}
