"""What the bots ask of Trifle."""

from __future__ import annotations

from intrigue.bots.contract import Family
from intrigue.bots.trifle.information_sets import edge, glimpse, veil
from intrigue.bots.trifle.worth import worth
from intrigue.games.trifle.state import State

TRIFLE = Family(
    state=State,
    worth=worth,
    veil=veil,
    edge=edge,
    glimpse=glimpse,
    point=150,
    trust=10,
    plain_sims=200,
    plain_pace=500,
    levels={
        "page": "greedy:noise=240",
        "squire": "greedy:noise=150",
        "knight": "greedy:noise=80",
        "count": "greedy",
        "duke": "search:sims=20",
    },
)
