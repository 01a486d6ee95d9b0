import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from web.store.deeds import SECRET, create, move, opening, row

from intrigue.web.store import Appended, Full, Stale, Unavailable, open_store
from intrigue.web.store import sqlite as on_sqlite
from intrigue.web.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sqlite_store(tmp_path: Path, anyio_backend: str) -> AsyncIterator[SqliteStore]:
    store = await open_store(f"sqlite:///{tmp_path / 'site.db'}")
    assert isinstance(store, SqliteStore)
    yield store
    await store.close()


class Gate:
    """Holds the writer at its next commits, and counts them."""

    def __init__(self, store: SqliteStore) -> None:
        self.opened, self.reached, self.commits = threading.Event(), threading.Event(), 0
        event.listen(store.writing, "before_cursor_execute", self.pass_by)

    def pass_by(self, connection: object, cursor: object, statement: str, *more: object) -> None:
        if statement == "COMMIT":
            self.commits += 1
            self.reached.set()
            assert self.opened.wait(60)


@contextmanager
def hold_writer(store: SqliteStore) -> Iterator[Gate]:
    gate = Gate(store)
    try:
        yield gate
    finally:
        gate.opened.set()
        event.remove(store.writing, "before_cursor_execute", gate.pass_by)


async def waiting(store: SqliteStore, number: int) -> None:
    """Until so many writes wait."""
    while store.waiting.qsize() < number:
        await asyncio.sleep(0)


async def test_what_waits_is_committed_together(sqlite_store: SqliteStore) -> None:
    for number in range(40):
        await create(sqlite_store, f"t{number}")
    with hold_writer(sqlite_store) as gate:
        first = asyncio.create_task(sqlite_store.pulse(1))
        await asyncio.to_thread(gate.reached.wait, 60)
        tasks = [
            asyncio.create_task(
                sqlite_store.append(f"t{number}", 2 + (number == 7), 1, "k", 1, [move()], row(f"t{number}"))
            )
            for number in range(40)
        ]
        await waiting(sqlite_store, 40)
        assert not any(task.done() for task in [first, *tasks])  # nobody is answered before the commit
        assert await sqlite_store.read("t1", 2) == []
        gate.opened.set()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        await first
        assert gate.commits == 2  # the pulse, and forty appends
    assert isinstance(done.pop(7), Stale)
    assert done == [Appended(3, False)] * 39


async def test_two_appends_to_one_table_in_one_commit(sqlite_store: SqliteStore) -> None:
    await create(sqlite_store, "t")
    with hold_writer(sqlite_store) as gate:
        first = asyncio.create_task(sqlite_store.pulse(1))
        await asyncio.to_thread(gate.reached.wait, 60)
        tasks = [
            asyncio.create_task(sqlite_store.append("t", 2, 1, "a", 1, [move(1)], row("t"))),
            asyncio.create_task(sqlite_store.append("t", 3, 2, "b", 1, [move(2)], row("t"))),
            asyncio.create_task(sqlite_store.append("t", 3, 3, "c", 1, [move(3)], row("t"))),
            asyncio.create_task(sqlite_store.append("t", 2, 1, "a", 1, [move(1)], row("t"))),
        ]
        await waiting(sqlite_store, 4)
        gate.opened.set()
        done = await asyncio.gather(first, *tasks, return_exceptions=True)
        assert gate.commits == 2
    assert done[1:3] + done[4:] == [Appended(3, False), Appended(4, False), Appended(3, True)]
    assert isinstance(done[3], Stale) and done[3].version == 4


