import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any

import psycopg
import pytest
from web.databases import Postgres
from web.store.deeds import SECRET, create, move, opening, row

from intrigue.web.store import Appended, Full, Stale, Unavailable, open_store
from intrigue.web.store import postgres as on_postgres
from intrigue.web.store.postgres import PostgresStore

pytestmark = pytest.mark.anyio
LONG = 60
"""Seconds after which what never comes is given up."""


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    name = postgres.create()
    yield postgres.url(name)
    postgres.drop(name)


async def open_postgres(url: str) -> PostgresStore:
    store = await open_store(url)
    assert isinstance(store, PostgresStore)
    return store


@pytest.fixture
async def here(url: str, anyio_backend: str) -> AsyncIterator[PostgresStore]:
    store = await open_postgres(url)
    yield store
    await store.close()


@pytest.fixture
async def there(url: str, anyio_backend: str) -> AsyncIterator[PostgresStore]:
    """Another process, as far as the database knows."""
    store = await open_postgres(url)
    yield store
    await store.close()


class News:
    """What a store heard."""

    def __init__(self, store: PostgresStore) -> None:
        self.heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        store.listen(lambda table, version: self.heard.put_nowait((table, version)))

    async def next(self) -> tuple[str, int]:
        return await asyncio.wait_for(self.heard.get(), LONG)

    async def until(self, news: tuple[str, int]) -> None:
        while await self.next() != news:
            pass


async def test_another_process_hears_of_appends_and_talk(here: PostgresStore, there: PostgresStore) -> None:
    news = News(there)
    await create(here, "t")
    await here.append("t", 2, 1, "k", 1, [move(1), move(2)], row("t"))
    await here.add_chat_line("t", 1, 1, "k", 1, "text", "hello")
    await here.append("t", 4, 1, "k2", 1, [move(3)], row("t"))
    assert [await news.next() for _ in range(4)] == [("t", 2), ("t", 4), ("t", 0), ("t", 5)]
    assert len(await there.read("t", 2)) == 3  # who hears can read


async def test_another_process_hears_who_was_forgotten(here: PostgresStore, there: PostgresStore) -> None:
    ann = await here.save_person(b"ann", "Ann", "en", {}, 1)
    await create(here, "t", person=ann.id)
    news = News(there)
    assert await here.forget(ann.id) == ["t"]
    await news.until(("t", -1))
    assert [getattr(entry.content, "name", "") for entry in await there.read("t")] == ["", "—"]


async def test_who_was_forgotten_while_the_line_was_cut_is_heard_of_later(
    here: PostgresStore, there: PostgresStore, url: str
) -> None:
    ann = await here.save_person(b"ann", "Ann", "en", {}, 1)
    await create(here, "t", person=ann.id)
    assert there.line
    await there.line.close()
    await here.forget(ann.id)
    await News(there).until(("t", -1))


async def test_what_was_rewritten_before_the_line_was_cut_is_not_told_again(
    here: PostgresStore, url: str, anyio_backend: str
) -> None:
    ann, bob = [await here.save_person(name, "Ann", "en", {}, 1) for name in (b"ann", b"bob")]
    await create(here, "old", person=ann.id)
    await create(here, "new", person=bob.id)
    await here.forget(ann.id)
    there = await open_postgres(url)
    news = News(there)
    assert there.line
    await there.line.close()
    await here.forget(bob.id)
    told = [await news.next()]
    while told[-1] != ("new", -1):
        told.append(await news.next())
    assert ("old", -1) not in told
    await there.close()


async def test_what_was_refused_is_not_told_and_the_own_is_no_news(here: PostgresStore, there: PostgresStore) -> None:
    news, echo = News(there), News(here)
    await create(here, "t")
    with pytest.raises(Stale):
        await here.append("t", 1, 1, "k", 1, [move()], row("t"))
    await there.append("t", 2, 1, "k", 1, [move()], row("t"))
    await here.append("t", 3, 2, "k", 1, [move()], row("t"))
    assert [await news.next(), await news.next()] == [("t", 2), ("t", 4)]
    assert await echo.next() == ("t", 3)


async def test_only_table_and_version_travel(here: PostgresStore, url: str) -> None:
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("LISTEN intrigue")
        await here.create("t", SECRET, 1, "canary", 1, opening(1, "canary"), row("t"))
        await here.set_orders("t", 1, [5])
        await here.put_code(b"canary", "t", 1, 99)
        await here.add_chat_line("t", 1, 1, "canary", 1, "text", "canary")
        notes = list(line.notifies(timeout=LONG, stop_after=2))
    assert [note.payload for note in notes] == ["t 2", "t 0"]


