"""What a study asks of Trifle."""

from __future__ import annotations

from intrigue.arena.contract import Family
from intrigue.arena.trifle.plots import plots
from intrigue.arena.trifle.story import figures, story
from intrigue.games.trifle.state import State

TRIFLE = Family(State, story, figures, plots)
