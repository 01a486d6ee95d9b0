"""What a server keeps in memory between two requests, when it looks again, and what it lets go."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from web.guests import Site, move, next_message, playing, running, to_the_end, until
from websockets.sync.client import ClientConnection

from intrigue.locale import Words
from intrigue.web.errors import NoTable
from intrigue.web.html.templates import environment
from intrigue.web.live import hub as live
from intrigue.web.runtime.people import LATELY, People
from intrigue.web.runtime.tokens import token_hash
from intrigue.web.server import gc as collecting
from intrigue.web.server import sockets
from intrigue.web.store import Person, Stale
from intrigue.web.table.errors import Denied
from intrigue.web.view.scene import SceneChange


def test_templates_are_read_before_the_first_page(tmp_path: Path) -> None:
    made = environment()
    assert made.cache is not None
    made.cache.clear()
    with running(tmp_path):
        read = {name for _, name in list(made.cache)}
    assert read == set(made.list_templates())


def test_who_plays_is_not_looked_up_at_every_move(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, guests = playing(site)
    store, looked = site.parts.store, []
    person = store.person
    monkeypatch.setattr(store, "person", lambda hash: (looked.append(hash), person(hash))[1])
    for _ in range(5):
        assert move(site, table, guests).status_code == 200
    assert looked == []
    stranger = site.guest()
    stranger.ask(table, do="vote", seat=1, end=True)
    assert looked


def test_who_became_somebody_else_in_another_process_is_looked_up(site: Site) -> None:
    table, guests = playing(site)
    cache = site.parts.people.recent
    for guest in guests:
        hash = token_hash(guest.http.cookies["intrigue"])
        known, then = cache[hash]
        cache[hash] = known._replace(id=known.id + 1000), then
    assert move(site, table, guests).status_code == 200
    assert min(person.id for person, _ in cache.values()) < 1000


def test_whoever_was_looked_up_long_ago_is_forgotten() -> None:
    class Everybody:
        async def person(self, token_hash: bytes) -> Person:
            return Person(token_hash[0], "", "en", {})

    clock = [0]
    known = People(cast(Any, Everybody()), lambda: clock[0])
    for number in range(20):
        asyncio.run(known.look_up(bytes([number]), lambda person: False))
        clock[0] += LATELY // 4
    assert len(known.recent) == 4


def test_a_game_that_is_over_leaves_memory_with_its_last_reader(site: Site) -> None:
    ended, guests = playing(site)
    running, _ = playing(site)
    slots = site.parts.tables.cached
    with guests[0].socket(ended) as line, guests[0].socket(running) as other:
        next_message(line, "snapshot")
        next_message(other, "snapshot")
        to_the_end(site, ended, guests)
        assert ended in slots and running in slots
    until(lambda: not {ended, running} & set(site.parts.hub.live_tables))
    assert ended not in slots and running in slots
    assert guests[0].get(f"/t/{ended}").status_code == 200


def test_how_a_change_came_about_is_kept_only_while_it_is_new(tmp_path: Path) -> None:
    clock = [1_000_000]
    with running(tmp_path, now=lambda: clock[0]) as site:
        table, guests = playing(site)
        with guests[0].socket(table) as line, guests[1].socket(table) as other:
            next_message(line, "snapshot")
            next_message(other, "snapshot")
            assert move(site, table, guests).status_code == 200
            seen = next_message(line, "frame"), next_message(other, "frame")
            found = site.parts.tables.in_memory(table)
            assert found
            made = site.parts.tables.views_of(found)
            site.inside(site.parts.hub.update_presence)
            assert len(made.changes) == 2 and {version for version, _ in made.scenes} > {found.version}
            clock[0] += live.LATE + 1
            until(lambda: not made.changes)
            assert {version for version, _ in made.scenes} == set(made.faces) == {found.version}
            # What comes next is told as if nothing had been forgotten, and who missed the last change is told it too.
            assert move(site, table, guests).status_code == 200
            assert next_message(line, "frame")["v"] == next_message(other, "frame")["v"] == seen[0]["v"] + 1
            with guests[0].socket(table, since=seen[0]["v"] - 1) as late:
                assert [next_message(late, "frame")["v"] for _ in range(2)] == [seen[0]["v"], seen[0]["v"] + 1]
        until(lambda: site.parts.tables.views_of(found) is not made)


def test_a_frame_is_made_once_for_all_who_look_with_the_same_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    real = live.frames.frame

    def count(change: SceneChange, words: Words) -> dict[str, Any]:
        made.append(change.after.viewer.seat)
        return real(change, words)

    with running(tmp_path, now=lambda: 1_000_000) as site:
        table, guests = playing(site)
        watchers = [site.guest() for _ in range(2)]
        with watchers[0].socket(table) as line, watchers[1].socket(table) as other:
            next_message(line, "snapshot")
            next_message(other, "snapshot")
            monkeypatch.setattr(live.frames, "frame", count)
            assert move(site, table, guests).status_code == 200
            assert next_message(line, "frame") == next_message(other, "frame")
    assert made == [0]


@pytest.fixture
def untidy() -> Iterator[None]:
    """Nobody looks for litter: things that hold each other stay."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive(*kinds: type) -> set[int]:
    """Which things of some kinds there are."""
    return {id(one) for one in gc.get_objects() if type(one) in kinds}


