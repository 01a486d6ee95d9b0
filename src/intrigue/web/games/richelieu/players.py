"""The nobles of Richelieu as HTML: tracks, what lies behind the screens as far as it is shown, cards and agents."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from intrigue.engine.events import Event
from intrigue.games.richelieu.cards import CARDS, RED, YELLOW
from intrigue.games.richelieu.words import card_name, faction_of, number_text
from intrigue.locale import Words
from intrigue.web.html import panels
from intrigue.web.html.names import names_of
from intrigue.web.html.templates import LARGE_PIECES, PIECES, Sewn, piece
from intrigue.web.view.scene import Scene, SeatSeen

View = dict[str, Any]
TRACKS = ("prestige", "income", "military", "ecu", "jewels", "agents")
PICTURES = {
    "score": "crown",
    "prestige": "prize-prestige",
    "income": "prize-income",
    "military": "prize-military",
    "ecu": "ecu",
    "jewels": "jewel",
    "cards": "ui-cards",
}
"""Of what is counted; agents have a picture for each noble."""
BACKS = {RED: "faction-richelieu", YELLOW: "ui-cards"}
"""Pictures of cards that lie face down."""


def players(scene: Scene, view: View, words: Words, old: View | None = None) -> Sewn:
    """Every noble: the tracks, what lies behind the screen as far as it is shown, cards won, agents in the city; or
    those that changed since `old`."""
    names, turn = names_of(scene, words), view["to_act"] if scene.phase == "playing" else None
    over = view["phase"] == "over"
    listed = {}
    changed = changes_at(scene, view)
    for number, player in panels.news_of_players(view, old, of_all_players):
        neutral = view["neutral"][number - 1] if view["neutral"] else None
        facts = (
            player["prestige"],
            player["income"],
            player["military"],
            player["ecu"],
            player["jewels"],
            count(player["hand"]),
        )
        listed[number] = panel(
            number,
            names[number - 1],
            scene.seats[number - 1],
            (scene.viewer.seat == number, number == turn, over and number in view["winners"]),
            number == view["first"],
            view["scores"][number - 1] if view["scores"] else None,
            facts,
            tuple(changed.get((number, track), 0) for track in (*TRACKS, "cards")),
            tuple(player["cards"]),
            tuple(player["city"]),
            (tuple(neutral["city"]), count(neutral["hand"])) if neutral else None,
            words,
        )
    return panels.player_list(len(view["players"]), listed, words)


def changes_at(scene: Scene, view: View) -> panels.Changes:
    """What every noble has won or spent since the viewer's last choice, when the view was to be seen."""
    if not scene.recent or scene.view is None:
        return {}
    return panels.changes_at(changes(scene.recent), numbers(scene.view), numbers(view))


def numbers(view: View) -> list[View]:
    """What of a noble may change and be counted; None behind a closed screen."""
    tracks = {track for track, _ in (one for gains in GAINS.values() for one in gains)} - {"cards"}
    return [{track: player[track] for track in tracks} | {"cards": len(player["cards"])} for player in view["players"]]


def changes(events: Iterable[Event]) -> panels.Changes:
    """What events brought and cost, by noble and number.

    >>> changes([Event("jewel_sold", {"player": 2, "amount": 4})])
    {(2, 'ecu'): 4, (2, 'jewels'): -1}
    """
    found: panels.Changes = {}
    for event in events:
        told = event.values
        player = told["agent"]["player"] if "agent" in told else told.get("player", 0)
        for track, each in GAINS.get(event.name, ()):
            by = each * (1 if track in ("jewels", "cards") else told["amount"])
            found[player, track] = found.get((player, track), 0) + by
    return found


GAINS = {
    "income_taken": (("ecu", 1),),
    "office_bought": (("ecu", -1),),
    "jewel_bought": (("ecu", -1), ("jewels", 1)),
    "jewel_sold": (("ecu", 1), ("jewels", -1)),
    "agent_placed": (("ecu", -1),),
    "prestige_gained": (("prestige", 1),),
    "ecu_gained": (("ecu", 1),),
    "income_raised": (("income", 1),),
    "military_raised": (("military", 1),),
    "card_won": (("cards", 1),),
}
"""What somebody has more of by what happens, and what less; jewels and cards come one by one."""


