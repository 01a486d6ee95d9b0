"""What the rulebook asks of Richelieu."""

from __future__ import annotations

from typing import Any

from intrigue.engine.game import Game
from intrigue.games.richelieu.box import Box
from intrigue.games.richelieu.cards import CARDS, DECK, FIGURE, ICONS, NEUTRAL_SET, OWN_SET, WIDTH, ZONES
from intrigue.games.richelieu.ending import JEWEL_POINTS, MOST, SECOND
from intrigue.games.richelieu.events import EVENTS
from intrigue.games.richelieu.flow import CARDINAL_START, INCOME_START, JEWELS, MONEY
from intrigue.games.richelieu.questions import JEWEL_BOUGHT, JEWEL_SOLD, SECOND_AGENT
from intrigue.games.richelieu.words import PRIZES, SIGN
from intrigue.rulebook.contract import Facts, Family


def facts(rules: Game[Any], edition: str) -> Facts:
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


RICHELIEU = Family(
    games=("richelieu",),
    cards=frozenset((*CARDS, *PRIZES.values(), "box")),  # the box as a whole: what is known of it
    events=frozenset(EVENTS),
    prompts=frozenset(
        ("action", "prize", "neutral", "agent", "free", "income", "office", "buy", "sell", "end", "corrupt")
        + ("grey", "queen", "decline")
    ),
    facts=facts,
    books=("RU", "DE", "reviews"),
    own_books={("richelieu", "ru"): frozenset({"RU"})},
)
