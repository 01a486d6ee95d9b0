"""What the environments ask of Trifle."""

from __future__ import annotations

from intrigue.envs.contract import Family
from intrigue.envs.trifle.dealing import Dealing
from intrigue.envs.trifle.drawing import svg, text
from intrigue.games.trifle.state import State

TRIFLE = Family(State, Dealing, text, svg)