def of_all_players(view: View) -> tuple[Any, ...]:
    """What a view says that may change the panel of every player."""
    return view["first"], view["phase"], view["winners"], view["neutral"], view["scores"]


@lru_cache(maxsize=LARGE_PIECES)
def panel(
    number: int,
    name: str,
    seat: SeatSeen,
    states: tuple[bool, bool, bool],
    first: bool,
    score: int | None,
    tracks: tuple[int | None, ...],
    changes: tuple[int, ...],
    cards: tuple[str, ...],
    city: tuple[int, ...],
    neutral: tuple[tuple[int, ...], int] | None,
    words: Words,
) -> str:
    """A player, with how the numbers changed lately: of the neutral set what lies in the city, and how many agents are
    in hand."""
    marks = marks_of(states[1], states[2], first, words)
    who = panels.who(f"noble-{number}", name, states[0], panels.badges(seat, words), marks, words)
    facts = [track_fact(number, "score", score, 0, words)] if score is not None else []
    counted = zip((*TRACKS, "cards"), (*tracks, len(cards)), changes, strict=True)
    facts += [track_fact(number, track, value, change, words) for track, value, change in counted]
    return panels.player(number, f"noble-{number}", states, who, facts, piles_of(number, cards, city, neutral, words))


def count(agents: Any) -> int:
    """How many agents, whether they are known or not."""
    return agents if isinstance(agents, int) else len(agents)


def marks_of(turn: bool, won: bool, first: bool, words: Words) -> tuple[tuple[str, str, str], ...]:
    marks = [("ui-arrow", words("board.mark.turn"), "turn")] if turn else []
    marks += [("crown", words("board.mark.won"), "won")] if won else []
    marks += [("ui-flag", words("board.mark.began"), "first")] if first else []
    return tuple(marks)


@lru_cache(maxsize=PIECES)
def track_fact(number: int, track: str, value: int | None, change: int, words: Words) -> Markup:
    """A number of a player; of what lies behind a closed screen only that it does."""
    meaning = words(f"board.hidden.{track}") if value is None else words(f"board.fact.{track}", n=value)
    picture = PICTURES.get(track) or f"agent-{number}"
    about = track if track in ("agents", "score") else f"track:{track}"
    return panels.fact(number, track, picture, value, meaning, about, *panels.change_words(change, words))


@lru_cache(maxsize=LARGE_PIECES)
def piles_of(
    number: int,
    cards: tuple[str, ...],
    city: tuple[int, ...],
    neutral: tuple[tuple[int, ...], int] | None,
    words: Words,
) -> Markup:
    won = [(f"faction-{faction_of(card)}", card_name(words, card), f"card:{card}") for card in cards if card in CARDS]
    down = [(back, cards.count(back)) for back in BACKS if back in cards]
    won += [(BACKS[back], words(f"board.won.down.{back}", n=many), "track:cards") for back, many in down]
    lists: list[tuple[str, list[tuple[str, str, str]]]] = [
        (words("board.pile.cards", n=len(cards)), won),
        (in_city("city.values" if city else "city", city, words), []),
    ]
    if neutral is not None:
        lists.append((words("board.pile.neutral", n=neutral[1]), []))
        lists += [(in_city("neutral.city", neutral[0], words), [])] if neutral[0] else []
    title = words("board.piles.court", cards=len(cards), city=len(city) + len(neutral[0] if neutral else ()))
    return piece("common", "piles", seat=number, title=title, lists=lists)


def in_city(key: str, values: tuple[int, ...], words: Words) -> str:
    """How many agents lie in the city, and which."""
    return words(f"board.pile.{key}", n=len(values), values=", ".join(map(number_text, values)))
