"""The families of games that the command line plays: one line each; and what it asks of all of them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

import intrigue
from intrigue.engine.game import Game
from intrigue.terminal.contract import Family, Setting, no_setting
from intrigue.terminal.oriflamme.family import ORIFLAMME
from intrigue.terminal.richelieu.family import RICHELIEU

FAMILIES: tuple[Family, ...] = (ORIFLAMME, RICHELIEU)

USUAL_PLAYERS = 4
"""Of bots among themselves."""


def family_of(name: str) -> Family:
    """The family of a game; one clear error if people are offered no such game."""
    for family in FAMILIES:
        if name in family.games:
            return family
    raise intrigue.IntrigueError("error.no_game", name=name, known=", ".join(intrigue.games()))


def game_for(name: str, options: Namespace, headers: Mapping[str, str] | None = None) -> Game[Any]:
    """The game as the options want it; an option of other games only is an error."""
    family = family_of(name)
    check_settings(family, name, options)
    return family.game(name, options, headers)


def check_settings(family: Family, name: str, options: Namespace) -> None:
    """Refuses options that only other games have."""
    for setting in settings():
        if setting not in family.settings and setting.value_in(options) is not None:
            raise no_setting(name, setting)


def deal(name: str, options: Namespace) -> dict[str, Any]:
    """What a new match of a game is told beside players, edition and seed."""
    found = family_of(name).deal(options)
    return found if options.first is None else found | {"first": options.first}


def typed_deal(name: str, options: Namespace, command: str) -> list[str]:
    """The same as one types it again for a command."""
    first = [] if options.first is None else ["--first", str(options.first)]
    return [*first, *family_of(name).as_typed(options, command)]


def check_first(first: int | None, players: int) -> None:
    """Who begins is a seat, or nobody was chosen."""
    if first is not None and not 1 <= first <= players:
        raise intrigue.IntrigueError("error.first", value=first, count=players)


def players_of(game: Game[Any], typed: int | None) -> int:
    """How many play: what was typed, otherwise four, or the nearest number that the game is for.

    >>> [players_of(intrigue.game(name), None) for name in ("ablaze", "richelieu", "tiny2")]
    [4, 4, 2]
    """
    return min(max(USUAL_PLAYERS, game.seats[0]), game.seats[-1]) if typed is None else typed


def settings(command: str | None = None) -> list[Setting]:
    """The options that some games add to a command, or to any."""
    found = dict.fromkeys(setting for family in FAMILIES for setting in family.settings)
    return [setting for setting in found if command is None or command in setting.commands]
