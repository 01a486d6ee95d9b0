"""Games at a server whose clock a test winds, and whose only way out is the endpoint."""

from __future__ import annotations

import asyncio
import sys
from math import inf
from typing import Any

from sqlalchemy import select
from web.guests import Guest, Site, playing
from web.runtime.made_up import MadeClock
from web.runtime.notifications.endpoints import Endpoint

from intrigue.web.runtime.maintenance import close_table
from intrigue.web.store import schema

DAY = "days:1"


class Played:
    """A game at a server whose clock the test winds; whoever is asked first has a webhook."""

    def __init__(self, site: Site, clock: MadeClock, endpoint: Endpoint, pace: str = "none") -> None:
        self.site, self.clock, self.endpoint = site, clock, endpoint
        take_control(site, clock, endpoint)
        self.table, self.guests = playing(site, clock=pace)

    @property
    def guest_on_turn(self) -> Guest:
        """Whoever is asked."""
        found = self.site.inside(lambda: self.site.parts.tables.get(self.table))
        assert found.to_act
        return self.guests[found.to_act - 1]

    def hook(self, guest: Guest) -> None:
        answer = guest.post("/me/hook", {"url": f"{self.endpoint.url}/hook"})
        assert answer.status_code == 200, answer.text

    def move(self) -> None:
        """Whoever is asked moves, and takes no notice of it."""
        found = self.site.inside(lambda: self.site.parts.tables.get(self.table))
        assert found.match and found.to_act
        answer = self.guest_on_turn.ask(self.table, do="move", seat=found.to_act, move=found.match.moves()[0])
        assert answer.status_code == 200, answer.text

    def until_asked(self, guest: Guest) -> None:
        """Plays on until somebody is asked anew."""
        self.move()
        while self.guest_on_turn is not guest:
            self.move()

    def finish_notices(self) -> None:
        """Time passes until the pending decision was told, or is known to need no telling."""
        finish_pending(self.site, self.clock, self.table)


def take_control(site: Site, clock: MadeClock, endpoint: Endpoint) -> None:
    """Lets a server call only the endpoint, wait only for the test's clock, and look ahead only when told."""
    site.parts.notifier.outbound = endpoint.outbound()
    site.parts.notifier.clock = clock
    site.parts.notifier.looked = sys.maxsize


def finish_pending(site: Site, clock: MadeClock, table: str) -> None:
    async def pass_on() -> None:
        task = site.parts.notifier.pending[table][1]
        while not task.done():
            await clock.pass_by(1000)
            await asyncio.wait([task], timeout=0.01)

    site.inside(pass_on)


def signs(game: Played, guest: Guest, line: object, sign: str) -> None:
    """A page says something of its reader, and the server has heard it."""
    line.send(sign)  # type: ignore[attr-defined]
    person = game.site.inside(lambda: person_of(game, guest))

    async def wait_for_presence() -> None:
        while bool(game.site.parts.hub.active_at(game.table, person)) != (sign == "!"):
            await asyncio.sleep(0)

    game.site.inside(wait_for_presence)


async def person_of(game: Played, guest: Guest) -> int:
    table = await game.site.parts.tables.get(game.table)
    person = table.seats[game.guests.index(guest)].person
    assert person
    return person


async def wait_for_claim(site: Site) -> None:
    """Until a server looks after a notice."""
    store: Any = site.parts.store
    while not await store.run_read(lambda c: c.scalar(select(schema.notices.c.version))):
        pass


def wound(site: Site, clock: MadeClock, table: str, end: float = inf) -> None:
    """Time passes from one thing that a notice waits for to the next, until nothing is left, or up to a moment."""

    async def pass_on() -> None:
        task = site.parts.notifier.pending[table][1]
        while not task.done() and not (clock.waiting and clock.waiting[0][0] > end):
            if clock.waiting:
                await clock.pass_to(clock.waiting[0][0])
            await asyncio.wait([task], timeout=0.01)
        if end < inf:
            clock.time = max(clock.time, int(end))

    site.inside(pass_on)


def warning_at(site: Site, table: str) -> int:
    at = site.inside(lambda: site.parts.tables.get(table)).warning()
    assert at
    return at


def heard_of_the_end(site: Site) -> None:
    """Time passes until the server has told whom it tells that a table is closed."""
    clock = site.parts.notifier.clock
    assert isinstance(clock, MadeClock)

    async def wait_for_calls() -> None:
        while tasks := set(site.parts.notifier.leaving):
            await clock.pass_by(1000)
            await asyncio.wait(tasks, timeout=0.01)

    site.inside(wait_for_calls)


def close_game(game: Played, why: str = "operator") -> None:
    """Somebody closes a table beside the server, which notices."""
    site, table = game.site, game.table
    assert site.inside(lambda: close_table(site.parts.store, table, why, "The hall closes."))
    site.inside(lambda: site.parts.tables.refresh(table))
    heard_of_the_end(site)
