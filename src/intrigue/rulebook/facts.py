"""The numbers that a rulebook's texts ask for by name, taken from where the rules themselves have them."""

from __future__ import annotations

from functools import cache

from intrigue.games import GAMES
from intrigue.rulebook.contract import Facts
from intrigue.rulebook.registry import FAMILIES, family_of


@cache
def facts(game: str, edition: str) -> Facts:
    """Every number that a text about a game in an edition may name.

    >>> facts("oriflamme", "fr")["rounds"], facts("ablaze", "ru")["schemer_gain"], facts("richelieu", "ru")["figure"]
    (6, 1, 3)
    """
    rules = GAMES[game]
    common = {"least_players": rules.seats[0], "most_players": rules.seats[-1]}
    return common | FAMILIES[family_of(game)].facts(rules, edition)
