"""What the bots ask of Richelieu."""

from __future__ import annotations

from intrigue.bots.contract import Family
from intrigue.bots.richelieu.information_sets import edge, glimpse, veil
from intrigue.bots.richelieu.worth import worth
from intrigue.games.richelieu.state import State

RICHELIEU = Family(
    state=State,
    worth=worth,
    veil=veil,
    edge=edge,
    glimpse=glimpse,
    point=15,
    trust=100,
    plain_sims=12,  # of 85 ms; compiled 0.9 ms
    plain_pace=2000,  # a second was not enough on a busy machine: the longest thoughts were seen to be longer
    levels={
        "page": "greedy:noise=240",
        "squire": "greedy:noise=150",
        "knight": "greedy:noise=80",
        "count": "greedy",
        "duke": "search:sims=20",
    },
)
