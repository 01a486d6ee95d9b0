"""`intrigue admin` on the database of a site, beside a running server: what it does is seen there at once."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from sqlalchemy import MetaData, insert, select, text, update
from web.databases import Postgres
from web.guests import PATIENCE, Guest, Site, move, next_message, playing, running, to_the_end, until
from web.holding import holding
from web.html.reading import faults
from web.store.steps import add_a_step
from web.store.test_migrations import connection_to
from websockets.exceptions import ConnectionClosed

from intrigue.cli import main
from intrigue.games import GAMES
from intrigue.locale import LANGUAGES, words
from intrigue.web import app
from intrigue.web.commands import admin
from intrigue.web.runtime.automation import BotsAndClocks
from intrigue.web.runtime.clock import wall_clock
from intrigue.web.runtime.tokens import token_hash
from intrigue.web.store import SHELF_LIFE, Full, Stale, Store, Unavailable, open_store
from intrigue.web.store import postgres as on_postgres
from intrigue.web.store import sqlite as on_sqlite
from intrigue.web.store.database_url import place_of
from intrigue.web.store.schema import log, shelf, tables
from intrigue.web.table.log_entries import Moved


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Admin = Callable[..., Ran]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'site.db'}"
        return
    server: Postgres = request.getfixturevalue("postgres")
    name = server.create()
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def site(tmp_path: Path, url: str) -> Iterator[Site]:
    with running(tmp_path, automation=BotsAndClocks, bot_processes=1, database=url) as found:
        yield found


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def ran(url: str, *arguments: str, language: str = "en") -> Ran:
        capsys.readouterr()
        code = main(["admin", *arguments, "--database", url, "--lang", language])
        return Ran(code, *capsys.readouterr())

    return ran


def close_code(guest: Guest, line: Any) -> int:
    """The code with which a line ends."""
    try:
        while True:
            line.recv(PATIENCE)
    except ConnectionClosed as end:
        assert end.rcvd
        return int(end.rcvd.code)


def number_of(site: Site, table: str, seat: int) -> str:
    return str(site.inside(lambda: site.parts.tables.get(table)).seat(seat).person)


# Tables


def test_a_table_is_closed_and_its_players_see_why(site: Site, url: str, run: Admin) -> None:
    table, guests = playing(site)
    move(site, table, guests)
    with guests[0].socket(table, guests[0].version(table)) as line:
        ran = run(url, "close", table, "--reason", "The hall  closes.")
        assert ran == (0, words("en")("admin.close.done", table=table) + "\n", "")
        frame = next_message(line, "frame")  # the server noticed by itself
    assert frame["phase"] == "aborted"
    page = guests[1].page(f"/t/{table}").text
    assert f"{words('en')('web.aborted.operator')} The hall closes." in page
    assert f"{words('en')('web.event.ended.operator')} The hall closes." in page
    assert guests[0].get(f"/t/{table}/record").status_code == 200
    again = run(url, "close", table)
    assert again.code == 2 and again.err == f"intrigue: {words('en')('admin.close.not_open', table=table)}\n"


def test_open_games_that_can_go_on_are_fine(site: Site, url: str, run: Admin) -> None:
    for _ in range(2):
        table, guests = playing(site)
        move(site, table, guests)
    version = guests[0].version(table)
    ran = run(url, "check")
    assert ran == (0, f"{words('en')('admin.check.all', n=2)}\n{words('en')('admin.check.fine')}\n", "")
    assert run(url, "check", "--close").code == 0
    assert guests[0].version(table) == version and move(site, table, guests).status_code == 200


def test_games_of_other_rules_are_listed_and_never_shown_as_something_else(
    tmp_path: Path, url: str, run: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, database=url) as site:
        table, guests = playing(site)
        move(site, table, guests)
        cookies = [guest.http.cookies["intrigue"] for guest in guests]
        gathering = site.guest().open()
    monkeypatch.setattr(type(GAMES["oriflamme"]), "version", 2)
    listed = run(url, "check")
    told_so = words("en")("admin.check.rules", table=table, game="Oriflamme", then=1, now=2)
    assert listed.code == 1 and listed.out.splitlines()[0] == told_so
    with running(tmp_path, automation=BotsAndClocks, bot_processes=1, database=url) as site:
        player = came_back(site, cookies[0])
        answer = player.page(f"/t/{table}")
        assert answer.status_code == 409 and "rules other than" in answer.text
        assert player.page("/").status_code == 200 and player.page(f"/t/{gathering}").status_code == 200
        closed = run(url, "check", "--close", "--reason", "Play again!")
        assert closed.code == 0 and closed.out.splitlines()[0] == told_so
        page = wait_for(player, f"/t/{table}", words("en")("web.aborted.rules"))
        assert "Play again!" in page
        assert run(url, "check").out.splitlines()[-1] == words("en")("admin.check.fine")
        read = site.inside(lambda: site.parts.store.read(table))
        assert [type(entry.content).__name__ for entry in read][-3:] == ["Began", "Moved", "Ended"]  # nothing is lost


def came_back(site: Site, cookie: str) -> Guest:
    """Somebody at a server that was started again."""
    guest = site.guest()
    guest.http.cookies.set("intrigue", cookie, domain="127.0.0.1")
    return guest


def test_games_that_ended_under_earlier_rules_keep_their_result_and_their_record(
    tmp_path: Path, url: str, run: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, database=url) as site:
        over, guests = playing(site, watch="nobody")
        to_the_end(site, over, guests)
        aborted, others = playing(site)
        assert move(site, aborted, others).status_code == 200
        for seat, guest in enumerate(others, start=1):
            assert guest.ask(aborted, do="vote", seat=seat, end=True).status_code == 200
        asked = {"step": 3, "seat": 1, "level": "page"}
        begun = guests[0].post(f"/t/{over}/replay/what-if", asked).json()["table"]
        assert guests[0].ask(begun, do="resign", seat=1).status_code == 200
        tables = {over: guests[0], aborted: others[0], begun: guests[0]}
        records = {table: guest.get(f"/t/{table}/record").text for table, guest in tables.items()}
        shelved = guests[0].post("/replay", {"text": records[over]}).json()["record"]
        cookies = {table: guest.http.cookies["intrigue"] for table, guest in tables.items()}
        points = site.inside(lambda: site.parts.tables.get(over)).match.scores
    assert "Rules: 1" in records[over] and words("en")("admin.check.earlier", n=3) not in run(url, "check").out
    monkeypatch.setattr(type(GAMES["oriflamme"]), "version", 2)
    checked = run(url, "check")
    assert checked.code == 0 and words("en")("admin.check.earlier", n=3) in checked.out.splitlines()
    with running(tmp_path, database=url) as site:
        for table, cookie in cookies.items():
            guest = came_back(site, cookie)
            assert guest.get(f"/t/{table}/record").text == records[table]
            assert guest.get("/me/export").json()["records"][table] == records[table]
            assert guest.get(f"/t/{table}/replay").headers["location"] == f"/t/{table}"
            assert guest.get(f"/t/{table}/past?version=9").status_code == 409
            for language in LANGUAGES:
                guest.post("/me", {"language": language})
                page = guest.page(f"/t/{table}")
                assert page.status_code == 200 and faults(page.text) == []
                assert words(language)("serve.fault.earlier") in unescape(page.text)
                assert f'href="/t/{table}/record"' in page.text
        page = came_back(site, cookies[over]).page(f"/t/{over}").text
        assert all(words("uk")("mine.points", n=n) in page for n in points) and "Guest3" in page
        assert words("uk")("web.aborted.consent") in came_back(site, cookies[aborted]).page(f"/t/{aborted}").text
        stranger = site.guest()
        assert [stranger.get(f"/t/{over}{way}").status_code for way in ("", "/record")] == [403, 403]
        brought = stranger.page(f"/replay/{shelved}")
        assert brought.status_code == 200 and words("en")("serve.fault.earlier") in brought.text
        assert "Rules: 1" in stranger.get(f"/replay/{shelved}/record").text
        assert stranger.get(f"/replay/{shelved}/step?step=1").status_code == 409


def wait_for(guest: Guest, path: str, sentence: str) -> str:
    """A page, once it holds a sentence."""
    for _ in range(1000):
        answer = guest.page(path)
        if answer.status_code == 200 and sentence in answer.text:
            return answer.text
        guest.get("/readyz")
    raise AssertionError(answer.text)


def test_a_game_that_breaks_is_closed_where_it_still_could_be_followed(tmp_path: Path, url: str, run: Admin) -> None:
    with running(tmp_path, database=url) as site:
        table, guests = playing(site)
        move(site, table, guests)
        version = guests[0].version(table)

        async def spoil() -> None:
            row = await site.parts.store.row(table)
            assert row
            await site.parts.store.append(table, version, None, "spoil", row.changed, [Moved(1, "no such move")], row)

        site.inside(spoil)
        ran = run(url, "check", "--close")
        assert words("en")("admin.check.breaks", table=table, game="Oriflamme", version=version + 1) in ran.out
    with running(tmp_path, database=url) as site:
        page = site.guest().page(f"/t/{table}")
        assert page.status_code == 200 and words("en")("web.aborted.rules") in page.text
        assert 'id="r-board"' in page.text
        assert site.guest().version(table) == version + 2


def test_a_log_that_cannot_be_read_is_refused_and_can_be_closed(tmp_path: Path, url: str, run: Admin) -> None:
    """A later program may have written entries that this one does not know."""
    with running(tmp_path, database=url) as site:
        table, guests = playing(site)
        move(site, table, guests)
        version = guests[0].version(table)
        store: Any = site.parts.store
        dance = {"table_id": table, "version": version + 1, "at": 1, "author": 0, "command": '{"did":"danced"}'}
        site.inside(lambda: store.run_write(lambda c: c.execute(insert(log).values(dance)) and None))
        moved = update(tables).where(tables.c.table_id == table).values(version=version + 1)
        site.inside(lambda: store.run_write(lambda c: c.execute(moved) and None))
        for _ in range(2):  # as long as it is in memory, and when it is read again
            assert guests[0].ask(table, version + 1, do="rise", seat=1).status_code == 409
            assert guests[0].get(f"/t/{table}/past?version={version}").status_code == 409
        answer = guests[0].page(f"/t/{table}")
        assert answer.status_code == 409 and words("en")("serve.fault.rules") in unescape(answer.text)
        assert guests[0].page("/").status_code == 200 and guests[0].page("/mine").status_code == 200
        assert run(url, "forget", number_of_person(site, guests[2])).code == 0
    with running(tmp_path, database=url) as site:
        page = site.guest().page(f"/t/{table}")
        assert page.status_code == 200 and words("en")("web.aborted.rules") in page.text
        assert site.guest().version(table) == version + 2
        assert site.guest().page(f"/t/{table}/replay").status_code == 200


def rows(url: str) -> dict[str, list[str]]:
    """All that stands in a database, whatever its version."""
    with connection_to(url) as connection:
        known = MetaData()
        known.reflect(connection)
        return {one.name: sorted(map(str, connection.execute(select(one)))) for one in known.sorted_tables}


class Older(NamedTuple):
    table: str
    version: int
    """Of the table, before its first move."""


@pytest.fixture
def older(tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> Older:
    """A database with a game that is played and a table that gathers, made before the program's last step."""
    with running(tmp_path, database=url) as site:
        table, guests = playing(site)
        version = guests[0].version(table)
        for _ in range(3):
            assert move(site, table, guests).status_code == 200
        site.guest().open(players="3")
    (tmp_path / "steps").mkdir()
    add_a_step(tmp_path / "steps", monkeypatch)
    return Older(table, version)


