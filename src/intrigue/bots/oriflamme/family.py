"""What the bots ask of Oriflamme, Ablaze and the mix."""

from __future__ import annotations

from intrigue.bots.contract import Family
from intrigue.bots.oriflamme.information_sets import edge, glimpse, veil
from intrigue.bots.oriflamme.worth import worth
from intrigue.games.oriflamme.state import State

ORIFLAMME = Family(
    state=State,
    worth=worth,
    veil=veil,
    edge=edge,
    glimpse=glimpse,
    point=60,
    trust=20,
    plain_sims=200,  # of 5 ms: ablaze, mix, five players; compiled 0.04 ms
    plain_pace=1000,
    levels={
        "page": "greedy:noise=220",
        "squire": "greedy:noise=80",
        "knight": "greedy",
        "count": "search:sims=30,worlds=4",
        "duke": "search:sims=400",
    },
)
