"""News as it happens: numbered, complete, for the right eyes, and cheap for the server."""

from __future__ import annotations

import asyncio
import json
import socket as plain
import threading
from pathlib import Path

import httpx
import pytest
from web.guests import PATIENCE, Guest, Site, move, next_message, playing, running
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from intrigue.locale import words
from intrigue.web.live import hub as live
from intrigue.web.live.connections import LiveTable
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.table.table import KEPT


def viewer_of(guest: Guest, table: str) -> str:
    page = guest.page(f"/t/{table}").text
    return page.partition('data-viewer="')[2].partition('"')[0]


def test_a_move_comes_as_one_frame_to_everybody(site: Site) -> None:
    table, guests = playing(site)
    spectator = site.guest()
    version = guests[0].version(table)
    lines = [guest.socket(table, version) for guest in [*guests, spectator]]
    answer = move(site, table, guests)
    frames = [next_message(line, "frame", "snapshot") for line in lines]
    assert [frame["type"] for frame in frames] == ["frame"] * 4
    assert {frame["v"] for frame in frames} == {version + 1} == {answer.json()["version"]}
    assert len({frame["for"] for frame in frames}) == 4
    assert [frame["for"] for frame in frames] == [viewer_of(guest, table) for guest in [*guests, spectator]]
    for line in lines:
        line.close()