async def test_a_queue_that_is_full_sends_away(sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    await create(sqlite_store, "t")
    monkeypatch.setattr(on_sqlite, "WAITING", 3)
    with hold_writer(sqlite_store) as gate:
        first = asyncio.create_task(sqlite_store.pulse(1))
        await asyncio.to_thread(gate.reached.wait, 60)
        tasks = [
            asyncio.create_task(sqlite_store.add_chat_line("t", 1, 1, f"k{number}", 1, "text", "x"))
            for number in range(3)
        ]
        await waiting(sqlite_store, 3)
        with pytest.raises(Unavailable):
            await sqlite_store.add_chat_line("t", 1, 1, "k3", 1, "text", "x")
        gate.opened.set()
        await asyncio.gather(first, *tasks)
    assert (await sqlite_store.add_chat_line("t", 1, 1, "k3", 1, "text", "x")).number == 4


async def test_a_database_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pragmas = on_sqlite.PRAGMAS
    monkeypatch.setattr(on_sqlite, "PRAGMAS", (*pragmas, "max_page_count = 60"))
    store = await open_store(f"sqlite:///{tmp_path / 'site.db'}")
    version, refused = await create(store, "t"), 0
    while refused < 5:
        contents = [move(number) for number in range(50)]
        try:
            version = (await store.append("t", version, 1, f"k{version}", 1, contents, row("t"))).version
        except Full:
            refused += 1
        assert len(await store.read("t")) == version == (await store.row("t") or row("t")).version
    monkeypatch.setattr(on_sqlite, "PRAGMAS", pragmas)  # somebody made room
    assert (await store.append("t", version, 1, "k", 1, contents, row("t"))) == Appended(version + 50, False)
    await store.close()
    with sqlite3.connect(tmp_path / "site.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


async def test_what_is_too_large_does_not_hurt_those_it_waits_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_sqlite, "PRAGMAS", (*on_sqlite.PRAGMAS, "max_page_count = 60"))
    store = await open_store(f"sqlite:///{tmp_path / 'site.db'}")
    assert isinstance(store, SqliteStore)
    await create(store, "t")
    with hold_writer(store) as gate:
        first = asyncio.create_task(store.pulse(1))
        await asyncio.to_thread(gate.reached.wait, 60)
        words = ("small", "large" * 100_000, "small too")
        tasks = [
            asyncio.create_task(store.add_chat_line("t", 1, 1, f"k{n}", 1, "text", words))
            for n, words in enumerate(words)
        ]
        await waiting(store, 3)
        gate.opened.set()
        said = await asyncio.gather(*tasks, return_exceptions=True)
        await first
    assert isinstance(said[1], Full)
    assert [line.text for line in await store.chat_lines("t")] == ["small", "small too"]
    await store.close()


async def test_a_file_that_is_away_and_comes_back(sqlite_store: SqliteStore) -> None:
    await create(sqlite_store, "t")
    await sqlite_store.read("t")
    away = sqlite_store.path.with_name("away.db")
    sqlite_store.path.rename(away)
    for _ in range(3):
        with pytest.raises(Unavailable):
            await sqlite_store.append("t", 2, 1, "k", 1, [move()], row("t"))
        with pytest.raises(Unavailable):
            await sqlite_store.read("t")
    assert not sqlite_store.path.exists()  # no empty database in its place
    away.rename(sqlite_store.path)
    assert len(await sqlite_store.read("t")) == 2
    assert await sqlite_store.append("t", 2, 1, "k", 1, [move()], row("t")) == Appended(3, False)


async def test_a_file_that_is_replaced_is_taken_for_what_it_is(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    await create(sqlite_store, "t")
    other = tmp_path / "other.db"
    with sqlite3.connect(sqlite_store.path) as old, sqlite3.connect(other) as new:
        old.backup(new)  # as an operator restores a copy
    old.close()
    new.close()
    await sqlite_store.append("t", 2, 1, "k", 1, [move()], row("t"))
    for left in tmp_path.glob("site.db*"):
        left.unlink()
    other.rename(sqlite_store.path)
    assert len(await sqlite_store.read("t")) == 2
    assert await sqlite_store.append("t", 2, 1, "new", 1, [move()], row("t")) == Appended(3, False)


async def test_another_process_that_holds_the_lock(sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_sqlite, "PRAGMAS", (*on_sqlite.PRAGMAS, "busy_timeout = 1"))
    await create(sqlite_store, "t")
    sqlite_store.writing.dispose()  # the next connection is not patient
    other = sqlite3.connect(sqlite_store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable):
        await sqlite_store.append("t", 2, 1, "k", 1, [move()], row("t"))
    other.execute("COMMIT")
    other.close()
    assert await sqlite_store.append("t", 2, 1, "k", 1, [move()], row("t")) == Appended(3, False)


async def test_what_an_operator_takes_out_is_told_once(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """Another process forgets somebody: of tables and of records on the shelf, and only of those since."""
    people = [await sqlite_store.save_person(name, "Ann", "en", {}, 1) for name in (b"one", b"two", b"three")]
    for number, person in enumerate(people):
        await create(sqlite_store, f"t{number}", person=person.id)
        await sqlite_store.shelve(f"r{number}", "Names: Ann", person.id, 1)
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    sqlite_store.listen(lambda table, version: heard.put_nowait((table, version)))
    await sqlite_store.forget(people[0].id)
    for number, person in enumerate(people[1:], start=1):
        admin = await open_store(f"sqlite:///{tmp_path / 'site.db'}")
        await admin.forget(person.id)
        await admin.close()
        await sqlite_store.pulse(number)
        told = {await heard.get() for _ in range(heard.qsize())}
        assert {id for id, version in told if version == -1} - {"t0", "r0"} == {f"t{number}", f"r{number}"}


async def test_the_settings_are_in_force(sqlite_store: SqliteStore) -> None:
    def ask(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "query_only")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert await sqlite_store.run_write(ask) == ["wal", 2, 1, 0]
    assert await sqlite_store.run_read(ask) == ["wal", 2, 1, 1]


async def test_readers_do_not_wait_for_the_writer(sqlite_store: SqliteStore) -> None:
    await create(sqlite_store, "t")
    with hold_writer(sqlite_store) as gate:
        task = asyncio.create_task(sqlite_store.append("t", 2, 1, "k", 1, [move()], row("t")))
        await asyncio.to_thread(gate.reached.wait, 60)
        assert len(await sqlite_store.read("t")) == 2
        gate.opened.set()
        await task
    assert len(await sqlite_store.read("t")) == 3


async def test_closing_finishes_what_waits(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'site.db'}"
    store = await open_store(url)
    await create(store, "t")
    tasks = [asyncio.create_task(store.add_chat_line("t", 1, 1, f"k{number}", 1, "text", "x")) for number in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    assert sorted(said.number for said in await asyncio.gather(*tasks)) == list(range(1, 21))
    for call in (store.pulse(1), store.read("t")):
        with pytest.raises(Unavailable):
            await call
    assert [path.name for path in tmp_path.iterdir()] == ["site.db"]  # the log is folded in


@pytest.mark.parametrize("statement", ["SAVEPOINT", "RELEASE"])
async def test_a_savepoint_that_fails(
    sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    version = await create(sqlite_store, "t")
    directly = on_sqlite.execute_directly

    def failing(connection: Connection, said: str) -> None:
        if said.startswith(statement):
            raise sqlite3.OperationalError("disk I/O error")
        directly(connection, said)

    monkeypatch.setattr(on_sqlite, "execute_directly", failing)
    with pytest.raises(Unavailable):
        await sqlite_store.append("t", version, 1, "k", 1, [move(1)], row("t"))
    monkeypatch.undo()
    assert await sqlite_store.append("t", version, 1, "k", 1, [move(1)], row("t")) == Appended(version + 1, False)


async def test_faults_tell_no_secrets(
    sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sqlite_store.path.rename(sqlite_store.path.with_name("away.db"))
    with pytest.raises(Unavailable) as fault:
        await sqlite_store.create("t", SECRET, 1, "canary-key", 1, opening(1, "canary-name"), row("t"))
    assert fault.value.__cause__ is None
    assert "canary" not in repr(fault.value) + caplog.text
    sqlite_store.path.with_name("away.db").rename(sqlite_store.path)