def test_the_games_of_an_older_database_are_replayed_and_it_stays_as_it_is(url: str, older: Older, run: Admin) -> None:
    before = rows(url)
    assert before["alembic_version"] == ["('0004',)"]
    ran = run(url, "check")
    assert ran == (0, f"{words('en')('admin.check.all', n=2)}\n{words('en')('admin.check.fine')}\n", "")
    assert rows(url) == before


def test_a_game_of_an_older_database_that_breaks_is_listed(url: str, older: Older, run: Admin) -> None:
    with connection_to(url) as connection:
        moved = update(log).where(log.c.table_id == older.table, log.c.command.like('{"did":"moved",%'))
        connection.execute(moved.values(command='{"did":"moved","seat":1,"move":"no such move"}'))
    ran = run(url, "check")
    assert ran.code == 1
    broken = words("en")("admin.check.breaks", table=older.table, game="Oriflamme", version=older.version + 1)
    assert broken in ran.out


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_check_of_an_older_postgresql_disturbs_nobody(url: str, older: Older, run: Admin) -> None:
    """A server of that version writes all the while."""
    with connection_to(url) as connection:
        connection.execute(text("LOCK TABLE tables, log, people, seats IN ROW EXCLUSIVE MODE"))
        assert run(url, "check").code == 0