def test_tables_that_change_at_once_are_told_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are, whoever waits for an answer gets it in between."""
    told_at, turn = dict[str, int](), 0
    monkeypatch.setattr(live, "AT_ONCE", 1)

    async def change_tables() -> None:
        nonlocal turn
        for task in hub.tasks:
            task.cancel()  # nothing else looks after the rooms
        for id in (*ids, ids[0]):  # the first one twice
            hub.live_tables[id] = LiveTable(reminder=id)
            hub.on_change(await hub.tables.get(id))
        while turn < 10:
            await asyncio.sleep(0)
            turn += 1

    with running(tmp_path) as site:
        hub, ids = site.parts.hub, [playing(site)[0] for _ in range(3)]
        monkeypatch.setattr(LiveTable, "wake_all", lambda room: told_at.setdefault(room.reminder, turn))
        monkeypatch.setattr(hub, "live_tables", {})
        site.inside(change_tables)
        first = told_at[ids[0]]
        assert told_at == {id: first + number for number, id in enumerate(ids)} and not hub.changed_tables
        monkeypatch.undo()


def test_everybody_reads_in_their_own_language(site: Site) -> None:
    host, other = site.guest(), site.guest(**{"Accept-Language": "uk"})
    table = host.open()
    lines = [host.socket(table), other.socket(table)]
    titles = [next_message(line, "snapshot")["title"] for line in lines]
    assert titles == [words(language)("game.oriflamme") for language in ("en", "uk")]
    for line in lines:
        line.close()


def test_a_page_hears_in_its_own_language_whatever_its_browser_says_of_a_socket(site: Site) -> None:
    host, other = site.guest(), site.guest(**{"Accept-Language": ""})
    table = host.open()
    with other.socket(table, lang="uk") as line:
        assert next_message(line, "snapshot")["title"] == words("uk")("game.oriflamme")
    assert host.post("/me", {"language": "en"}).status_code == 200
    with host.socket(table, lang="uk") as line:  # but what somebody chose is what they chose
        assert next_message(line, "snapshot")["title"] == words("en")("game.oriflamme")


def test_whoever_comes_back_gets_what_was_missed(site: Site) -> None:
    table, guests = playing(site)
    since = guests[0].version(table)
    for _ in range(5):
        move(site, table, guests)
    with guests[1].socket(table, since) as line:
        frames = [next_message(line, "frame", "snapshot") for _ in range(5)]
        assert [(frame["type"], frame["v"]) for frame in frames] == [("frame", since + n) for n in range(1, 6)]
        move(site, table, guests)
        assert next_message(line, "frame", "snapshot")["v"] == since + 6
    with guests[1].socket(table, since + 6) as line:
        move(site, table, guests)
        assert next_message(line, "frame", "snapshot")["v"] == since + 7  # nothing was sent before it


@pytest.mark.parametrize("since", [0, 1, 10**8])
def test_whoever_was_away_too_long_gets_the_whole_table(site: Site, since: int) -> None:
    table, guests = playing(site)
    for _ in range(KEPT + 1):
        move(site, table, guests)
    with guests[0].socket(table, since) as line:
        scene = next_message(line, "frame", "snapshot")
    assert scene["type"] == "snapshot" and scene["v"] == guests[0].version(table)
    assert {"head", "players", "board", "prompt", "hand"} <= set(scene["regions"])


def test_polling_brings_the_same_messages(site: Site) -> None:
    table, guests = playing(site)
    since = guests[0].version(table)
    with guests[0].socket(table, since) as line:
        move(site, table, guests)
        by_socket = next_message(line, "frame")
    by_poll = [message for message in guests[0].poll(table, since) if message["type"] == "frame"]
    assert by_poll == [by_socket]
    whole = [message["type"] for message in guests[0].poll(table, 0)]
    assert whole[0] == "snapshot"


def test_a_poll_waits_for_news(site: Site) -> None:
    table, guests = playing(site)
    since = guests[0].version(table)
    heard: list[list[dict[str, object]]] = []
    asking = threading.Thread(target=lambda: heard.append(guests[2].poll(table, since)))
    asking.start()
    with guests[0].socket(table) as line:  # when the poll is heard of, it waits
        while "Guest3" not in next_message(line, "people")["html"]:
            pass
    move(site, table, guests)
    asking.join(PATIENCE)
    assert [(message["type"], message["v"]) for message in heard[0] if message["type"] != "people"] == [
        ("frame", since + 1)
    ]


def test_a_poll_ends_by_itself(tmp_path: Path) -> None:
    with running(tmp_path, poll=0.01) as site:
        guest = site.guest()
        table = guest.open()
        messages = guest.poll(table, guest.version(table))
        assert all(message["type"] == "people" for message in messages)


def test_a_poll_whose_browser_left_is_forgotten(tmp_path: Path) -> None:
    with running(tmp_path, poll=1000.0) as site:
        guest = site.guest()
        table = guest.open()
        with plain.create_connection(("127.0.0.1", site.port), PATIENCE) as line:
            line.sendall(
                f"GET /t/{table}/poll?since={guest.version(table)} HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode()
            )
            while not lines_of(site, table):
                pass
        while lines_of(site, table):
            pass


def test_talk_is_numbered_and_apart_from_the_log(site: Site) -> None:
    host, watcher = site.guest(), site.guest(**{"Accept-Language": "fr"})
    table = host.open()
    version = host.version(table)
    with host.socket(table, version) as line, watcher.socket(table, version) as other:
        sent = {"key": site.key(), "kind": "text", "text": "  good\u202e   luck  "}
        assert host.post(f"/t/{table}/say", sent).json() == {"n": 1}
        assert host.post(f"/t/{table}/say", sent).json() == {"n": 1}
        assert watcher.post(f"/t/{table}/say", {"key": site.key(), "kind": "phrase", "text": "hello"}).json() == {
            "n": 2
        }
        english = [next_message(line, "talk") for _ in range(2)]
        french = [next_message(other, "talk") for _ in range(2)]
    assert [message["n"] for message in english] == [1, 2]
    assert "good luck" in english[0]["html"] and "Ann" in english[0]["html"]
    assert words("en")("web.phrase.hello") in english[1]["html"]
    assert words("fr")("web.phrase.hello") in french[1]["html"]
    assert host.version(table) == version
    with host.socket(table, version, talk=1) as line:
        assert next_message(line, "talk")["n"] == 2
    assert 'data-talk="2"' in host.page(f"/t/{table}").text


@pytest.mark.parametrize(
    ("kind", "text", "status"),
    [
        ("text", "", 422),
        ("text", " \u200b\u202e ", 422),
        ("text", "x" * 201, 422),
        ("phrase", "curse", 422),
        ("html", "x", 400),
    ],
)
def test_what_cannot_be_said(site: Site, kind: str, text: str, status: int) -> None:
    guest = site.guest()
    answer = guest.post(f"/t/{guest.open()}/say", {"key": site.key(), "kind": kind, "text": text})
    assert answer.status_code == status


def test_who_is_here_is_told(site: Site) -> None:
    host, watcher = site.guest(), site.guest()
    table = host.open(name="Beatrix")
    watcher.post("/me", {"name": "Watcher"})
    with host.socket(table) as line:
        while "Beatrix" not in next_message(line, "people")["html"]:
            pass
        with watcher.socket(table):
            while "Watcher" not in next_message(line, "people")["html"]:
                pass
        while "Watcher" in next_message(line, "people")["html"]:
            pass


def test_a_reminder_reaches_everybody(site: Site) -> None:
    host, watcher = site.guest(), site.guest()
    table = host.open()
    with host.socket(table) as line, watcher.socket(table) as other:
        next_message(line, "people"), next_message(other, "people")

        async def remind() -> None:
            site.parts.hub.remind(table, 1, 15_000)

        site.inside(remind)
        assert (
            next_message(line, "remind")
            == next_message(other, "remind")
            == {"type": "remind", "seat": 1, "left": 15_000}
        )


# Whose eyes


def test_a_seat_that_was_handed_over_is_no_longer_told_its_secrets(site: Site) -> None:
    table, guests = playing(site)
    phone = site.guest()
    phone.page(f"/t/{table}")
    version = guests[0].version(table)
    old, new = guests[0].socket(table, version), phone.socket(table, version)
    code = guests[0].post(f"/t/{table}/code", {"seat": 1}).json()["code"]
    assert phone.post(f"/t/{table}/takeover", {"code": code.lower()}).status_code == 200
    assert next_message(old, "frame", "snapshot", "resync") == {"type": "resync"}
    assert next_message(new, "frame", "snapshot", "resync") == {"type": "resync"}
    old.close(), new.close()
    with guests[0].socket(table) as line:
        scene = next_message(line, "snapshot")
        spectator = site.guest()
        assert scene["for"] == viewer_of(spectator, table) and not scene["regions"]["hand"].count("data-at")
    with phone.socket(table) as line:
        assert next_message(line, "snapshot")["regions"]["hand"].count("data-at")


def test_a_seat_that_was_left_is_no_longer_told_its_secrets(site: Site) -> None:
    table, guests = playing(site)
    with guests[1].socket(table, guests[1].version(table)) as line:
        line.send(".")
        next_message(line, "alive")  # the server has looked with the seat's eyes
        assert guests[1].ask(table, do="rise", seat=2).status_code == 200
        assert next_message(line, "frame", "snapshot", "resync") == {"type": "resync"}


def test_somebody_who_sits_down_is_known_on_the_line_that_was_open(site: Site) -> None:
    """The line was opened before this browser ever posted anything."""
    host, late = site.guest(), site.guest()
    table = host.open()
    late.page(f"/t/{table}")
    with late.socket(table, host.version(table)) as line:
        late.sit(table, 2, "Bob")
        assert next_message(line, "frame", "snapshot", "resync") == {"type": "resync"}
    with late.socket(table) as line:
        assert next_message(line, "snapshot")["for"] == viewer_of(late, table) != viewer_of(site.guest(), table)


def test_a_table_nobody_may_watch_sends_spectators_away_at_the_deal(site: Site) -> None:
    host, guests = site.guest(), [site.guest(), site.guest()]
    table = host.open(watch="nobody", players="3")
    for seat, guest in enumerate(guests, start=2):
        guest.sit(table, seat, f"Guest{seat}")
    watcher = site.guest()
    with watcher.socket(table) as line:
        next_message(line, "snapshot")
        for seat, guest in enumerate([host, *guests], start=1):
            guest.ready(table, seat)
        with pytest.raises(ConnectionClosed) as closed:
            while next_message(line):
                pass
    assert closed.value.rcvd and closed.value.rcvd.code == 1008
    with pytest.raises(InvalidStatus) as refused:
        watcher.socket(table)
    assert refused.value.response.status_code == 403
    for way in ("poll?since=0", "qr.svg", "orders", "private?seat=1", "record"):
        assert watcher.get(f"/t/{table}/{way}").status_code == 403, way
    assert watcher.page(f"/t/{table}").status_code == 403


def test_people_who_change_seats_never_get_frames_of_others(site: Site) -> None:
    """Threat 5: seats change hands while bots are put in and out; every message is for the eyes it was asked with."""
    host, others = site.guest(), [site.guest() for _ in range(3)]
    table = host.open(players="5")
    stop = threading.Event()
    wrong: list[object] = []

    def listening(guest: Guest) -> None:
        while not stop.is_set():
            with guest.socket(table) as line:
                mark = next_message(line, "snapshot")["for"]
                while not stop.is_set():
                    try:
                        message = json.loads(line.recv(0.05))
                    except TimeoutError:
                        continue
                    if message["type"] == "resync":
                        break
                    if message["type"] in ("frame", "snapshot") and message["for"] != mark:
                        wrong.append(message)

    listeners = [threading.Thread(target=listening, args=(guest,)) for guest in others]
    for listener in listeners:
        listener.start()
    for turn in range(12):
        for seat, guest in enumerate(others, start=2):
            guest.ask(table, do="sit", seat=2 + (seat + turn) % 4, name=f"G{seat}")
            if turn % 3 == 0:
                guest.ask(table, do="rise", seat=2 + (seat + turn) % 4)
    stop.set()
    for listener in listeners:
        listener.join(PATIENCE)
    assert not wrong


# Slow readers, and the end


def silent_socket(site: Site, guest: Guest, table: str) -> plain.socket:
    """A line whose other end never reads."""
    line = plain.socket()
    line.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", site.port))
    line.sendall(
        (
            f"GET /t/{table}/live?since=0&talk=0 HTTP/1.1\r\nHost: {site.host}\r\nOrigin: {site.url}\r\n"
            f"Cookie: intrigue={guest.http.cookies['intrigue']}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
    )
    return line


def test_a_reader_who_does_not_read_costs_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table, guests = playing(site)
        slow = silent_socket(site, guests[1], table)
        with guests[0].socket(table, guests[0].version(table)) as quick:
            while not any(line.visitor.name == "Guest2" and line.viewer for line in lines_of(site, table)):
                next_message(quick)
            while site.inside(lambda: site.parts.tables.get(table)).phase == "playing":
                move(site, table, guests)
                next_message(quick, "frame")
        (late,) = [line for line in lines_of(site, table) if line.visitor.name == "Guest2"]
        queued = [value for value in vars(late).values() if isinstance(value, list | dict | set | bytes)]
        assert not queued, "a line keeps nothing but where it is"
        slow.close()


def test_a_line_that_fell_behind_brings_the_whole_table(site: Site) -> None:
    table, guests = playing(site, 5)  # of three, a game may be over before so many moves
    hub = site.parts.hub
    who = Visitor(guests[0].http.cookies["intrigue"], False, None, "en")
    version = guests[0].version(table)
    line = site.inside(lambda: hub.join(table, who, version, 0))
    site.inside(lambda: hub.news(line))
    for behind, kinds in ((KEPT, ["frame"] * KEPT), (KEPT + 1, ["snapshot"])):
        for _ in range(behind):
            assert move(site, table, guests).status_code == 200
        messages = [json.loads(message) for message in site.inside(lambda: hub.news(line))]
        assert [message["type"] for message in messages if message["type"] != "people"] == kinds
        assert line.version == guests[0].version(table)
    hub.leave(line)


def lines_of(site: Site, table: str) -> list:  # type: ignore[type-arg]
    async def lines() -> list:  # type: ignore[type-arg]
        room = site.parts.hub.live_tables.get(table)
        return list(room.connections) if room else []

    return site.inside(lines)


def test_a_stop_closes_lines_with_the_code_of_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        guest = site.guest()
        table = guest.open()
        version = guest.version(table)
        line = guest.socket(table)
        next_message(line, "people")
        polled: list[httpx.Response] = []
        asking = threading.Thread(target=lambda: polled.append(guest.get(f"/t/{table}/poll?since={version}")))
        asking.start()
        while len(lines_of(site, table)) < 2:
            pass
        site.stop()
        asking.join(PATIENCE)
        assert polled[0].status_code == 503
        assert closing_code(line) == 1012


def closing_code(line: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            line.recv(PATIENCE)
    line.close()
    return closed.value.rcvd.code if closed.value.rcvd else None


def test_a_restart_goes_on_where_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table, guests = playing(site)
        since = guests[0].version(table)
        move(site, table, guests)
        cookie = guests[0].http.cookies["intrigue"]
    with running(tmp_path) as site:
        guest = site.guest()
        guest.http.cookies.set("intrigue", cookie, domain="127.0.0.1")
        with guest.socket(table, since) as line:
            frame = next_message(line, "frame", "snapshot")
        assert (frame["type"], frame["v"]) == ("frame", since + 1)
        assert frame["for"] == viewer_of(guest, table)


def test_a_line_that_nobody_woke_is_found_behind(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table, guests = playing(site)
    with guests[0].socket(table) as line:
        version = next_message(line, "snapshot")["v"]
        monkeypatch.setattr(LiveTable, "wake_all", lambda room: None)
        move(site, table, guests)
        monkeypatch.undo()
        site.inside(site.parts.hub.refresh)
        assert next_message(line, "frame")["v"] == version + 1
