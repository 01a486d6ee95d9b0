"""Whatever breaks, wherever: neither the log, nor standard error, nor any answer holds a card, a code or a token.

Every place that reads a table is made to fail with an exception that tells the whole truth (threats 1 and 13).
"""

from __future__ import annotations

import logging
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web.guests import PATIENCE, Guest, Site, move, playing, running
from websockets.exceptions import ConnectionClosed, InvalidStatus

from intrigue.web.games import registry
from intrigue.web.live import connections, hub
from intrigue.web.observe import logging as logs
from intrigue.web.observe.logging import discreet
from intrigue.web.render import account_pages, frames, pages, regions
from intrigue.web.runtime import replays, scheduler, tables
from intrigue.web.runtime.automation import BotsAndClocks
from intrigue.web.store import Busy, Full, Unavailable
from intrigue.web.store.error_log import CALM, MINUTE, FaultLog
from intrigue.web.store.sqlite import SqliteStore
from intrigue.web.table import opening
from intrigue.web.table.table import Table
from intrigue.web.view import replay, scene_builder, viewers

CANARY = "canary-of-a-hidden-card"
VERSION = 8
"""Of a table of three right after the deal."""
PLACES: dict[str, tuple[Any, str]] = {
    "the door's scenes": (scene_builder, "scene"),
    "the door's changes": (scene_builder, "change"),
    "the door's private scenes": (scene_builder, "private_scene"),
    "who looks": (viewers, "viewer_of"),
    "snapshots": (frames, "snapshot"),
    "frames": (frames, "frame"),
    "the orders' form": (registry, "orders"),
    "lines of talk": (regions, "talk_line"),
    "who is here": (regions, "people"),
    "the table's page": (pages, "table"),
    "the first page": (pages, "home"),
    "a fault's page": (pages, "fault"),
    "the door's past": (replay, "past_scene"),
    "looks back": (frames, "past_frame"),
    "the reels": (replays.Replays, "of_table"),
    "my games": (account_pages, "mine"),
    "my statistics": (account_pages, "statistics"),
    "who I am": (account_pages, "identity"),
    "answers": (Table, "answer"),
    "the fold": (Table, "apply"),
    "records": (Table, "record_text"),
    "rematches": (opening, "rematch"),
    "the tables' writing": (tables.Tables, "write"),
    "the crowd": (connections.LiveTable, "current_crowd"),
    "news": (hub.Hub, "table_messages"),
    "the store's appends": (SqliteStore, "append"),
    "the store's reads": (SqliteStore, "read"),
    "the store's talk": (SqliteStore, "add_chat_line"),
    "the store's orders": (SqliteStore, "orders_by_seat"),
    "the store's codes": (SqliteStore, "use_code"),
    "the store's people": (SqliteStore, "person"),
    "the store's results": (SqliteStore, "results_of"),
    "the store's exports": (SqliteStore, "export_person"),
    "the store's channels": (SqliteStore, "channels"),
}


class Broken(Exception):
    """A fault that says too much."""


def truth(site: Site, table: str, guests: list[Guest], code: str) -> list[str]:
    """What nobody may ever read in an answer, nor in a log."""
    found = site.inside(lambda: site.parts.tables.get(table))
    assert found.match
    nonces = [seat.nonce for seat in found.seats]
    return [CANARY, code, found.secret.hex(), repr(found.secret), str(found.match.position), *nonces]


def tokens(guests: list[Guest]) -> list[str]:
    return [token for guest in guests for token in (guest.http.cookies["intrigue"], guest.form_token)]


