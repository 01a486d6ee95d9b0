"""The numbers that a rulebook's texts ask for by name, taken from where the rules themselves have them."""

from __future__ import annotations

from functools import cache
from typing import Any

from intrigue.engine.game import Game
from intrigue.games import GAMES
from intrigue.games.oriflamme.flow import START
from intrigue.games.oriflamme.game import Oriflamme
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import DECK, FIGURE, ICONS, NEUTRAL_SET, OWN_SET, WIDTH, ZONES
from intrigue.games.richelieu.ending import JEWEL_POINTS, MOST, SECOND
from intrigue.games.richelieu.flow import CARDINAL_START, INCOME_START, JEWELS, MONEY
from intrigue.games.richelieu.questions import JEWEL_BOUGHT, JEWEL_SOLD, SECOND_AGENT
from intrigue.games.richelieu.words import SIGN

Facts = dict[str, Any]


@cache
def facts(game: str, edition: str) -> Facts:
    """Every number that a text about a game in an edition may name.

    >>> facts("oriflamme", "fr")["rounds"], facts("ablaze", "ru")["schemer_gain"], facts("richelieu", "ru")["figure"]
    (6, 1, 3)
    """
    rules = GAMES[game]
    common = {"least_players": rules.seats[0], "most_players": rules.seats[-1]}
    return common | (of_oriflamme(rules, edition) if isinstance(rules, Oriflamme) else of_richelieu(rules))


def of_oriflamme(rules: Oriflamme, edition: str) -> Facts:
    """Sizes, and what editions differ in."""
    return rules.size._asdict() | rules.flags[edition]._asdict() | {"start": START}


def of_richelieu(rules: Game[Any]) -> Facts:
    """What is printed in the box, the sign of what is our guess, the deck file, and what the rules count with."""
    box = rules.box
    assert isinstance(box, Box)
    spaces = range(1, box.military_end + 1)
    return {
        "sign": SIGN if rules.is_reconstruction else "",
        "deck_file": rules.deck_name,
        "zones": ZONES,
        "spaces": WIDTH,
        "deck": DECK,
        "agents": sum(OWN_SET),
        "neutral_agents": sum(NEUTRAL_SET),
        "figure": FIGURE,
        "cardinal": CARDINAL_START,
        "money": MONEY,
        "income": INCOME_START,
        "jewels": JEWELS,
        "more": SECOND_AGENT,
        "sold": JEWEL_SOLD,
        "bought": JEWEL_BOUGHT,
        "jewel_points": JEWEL_POINTS,
        "most": MOST,
        "second": SECOND,
        "income_end": box.income_end,
        "military_end": box.military_end,
        "military_costs": ", ".join(str(box.military_cost[space]) for space in spaces),
        "military_income": with_symbol(box, "I"),
        "military_prestige": with_symbol(box, "P"),
    }


def with_symbol(box: Box, icon: str) -> str:
    """The spaces of the military track that show an icon."""
    spaces = range(1, box.military_end + 1)
    return ", ".join(str(space) for space in spaces if ICONS[box.military_symbol[space]] == icon) or "–"
