"""Which rules of judgement and sight belong to which family of games."""

from __future__ import annotations

from functools import cache
from typing import Any

from intrigue.bots import edges, instinct, oriflamme, richelieu, tree
from intrigue.bots.plan import Plan
from intrigue.engine import kernels
from intrigue.engine.game import Game
from intrigue.engine.rules import Plain
from intrigue.engine.state import Flat
from intrigue.engine.targets import Compiler
from intrigue.games.oriflamme.state import State as Row
from intrigue.games.richelieu.state import State as Court

FAMILIES: dict[type[Flat], dict[Any, Any]] = {
    Row: {
        instinct.worth: oriflamme.worth,
        tree.veil: edges.veil_in_row,
        tree.edge: edges.edge_in_row,
        tree.glimpse: edges.glimpse_in_row,
    },
    Court: {
        instinct.worth: richelieu.worth,
        tree.veil: edges.veil_at_court,
        tree.edge: edges.edge_at_court,
        tree.glimpse: edges.glimpse_at_court,
    },
}

POINT = {Row: 60, Court: 15}
"""What a point is worth, in thousandths of a win."""
TRUST = {Row: 20, Court: 100}
"""How many simulations greedy's opinion weighs as much as: little where much is hidden, much where there is much to
choose from. Found by playing (docs/ladder.md)."""

LOOPS = "intrigue.bots.loops"
"""Where the compiled loops stand; all that a decision is made of is imported from there."""


def rules_of(state: type[Flat], rules: tuple[tuple[str, Any], ...]) -> dict[Any, Any]:
    """What stands for the rules that the engine and the bots left open."""
    return {getattr(kernels, name): rule for name, rule in rules} | FAMILIES[state]


@cache
def compiled(state: type[Flat], box: type[Flat], rules: tuple[tuple[str, Any], ...]) -> Compiler:
    return Compiler(state, box, rules_of(state, rules), (Plan, tree.Node), frozenset({LOOPS}))


@cache
def interpreted(state: type[Flat], rules: tuple[tuple[str, Any], ...]) -> Plain:
    return Plain(rules_of(state, rules))


def compiler(game: Game[Any]) -> Compiler:
    """The compiled bots of a game; needs numba."""
    state: type[Flat] = game.state
    return compiled(state, type(game.box), tuple(game.rules.items()))


def plain(game: Game[Any]) -> Plain:
    """The bots of a game without a compiler."""
    state: type[Flat] = game.state
    return interpreted(state, tuple(game.rules.items()))
