"""What the environments ask of Oriflamme, Ablaze and the mix."""

from __future__ import annotations

from intrigue.envs.contract import Family
from intrigue.envs.oriflamme.dealing import Dealing
from intrigue.envs.oriflamme.drawing import svg, text
from intrigue.games.oriflamme.state import State

ORIFLAMME = Family(State, Dealing, text, svg)
