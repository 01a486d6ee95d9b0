"""Programs that play from outside: they get a seat by a token, see what it may see, and nobody waits for them long."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from web.guests import PATIENCE, Guest, Site, move, next_message, running, until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from intrigue.engine.depth import DEEPEST
from intrigue.games import game as rules
from intrigue.locale import LANGUAGES, words
from intrigue.web.runtime.automation import BotsAndClocks
from intrigue.web.table import bot_seats, clocks

EXAMPLE = Path(__file__).parents[3] / "examples" / "outside_bot.py"
GAMES = ("oriflamme", "ablaze", "oriflamme-mix", "richelieu")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INTRIGUE_SHOWN_DELAY", "0")
        with running(
            tmp_path_factory.mktemp("outside"), automation=BotsAndClocks, bot_processes=1, outside_bots=True
        ) as found:
            yield found


def lend(host: Guest, table: str, seat: int, name: str = "Deep Row") -> dict[str, str]:
    answer = host.post(f"/t/{table}/lend", {"seat": seat, "name": name})
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()
    return found


def line_of(lent: dict[str, str], **message: Any) -> ClientConnection:
    """A program's line, after it showed its token."""
    line = connect(lent["address"], open_timeout=PATIENCE, max_size=None, legacy=True)
    line.send(json.dumps(message or {"token": lent["token"]}))
    return line


def receive(line: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line.recv(PATIENCE))
    return found


def close_code(line: ClientConnection) -> int:
    """The code with which a line was closed, after whatever was still said."""
    try:
        while True:
            line.recv(PATIENCE)
    except ConnectionClosed as end:
        assert end.rcvd
        return int(end.rcvd.code)


def table_of(site: Site, table: str) -> Any:
    return site.inside(lambda: site.parts.tables.get(table))


def with_program(site: Site, **fields: Any) -> tuple[str, Guest, dict[str, str]]:
    """A game of three: a person, a bot, and a program in seat 3 that has not come yet."""
    host = site.guest()
    table = host.open(players="3", level="page", **fields)
    lent = lend(host, table, 3)
    assert host.ask(table, do="fill", seat=2, level="page").status_code == 200
    return table, host, lent


def person_moves(site: Site, table: str, host: Guest) -> None:
    """The person of seat 1 answers whenever asked, until the game is over."""
    with host.socket(table) as line:
        while (found := table_of(site, table)).phase == "playing":
            if found.to_act == 1:
                assert host.ask(table, do="move", seat=1, move=found.match.moves()[0]).status_code in (200, 409, 422)
            else:
                next_message(line, "frame", "snapshot", "resync")


def program_asked(site: Site, table: str, host: Guest) -> Any:
    """The table, as soon as the program of seat 3 is to move; the person of seat 1 answers meanwhile."""

    def is_third_to_act() -> bool:
        found = table_of(site, table)
        if found.to_act == 1:
            host.ask(table, do="move", seat=1, move=found.match.moves()[0])
        return bool(found.to_act == 3)

    until(is_third_to_act)
    return table_of(site, table)


def badges(guest: Guest, table: str) -> list[str]:
    """What the page tells of who plays for the program of seat 3."""
    panel = re.search(r"id='p3'>.*?</h3>", guest.page(f"/t/{table}").text, re.DOTALL)
    assert panel and "bot: Deep Row" in panel[0]
    return re.findall(r"class='badge' role='img' aria-label='([^']+)'", panel[0])