def answers_to_everything(site: Site, table: str, guest: Guest, speaker: Guest) -> str:
    """Everything that can be asked of a table, and all that comes back."""
    path, found = f"/t/{table}", []
    answers = [guest.http.get(way, headers={"Accept": "text/html"}) for way in ("/", path, f"{path}/record")]
    ways = ("poll?since=0", f"poll?since={VERSION - 1}", "orders", "private?seat=2", "record", "qr.svg", "notices")
    answers += [guest.get(f"{path}/{way}") for way in (*ways, f"past?version={VERSION}", "replay?seat=0")]
    mine = ("/mine", "/mine/statistics", "/mine/waiting", "/me", "/me/export", "/me/notices", "/me/delete")
    answers += [guest.get(way) for way in mine]
    sent: dict[str, Any] = {"key": site.key(), "expected": 0, "request": {"do": "takeback", "seat": 2}}
    answers.append(guest.post(f"{path}/do", sent))
    sent |= {"key": site.key(), "expected": VERSION, "request": {"do": "vote", "seat": 2, "end": True}}
    answers.append(guest.post(f"{path}/do", sent))
    sent |= {"key": site.key(), "request": {"do": "move", "seat": 2, "move": "place archer first"}}
    answers.append(guest.post(f"{path}/do", sent))
    for way, body in (
        ("say", {"key": site.key(), "kind": "text", "text": "hm"}),
        ("orders", {"seat": 2, "things": [1]}),
        ("takeover", {"code": "WRONGWRG"}),
        ("rematch", {}),
    ):
        answers.append(guest.post(f"{path}/{way}", body))
    answers.append(guest.post("/new", {"game": "oriflamme", "players": "3"}))
    found += [f"{answer.status_code} {answer.headers} {answer.text}" for answer in answers]
    try:
        with guest.socket(table) as line:
            speaker.post(f"{path}/say", {"key": site.key(), "kind": "text", "text": "hm"})
            for _ in range(3):
                found.append(str(line.recv(0.1)))
    except (ConnectionClosed, InvalidStatus, TimeoutError) as fault:
        found.append(str(fault))
    return "\n".join(found)