@pytest.mark.parametrize("leaves", [ClientConnection.close, lambda line: line.socket.close()], ids=["close", "drop"])
def test_a_line_that_is_down_leaves_no_litter(
    site: Site, untidy: None, leaves: Callable[[ClientConnection], None]
) -> None:
    table, guests = playing(site)
    with guests[0].socket(table) as staying:
        next_message(staying, "snapshot")
        until(lambda: len(site.parts.hub.live_tables[table].connections) == 1)
        before = alive(sockets.Opening, sockets.HttpProtocol)
        for _ in range(3):
            line = guests[1].socket(table)
            next_message(line, "snapshot")
            leaves(line)
        until(lambda: alive(sockets.Opening, sockets.HttpProtocol) <= before)


def test_what_is_refused_leaves_no_litter(site: Site, untidy: None) -> None:
    table, guests = playing(site)
    stranger = site.guest()
    stranger.post("/me", {"name": "Eve"})
    for answer in (
        stranger.ask(table, do="vote", seat=1, end=True),
        guests[0].ask(table, expected=1, do="vote", seat=1, end=True),
        stranger.get("/t/aaaaaaaaaa/poll?since=0"),
    ):
        assert answer.status_code in (404, 409, 422)
    assert move(site, table, guests).status_code == 200  # what was written last is still at hand
    until(lambda: not alive(Denied, Stale, NoTable))


def test_when_nobody_is_left_the_server_tidies_up(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        hub = site.parts.hub
        table, guests = playing(site)
        times: list[int] = []
        hub.empty_listeners.append(lambda: times.append(len(hub.live_tables)))
        with guests[0].socket(table) as line, guests[1].socket(table) as other:
            next_message(line, "snapshot")
            next_message(other, "snapshot")
        until(lambda: times == [0])


def test_litter_is_looked_for_everywhere_only_after_much_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    count = [0, collecting.MUCH - 1, 0]
    monkeypatch.setattr(collecting.gc, "get_count", lambda: tuple(count))
    for name in ("unfreeze", "collect", "freeze"):
        monkeypatch.setattr(collecting.gc, name, lambda name=name: done.append(name))
    collecting.collect_when_idle()
    assert done == []
    count[1] += 1
    collecting.collect_when_idle()
    assert done == ["unfreeze", "collect", "freeze"]


def test_tables_that_changed_elsewhere_are_read_again_and_no_others(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guests = playing(site)
    still, others = playing(site)
    hub, tables = site.parts.hub, site.parts.tables
    with guests[0].socket(table) as line, others[0].socket(still) as quiet:
        next_message(line, "snapshot")
        next_message(quiet, "snapshot")
        site.inside(hub.refresh)
        read, reading = [], tables.store.read
        monkeypatch.setattr(tables.store, "read", lambda id, after=0: (read.append(id), reading(id, after))[1])
        site.inside(hub.refresh)
        assert read == []
        found = tables.in_memory(table)
        assert found and found.to_act
        guest, moves = guests[found.to_act - 1], found.match.moves() if found.match else []
        monkeypatch.setattr(tables, "announce", lambda table: None)  # as if another process had written
        version = guest.ask(table, do="move", seat=found.to_act, move=moves[0]).json()["version"]
        monkeypatch.undo()
        cached = tables.cached[table]
        cached.table = None  # and this one had not heard of it
        site.inside(hub.refresh)
        assert next_message(line, "frame", "snapshot")["v"] == version
