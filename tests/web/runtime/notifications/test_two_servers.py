"""Of two servers on one database, one tells."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from web.databases import Postgres
from web.guests import Guest, Site, next_message, playing, running, until
from web.runtime.made_up import MadeClock
from web.runtime.notifications.endpoints import Endpoint
from web.runtime.notifications.games import (
    DAY,
    Played,
    finish_pending,
    heard_of_the_end,
    person_of,
    take_control,
    wait_for_claim,
    warning_at,
    wound,
)

from intrigue.web.runtime.maintenance import close_table
from intrigue.web.runtime.notifications.notifier import CHARGE, PAUSE


@pytest.fixture
def pair(postgres: Postgres, tmp_path: Path, endpoint: Endpoint) -> Iterator[tuple[Played, Site, MadeClock]]:
    name = postgres.create()
    here, there = MadeClock(), MadeClock()
    with ExitStack() as stack:
        one = stack.enter_context(running(tmp_path, now=here.now, database=postgres.url(name)))
        other = stack.enter_context(running(tmp_path, now=there.now, database=postgres.url(name)))
        take_control(other, there, endpoint)
        yield Played(one, here, endpoint), other, there
    postgres.drop(name)


def twin(guest: Guest, site: Site) -> Guest:
    """The same browser at another server."""
    other = site.guest()
    other.http.cookies.set("intrigue", guest.http.cookies["intrigue"], domain="127.0.0.1")
    return other


def wait_for_version(site: Site, table: str, version: int) -> None:
    """Another server has heard of a version, and so of the decision."""
    site.inside(lambda: site.parts.notifier.read_reachable())

    async def wait_until_heard() -> None:
        while (await site.parts.tables.get(table)).version < version:
            await asyncio.wait([asyncio.create_task(site.parts.tables.refresh(table))])
        site.parts.notifier.on_change(await site.parts.tables.get(table))

    site.inside(wait_until_heard)


def test_of_two_servers_one_tells(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    guest = game.guests[1]
    game.hook(guest)
    game.until_asked(guest)
    wait_for_version(other, game.table, guest.version(game.table))
    game.finish_notices()
    finish_pending(other, there, game.table)
    assert "your move" in game.endpoint.next().json["text"]
    assert game.endpoint.heard.empty()


def test_if_the_server_that_has_an_active_tab_dies_another_tells(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    guest = game.guests[1]
    game.hook(guest)
    with twin(guest, other).socket(game.table) as line:
        next_message(line, "snapshot")
        line.send("!")
        person = game.site.inside(lambda: person_of(game, guest))
        until(lambda: other.parts.hub.active_at(game.table, person))
        game.clock.time += 10
        there.time += 10
        game.until_asked(guest)
        wait_for_version(other, game.table, guest.version(game.table))
        other.inside(lambda: there.pass_by(CHARGE))
        other.inside(lambda: wait_for_claim(other))
        other.stop()
    game.finish_notices()
    assert "your move" in game.endpoint.next().json["text"]
    assert game.endpoint.heard.empty()


def test_an_active_tab_at_the_other_server_counts_too(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    guest = game.guests[1]
    game.hook(guest)
    reader = twin(guest, other)
    with reader.socket(game.table) as line:
        next_message(line, "snapshot")
        game.until_asked(guest)
        wait_for_version(other, game.table, guest.version(game.table))
        line.send("!")
        person = game.site.inside(lambda: person_of(game, guest))

        async def wait_until_heard() -> None:
            while not other.parts.hub.active_at(game.table, person):
                await asyncio.sleep(0)

        other.inside(wait_until_heard)
        finish_pending(other, there, game.table)  # it takes charge early
        game.finish_notices()
    assert game.endpoint.heard.empty()


def test_a_server_follows_the_tables_of_those_who_can_be_told(pair: tuple[Played, Site, MadeClock]) -> None:
    """Though nobody looks at them there: the server at which they are played may die."""
    game, other, _ = pair
    guest = game.guests[1]
    game.hook(guest)
    other.inside(lambda: other.parts.notifier.read_reachable())
    strange, _ = playing(game.site)
    for table in (game.table, strange):
        other.inside(partial(other.parts.tables.get, table))
    game.until_asked(guest)
    until(lambda: game.table in other.parts.notifier.pending)
    assert not other.parts.tables.leave_to_others(game.table) and other.parts.tables.leave_to_others(strange)


def test_whoever_is_at_the_other_server_is_not_told_of_the_end(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    guest, away = game.guests[:2]
    for one in (guest, away):
        game.hook(one)
    other.inside(lambda: other.parts.notifier.read_reachable())
    other.parts.tables.listeners.change.remove(other.parts.notifier.on_change)  # it hears of the end a little later
    with twin(guest, other).socket(game.table) as line:
        next_message(line, "snapshot")
        line.send("!")
        person = game.site.inside(lambda: person_of(game, guest))
        until(lambda: other.parts.hub.active_at(game.table, person))
        assert game.site.inside(lambda: close_table(game.site.parts.store, game.table, "operator", ""))
        for site, clock, passed in ((game.site, game.clock, CHARGE), (other, there, PAUSE)):
            site.inside(lambda site=site: site.parts.notifier.look_for_closed(0))
            site.inside(lambda clock=clock, passed=passed: clock.pass_by(passed))
        heard_of_the_end(other)
        heard_of_the_end(game.site)
    assert game.endpoint.next().json["event"] == "closed" and game.endpoint.heard.empty()


def test_of_two_servers_one_warns_and_none_where_a_reader_is(pair: tuple[Played, Site, MadeClock]) -> None:
    game, other, there = pair
    game.table, game.guests = playing(game.site, clock=DAY)
    guest = game.guests[1]
    game.hook(guest)

    def asked_anew() -> None:
        game.until_asked(guest)
        there.time = game.clock.time
        wait_for_version(other, game.table, guest.version(game.table))

    asked_anew()
    wound(game.site, game.clock, game.table)
    wound(other, there, game.table)
    assert [game.endpoint.next().json["event"] for _ in range(2)] == ["turn", "warning"]
    assert game.endpoint.heard.empty()
    with twin(guest, other).socket(game.table) as line:
        next_message(line, "snapshot")
        asked_anew()
        before = warning_at(other, game.table) - 1
        wound(game.site, game.clock, game.table, before)
        wound(other, there, game.table, before)
        assert game.endpoint.next().json["event"] == "turn"
        line.send("!")
        person = game.site.inside(lambda: person_of(game, guest))
        until(lambda: other.parts.hub.active_at(game.table, person))
        wound(other, there, game.table)  # it is a little quicker
        wound(game.site, game.clock, game.table)
    assert game.endpoint.heard.empty()