def test_a_postgresql_without_a_site_or_of_a_later_one(postgres: Postgres, run: Admin) -> None:
    name = postgres.create("template0")
    url = postgres.url(name)
    ran = run(url, "check")
    assert ran.code == 2 and words("en")("admin.fault.empty", place=place_of(url)) in ran.err
    assert rows(url) == {}
    postgres.drop(name)
    name = postgres.create()
    with connection_to(postgres.url(name)) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    ran = run(postgres.url(name), "check")
    assert ran.code == 2 and words("en")("serve.fault.too_new", place=place_of(postgres.url(name))) in ran.err
    postgres.drop(name)


def number_of_person(site: Site, guest: Guest) -> str:
    found = site.inside(lambda: site.parts.store.person(token_hash(guest.http.cookies["intrigue"])))
    assert found
    return str(found.id)


# People


def test_a_banned_person_is_out_until_the_ban_is_lifted(site: Site, url: str, run: Admin) -> None:
    table, guests = playing(site)
    number = number_of(site, table, 2)
    with guests[1].socket(table) as line:
        ran = run(url, "ban", "--person", number, "--until", "7d", "--why", "cheats")
        assert ran.code == 0 and ran.err == ""
        assert close_code(guests[1], line) == 1008
    answer = guests[1].page(f"/t/{table}")
    assert answer.status_code == 403 and words("en")("serve.fault.banned") in answer.text
    assert words("en")("web.fault.403.do") not in answer.text  # which speaks of tables and forms
    assert guests[1].ask(table, do="rise", seat=2).status_code == 403
    assert guests[0].page(f"/t/{table}").status_code == 200
    listed = run(url, "bans").out
    assert listed.startswith(f"1  person {number}  until ") and listed.endswith("  cheats\n")
    assert run(url, "unban", "1").code == 0 and run(url, "unban", "1").code == 2
    wait_for(guests[1], f"/t/{table}", "data-viewer")
    assert run(url, "bans").out == words("en")("admin.ban.none") + "\n"


