"""What a server keeps in memory between two requests, when it looks again, and what it lets go."""

from __future__ import annotations

import pytest
from web.server.guests import Site, move, playing, to_the_end, told, until

from intrigue.web.security import hashed


def test_who_plays_is_not_looked_up_at_every_move(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, guests = playing(site)
    store, looked = site.house.store, []
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
    recent = site.house.people.recent
    for guest in guests:
        hash = hashed(guest.http.cookies["intrigue"])
        recent[hash] = recent[hash]._replace(id=recent[hash].id + 1000)
    assert move(site, table, guests).status_code == 200
    assert min(person.id for person in recent.values()) < 1000


def test_a_game_that_is_over_leaves_memory_with_its_last_reader(site: Site) -> None:
    ended, guests = playing(site)
    running, _ = playing(site)
    slots = site.house.desk.slots
    with guests[0].socket(ended) as line, guests[0].socket(running) as other:
        told(line, "snapshot")
        told(other, "snapshot")
        to_the_end(site, ended, guests)
        assert ended in slots and running in slots
    until(lambda: not {ended, running} & set(site.house.hub.rooms))
    assert ended not in slots and running in slots
    assert guests[0].get(f"/t/{ended}").status_code == 200


def test_tables_that_changed_elsewhere_are_read_again_and_no_others(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guests = playing(site)
    still, others = playing(site)
    hub, desk = site.house.hub, site.house.desk
    with guests[0].socket(table) as line, others[0].socket(still) as quiet:
        told(line, "snapshot")
        told(quiet, "snapshot")
        site.inside(hub.refresh)
        read, reading = [], desk.store.read
        monkeypatch.setattr(desk.store, "read", lambda id, after=0: (read.append(id), reading(id, after))[1])
        site.inside(hub.refresh)
        assert read == []
        found = desk.at_hand(table)
        assert found and found.to_act
        guest, moves = guests[found.to_act - 1], found.match.moves() if found.match else []
        monkeypatch.setattr(desk, "tell", lambda table: None)  # as if another process had written
        version = guest.ask(table, do="move", seat=found.to_act, move=moves[0]).json()["version"]
        monkeypatch.undo()
        slot = desk.slots[table]
        slot.table = None  # and this one had not heard of it
        site.inside(hub.refresh)
        assert told(line, "frame", "snapshot")["v"] == version