async def test_two_processes_at_one_table(here: PostgresStore, there: PostgresStore) -> None:
    await create(here, "t")

    async def play(store: PostgresStore, person: int) -> list[int]:
        versions: list[int] = []
        expected = 2
        while len(versions) < 30:
            try:
                written = await store.append("t", expected, person, f"k{len(versions)}", 1, [move(person)], row("t"))
                expected = written.version
                versions.append(expected)
            except Stale as stale:
                expected = stale.version
        return versions

    ours, theirs = await asyncio.gather(play(here, 1), play(there, 2))
    assert sorted(ours + theirs) == list(range(3, 63))
    log = await here.read("t", 2)
    assert [entry.version for entry in log] == list(range(3, 63))
    assert [entry.version for entry in log if entry.person == 1] == ours


async def test_one_key_through_two_processes(here: PostgresStore, there: PostgresStore) -> None:
    version = await create(here, "t")
    for number in range(20):
        sent = (store.append("t", version, 1, f"k{number}", 1, [move()], row("t")) for store in (here, there) * 3)
        done = await asyncio.gather(*sent)
        version += 1
        assert sorted(done) == [Appended(version, False)] + [Appended(version, True)] * 5
        said = (store.add_chat_line("t", 1, 1, f"k{number}", 1, "text", "x") for store in (here, there) * 3)
        assert {one.number for one in await asyncio.gather(*said)} == {number + 1}


async def test_one_table_opened_through_two_processes(here: PostgresStore, there: PostgresStore) -> None:
    for number in range(20):
        name = f"t{number}"
        sent = (store.create(name, b"s", 1, "k", 1, opening(), row(name)) for store in (here, there) * 3)
        assert sorted(await asyncio.gather(*sent)) == [Appended(2, False)] + [Appended(2, True)] * 5


async def test_a_line_that_is_cut_is_opened_again(here: PostgresStore, there: PostgresStore, url: str) -> None:
    await create(here, "t")
    news = News(there)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert await here.append("t", 2, 1, "k", 1, [move()], row("t")) == Appended(3, False)  # on a new connection
    await news.until(("t", 3))
    await asyncio.wait_for(there.listening.wait(), LONG)
    await here.append("t", 3, 1, "k2", 1, [move()], row("t"))
    await news.until(("t", 4))


async def test_what_others_wrote_is_read_though_the_way_to_it_breaks(
    here: PostgresStore, there: PostgresStore, url: str
) -> None:
    version = await create(here, "t")
    ways = []
    for _ in range(3):
        await here.append("t", version, 1, f"k{version}", 1, [move()], row("t"))
        version += 1
        assert [entry.version for entry in (await there.read_many({"t": version - 1}))["t"]] == [version]
        ways.append(there.follower)
        if there.follower is not None:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(%s, 60000)", [there.follower.info.backend_pid])
    first, broken, last = ways
    assert first and not broken and last and last is not first


async def test_a_hearer_that_fails_does_not_cut_the_line(here: PostgresStore, there: PostgresStore) -> None:
    def fail(table: str, version: int) -> None:
        raise RuntimeError

    there.listen(fail)
    news = News(there)
    await create(here, "t")
    await create(here, "u")
    assert [await news.next(), await news.next()] == [("t", 2), ("u", 2)]


async def test_the_server_crashes_and_comes_back(here: PostgresStore, postgres: Postgres) -> None:
    """What was acknowledged is there after the server recovered; meanwhile calls say so; nobody has to help."""
    acked: dict[str, int] = {}
    tables = [f"t{number}" for number in range(6)]
    enough = asyncio.Event()

    async def play(table: str) -> None:
        acked[table] = version = await create(here, table)
        while True:
            try:
                written = await here.append(table, version, 1, f"k{version}", 1, [move(version)], row(table))
            except Unavailable:
                return
            acked[table] = version = written.version
            if sum(acked.values()) > 200:
                enough.set()

    players = asyncio.gather(*(play(table) for table in tables))
    await asyncio.wait_for(enough.wait(), LONG)
    await asyncio.to_thread(postgres.crash)
    try:
        await players
        for call in (here.read("t0"), here.pulse(1), here.append("t0", 3, 1, "k", 1, [move()], row("t0"))):
            with pytest.raises(Unavailable):
                await call
        with pytest.raises(Unavailable):
            await open_store(here.address.set(drivername="postgresql").render_as_string())
    finally:
        await asyncio.to_thread(postgres.start)
    for table, version in acked.items():
        log = await here.read(table)
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
        assert [entry.content for entry in log[2:]] == [move(number) for number in range(2, len(log))]
        assert version <= len(log) <= version + 1
        key = f"k{version}"  # the one whose answer was lost: sent again it is there once
        assert (await here.append(table, version, 1, key, 1, [move(version)], row(table))).version == version + 1
    await asyncio.wait_for(here.listening.wait(), LONG)


