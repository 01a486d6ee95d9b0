"""The agents at court as pieces that people follow while they move: which lie where, and what their owners recall."""

from __future__ import annotations

from typing import Any

from intrigue.engine.events import Event
from intrigue.engine.game import Places, View
from intrigue.games.richelieu.cards import GREY, NOBODY, SPACES
from intrigue.games.richelieu.events import space
from intrigue.games.richelieu.state import State

NUMBERS = {space(at): at for at in range(SPACES)}
"""Of spaces, by how the notation writes them."""


def pieces(g: State) -> Places:
    """`{"agents": {"1.r.2": 1, …}}`: an agent has the number of its space; figures have names of their own."""
    return {"agents": {space(at): at for at in range(SPACES) if g.who[at] != NOBODY and g.who[at] < GREY}}


def pieces_in(position: View) -> Places:
    return {
        "agents": {
            at: NUMBERS[at]
            for number, zone in enumerate(position["zones"], start=1)
            for side in "ro"
            for place, agent in enumerate(zone[side], start=1)
            if agent
            for at in [f"{number}.{side}.{place}"]
        }
    }


def moved_piece(event: Event) -> tuple[int, int | None] | None:
    """An agent that goes to another space."""
    if event.name != "agent_moved":
        return None
    return NUMBERS[event.values["space"]], NUMBERS[event.values["to"]]


def own_pieces(view: View, things: Places, seat: int) -> dict[int, Any]:
    """The values of a noble's agents that lie face down, the neutral ones too that the noble placed."""
    known = {}
    for at, thing in things["agents"].items():
        agent = agent_on(view, at)
        if agent.get("set", agent["player"]) == seat and not agent["up"]:
            known[thing] = agent["value"]
    return known


def agent_on(view: View, at: str) -> dict[str, Any]:
    """The agent on a space of a view."""
    agent: dict[str, Any] = view["zones"][int(at[0]) - 1][at[2]][int(at[4]) - 1]
    return agent


def with_own_pieces(view: View, things: Places, known: dict[int, Any]) -> View:
    zones = view["zones"][:]
    for at, thing in things["agents"].items():
        if thing not in known:
            continue
        zone, side, place = int(at[0]) - 1, at[2], int(at[4]) - 1
        agent = zones[zone][side][place]
        if not agent["up"]:
            agents = zones[zone][side][:]
            agents[place] = agent | {"value": known[thing]}
            zones[zone] = zones[zone] | {side: agents}
    return view | {"zones": zones}
