"""Others hold what a write needs: it says that nothing was written, what stands is read all the while, and when they
let go, the same call goes through."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import event
from web.databases import Postgres
from web.holding import holding
from web.store.deeds import create, move, opening, row

from intrigue.web.store import Appended, Busy, Store, Unavailable, open_store
from intrigue.web.store import postgres as on_postgres
from intrigue.web.store import sqlite as on_sqlite
from intrigue.web.store.postgres import WRITERS, PostgresStore
from intrigue.web.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hasty(anyio_backend: str, store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """A store that does not wait long for others."""
    monkeypatch.setattr(on_sqlite, "PRAGMAS", (*on_sqlite.PRAGMAS, "busy_timeout = 1"))
    monkeypatch.setattr(on_postgres, "SETTINGS", (*on_postgres.SETTINGS, "SET lock_timeout = '10ms'"))
    opened = await open_store(store_url)
    yield opened
    await opened.close()


@pytest.fixture
async def patient(anyio_backend: str, store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """A store that waits for others as long as a test may take."""
    monkeypatch.setattr(on_sqlite, "PRAGMAS", (*on_sqlite.PRAGMAS, "busy_timeout = 60000"))
    waits = ("SET lock_timeout = '60s'", "SET statement_timeout = '60s'")
    monkeypatch.setattr(on_postgres, "SETTINGS", (*on_postgres.SETTINGS, *waits))
    for name in ("PATIENCE", "TURN"):
        monkeypatch.setattr(on_postgres, name, 60)
    opened = await open_store(store_url)
    yield opened
    await opened.close()


async def test_reading_goes_on_while_nothing_can_be_written(hasty: Store, store_url: str) -> None:
    for table in ("t", "u"):
        await create(hasty, table)
    assert not hasty.is_busy()
    with holding(store_url):
        for number in range(3):
            for table in ("t", "u"):
                with pytest.raises(Busy):
                    await hasty.append(table, 2, 1, f"k{number}", 1, [move()], row(table))
                assert len(await hasty.read(table)) == 2
            with pytest.raises(Busy):
                await hasty.pulse(number)
            assert await hasty.row("t") == row("t", version=2) and await hasty.is_up_to_date()
            assert hasty.is_busy()
    for number in range(3):
        assert await hasty.append("t", 2 + number, 1, f"k{number}", 1, [move()], row("t")) == Appended(
            3 + number, False
        )
    assert not hasty.is_busy()
    assert len(await hasty.read("t")) == 5


async def test_a_store_that_is_opened_while_others_hold_it_can_be_read(
    hasty: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_sqlite, "MIGRATING", 1)
    await create(hasty, "t")
    await hasty.close()
    with holding(store_url):
        store = await open_store(store_url)
        assert len(await store.read("t")) == 2
        with pytest.raises(Busy):
            await store.append("t", 2, 1, "k", 1, [move()], row("t"))
    assert await store.append("t", 2, 1, "k", 1, [move()], row("t")) == Appended(3, False)
    await store.close()


async def test_what_waits_together_goes_through_when_others_let_go(patient: Store, store_url: str) -> None:
    for number in range(2 * WRITERS):
        await create(patient, f"t{number}")
    with holding(store_url):
        tasks = [
            asyncio.create_task(patient.append(f"t{number}", 2, 1, "k", 1, [move()], row(f"t{number}")))
            for number in range(2 * WRITERS)
        ]
        await asyncio.sleep(0)
        for number in range(2 * WRITERS):
            assert len(await patient.read(f"t{number}")) == 2
        assert not any(task.done() for task in tasks)  # whoever reads waits for none of them
    assert await asyncio.gather(*tasks) == [Appended(3, False)] * 2 * WRITERS


async def test_a_write_that_waits_in_vain_for_its_turn_has_written_nothing(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> None:
    monkeypatch.setattr(on_postgres, "TURN", 0.01)
    name = postgres.create()
    store = await open_store(postgres.url(name))
    assert isinstance(store, PostgresStore)
    await create(store, "t")
    with holding(postgres.url(name)):
        tasks = [asyncio.create_task(store.add_chat_line("t", 1, 1, f"k{n}", 1, "text", "x")) for n in range(WRITERS)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await store.append("t", 2, 1, "k", 1, [move()], row("t"))
        assert store.is_busy() and len(await store.read("t")) == 2
    await asyncio.gather(*tasks)
    assert await store.append("t", 2, 1, "k", 1, [move()], row("t")) == Appended(3, False)
    await store.close()
    postgres.drop(name)


async def test_only_a_commit_that_fails_makes_doubtful_what_can_be_read(tmp_path: Path, anyio_backend: str) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'site.db'}")
    assert isinstance(store, SqliteStore)
    await create(store, "t")
    failing = ""

    def fail(connection: object, cursor: object, statement: str, *more: object) -> None:
        if failing and statement.startswith(failing):
            raise sqlite3.OperationalError("disk I/O error")

    event.listen(store.writing, "before_cursor_execute", fail)
    for statement in ("BEGIN", "INSERT INTO log", "UPDATE tables", "COMMIT"):
        failing = statement
        with pytest.raises(Unavailable):
            await store.append("t", 2, 1, "k", 1, [move()], row("t"))
        assert store.doubtful == (statement == "COMMIT")
    failing = ""
    assert len(await store.read("t")) == 2 and not store.doubtful  # it is durable now, or gone
    assert await store.create("u", b"s", 1, "k", 1, opening(), row("u")) == Appended(2, False)
    await store.close()
