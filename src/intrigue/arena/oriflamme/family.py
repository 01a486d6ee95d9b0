"""What a study asks of Oriflamme, Ablaze and the mix."""

from __future__ import annotations

from intrigue.arena.contract import Family
from intrigue.arena.oriflamme.plots import plots
from intrigue.arena.oriflamme.story import figures, story
from intrigue.games.oriflamme.state import State

ORIFLAMME = Family(State, story, figures, plots)
