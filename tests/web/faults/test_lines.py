"""Lines while the database fails, as a plain client hears them: they stay open, say why, and miss nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web.browsers import Visitors
from web.faults.watching import says, well
from web.guests import PATIENCE, Site, move, next_message, playing, running, until

from intrigue.web.store import Busy, Full, Unavailable


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server without bots, in a thread."""
    folder: Path = tmp_path_factory.mktemp("hall")
    with running(folder) as found:
        yield found


def failing(site: Site, monkeypatch: pytest.MonkeyPatch, fault: type[Exception], *calls: str) -> None:
    """From now on these calls of the store fail."""

    async def fails(*given: Any, **named: Any) -> Any:
        raise fault("a test")

    for call in calls:
        monkeypatch.setattr(type(site.parts.store), call, fails)


@pytest.mark.parametrize("fault", [Unavailable, Busy, Full])
def test_everybody_at_the_table_is_told_until_something_is_written(
    hall: Site, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    table, guests = playing(hall)
    with guests[0].socket(table) as line:
        version = next_message(line, "snapshot")["v"]
        failing(hall, monkeypatch, fault, "append")
        assert move(hall, table, guests).status_code == 503
        assert next_message(line, "trouble")["why"] == {Full: "full", Busy: "busy", Unavailable: "away"}[fault]
        monkeypatch.undo()
        assert move(hall, table, guests).json() == {"version": version + 1}
        assert next_message(line, "trouble", "frame")["why"] == ""
        assert next_message(line, "frame")["v"] == version + 1


def test_a_line_lives_while_its_table_cannot_even_be_read(hall: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, guests = playing(hall)
    with guests[0].socket(table) as line:
        version = next_message(line, "snapshot")["v"]
        failing(hall, monkeypatch, Unavailable, "append", "read", "secret")
        assert move(hall, table, guests).status_code == 503  # and now only the store knows how the table stands
        assert next_message(line, "trouble")["why"] == "away"
        for _ in range(2):
            line.send(".")
            assert next_message(line, "alive", "frame")["type"] == "alive"
        monkeypatch.undo()
        move(hall, table, guests)
        assert next_message(line, "frame", "snapshot")["v"] == version + 1


def test_one_that_is_away_is_away_for_all_and_one_without_room_or_held_for_whoever_needs_it(
    hall: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [playing(hall) for _ in range(2)]
    lines = [guests[0].socket(table) for table, guests in tables]
    try:
        for line in lines:
            next_message(line, "snapshot")
        for fault, others in ((Full, False), (Busy, False), (Unavailable, True)):
            failing(hall, monkeypatch, fault, "append")
            move(hall, *tables[0])
            next_message(lines[0], "trouble")
            monkeypatch.undo()
            lines[1].send(".")
            kinds = {next_message(lines[1], "trouble", "alive")["type"]}
            assert kinds == ({"trouble"} if others else {"alive"})
        hall.inside(hall.parts.hub.refresh)  # the database is there: nobody needs to write first
        assert [next_message(line, "trouble")["why"] for line in lines] == ["", ""]
    finally:
        for line in lines:
            line.close()


def waiting(site: Site, table: str) -> int:
    """How many lines there are to a table."""

    async def lines() -> int:
        room = site.parts.hub.live_tables.get(table)
        return len(room.connections) if room else 0

    return site.inside(lines)


def test_a_poll_that_knows_of_the_trouble_waits_for_its_end(hall: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, guests = playing(hall)
    version = guests[0].version(table)
    with guests[1].socket(table, version) as line:  # who stays: a room that all have left remembers no trouble
        failing(hall, monkeypatch, Full, "append")
        assert move(hall, table, guests).status_code == 503
        next_message(line, "trouble")
        monkeypatch.undo()
        for known in ("", "away", "else"):
            assert {"type": "trouble", "why": "full"} in guests[0].poll(table, version, trouble=known)
        until(lambda: waiting(hall, table) == 1)
        heard: list[dict[str, object]] = []
        asking = threading.Thread(target=lambda: heard.extend(guests[0].poll(table, version, trouble="full")))
        asking.start()
        until(lambda: waiting(hall, table) == 2)
        assert not heard
        move(hall, table, guests)
        asking.join(PATIENCE)
        assert [message.get("why") for message in heard if message["type"] == "trouble"] == [""]
        assert {"type": "trouble", "why": ""} in guests[0].poll(table, version + 1, trouble="full")


def test_a_socket_of_a_page_that_still_shows_a_trouble_says_that_it_is_over(hall: Site) -> None:
    table, guests = playing(hall)
    with guests[0].socket(table, guests[0].version(table), trouble="away") as line:
        assert next_message(line, "trouble")["why"] == ""


def test_a_page_that_polls_says_what_it_shows(
    hall: Site, visitors: Visitors, monkeypatch: pytest.MonkeyPatch, faults: None
) -> None:
    table, guests = playing(hall)
    page = visitors("about:blank")
    page.add_init_script(
        "window.WebSocket = class extends WebSocket"
        " { constructor(address) { super(String(address).replace('/live', '/nothing')); } };"
    )
    with guests[1].socket(table):  # who stays: a room that all have left remembers no trouble
        with page.expect_request("**/poll?*"):
            page.goto(f"{hall.url}/t/{table}")
        until(lambda: waiting(hall, table) == 2)
        failing(hall, monkeypatch, Full, "append")
        with page.expect_request("**/poll?*trouble=full*"):
            assert move(hall, table, guests).status_code == 503
        says(page, "full")
        monkeypatch.undo()
        move(hall, table, guests)
        well(page)