def test_a_banned_network_gets_no_answer_but_that(site: Site, url: str, run: Admin) -> None:
    table, guests = playing(site)
    with guests[0].socket(table) as line:
        assert run(url, "ban", "--network", "127.0.0.77/8").code == 0
        assert close_code(guests[0], line) == 1008
    assert site.guest().page().status_code == 403
    for page in ("/healthz", "/readyz", "/metrics"):  # or a watchdog would restart a server that is well
        assert site.guest().get(page).status_code != 403
    assert "127.0.0.0/8" in run(url, "bans").out
    assert run(url, "unban", "1").code == 0


def test_people_are_found_by_name_and_table(site: Site, url: str, run: Admin) -> None:
    host = site.guest()
    table = host.open(name="Ярина")
    number = number_of(site, table, 1)
    assert run(url, "find", "яРИ").out == f"person {number}: Ярина\nperson {number}: Ярина, at table {table}\n"
    assert run(url, "people", table).out == f"Seat 1: Ярина, person {number}\n"
    assert run(url, "find", "Nobody").out == words("en")("admin.find.nobody") + "\n"
    assert run(url, "people", "abcdefghij").code == 2


def test_of_many_who_are_found_the_newest_are_shown(
    site: Site, url: str, run: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin, "MOST", 2)
    site.guest().open(name="Ann")
    assert words("en")("admin.find.more", n=2) not in run(url, "find", "Ann").out
    table = site.guest().open(name="Annabel")
    number = number_of(site, table, 1)
    first, second, last = run(url, "find", "Ann").out.splitlines()
    assert first == f"person {number}: Annabel" and second == f"person {number}: Annabel, at table {table}"
    assert last == words("en")("admin.find.more", n=2)


