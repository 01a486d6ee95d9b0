"""The players of the Oriflamme family as HTML: influence, cards in hand, and what lies in their piles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.engine.events import Event
from intrigue.locale import Words
from intrigue.web.html import panels
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import LARGE_PIECES, Sewn, piece
from intrigue.web.view.scene import Scene, SeatSeen

View = dict[str, Any]


def players(scene: Scene, view: View, words: Words, old: View | None = None) -> Sewn:
    """Every family: influence, cards in hand, what was discarded and set aside; or those that changed since `old`."""
    names, turn = names_of(scene, words), view["to_act"] if scene.phase == "playing" else None
    over = view["phase"] == "over"
    changed = changes_at(scene, view)
    listed = {
        number: panel(
            number,
            names[number - 1],
            scene.seats[number - 1],
            (scene.viewer.seat == number, number == turn, over and number in view["winners"]),
            number == view["first"],
            player["twin"],
            (player["influence"], changed.get((number, "influence"), 0)),
            count(player["hand"]),
            count(player["aside"]),
            tuple(player["discard"]),
            (tuple(player["aside"]), tuple(player["hand"])) if over else None,
            words,
        )
        for number, player in panels.news_of_players(view, old, of_all_players)
    }
    return panels.player_list(len(view["players"]), listed, words)


def changes_at(scene: Scene, view: View) -> panels.Changes:
    """How much influence every family has won or lost since the viewer's last choice, when the view was to be seen."""
    if not scene.recent or scene.view is None:
        return {}
    return panels.changes_at(changes(scene.recent), numbers(scene.view), numbers(view))


def numbers(view: View) -> list[View]:
    """What of a family may change and be counted."""
    return [{"influence": player["influence"]} for player in view["players"]]


def changes(events: Iterable[Event]) -> panels.Changes:
    """How much influence events brought and took.

    >>> changes([Event("influence_robbed", {"player": 1, "amount": 2, "victim": 3})])
    {(1, 'influence'): 2, (3, 'influence'): -2}
    """
    found: panels.Changes = {}
    for event in events:
        amount = event.values.get("amount", 0)
        for who, sign in GAINS.get(event.name, ()):
            key = event.values[who], "influence"
            found[key] = found.get(key, 0) + sign * amount
    return found


GAINS = {
    "influence_collected": (("player", 1),),
    "conspiracy_paid": (("player", 1),),
    "influence_gained": (("player", 1),),
    "influence_kept": (("player", 1),),
    "influence_lost": (("player", -1),),
    "influence_robbed": (("player", 1), ("victim", -1)),
}
"""Who has more by what happens, and who less."""


def of_all_players(view: View) -> tuple[Any, ...]:
    """What a view says that may change the panel of every player."""
    return view["first"], view["phase"], view["winners"]


@lru_cache(maxsize=LARGE_PIECES)
def panel(
    number: int,
    name: str,
    seat: SeatSeen,
    states: tuple[bool, bool, bool],
    first: bool,
    twin: bool,
    influence: tuple[int, int],
    hand: int,
    aside: int,
    discard: tuple[str, ...],
    opened: tuple[tuple[str, ...], tuple[str, ...]] | None,
    words: Words,
) -> str:
    """A player, with the influence and how it changed lately; when the game is over, also what was set aside and what
    is left in the hand."""
    marks = marks_of(states[1], states[2], first, twin, words)
    who = panels.who(f"family-{number}", name, states[0], panels.badges(seat, words), marks, words)
    facts = [influence_fact(number, *influence, words), hand_fact(number, hand, words)]
    piles = piles_of(number, discard, opened[0] if opened else aside, opened[1] if opened else None, words)
    return panels.player(number, f"fam-{number}", states, who, facts, piles)


def count(cards: Any) -> int:
    """How many cards, whether they are known or not."""
    return cards if isinstance(cards, int) else len(cards)


def marks_of(turn: bool, won: bool, first: bool, twin: bool, words: Words) -> tuple[tuple[str, str, str], ...]:
    marks = [("ui-arrow", words("board.mark.turn"), "turn")] if turn else []
    marks += [("crown", words("board.mark.won"), "won")] if won else []
    marks += [("ui-flag", words("board.mark.first"), "first")] if first else []
    marks += [("kind-twin", words("board.mark.twin"), "kind:twin")] if twin else []
    return tuple(marks)


def influence_fact(number: int, influence: int, change: int, words: Words) -> Markup:
    meaning = words("board.fact.influence", n=influence)
    since = panels.change_words(change, words)
    return panels.fact(number, "influence", "coin", influence, meaning, "influence", *since)


def hand_fact(number: int, cards: int, words: Words) -> Markup:
    return panels.fact(number, "cards", f"back-{number}", cards, words("board.fact.hand", n=cards), "hand")


@lru_cache(maxsize=LARGE_PIECES)
def piles_of(
    number: int, discard: tuple[str, ...], aside: int | tuple[str, ...], hand: tuple[str, ...] | None, words: Words
) -> Markup:
    lists = [pile("discard", discard, words), pile("aside", aside, words)]
    lists += [pile("hand", hand, words)] if hand is not None else []
    title = words("board.piles", discarded=len(discard), aside=count(aside))
    return piece("common", "piles", seat=number, title=title, lists=lists)


def pile(name: str, cards: int | tuple[str, ...], words: Words) -> tuple[str, list[tuple[str, str, str]]]:
    """The cards of a pile; only how many they are where they lie face down."""
    title = words(f"board.pile.{name}", n=count(cards))
    if isinstance(cards, int):
        return title, []
    return title, named_cards(cards, words)


def named_cards(cards: Sequence[str], words: Words) -> list[tuple[str, str, str]]:
    """Cards of a list: picture, name, explanation."""
    return [(f"kind-{kind}", words(f"card.{kind}.name"), f"kind:{kind}") for kind in cards]