async def forget(site: Site) -> None:
    """Tables are loaded anew."""
    site.parts.tables.cached.clear()


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that does not wait for news."""
    with running(tmp_path_factory.mktemp("brief"), poll=0.05) as found:
        yield found


@pytest.mark.parametrize("place", PLACES)
def test_whatever_breaks_tells_nothing(
    brief: Site,
    place: str,
    monkeypatch: pytest.MonkeyPatch,
    log_lines: list[str],
    capfd: pytest.CaptureFixture[str],
) -> None:
    site = brief
    table, guests = playing(site)
    stranger = site.guest()
    stranger.page()
    assert guests[1].version(table) == VERSION
    code = guests[1].post(f"/t/{table}/code", {"seat": 2}).json()["code"]
    hidden, held = truth(site, table, guests, code), tokens([*guests, stranger])

    def breaks(*given: Any, **named: Any) -> Any:
        raise Broken(hidden, held, given, named)

    async def breaks_later(*given: Any, **named: Any) -> Any:
        raise Broken(hidden, held, given, named)

    where, name = PLACES[place]
    monkeypatch.setattr(where, name, breaks_later if where in (SqliteStore, tables.Tables, replays.Replays) else breaks)
    if name in ("apply", "read"):
        site.inside(lambda: forget(site))
    seen = {guest: answers_to_everything(site, table, guest, guests[0]) for guest in (guests[1], stranger)}
    if name == "record_text":

        async def end() -> None:
            (await site.parts.tables.get(table)).phase = "aborted"

        site.inside(end)
        seen[stranger] += stranger.get(f"/t/{table}/record").text
        site.inside(lambda: forget(site))
    monkeypatch.undo()
    assert move(site, table, guests).status_code == 200, "the table is as it was"
    out, err = capfd.readouterr()
    log = "\n".join(log_lines)
    assert "Broken" in log, "nothing broke"
    for text in (log, out + err):
        told = [word for word in [*hidden, *held, "archer", "assassination", "Traceback"] if word in text]
        assert not told, told
    for guest, text in seen.items():
        others = [token for token in held if token not in tokens([guest])]
        told = [word for word in [*hidden, *others, "Broken", "Traceback"] if word in text]
        assert not told, told


def test_what_happens_by_itself_breaks_discreetly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_lines: list[str]
) -> None:
    broken = threading.Event()

    async def breaks(*given: Any) -> Any:
        if len(given) > 2:
            broken.set()
        raise Broken(CANARY, given)

    for name in ("do_next", "pulse", "take_over_overdue", "read_orders"):
        monkeypatch.setattr(scheduler.Scheduler, name, breaks)
    with running(tmp_path, automation=BotsAndClocks, bot_processes=1) as site:
        guest = site.guest()
        table = guest.open(fill="bots", clock="live:60")  # whoever begins, something may happen by itself
        guest.ready(table, 1)
        assert broken.wait(PATIENCE)
    log = "\n".join(log_lines)
    assert "Broken" in log and CANARY not in log and "Traceback" not in log


def test_a_database_that_is_away_says_so_once_a_minute_and_when_it_is_back(log_lines: list[str]) -> None:
    now = 0.0
    faults = FaultLog(lambda: now)
    faults.log_success(wrote=True)
    for second in range(130):  # every second some calls fail, and now and then one comes through
        now = float(second)
        for _ in range(7):
            faults.log_failure(Unavailable("SQLITE_IOERR"))
        faults.log_success(wrote=True)
    assert len(log_lines) == 3 and all("the database is away: SQLITE_IOERR" in line for line in log_lines)
    now += CALM
    faults.log_success(wrote=False)
    faults.log_success(wrote=True)
    assert len(log_lines) == 4 and "the database is back" in log_lines[-1]
    now += 1
    faults.log_failure(Unavailable("SQLITE_IOERR"))  # "back" was not the last word
    assert len(log_lines) == 5 and "the database is away" in log_lines[-1]
    now += CALM
    faults.log_success(wrote=True)
    del log_lines[4:]
    now += MINUTE
    faults.log_failure(Full("SQLITE_FULL"))
    faults.log_success(wrote=False)  # reading always works then
    now += MINUTE
    faults.log_success(wrote=False)
    assert len(log_lines) == 5 and "the database has no room: SQLITE_FULL" in log_lines[-1]
    faults.log_success(wrote=True)
    assert len(log_lines) == 6 and "the database takes all writes again" in log_lines[-1]
    faults.log_failure(Busy("SQLITE_BUSY"))
    now += CALM
    faults.log_success(wrote=False)  # nor does others' lock keep anybody from reading
    assert len(log_lines) == 7 and "the database is held by others" in log_lines[-1]
    faults.log_success(wrote=True)
    assert len(log_lines) == 8 and "the database takes writes again" in log_lines[-1]


def test_a_file_that_is_away_is_told_once(tmp_path: Path, log_lines: list[str]) -> None:
    """Requests, clocks and bots all fail, every second anew."""
    logging.getLogger().setLevel(logging.WARNING)
    file = tmp_path / "site.db"
    with running(tmp_path, automation=BotsAndClocks, bot_processes=1, database=f"sqlite:///{file}") as site:
        guest = site.guest()
        table = guest.open(fill="bots", clock="live:60")
        guest.ready(table, 1)
        file.rename(tmp_path / "elsewhere.db")
        refused = [guest.post("/new", {"game": "oriflamme", "players": "3"}).status_code for _ in range(20)]
        assert set(refused) == {503}
        assert len(log_lines) == 1 and "the database is away" in log_lines[0]
        (tmp_path / "elsewhere.db").rename(file)


def test_strangers_cannot_fill_the_log(brief: Site, log_lines: list[str]) -> None:
    """What is refused is no news: at the level at which a server writes, nothing is written of it."""
    logging.getLogger().setLevel(logging.WARNING)
    head = f"Host: {brief.host}\r\nOrigin: {brief.url}\r\nConnection: Upgrade\r\nUpgrade:"
    for request in (
        "nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        f"GET / HTTP/1.1\r\n{head} h2c\r\n\r\n",
        f"GET / HTTP/1.1\r\n{head} websocket\r\n\r\n",
        f"GET /t/aaaaaaaaaa/live HTTP/1.1\r\n{head} websocket\r\nSec-WebSocket-Version: 1\r\n\r\n",
        "GET /static/../../etc/passwd HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET / HTTP/1.1\r\nX: " + "x" * 40_000,
        f"POST /me HTTP/1.1\r\nHost: {brief.host}\r\nContent-Length: 4\r\n\r\n[[[[",
    ):
        with socket.create_connection(("127.0.0.1", brief.port), PATIENCE) as line:
            line.sendall(request.encode())
            line.recv(1000)
    assert log_lines == []


def test_faults_that_nobody_catches_are_discreet_too(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level

    class Dying:
        def __del__(self) -> None:
            raise Broken(CANARY)

    def dies() -> None:
        raise Broken(CANARY)

    try:
        root.handlers = []
        discreet()
        thread = threading.Thread(target=dies)
        thread.start()
        thread.join()
        dying = Dying()
        del dying
    finally:
        root.handlers = before
        root.setLevel(level)
    _, err = capfd.readouterr()
    assert err.count("Broken") == 2 and CANARY not in err and "Traceback" not in err
    assert logs.uncaught is not None