def test_bans_of_a_person_who_is_forgotten_stay_and_that_is_said(site: Site, url: str, run: Admin) -> None:
    number = number_of(site, site.guest().open(), 1)
    assert run(url, "ban", "--person", number, "--until", "7d", "--why", "cheats").code == 0
    assert run(url, "forget", number).out.splitlines()[-1] == words("en")("admin.forget.bans", n=1)
    assert f"person {number}" in run(url, "bans").out


def test_a_forgotten_person_leaves_no_name(site: Site, url: str, run: Admin) -> None:
    table, guests = playing(site, name="Canary")
    move(site, table, guests)
    number = number_of(site, table, 1)
    with guests[1].socket(table, guests[1].version(table)) as line:
        ran = run(url, "forget", number)
        assert ran.code == 0, ran.err
        next_message(line, "frame", "snapshot", "resync")
    assert run(url, "find", "Canary").out == words("en")("admin.find.nobody") + "\n"
    for _ in range(1000):
        if "Canary" not in guests[1].page(f"/t/{table}").text:
            break
        guests[1].get("/readyz")
    else:
        raise AssertionError("the name is still there")
    assert guests[1].page(f"/t/{table}").status_code == 200
    assert run(url, "forget", number).code == 2


def test_who_is_forgotten_while_a_game_goes_on(
    site: Site, url: str, run: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The running server is quicker: the admin looks again."""
    table, guests = playing(site, name="Canary")
    number, real, quicker = number_of(site, table, 1), Store.append, 0

    async def append(self: Store, id: str, expected: int, person: int | None, key: str, *more: Any) -> Any:
        nonlocal quicker
        if key.startswith("admin:rise") and quicker < 2:
            quicker += 1
            raise Stale(expected + 1)
        return await real(self, id, expected, person, key, *more)

    monkeypatch.setattr(Store, "append", append)
    ran = run(url, "forget", number)
    assert (ran.code, quicker) == (0, 2), ran.err
    quicker = -1000
    ran = run(url, "forget", number_of(site, table, 2))
    assert ran.code == 2 and ran.err.count("\n") == 1 and words("en")("admin.fault.busy", table=table) in ran.err


@pytest.mark.anyio
async def test_bans_are_read_again_whatever_went_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BANS_READ", 0)
    faults: list[Exception] = [ValueError("a ban of no network"), Unavailable("away"), Full("full")]
    read = asyncio.Event()

    async def reads(store: object, now: int) -> bool:
        if faults:
            raise faults.pop()
        return True

    site: Any = SimpleNamespace(bans=SimpleNamespace(read=reads), store=None, clock=SimpleNamespace(wall=int))
    site.hub = SimpleNamespace(wake_all=read.set)
    task = asyncio.create_task(app.keep_bans(site))
    await asyncio.wait([task, asyncio.create_task(read.wait())], return_when=asyncio.FIRST_COMPLETED)
    assert read.is_set() and not task.done()
    task.cancel()


@pytest.mark.anyio
async def test_what_ran_out_is_taken_out_again_and_again_whatever_went_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "TIDIED", 0)
    faults: list[Exception] = [ValueError("another"), Unavailable("away"), Full("full")]
    tidied: list[int] = []
    twice = asyncio.Event()

    async def tidy(now: int) -> None:
        if faults:
            raise faults.pop()
        tidied.append(now)
        if len(tidied) == 2:
            twice.set()

    site: Any = SimpleNamespace(
        store=SimpleNamespace(delete_expired=tidy), tables=SimpleNamespace(without_outages=lambda: 7)
    )
    task = asyncio.create_task(app.keep_tidy(site))
    await asyncio.wait([task, asyncio.create_task(twice.wait())], return_when=asyncio.FIRST_COMPLETED)
    assert twice.is_set() and not task.done() and tidied[:2] == [7, 7]
    task.cancel()


def test_a_running_site_takes_out_records_that_are_too_old(tmp_path: Path, url: str) -> None:
    asyncio.run(add_records(url, wall_clock() - SHELF_LIFE, wall_clock()))
    with running(tmp_path, database=url) as site:
        store: Any = site.parts.store
        lying = select(shelf.c.id)
        until(lambda: site.inside(lambda: store.run_read(lambda c: list(c.scalars(lying)))) == ["r1"])


async def add_records(url: str, *times: int) -> None:
    store = await open_store(url)
    for number, at in enumerate(times):
        await store.shelve(f"r{number}", "a record", None, at)
    await store.close()


def test_figures(site: Site, url: str, run: Admin) -> None:
    playing(site)
    site.guest().open()
    out = run(f"{url}?max_page_count=100000" if url.startswith("sqlite") else url, "stats").out
    said = words("en")
    assert f"{said('admin.stats.people')}: 4\n" in out
    assert f"{said('admin.stats.playing')}: 1\n" in out and f"{said('admin.stats.gathering')}: 1\n" in out


def test_the_latest_part_of_a_database_counts_too(tmp_path: Path) -> None:
    (tmp_path / "site.db").write_bytes(bytes(3000))
    assert admin.bytes_of(tmp_path / "site.db") == 3000
    (tmp_path / "site.db-wal").write_bytes(bytes(500))
    assert admin.bytes_of(tmp_path / "site.db") == 3500


def test_while_others_hold_the_database_a_site_starts_and_what_is_only_read_is_told(
    tmp_path: Path, url: str, run: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_sqlite, "PRAGMAS", (*on_sqlite.PRAGMAS, "busy_timeout = 1"))
    monkeypatch.setattr(on_sqlite, "MIGRATING", 1)
    monkeypatch.setattr(on_postgres, "SETTINGS", (*on_postgres.SETTINGS, "SET lock_timeout = '10ms'"))
    with running(tmp_path, database=url) as site:
        table, _ = playing(site)
    with holding(url), running(tmp_path, database=url) as site:
        assert site.guest().page(f"/t/{table}").status_code == 200
        assert site.guest().post("/quick", {"game": "oriflamme"}).json()["why"] == "busy"
        for told_of in (("stats",), ("bans",), ("people", table), ("find", "Ann"), ("check",)):
            assert run(url, *told_of).code == 0
        assert run(url, "close", table).code == 2
    assert run(url, "close", table).code == 0


# Backups


def test_a_backup_of_a_running_site_is_a_whole_site(tmp_path: Path, run: Admin) -> None:
    url = f"sqlite:///{tmp_path / 'site.db'}"
    with running(tmp_path) as site:
        table, guests = playing(site)
        move(site, table, guests)
        version = guests[0].version(table)
        ran = run(url, "backup", str(tmp_path / "monday.db"))
        assert ran.code == 0 and (tmp_path / "monday.db").stat().st_mode & 0o777 == 0o600
        move(site, table, guests)
        assert run(url, "backup", str(tmp_path / "monday.db")).code == 2  # nothing is overwritten
        assert run(url, "backup", str(tmp_path / "no" / "folder.db")).code == 2
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name) == []
    with running(tmp_path, database=f"sqlite:///{tmp_path / 'monday.db'}") as site:
        guest = site.guest()
        assert guest.version(table) == version
        back = [site.guest() for _ in guests]
        for one, before in zip(back, guests, strict=True):
            one.http.cookies.set("intrigue", before.http.cookies["intrigue"], domain="127.0.0.1")
        assert move(site, table, back).status_code == 200  # by whoever is asked, with the cookie of before
        assert guest.version(table) == version + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_postgresql_is_backed_up_by_its_own_program(postgres: Postgres, run: Admin, language: str) -> None:
    ran = run(postgres.url("made"), "backup", "x.dump", language=language)
    assert ran.code == 2 and "pg_dump" in ran.err


# Faults


def test_no_database_is_made_or_brought_up_to_date_in_passing(
    tmp_path: Path, run: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'none.db'}"
    for deed in (["check"], ["bans"], ["stats"], ["backup", str(tmp_path / "copy.db")]):
        ran = run(url, *deed)
        assert ran.code == 2 and ran.err.count("\n") == 1 and not list(tmp_path.iterdir())
    asyncio.run(create_database(url))
    (tmp_path / "steps").mkdir()
    add_a_step(tmp_path / "steps", monkeypatch)
    ran = run(url, "bans")
    assert ran.code == 2 and ran.err == f"intrigue: {words('en')('admin.fault.other_version', place=place(url))}\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_database_of_before_the_first_release_is_one_clear_sentence(
    tmp_path: Path, run: Admin, language: str
) -> None:
    url = f"sqlite:///{tmp_path / 'site.db'}"
    asyncio.run(create_database(url))
    with sqlite3.connect(tmp_path / "site.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    for deed in (["check"], ["bans"], ["stats"]):
        ran = run(url, *deed, language=language)
        assert ran.code == 2 and ran.err == f"intrigue: {words(language)('serve.fault.too_old', place=place(url))}\n"


def place(url: str) -> str:
    return url.removeprefix("sqlite:///")


async def create_database(url: str) -> None:
    await (await open_store(url)).close()


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["ban", "--person", "99"], "admin.fault.no_person"),
        (["ban", "--network", "castle"], "serve.fault.proxy"),
        (["ban", "--network", "192.0.2.1", "--until", "soon"], "admin.fault.until"),
        (["ban", "--network", "192.0.2.1", "--until", "2001-01-01"], "admin.fault.past"),
        (["unban", "7"], "admin.fault.no_ban"),
        (["forget", "7"], "admin.fault.no_person"),
        (["people", "nothing"], "admin.fault.no_table"),
        (["close", "nothing"], "admin.close.not_open"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_is_one_clear_sentence(
    tmp_path: Path, run: Admin, arguments: list[str], key: str, language: str
) -> None:
    url = f"sqlite:///{tmp_path / 'site.db'}"
    asyncio.run(create_database(url))
    ran = run(url, *arguments, language=language)
    assert ran.code == 2 and ran.out == "" and ran.err.count("\n") == 1
    pattern = re.sub(r"\\{.*?\\}", ".*", re.escape(words(language)(key)))
    assert re.fullmatch(rf"intrigue: {pattern}\n", ran.err)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ban_is_of_a_person_or_of_a_network(run: Admin, language: str) -> None:
    said = words(language)
    neither, both = run("x.db", "ban", language=language), run("x.db", "ban", "--person", "1", "--network", "::1")
    assert said("usage.one_of", names="--person --network") in neither.err and neither.err.count("\n") == 1
    assert words("en")("usage.both", names="--network", other="--person") in both.err and both.code == 2
    less = run("x.db", "forget", "--", "-1", language=language)
    assert said("cli.not_a_number", value="-1") in less.err


def test_a_ban_of_an_older_address_written_as_a_newer_one_holds(tmp_path: Path, run: Admin) -> None:
    url = f"sqlite:///{tmp_path / 'site.db'}"
    asyncio.run(create_database(url))
    assert "192.0.2.7/32" in run(url, "ban", "--network", "::ffff:192.0.2.7").out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deed", ["", *admin.COMMANDS])
def test_every_deed_has_its_help(run: Admin, capsys: pytest.CaptureFixture[str], deed: str, language: str) -> None:
    assert main(["admin", *filter(None, [deed]), "--help", "--lang", language]) == 0
    out = capsys.readouterr().out
    assert words(language)("help.examples") in out
    assert main(["admin", *filter(None, [deed]), "--nonsense", "--lang", language]) == 2