async def test_a_database_that_is_away_is_not_asked_by_everybody_at_once(
    here: PostgresStore, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that starts would be kept from it."""
    await create(here, "t")
    dialect: Any = here.engine.sync_engine.dialect
    connect, tries = dialect.connect, []
    monkeypatch.setattr(dialect, "connect", lambda *words, **options: tries.append(1) or connect(*words, **options))
    monkeypatch.setattr(on_postgres, "REST", LONG)
    here.refused = -LONG
    postgres.stop()
    try:
        for _ in range(20):
            with pytest.raises(Unavailable):
                await here.read("t")
        assert len(tries) == 1
    finally:
        postgres.start()
    monkeypatch.undo()
    here.refused = -on_postgres.REST
    assert len(await here.read("t")) == 2


async def test_a_database_that_is_full(here: PostgresStore, url: str) -> None:
    """The server's own word for a full disk, after the index was changed already."""
    await create(here, "t")
    full = (
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'canary' USING ERRCODE = 'disk_full'; END $$",
        "CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()",
    )
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in full:
            connection.execute(statement)
        with pytest.raises(Full) as fault:
            await here.append("t", 2, 1, "k", 1, [move()], row("t", phase="over"))
        assert "canary" not in str(fault.value)
        assert await here.row("t") == row("t", version=2)
        connection.execute("CREATE TRIGGER full_disk BEFORE INSERT ON keys EXECUTE FUNCTION full_disk()")
        assert not await here.has_room()
        connection.execute("DROP TRIGGER full_disk ON keys")
        assert await here.has_room()
        connection.execute("DROP TRIGGER full_disk ON log")
    assert await here.append("t", 2, 1, "k", 1, [move()], row("t")) == Appended(3, False)


async def test_commits_are_synced_whatever_the_database_would_do(url: str) -> None:
    def ask(connection: Any) -> Any:
        return connection.exec_driver_sql("SHOW synchronous_commit").scalar()

    for set_to, used in (("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")):
        with psycopg.connect(url, autocommit=True) as connection:
            name = connection.info.dbname
            connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = {set_to}")
        store = await open_postgres(url)
        assert await store.run_write(ask) == used
        await store.close()


async def test_too_many_calls_are_sent_away(here: PostgresStore, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await create(here, "t")
    monkeypatch.setattr(on_postgres, "WAITING", 3)
    with psycopg.connect(url) as connection:
        connection.execute("SELECT 1 FROM tables FOR UPDATE")
        tasks = [
            asyncio.create_task(here.add_chat_line("t", 1, 1, f"k{number}", 1, "text", "x")) for number in range(3)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await here.add_chat_line("t", 1, 1, "k3", 1, "text", "x")
    assert sorted(said.number for said in await asyncio.gather(*tasks)) == [1, 2, 3]
    assert (await here.add_chat_line("t", 1, 1, "k3", 1, "text", "x")).number == 4


async def test_a_call_that_hangs_is_given_up(here: PostgresStore, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await create(here, "t")
    monkeypatch.setattr(on_postgres, "PATIENCE", 0.1)
    with psycopg.connect(url) as connection:
        connection.execute("SELECT 1 FROM tables FOR UPDATE")
        with pytest.raises(Unavailable):
            await here.append("t", 2, 1, "k", 1, [move()], row("t"))
    monkeypatch.undo()
    assert await here.append("t", 2, 1, "k", 1, [move()], row("t")) == Appended(3, False)


async def test_callers_who_leave_do_not_use_up_the_connections(here: PostgresStore, url: str) -> None:
    await create(here, "t")
    for _ in range(3):
        with psycopg.connect(url) as connection:
            connection.execute("SELECT 1 FROM tables FOR UPDATE")
            tasks = [asyncio.create_task(here.add_chat_line("t", 1, 1, f"k{n}", 1, "text", "x")) for n in range(20)]
            await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert len(await here.read("t")) == 2
        await asyncio.gather(*here.calls)  # what was begun goes on
    assert [said.number for said in await here.chat_lines("t")] == list(range(1, 21))
    assert here.engine.pool.status().count("Current Checked out connections: 0") == 1


async def test_closing_finishes_what_was_begun(url: str) -> None:
    store = await open_postgres(url)
    await create(store, "t")
    tasks = [asyncio.create_task(store.add_chat_line("t", 1, 1, f"k{number}", 1, "text", "x")) for number in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    assert sorted(said.number for said in await asyncio.gather(*tasks)) == list(range(1, 21))
    with pytest.raises(Unavailable):
        await store.read("t")


async def test_faults_tell_no_secrets(here: PostgresStore, url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE log ADD CHECK (version < 0)")  # its complaint quotes the row
    with pytest.raises(Unavailable) as fault:
        await here.create("t", SECRET, 1, "canary-key", 1, opening(1, "canary-name"), row("t"))
    assert "canary" not in repr(fault.value) + caplog.text
    assert fault.value.__cause__ is None and fault.value.__suppress_context__
