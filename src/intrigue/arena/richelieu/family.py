"""What a study asks of Richelieu."""

from __future__ import annotations

from intrigue.arena.contract import Family
from intrigue.arena.richelieu.plots import plots
from intrigue.arena.richelieu.story import figures, story
from intrigue.games.richelieu.state import State

RICHELIEU = Family(State, story, figures, plots)
