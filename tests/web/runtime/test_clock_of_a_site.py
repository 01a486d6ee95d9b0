"""A whole site while somebody sets the clock of its machine: what /readyz says, and what is kept for some time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from web.guests import GENEROUS, Guest, Site, move, next_message, playing, running, until

from intrigue.locale import LANGUAGES, words
from intrigue.web.config import Rate
from intrigue.web.runtime.automation import BotsAndClocks
from intrigue.web.runtime.clock import SiteClock, Step, steady_clock, wall_clock
from intrigue.web.runtime.health import BEHIND, Remark, duration, remarks
from intrigue.web.runtime.maintenance import close_table
from intrigue.web.store import SHELF_LIFE, open_store

HOUR = 3_600_000
DAY = 24 * HOUR
ONE_DAY = "days:1"


class SetClock(SiteClock):
    """A machine's clocks, of which somebody sets the wall clock."""

    def __init__(self, set_by: int = 0) -> None:
        self.set_by = set_by
        super().__init__(lambda: wall_clock() + self.set_by, steady_clock)


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def site(tmp_path: Path, clock: SetClock) -> Iterator[Site]:
    with running(tmp_path, automation=BotsAndClocks, bot_processes=1, clock=clock) as found:
        until(lambda: found.guest().get("/readyz").status_code == 200)
        yield found


def ready(site: Site, language: str = "en") -> list[str]:
    """What /readyz says of a site that is ready."""
    answer = site.guest(**{"Accept-Language": language}).get("/readyz")
    assert answer.status_code == 200, answer.text
    return answer.text.splitlines()


def beaten(site: Site) -> None:
    """The next sign of life has reached the database."""
    site.inside(lambda: site.parts.tables.keep_time())


def against_bots(guest: Guest) -> str:
    table = guest.post("/quick", {"game": "oriflamme", "players": "3", "level": "page", "name": "Ann"}).json()["table"]
    guest.ready(table, 1)
    return str(table)


@pytest.mark.parametrize("step", [HOUR, -HOUR, 3 * DAY, -3 * DAY], ids=["an hour", "back", "days", "days back"])
def test_a_game_with_bots_goes_on_and_the_site_says_what_it_sees(site: Site, clock: SetClock, step: int) -> None:
    guest = site.guest()
    table = against_bots(guest)
    with guest.socket(table) as line:
        next_message(line, "snapshot")
        clock.set_by = step
        found = site.inside(lambda: site.parts.tables.get(table))
        while not any(by != 1 for _, by in found.match.played[-2:]) or len(found.match.played) < 6:
            if found.to_act == 1:
                guest.ask(table, do="move", seat=1, move=found.match.moves()[0])
            next_message(line, "frame")
    key = "forward" if step > 0 else "behind"
    for language in LANGUAGES:
        first, *others = ready(site, language)
        assert first == words(language)("health.ready")
        sentence = words(language)(f"health.clock.{key}", length="|").split("|")
        assert len(others) == 1 and others[0].startswith(sentence[0]) and others[0].endswith(sentence[1])


def test_a_site_whose_clock_is_right_again_is_ready_and_says_nothing(site: Site, clock: SetClock) -> None:
    clock.set_by = -HOUR
    assert len(ready(site)) == 2
    clock.set_by = 0
    assert ready(site) == [words("en")("health.ready")]
    assert site.parts.tables.outages == []


def test_a_step_is_told_of_for_an_hour(tmp_path: Path) -> None:
    wall, steady = [10 * DAY], [0]
    clock = SiteClock(lambda: wall[0], lambda: steady[0])
    with running(tmp_path, clock=clock) as site:
        clock.advance(HOUR)
        clock.step = Step(HOUR, clock.steady())
        assert remarks(site.parts.clock) == [
            Remark("health.clock.behind", "1:00:00"),
            Remark("health.clock.forward", "1:00:00"),
        ]
        wall[0] += HOUR
        assert remarks(site.parts.clock) == [Remark("health.clock.forward", "1:00:00")]
        steady[0] += HOUR
        assert remarks(site.parts.clock) == [Remark("health.clock.behind", "1:00:00")]
        wall[0] += HOUR - BEHIND
        assert remarks(site.parts.clock) == []
    assert duration(3 * DAY + 61_999) == "72:01:01"


# Starting


