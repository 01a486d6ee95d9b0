"""Whole games of compiled bots, on all cores."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from intrigue.engine import kernels
from intrigue.engine.game import Game
from intrigue.engine.state import Flat
from intrigue.engine.targets import Compiler
from searches import edges, mind


def family(game: Game[Any]) -> dict[Any, Any]:
    try:
        module = importlib.import_module(
            "intrigue.bots.oriflamme" if "flamme" in game.name or game.name == "ablaze" else "intrigue.bots.richelieu"
        )
    except ImportError:
        module = None
    if game.name == "richelieu":
        out = {
            mind.edge: edges.edge_at_court,
            mind.veil: edges.veil_at_court,
            mind.glimpse: edges.glimpse_at_court,
            mind.lead: edges.lead_at_court,
        }
    else:
        out = {
            mind.edge: edges.edge_in_row,
            mind.veil: edges.veil_in_row,
            mind.glimpse: edges.glimpse_in_row,
            mind.lead: edges.lead_in_row,
        }
    if module and hasattr(module, "worth"):
        out[mind.worth] = module.worth
    return out


@cache
def compiler(state: type[Flat], box: type[Flat], rules: tuple[Any, ...], more: tuple[Any, ...]) -> Compiler:
    standing = {getattr(kernels, name): rule for name, rule in rules} | dict(more)
    return Compiler(state, box, standing, (mind.Plan, mind.Node))


def compiler_for(game: Game[Any]) -> Compiler:
    return compiler(game.state, type(game.box), tuple(game.rules.items()), tuple(family(game).items()))


def plan(**kw):
    import numpy as np

    p = np.zeros(1, mind.Plan.dtype())
    base = {"reach": 70, "sims": 0}
    for k, v in {**base, **kw}.items():
        p[k] = v
    return p
