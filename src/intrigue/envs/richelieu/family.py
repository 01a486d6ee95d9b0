"""What the environments ask of Richelieu."""

from __future__ import annotations

from intrigue.envs.contract import Family
from intrigue.envs.richelieu.dealing import Dealing
from intrigue.envs.richelieu.drawing import svg, text
from intrigue.games.richelieu.state import State

RICHELIEU = Family(State, Dealing, text, svg)