@contextmanager
def example(lent: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The program of the examples; it goes when the test does."""
    with subprocess.Popen([sys.executable, str(EXAMPLE), lent["address"], lent["token"]]) as program:
        try:
            yield program
        finally:
            program.kill()


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays_a_whole_game(site: Site, game: str) -> None:
    table, host, lent = with_program(site, game=game)
    with example(lent) as program:
        host.ready(table, 1)
        person_moves(site, table, host)
        assert program.wait(PATIENCE) == 0
    found = table_of(site, table)
    assert found.phase == "over" and found.seat(3).driver == "program"
    log = site.inside(lambda: site.parts.store.read(table))
    assert not [entry for entry in log if type(entry.content).__name__ == "Lapsed"]
    assert {
        entry.content.by for entry in log if getattr(entry.content, "seat", 0) == 3 and hasattr(entry.content, "by")
    } == {"bot"}


@pytest.mark.parametrize("statuses", [[502, 404], [403]])
def test_the_example_waits_for_a_site_that_starts_anew_and_says_that_it_is_refused(statuses: list[int]) -> None:
    left = list(statuses)

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.send_response(left.pop(0))
            self.send_header("Content-Length", "0")
            self.send_header("Connection", "close")
            self.end_headers()

        def log_message(self, *told: Any) -> None:
            """Nobody hears it."""

    with HTTPServer(("127.0.0.1", 0), Answer) as door:
        threading.Thread(target=lambda: [door.handle_request() for _ in statuses], daemon=True).start()
        words = [sys.executable, str(EXAMPLE), f"ws://127.0.0.1:{door.server_port}/t/x/program", "token"]
        run = subprocess.run(words, capture_output=True, timeout=PATIENCE)
    told = run.stderr.decode()
    assert run.returncode == 1 and f"({statuses[-1]})" in told and "Traceback" not in told and not left


def test_everybody_sees_that_it_is_a_bot(site: Site) -> None:
    table, host, lent = with_program(site)
    page = site.guest().page(f"/t/{table}").text
    assert "bot: Deep Row" in page and "A program from outside" in page
    assert lent["token"] not in page and "Seat 3 is for a program: bot: Deep Row." in page
    host.ready(table, 1)
    assert "bot: Deep Row" in site.guest().page(f"/t/{table}").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_list_takes_a_program_for_a_person(site: Site, language: str) -> None:
    host = site.guest()
    table = host.open(players="3", listed="on")
    lend(host, table, 3, "Cyd")
    host.post("/me", {"language": language})
    say = words(language)
    named = f"<span>{say.listing(['Ann', say('outside.name', name='Cyd')])}</span>"
    for guest, path in ((site.guest(**{"Accept-Language": language}), "/tables"), (host, "/"), (host, "/mine")):
        line = re.search(rf'href="/t/{table}">(.*?)</a>', guest.page(path).text, re.DOTALL)
        assert line and named in unescape(line[1])
    assert host.ask(table, do="close").status_code == 200


def test_nobody_takes_a_program_for_somebody_who_is_here(site: Site) -> None:
    """Nor where somebody sat in its seat who was seen a moment ago."""
    host, bob = site.guest(), site.guest()
    table = host.open(players="3")
    bob.sit(table, 3, "Bob")
    bob.poll(table, 0)
    with host.socket(table) as line:
        while "Bob" not in next_message(line, "people")["html"]:
            pass
    assert host.ask(table, do="empty", seat=3).status_code == 200
    lend(host, table, 3, "Cyd")
    with host.socket(table) as line:
        while "Ann" not in (here := next_message(line, "people")["html"]):
            pass
    assert "Cyd" not in here


def played_by_a_program(site: Site) -> str:
    """A finished game of Ann and Bob with a program in seat 3, which never let a bot play."""
    guests = [site.guest(), site.guest()]
    table = guests[0].open(players="3", level="page")
    guests[1].sit(table, 2, "Bob")
    lend(guests[0], table, 3)
    for seat, guest in enumerate(guests, start=1):
        guest.ready(table, seat)
    while (found := table_of(site, table)).phase == "playing":
        if found.to_act == 3:
            made = partial(bot_seats.play, seat=3, moves=found.moves, move=found.match.moves()[0])
            key = f"program:3:{found.moves}"
            site.inside(lambda made=made, key=key: site.parts.tables.act(table, None, key, made))
        elif found.to_act:
            move(site, table, guests)
    return table


def test_a_finished_game_is_the_programs_own_also_under_later_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, outside_bots=True) as site:
        table = played_by_a_program(site)
        for language in LANGUAGES:
            say, page = words(language), site.guest(**{"Accept-Language": language}).page(f"/t/{table}").text
            row = re.search(r'<tr role="row" class="fam-3".*?</tr>', page, re.DOTALL)
            assert row and say("outside.name", name="Deep Row") in row[0] and say("outside.badge") in row[0]
            assert say("board.badge.bot", level=say("level.page")) not in unescape(page)
    monkeypatch.setattr(type(rules("oriflamme")), "version", 2)
    with running(tmp_path, outside_bots=True) as site:
        for language in LANGUAGES:
            page = unescape(site.guest(**{"Accept-Language": language}).page(f"/t/{table}").text)
            names = re.findall(r"<li><b>(.*?)</b>", page)
            assert sorted(names) == sorted(["Ann", "Bob", words(language)("outside.name", name="Deep Row")])


def test_a_program_hears_what_its_seat_may_know(site: Site) -> None:
    table, host, lent = with_program(site)
    with line_of(lent) as line:
        assert receive(line) == {"protocol": 1, "game": "oriflamme", "players": 3, "seat": 3}
        host.ready(table, 1)
        found = program_asked(site, table, host)
        asked = receive(line)
        assert sorted(asked) == ["legal", "moves", "ms", "view"] and 0 < asked["ms"] <= clocks.PROGRAM
        assert asked["view"] == found.match.view(3) and asked["moves"] == found.match.moves_for(3)
        assert asked["legal"] == list(found.match.choices()) and len(asked["legal"]) > 1
        assert all(isinstance(player["hand"], int) for player in asked["view"]["players"][:2])


def test_closed_screens_are_closed_for_programs_too(site: Site) -> None:
    table, host, lent = with_program(site, game="richelieu", screens="closed")
    with line_of(lent) as line:
        receive(line)
        host.ready(table, 1)
        program_asked(site, table, host)
        players = receive(line)["view"]["players"]
    assert [player["ecu"] for player in players[:2]] == [None, None] and players[2]["ecu"] is not None
    assert all(set(player["cards"]) <= {"r", "o"} for player in players[:2])  # 8.18


def nested_lists(depth: int) -> list[Any]:
    """Lists within lists."""
    return [nested_lists(depth - 1)] if depth > 1 else []


def test_a_token_opens_its_seat_and_no_other(site: Site) -> None:
    table, host, lent = with_program(site)
    for message in ({"token": "wrong"}, {"move": "wait"}, {"token": 7}):
        with line_of(lent, **message) as line:
            assert "error" in receive(line) and close_code(line) == 1008
    for more, heard_key in ((0, "error"), (-1, "seat")):
        with line_of(lent, token=lent["token"], more=nested_lists(DEEPEST + more)) as line:
            assert heard_key in receive(line)
    other = host.open(players="3")
    with line_of(lent | {"address": lent["address"].replace(table, other)}) as line:
        assert "error" in receive(line) and close_code(line) == 1008
    fresh = lend(host, table, 3)  # a new token makes the old one void
    with line_of(lent) as line:
        assert "error" in receive(line)
    with line_of(fresh) as line:
        assert receive(line)["seat"] == 3
        assert host.ask(table, do="empty", seat=3).status_code == 200
        assert "error" in receive(line) and close_code(line) == 1008


def test_only_the_host_gives_seats_before_the_deal(site: Site) -> None:
    table, host, _ = with_program(site)
    asked = {"seat": 3, "name": "Other"}
    assert site.guest().post(f"/t/{table}/lend", asked).status_code == 422
    assert host.post(f"/t/{table}/lend", {"seat": 1, "name": "Other"}).status_code == 422
    assert host.post(f"/t/{table}/lend", {"seat": 3, "name": "a, b"}).status_code == 422
    host.ready(table, 1)
    assert host.post(f"/t/{table}/lend", asked).status_code == 422


def test_where_it_is_not_allowed_there_is_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        host = site.guest()
        table = host.open()
        assert host.post(f"/t/{table}/lend", {"seat": 2, "name": "Deep Row"}).status_code == 403
        assert "data-lend" not in host.page(f"/t/{table}").text
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://{site.host}/t/{table}/bot", open_timeout=PATIENCE, legacy=True)


def test_a_page_elsewhere_cannot_use_the_door_of_programs(site: Site) -> None:
    table, _, lent = with_program(site)
    with pytest.raises(InvalidStatus, match="403"):
        connect(lent["address"], origin=Origin("https://evil.example"), open_timeout=PATIENCE, legacy=True)


@pytest.mark.parametrize(
    "answer", ['{"move": "dance"}', "no json", '{"move": 7}', "[" * 900, '{"move": "%s"}' % ("x" * 90)]
)
def test_nonsense_ends_the_line_and_a_bot_plays_on(site: Site, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intrigue.web.runtime.pacing.PROGRAM", 300)
    table, host, lent = with_program(site)
    with line_of(lent) as line:
        receive(line)
        host.ready(table, 1)
        program_asked(site, table, host)
        receive(line)
        line.send(answer)
        assert close_code(line) == 1008
    with host.socket(table) as watching:
        while (found := table_of(site, table)).moves == 0 or not found.seat(3).away:
            next_message(watching, "frame", "snapshot")
    assert table_of(site, table).driver(3) == "bot"


def test_a_program_that_left_finds_its_seat_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intrigue.web.runtime.pacing.PROGRAM", 300)
    table, host, lent = with_program(site)
    host.ready(table, 1)
    with host.socket(table) as watching:
        while not (found := table_of(site, table)).seat(3).away:
            if found.to_act == 1:
                host.ask(table, do="move", seat=1, move=found.match.moves()[0])
            next_message(watching, "frame", "snapshot")
    assert badges(host, table) == ["is away, a bot plays on", "bot: Page"]
    monkeypatch.setattr("intrigue.web.runtime.pacing.PROGRAM", clocks.PROGRAM)
    with example(lent) as program:
        until(lambda: not table_of(site, table).seat(3).away)  # else the game could be over before the program starts
        assert badges(host, table) == ["program from outside"]
        person_moves(site, table, host)
        assert program.wait(PATIENCE) == 0
    log = [type(entry.content).__name__ for entry in site.inside(lambda: site.parts.store.read(table))]
    assert log.count("Lapsed") == log.count("Returned") == 1 and table_of(site, table).phase == "over"


def test_whoever_answers_too_often_is_sent_away(tmp_path: Path) -> None:
    from intrigue.web.config import RATES

    with running(tmp_path, outside_bots=True, rates=RATES, now=lambda: 1_000_000) as site:
        host = site.guest()
        table = host.open(players="3")
        with line_of(lend(host, table, 2)) as line:
            receive(line)
            for _ in range(RATES["answer"].burst + 1):
                line.send('{"move": "wait"}')
            assert "error" in receive(line) and close_code(line) == 1008


def test_a_stop_closes_programs_as_it_closes_browsers(tmp_path: Path) -> None:
    with running(tmp_path, outside_bots=True) as site:
        host = site.guest()
        table = host.open(players="3")
        with line_of(lend(host, table, 2)) as line, host.socket(table) as page:
            receive(line)
            next_message(page, "snapshot")
            site.stop()
            assert close_code(line) == close_code(page) == 1012
