"""The families of games that have a rulebook: one line each."""

from __future__ import annotations

from intrigue.rulebook.contract import Family
from intrigue.rulebook.oriflamme.family import ORIFLAMME
from intrigue.rulebook.richelieu.family import RICHELIEU

FAMILIES: dict[str, Family] = {"oriflamme": ORIFLAMME, "richelieu": RICHELIEU}
"""By the name of the folder, which their sentences and sources have, too."""


def family_of(game: str) -> str:
    """The family whose book tells a game.

    >>> family_of("ablaze")
    'oriflamme'
    """
    return next(name for name, family in FAMILIES.items() if game in family.games)