@pytest.mark.parametrize("step", [HOUR, -HOUR, 3 * DAY, -3 * DAY])
def test_a_clock_that_was_set_while_the_site_was_down(tmp_path: Path, step: int) -> None:
    with running(tmp_path, automation=BotsAndClocks, bot_processes=1, clock=SetClock()) as site:
        table, guests = playing(site, clock=ONE_DAY)
        cookies = [guest.http.cookies["intrigue"] for guest in guests]
        before = left(site, table)
        last = site.inside(lambda: site.parts.tables.get(table)).changed
    with running(tmp_path, automation=BotsAndClocks, bot_processes=1, clock=SetClock(step)) as site:
        until(lambda: site.guest().get("/readyz").status_code == 200)
        guests = [site.guest() for _ in cookies]
        for guest, cookie in zip(guests, cookies, strict=True):
            guest.http.cookies.set("intrigue", cookie, domain="127.0.0.1")
        assert before - HOUR / 2 < left(site, table) <= before + 2_000
        assert move(site, table, guests).status_code == 200
        assert DAY - HOUR / 2 < left(site, table) <= DAY
        assert site.inside(lambda: site.parts.tables.get(table)).changed >= last
        assert len(ready(site)) == (2 if step < 0 else 1)


def left(site: Site, table: str) -> int:
    parts = site.parts
    return site.inside(lambda: parts.tables.get(table)).left(parts.now(), parts.tables.outages)


# What is kept for some time


def test_no_limit_is_lifted_by_a_clock_that_is_set(tmp_path: Path, clock: SetClock) -> None:
    with running(
        tmp_path, automation=BotsAndClocks, bot_processes=1, clock=clock, rates=GENEROUS | {"table": Rate(2, 600)}
    ) as site:
        guest = site.guest()
        for _ in range(2):
            guest.open()
        for step in (DAY, -DAY):
            clock.set_by = step
            beaten(site)
            answer = guest.post("/new", {"game": "oriflamme", "players": "3", "name": "Ann"})
            assert answer.status_code == 429 and int(answer.headers["Retry-After"]) <= 300


def test_a_code_lives_no_longer_because_the_clock_was_set_back(site: Site, clock: SetClock) -> None:
    host, other = site.guest(), site.guest()
    table = host.open()
    code = host.post(f"/t/{table}/code", {"seat": 1}).json()["code"]
    clock.set_by = -DAY
    beaten(site)
    clock.base += 10 * 60_000  # so much of the site's time passes
    assert other.post(f"/t/{table}/takeover", {"code": code}).status_code == 422
    code = host.post(f"/t/{table}/code", {"seat": 1}).json()["code"]
    assert other.post(f"/t/{table}/takeover", {"code": code}).status_code == 200


def test_records_lie_as_long_though_the_clock_was_set_forward(site: Site, clock: SetClock) -> None:
    site.inside(lambda: site.parts.store.shelve("r", "a record", None, site.parts.now()))
    clock.set_by = 2 * SHELF_LIFE
    beaten(site)
    tables, store = site.parts.tables, site.parts.store
    assert site.parts.now() > wall_clock() + 2 * SHELF_LIFE - HOUR
    site.inside(lambda: store.delete_expired(tables.without_outages()))
    assert site.inside(lambda: store.record_on_shelf("r", tables.without_outages())) == "a record"
    clock.base += SHELF_LIFE
    assert site.inside(lambda: store.record_on_shelf("r", tables.without_outages())) is None


def test_a_ban_lasts_until_the_machine_s_clock_says_so(site: Site, clock: SetClock) -> None:
    house = site.parts
    site.inside(lambda: house.store.ban("network", "192.0.2.0/24", "", wall_clock(), wall_clock() + HOUR))
    clock.set_by = DAY
    beaten(site)
    clock.set_by = 0  # it was wrong: the ban holds again
    until(lambda: site.inside(lambda: house.bans.read(house.store, house.clock.wall())) or house.bans.networks)
    assert house.bans.holds("192.0.2.7")


def test_a_form_that_comes_again_after_a_step_leads_to_the_same_table(site: Site, clock: SetClock) -> None:
    guest = site.guest()
    form = {"game": "oriflamme", "players": "3", "key": site.key()}
    first = guest.submit("/quick", form).headers["location"]
    clock.set_by = DAY
    beaten(site)
    assert guest.submit("/quick", form).headers["location"] == first


def test_a_table_is_closed_after_all_that_was_done_there(site: Site, clock: SetClock, tmp_path: Path) -> None:
    clock.set_by = DAY
    beaten(site)
    clock.set_by = 0
    table = site.guest().open()

    async def close() -> int:
        store = await open_store(site.parts.config.database)
        try:
            await close_table(store, table, "operator", "")
            return (await store.read(table))[-1].at
        finally:
            await store.close()

    assert asyncio.run(close()) > wall_clock() + DAY - HOUR
