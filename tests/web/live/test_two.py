"""Two servers on one PostgreSQL serve one table: what is done at one is seen at the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web.databases import Postgres
from web.guests import Guest, Site, move, next_message, playing, running


@pytest.fixture
def sites(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    name = postgres.create()
    with running(tmp_path, database=postgres.url(name)) as one, running(tmp_path, database=postgres.url(name)) as other:
        yield one, other
    postgres.drop(name)


def same(guest: Guest, site: Site) -> Guest:
    """The same browser at another server."""
    twin = site.guest()
    twin.http.cookies.set("intrigue", guest.http.cookies["intrigue"], domain="127.0.0.1")
    return twin


def test_moves_and_talk_reach_the_other_server(sites: tuple[Site, Site]) -> None:
    one, other = sites
    table, guests = playing(one)
    twins = [same(guest, other) for guest in guests]
    version = guests[0].version(table)
    with twins[0].socket(table, version) as line:
        next_message(line, "people")
        move(one, table, guests)
        frame = next_message(line, "frame", "snapshot", "resync")
        assert (frame["type"], frame["v"]) == ("frame", version + 1)
        assert frame["for"] in twins[0].page(f"/t/{table}").text
        assert guests[1].post(f"/t/{table}/say", {"key": one.key(), "kind": "text", "text": "hm"}).json() == {"n": 1}
        assert next_message(line, "talk")["n"] == 1
        # Now the other way round, without a reload.
        assert move(other, table, twins).json() == {"version": version + 2}
    seen: list[int] = []
    while len(seen) < 2:  # the word of the second move may come after the first poll
        since = seen[-1] if seen else version
        seen += [message["v"] for message in guests[0].poll(table, since) if message["type"] == "frame"]
    assert seen == [version + 1, version + 2]


def test_of_two_answers_to_one_question_one_is_taken(sites: tuple[Site, Site]) -> None:
    one, other = sites
    host = one.guest()
    table = host.open()
    twin = same(host, other)
    version = twin.version(table)
    first = host.ask(table, version, "here-key-0", do="fill", seat=2, level="page")
    second = twin.ask(table, version, "there-key-0", do="fill", seat=3, level="page")
    assert first.json() == {"version": version + 1}
    assert second.status_code == 409 and second.json()["version"] == version + 1
    again = twin.ask(table, version, "there-key-1", do="fill", seat=3, level="page")
    assert again.status_code == 409
    done = twin.ask(table, version + 1, "same-key-1", do="fill", seat=3, level="page")
    assert done.json() == {"version": version + 2}
    assert host.ask(table, version + 1, "same-key-1", do="fill", seat=3, level="page").json() == {
        "version": version + 2
    }


def test_somebody_who_sits_down_elsewhere_is_known_here(sites: tuple[Site, Site]) -> None:
    one, other = sites
    host, late = one.guest(), one.guest()
    table = host.open()
    late.page(f"/t/{table}")
    twin = same(late, other)
    with twin.socket(table, host.version(table)) as line:
        next_message(line, "people")
        late.sit(table, 2, "Bob")
        assert next_message(line, "frame", "snapshot", "resync") == {"type": "resync"}
