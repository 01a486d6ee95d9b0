"""Looking back over the wire: the past of a running game, games that are over, and records that people bring."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.guests import GENEROUS, Guest, Site, move, playing, running, to_the_end

import intrigue
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.locale import words
from intrigue.web.config import LONGEST_RECORD, RATES, Rate
from intrigue.web.http.multipart import multipart_fields
from intrigue.web.render import game_log
from intrigue.web.runtime import replays
from intrigue.web.store import SHELF_LIFE
from intrigue.web.table import log_entries
from intrigue.web.view import replay, viewers


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("replay")) as found:
        yield found


@pytest.fixture(scope="module")
def over(site: Site) -> tuple[str, list[Guest]]:
    """A finished game and its people."""
    table, guests = playing(site)
    to_the_end(site, table, guests)
    return table, guests


def record(game: str = "oriflamme", players: int = 3, moves: int = 12, seed: int = 4, **more: Any) -> str:
    """A game that was played elsewhere."""
    match = intrigue.new(game, players=players, seed=seed, **more)
    while len(match.played) < moves and not match.over:
        match.play(match.moves()[len(match.played) % len(match.moves())])
    return str(match.record)


# During a game


def test_the_past_is_not_kept_by_anybody_and_has_the_own_eyes(site: Site) -> None:
    table, guests = playing(site)
    for _ in range(6):
        assert move(site, table, guests).status_code == 200
    version = guests[0].version(table)
    answers = [guest.get(f"/t/{table}/past?version={version - 2}") for guest in (*guests, site.guest())]
    assert all(answer.status_code == 200 for answer in answers)
    assert all(answer.headers["cache-control"] == "no-store" for answer in answers)
    hands = [set(re.findall(r"id='h-(\w+)'", answer.json()["regions"]["hand"])) for answer in answers]
    assert all(hands[:3]) and not hands[3] and len({answer.json()["for"] for answer in answers}) == 4
    assert answers[0].json()["before"] == version - 3 and answers[0].json()["after"] == version - 1
    assert guests[0].get(f"/t/{table}/past?version={version}").json()["after"] == 0


@pytest.mark.parametrize("asked", ["", "version=0", "version=3", "version=-1", "version=99999", "version=x"])
def test_there_is_no_such_moment(site: Site, asked: str) -> None:
    table, guests = playing(site)
    assert guests[0].get(f"/t/{table}/past?{asked}").status_code == 404


def test_the_past_grows_with_the_game(site: Site) -> None:
    """What was looked at once is not unrolled again, and what came since is there."""
    table, guests = playing(site)
    for _ in range(5):
        version = guests[0].version(table)
        assert guests[0].get(f"/t/{table}/past?version={version}").json()["after"] == 0
        assert move(site, table, guests).status_code == 200
        assert guests[0].get(f"/t/{table}/past?version={version}").json()["after"] == version + 1
    unrolled = site.parts.replays.cached_timeline(table)
    assert unrolled and unrolled.version == guests[0].version(table)


def test_whoever_gave_the_seat_away_looks_back_as_a_stranger(site: Site) -> None:
    table, guests = playing(site)
    for _ in range(3):
        assert move(site, table, guests).status_code == 200
    version, heir = guests[0].version(table), site.guest()
    assert "id='h-" in guests[0].get(f"/t/{table}/past?version={version}").text
    code = guests[0].post(f"/t/{table}/code", {"seat": 1}).json()["code"]
    assert heir.post(f"/t/{table}/takeover", {"code": code}).status_code == 200
    assert "id='h-" not in guests[0].get(f"/t/{table}/past?version={version}").text
    assert "id='h-" in heir.get(f"/t/{table}/past?version={version}").text


def test_a_game_that_runs_is_not_replayed(site: Site) -> None:
    table, guests = playing(site)
    move(site, table, guests)
    for guest in (*guests, site.guest()):
        for seat in ("all", "0", "1", "2"):
            assert guest.get(f"/t/{table}/replay?seat={seat}").status_code == 403
            assert guest.get(f"/t/{table}/replay/step?seat={seat}&step=0").status_code == 403
        answer = guest.post(f"/t/{table}/replay/what-if", {"step": 0, "seat": 1, "level": "page"})
        assert answer.status_code == 403 and "still being played" in answer.json()["message"]


# After a game


def test_a_replay_begins_at_the_beginning_and_tells_no_end(site: Site, over: tuple[str, list[Guest]]) -> None:
    table, guests = over
    page = site.guest().page(f"/t/{table}/replay").text
    last = int(re.findall(r'data-last="(\d+)"', page)[0])
    assert 'data-step="0"' in page and 'data-phase="playing"' in page and 'data-seat="all"' in page
    assert "ev-game_ended" not in page and "winner" not in page
    assert 'data-seat="1"' in guests[0].page(f"/t/{table}/replay").text
    end = guests[0].page(f"/t/{table}/replay?seat=2&step={last}").text
    assert 'data-phase="over"' in end and "winner" in end
    assert f'data-step="{last}"' in guests[0].page(f"/t/{table}/replay?step=9999999").text
    stops = json.loads(unescape(re.findall(r'data-stops="([^"]*)"', page)[0]))
    assert f'data-step="{last - 1}"' in guests[0].page(f"/t/{table}/replay?version={stops[-2]}").text
    answer = guests[0].get(f"/t/{table}/replay/step?seat=0&step={last}&told=0").json()
    assert answer["phase"] == "over" and "ev-game_ended" in "".join(answer["log"])


def test_every_eye_sees_its_own_hand(site: Site, over: tuple[str, list[Guest]]) -> None:
    table, _ = over
    stranger = site.guest()
    hands = {
        seat: stranger.get(f"/t/{table}/replay/step?seat={seat}&step=4").json()["regions"]["hand"]
        for seat in ("all", "0", "1", "2", "3")
    }
    assert len(set(hands.values())) == 5 and hands["0"] == "" and "open-hands" in hands["all"]
    assert stranger.get(f"/t/{table}/replay/step?seat=4&step=4").status_code == 422
    for step in ("-1", "", "x", "9999"):
        assert stranger.get(f"/t/{table}/replay/step?seat=1&step={step}").status_code == 404


def test_the_log_comes_once(site: Site, over: tuple[str, list[Guest]]) -> None:
    table, _ = over
    stranger, known, lines = site.guest(), 0, []
    page = stranger.page(f"/t/{table}/replay").text
    for step in range(int(re.findall(r'data-last="(\d+)"', page)[0]) + 1):
        answer = stranger.get(f"/t/{table}/replay/step?seat=all&step={step}&told={known}").json()
        lines += answer["log"]
        known = answer["v"]
    whole = stranger.get(f"/t/{table}/replay/step?seat=all&step={step}&told=0").json()["log"]
    assert lines == whole and len(lines) > 60


def test_playing_on_from_a_moment(site: Site, over: tuple[str, list[Guest]]) -> None:
    table, guests = over
    unrolled = site.parts.replays.cached_timeline(table)
    assert unrolled
    answer = guests[1].post(f"/t/{table}/replay/what-if", {"step": 7, "seat": 3, "level": "page"})
    made = site.inside(lambda: site.parts.tables.get(answer.json()["table"]))
    assert made.match and made.match.position == made.match.game.position(unrolled.stop(7).state)
    assert made.phase == "playing" and made.origin == "what-if" and made.seats_of(made.seats[2].person) == (3,)
    shown = guests[0].page(f"/t/{made.id}").text
    assert unrolled.record_up_to(7).splitlines()[3] not in shown
    for wrong in ({"step": 7, "seat": 4}, {"step": 7, "seat": 0}, {"step": "x", "seat": 1}, {"seat": 1}):
        assert guests[1].post(f"/t/{table}/replay/what-if", {"level": "page", **wrong}).status_code in (404, 422)
    assert guests[1].post(f"/t/{table}/replay/what-if", {"step": 7, "seat": 1}).status_code == 422
    end = {"step": unrolled.last, "seat": 1, "level": "page"}
    assert guests[1].post(f"/t/{table}/replay/what-if", end).status_code == 422


def test_a_game_given_up_is_replayed_to_where_it_ended(site: Site) -> None:
    table, guests = playing(site)
    for _ in range(4):
        assert move(site, table, guests).status_code == 200
    for seat, guest in enumerate(guests, start=1):
        assert guest.ask(table, do="vote", seat=seat, end=True).status_code == 200
    page = guests[0].page(f"/t/{table}/replay?seat=all&step=99").text
    assert 'data-last="5"' in page and 'data-phase="aborted"' in page
    assert guests[0].post(f"/t/{table}/replay/what-if", {"step": 5, "seat": 2, "level": "page"}).status_code == 200
    lobby = guests[0].open()
    assert guests[0].ask(lobby, do="close").status_code == 200
    assert guests[0].get(f"/t/{lobby}/replay").status_code == 404


def test_the_log_is_written_once_for_the_same_eyes(
    site: Site, over: tuple[str, list[Guest]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guests = over
    real, written = game_log.all_lines, 0

    def all_lines(*given: Any) -> list[str]:
        nonlocal written
        lines = real(*given)
        written += len(lines)
        return lines

    monkeypatch.setattr(game_log, "all_lines", all_lines)
    unrolled = site.inside(lambda: site.parts.replays.of_table(table, 1))
    unrolled.log_lines.clear()
    way = f"/t/{table}/replay/step?seat=1&told=0&step="
    logs = [guests[0].get(f"{way}{step}").json()["log"] for step in (5, unrolled.last, 5, unrolled.last, 5)]
    assert written == len(unrolled.table.lines)
    assert logs[0] == logs[2] == logs[4] and logs[1] == logs[3] and logs[1][: len(logs[0])] == logs[0]
    viewer = viewers.open_viewer(unrolled.table, 1)
    for step, found in ((5, logs[0]), (unrolled.last, logs[1])):
        assert found == game_log.log_lines(replay.past_scene(unrolled.table, viewer, unrolled.stop(step)), words("en"))
    monkeypatch.setattr(replays, "LINES_KEPT", 3 * len(logs[1]))
    for seat in ("all", "0", "1", "2", "3"):
        for language in ("en", "fr", "uk"):
            site.guest(**{"Accept-Language": language}).get(f"/t/{table}/replay/step?seat={seat}&told=0&step=9")
            assert sum(map(len, unrolled.log_lines.values())) <= replays.LINES_KEPT
    monkeypatch.setattr(replays, "LINES_KEPT", 1)
    assert guests[0].get(f"{way}{unrolled.last}").json()["log"] == logs[1] and len(unrolled.log_lines) == 1


# Records that people bring


@pytest.mark.parametrize("game", ["oriflamme", "ablaze", "oriflamme-mix", "richelieu"])
def test_a_record_is_kept_watched_and_played_on_from(site: Site, game: str) -> None:
    text = record(game, names=["Ann", "Bøb <b>", "Ćyd"])
    guest, stranger = site.guest(), site.guest()
    answer = guest.submit("/replay", {"text": f"# mine\n{text}".replace("\n", "\r\n")})
    assert answer.status_code == 303
    way = answer.headers["location"]
    assert stranger.get(f"{way}/record").text == text
    page = stranger.page(way).text
    assert "Bøb &lt;b&gt;" in page and "Bøb <b>" not in page
    last = int(re.findall(r'data-last="(\d+)"', page)[0])
    assert last == 12
    for step in range(last + 1):
        for seat in ("all", "0", "1"):
            assert stranger.get(f"{way}/step?seat={seat}&step={step}").status_code == 200
    answer = stranger.post(f"{way}/what-if", {"step": last, "seat": 2, "level": "page"})
    made = site.inside(lambda: site.parts.tables.get(answer.json()["table"]))
    assert made.match and made.match.position == intrigue.load(text).position


def multipart(guest: Guest, files: dict[str, Any], **fields: str) -> httpx.Response:
    """A form that holds a file, as a browser sends it."""
    if not guest.form_token:
        guest.page()
    headers = {"Accept": "text/html", "Origin": guest.site.url}
    return guest.http.post("/replay", data={"token": guest.form_token, **fields}, files=files, headers=headers)


def test_a_file_or_the_text_beside_it(site: Site) -> None:
    guest, text = site.guest(), record()
    assert multipart(guest, {"file": ("a game.game", text.encode())}, text="").status_code == 303
    assert multipart(guest, {"file": ("", b"")}, text=text).status_code == 303
    assert multipart(guest, {"file": ("x", "\ufeff".encode() + text.encode())}).status_code == 303
    guest.form_token = "wrong"
    assert multipart(guest, {"file": ("x", text.encode())}).status_code == 403


BROKEN: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "There is no record yet"),
    "spaces": ("  \n\t\n", "There is no record yet"),
    "no game": ("Players: 3\n\nwait\n", "Line 2: "),
    "another game": ("Game: chess\n\ne4\n", "Line 1: There is no game"),
    "a wrong move": (record().replace("\nplace", "\nplaice", 1), "cannot be played now"),
    "moves after the end": (record(moves=9999) + "wait\n", "over"),
    "a later program's rules": (re.sub("Rules: .*", "Rules: 99", record()), "Rules"),
    "a header twice": (f"Game: oriflamme\n{record()}", "Line 2: "),
    "no text": (b"Game: oriflamme\nPlayers: 3\nSeed: 1\n\n\xff\xfe", "Line 5: "),
    "too long": ("Game: oriflamme\n" + "#" * LONGEST_RECORD, "at most 64 KB"),
    "too many moves": (record() + "wait\n" * (replays.MOST_MOVES + 1), "at most 2000"),
    "a huge number": ("Game: oriflamme\nPlayers: " + "9" * 5000 + "\n\n", "Line 2: "),
    "a deep nest": ("Game: oriflamme\nPlayers: 3\nPosition: " + "[" * 20000 + "\n\n", "Line 3: "),
    "a page": ("<script>alert(1)</script>\n", "Line 1: "),
    "another deck": ("Game: richelieu\nPlayers: 3\nSeed: 1\nDeck-file: /etc/passwd 00\n\n", "Line 4: "),
    "a lone half of a sign": ("Game: \ud800\n\n", "Line 1: "),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_record_gets_one_sentence_and_stays_in_the_form(site: Site, name: str) -> None:
    text, said = BROKEN[name]
    guest = site.guest()
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    answer = multipart(guest, {"file": ("x", b"")} if not data.strip() else {"file": ("x", data)}, text="")
    assert answer.status_code == 422
    told = re.findall(r'id="upload-fault">(.*?)</p>', answer.text)
    assert len(told) == 1 and said in told[0], told
    kept = data.decode(errors="replace").strip()[:60].partition("\n")[0]
    assert kept.replace("<", "&lt;").replace(">", "&gt;") in answer.text and "<script>alert" not in answer.text


def test_a_record_that_takes_too_long_is_refused_where_its_time_was_up(site: Site) -> None:
    """By a clock that goes on by a second whenever it is looked at."""
    told = site.parts.replays.clock
    site.parts.replays.clock = itertools.count(0.0).__next__
    try:
        answer = site.guest().post("/replay", {"text": record()})
    finally:
        site.parts.replays.clock = told
    played = int(replays.MOST_TIME)  # at the start, then before each of these moves
    line = Record.parse(record()).line_of_move(played)
    assert answer.status_code == 422
    assert answer.json()["message"].startswith(f"Line {line}: ") and "too long" in answer.json()["message"]
    assert site.guest().post("/replay", {"text": record()}).status_code == 200


@pytest.mark.parametrize(
    ("language", "sign"),
    [("en", "Line {}: "), ("fr", "Ligne {}\u00a0: "), ("ru", "Строка {}: "), ("uk", "Рядок {}: ")],
)
def test_the_line_is_told_in_every_language(site: Site, language: str, sign: str) -> None:
    guest = site.guest(**{"Accept-Language": language})
    answer = guest.post("/replay", {"text": record().replace("\nplace", "\nplaice", 1)})
    line = record().splitlines().index(next(one for one in record().splitlines() if one.startswith("place"))) + 1
    assert answer.status_code == 422 and answer.json()["message"].startswith(sign.format(line))


def test_more_than_a_record_can_be_is_not_even_read(site: Site) -> None:
    guest = site.guest()
    answer = multipart(guest, {"file": ("x", b"x" * 90_000)})
    assert answer.status_code == 413 and "at most 64 KB" in answer.text
    guest.form_token = ""
    assert guest.post("/me", {"name": "x" * 20_000}).status_code == 413
    assert guest.post("/replay/abcdefgh22/what-if", {"level": "x" * 20_000}).status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--x",
        b"--x--",
        b"\r\n\r\n",
        b'--x\r\nContent-Disposition: form-data; name="file"',
        b'--x\r\nContent-Disposition: form-data; name="' + b"f" * 5000 + b'"\r\n\r\nabc\r\n--x--',
        b"--x\r\n\r\n" * 3000,
        b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\na\r\n' * 1000,
    ],
)
def test_odd_forms_are_forms_all_the_same(site: Site, body: bytes) -> None:
    assert len(multipart_fields(body, b"x")) <= 1
    guest = site.guest()
    guest.page()
    headers = {"Content-Type": "multipart/form-data; boundary=x", "X-Intrigue": guest.form_token}
    answer = guest.http.post("/replay", content=body, headers={"Accept": "text/html", "Origin": site.url, **headers})
    assert answer.status_code == 422


def test_a_head_without_end_is_not_searched_through() -> None:
    """Looked at whole, it took seconds before anybody knew who had sent it."""
    head = b"content-disposition:" * 4000
    assert (
        multipart_fields(b"--x\r\n" + head, b"x")
        == multipart_fields(b"--x\r\n" + head + b"\r\n\r\nwait\r\n--x--", b"x")
        == {}
    )


def test_what_is_not_on_the_shelf(site: Site) -> None:
    for id in ("aaaaaaaaaa", "AAAAAAAAAA", "%2e%2e", "x" * 500):
        for way in ("", "/step?step=0", "/record"):
            assert site.guest().get(f"/replay/{id}{way}").status_code == 404


def test_a_record_is_shown_for_ninety_days_though_its_reel_is_in_memory(tmp_path: Path) -> None:
    clock = [1_000_000_000_000]
    with running(tmp_path, now=lambda: clock[0]) as site:
        way = f"/replay/{site.guest().post('/replay', {'text': record(moves=3)}).json()['record']}"
        ways = (way, f"{way}/step?step=1", f"{way}/record")
        assert [site.guest().get(one).status_code for one in ways] == [200, 200, 200]
        clock[0] += SHELF_LIFE - 1
        assert [site.guest().get(one).status_code for one in ways] == [200, 200, 200]
        clock[0] += 1
        assert [site.guest().get(one).status_code for one in ways] == [404, 404, 404]


# What it costs


def test_whoever_asks_too_often_waits(tmp_path: Path) -> None:
    few = GENEROUS | {name: Rate(2, 600) for name in ("past", "replay", "unroll", "upload")}
    assert set(few) == set(RATES)
    with running(tmp_path, rates=few) as site:
        table, guests = playing(site)
        asked = [guests[0].get(f"/t/{table}/past?version={guests[0].version(table)}").status_code for _ in range(3)]
        assert asked == [200, 200, 429]
        text = record(moves=3)
        brought = [guests[0].post("/replay", {"text": text}) for _ in range(3)]
        assert [answer.status_code for answer in brought] == [200, 200, 429]
        ways = [f"/replay/{answer.json()['record']}" for answer in brought[:2]]
        assert guests[0].get(ways[0]).status_code == 200  # the second that is unrolled
        assert guests[0].get(ways[1]).status_code == 429
        assert guests[0].get(ways[0]).status_code == 429


def test_few_reels_are_kept(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        site.parts.replays.kept = 3
        guest, text = site.guest(), record(moves=2)
        ways = [f"/replay/{guest.post('/replay', {'text': text}).json()['record']}" for _ in range(6)]
        for way in (*ways, *ways):
            assert guest.get(way).status_code == 200
            assert len(site.parts.replays.timelines) <= 3


def test_a_table_does_not_wait_for_a_reel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a game is unrolled, moves are made."""
    import threading

    go_on, begun = threading.Event(), threading.Event()
    honest = replays.Timeline.of.__func__  # type: ignore[attr-defined]

    def slow(cls: Any, *given: Any) -> Any:
        begun.set()
        assert go_on.wait(20)
        return honest(cls, *given)

    with running(tmp_path) as site:
        table, guests = playing(site)
        version = guests[0].version(table)
        monkeypatch.setattr(replays.Timeline, "of", classmethod(slow))
        answers: list[int] = []
        look = threading.Thread(
            target=lambda: answers.append(guests[0].get(f"/t/{table}/past?version={version}").status_code)
        )
        look.start()
        assert begun.wait(20)
        assert move(site, table, guests).status_code == 200
        assert not answers
        go_on.set()
        look.join(20)
        assert answers == [200]


def test_the_longest_games_fit_into_the_limits() -> None:
    """A game has a tenth of the moves that a record may have, and a tenth of its bytes."""
    for game, players in (("oriflamme", 5), ("ablaze", 5), ("oriflamme-mix", 5), ("richelieu", 4)):
        match: Match = intrigue.load(record(game, players, moves=replays.MOST_MOVES))
        assert match.over and len(match.played) * 5 < replays.MOST_MOVES and len(str(match.record)) * 5 < LONGEST_RECORD
        assert isinstance(replays.timeline_of_record("x", str(match.record)).stops[-1].content, log_entries.Moved)
