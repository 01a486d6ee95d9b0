"""The families of games that bots play: one line each."""

from __future__ import annotations

from functools import cache
from typing import Any

from intrigue.bots.contract import Family
from intrigue.bots.oriflamme.family import ORIFLAMME
from intrigue.bots.plan import Plan
from intrigue.bots.richelieu.family import RICHELIEU
from intrigue.bots.tree import Node
from intrigue.engine import kernels
from intrigue.engine.game import Game
from intrigue.engine.rules import Plain
from intrigue.engine.state import Flat
from intrigue.engine.targets import Compiler

FAMILIES: dict[type[Flat], Family] = {family.state: family for family in (ORIFLAMME, RICHELIEU)}

LOOPS = "intrigue.bots.loops"
"""Where the compiled loops stand; all that a decision is made of is imported from there."""


def family_of(game: Game[Any]) -> Family:
    """The family of a game."""
    return FAMILIES[game.state]


def open_rules(state: type[Flat], rules: tuple[tuple[str, Any], ...]) -> dict[Any, Any]:
    """What stands for the rules that the engine and the bots left open."""
    return {getattr(kernels, name): rule for name, rule in rules} | FAMILIES[state].standing_in()


@cache
def make_compiler(state: type[Flat], box: type[Flat], rules: tuple[tuple[str, Any], ...]) -> Compiler:
    return Compiler(state, box, open_rules(state, rules), (Plan, Node), frozenset({LOOPS}))


@cache
def make_plain(state: type[Flat], rules: tuple[tuple[str, Any], ...]) -> Plain:
    return Plain(open_rules(state, rules))


def compiler(game: Game[Any]) -> Compiler:
    """The compiled bots of a game; needs numba."""
    state: type[Flat] = game.state
    return make_compiler(state, type(game.box), tuple(game.rules.items()))


def plain(game: Game[Any]) -> Plain:
    """The bots of a game without a compiler."""
    state: type[Flat] = game.state
    return make_plain(state, tuple(game.rules.items()))
