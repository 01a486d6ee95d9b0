"""The deal as headers of a record (notation, section 2): kinds, first player and cards set aside, or a seed."""

from __future__ import annotations

from intrigue.engine.game import BadHeader, Headers
from intrigue.engine.headers import first_in, is_first_drawn, written_first
from intrigue.engine.numbers import count
from intrigue.games.oriflamme.kinds import FAMILIES, NAMES, TWIN
from intrigue.games.oriflamme.state import State
from intrigue.games.oriflamme.view import names

ASIDE_HEADERS = tuple(f"Aside-{player}" for player in range(1, FAMILIES + 1))
DEAL = ("First", "First-drawn", *ASIDE_HEADERS)
HEADERS = (*DEAL, "Seed", "Position")


def kinds_in(header: str, value: str, allowed: int, number: int) -> int:
    """A set of kinds from a list in a header: that many, all different, all allowed."""
    found = 0
    listed = [name.strip() for name in value.split(",")]
    for name in listed:
        if name not in NAMES or not allowed >> NAMES.index(name) & 1:
            raise BadHeader(header, "error.no_such_kind", name=name[:60], known=", ".join(names(allowed)))
        found |= 1 << NAMES.index(name)
    if len(listed) != number or count(found) != number:
        raise BadHeader(header, "error.number_of_kinds", n=number)
    return found


def read_deal(g: State, headers: Headers) -> None:
    """Takes the explicit deal over into a blank state whose kinds are known."""
    g.first = first_in(headers, g.players)
    g.chosen_first = 0 if is_first_drawn(headers) else g.first + 1
    for player, header in enumerate(ASIDE_HEADERS):
        if player >= g.players and header in headers:
            raise BadHeader(header, "error.no_such_player", value=header[6:], count=g.players)
        if player < g.players and (g.set_aside or header in headers):
            if header not in headers:
                raise BadHeader(header, "error.missing_header")
            g.aside[player] = kinds_in(header, headers[header], g.kinds, g.set_aside)


def chosen_kinds(header: str, value: str, allowed: int, number: int) -> int:
    """The kinds of a mix; the Twin comes with the Prince and is never one of them."""
    return kinds_in(header, value, allowed & ~(1 << TWIN), number)


def written_deal(g: State) -> dict[str, str]:
    """The headers of a deal."""
    who = range(g.players if g.set_aside else 0)
    aside = {ASIDE_HEADERS[player]: ", ".join(names(g.aside[player])) for player in who}
    return {**written_first(g.first, g.chosen_first), **aside}
