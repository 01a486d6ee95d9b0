"""A database as the first version of the site left it (`site_i.sql`): it is brought up to date, and games go on."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Boolean, LargeBinary, MetaData, create_engine, make_url
from sqlalchemy.types import JSON
from web.store.test_migrations import connected, differences

from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Person, Store, open_store
from intrigue.web.store import migrate as migrating
from intrigue.web.table import requests
from intrigue.web.table.requests import Posted

pytestmark = pytest.mark.anyio

LEFT = Path(__file__).with_name("site_i.sql")
GATHERING, RUNNING, FINISHED = "gathering0", "running000", "finished00"


def ago(url: str) -> None:
    """Fills an empty database with what was left."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        with sqlite3.connect(str(address.database)) as connection:
            connection.executescript(LEFT.read_text())
        connection.close()
        return
    with connected(url) as connection:
        command.upgrade(migrating.configured(connection), "0001")
    copy(url)


def copy(url: str) -> None:
    """The rows of the file in the tables of another database, which counts people on from there."""
    left = sqlite3.connect(":memory:")
    left.row_factory = sqlite3.Row
    left.executescript(LEFT.read_text())
    made = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    with made.begin() as connection:
        metadata = MetaData()
        metadata.reflect(connection)
        for table in metadata.sorted_tables:
            if table.name == "alembic_version":
                continue
            for row in left.execute(f"SELECT * FROM {table.name}"):
                values = {
                    column.name: row[column.name] if row[column.name] is None else read(column.type, row[column.name])
                    for column in table.columns
                }
                connection.execute(table.insert().values(values))
        connection.exec_driver_sql(
            "SELECT setval(pg_get_serial_sequence('people', 'id'), (SELECT MAX(id) FROM people))"
        )
    made.dispose()
    left.close()


def read(kind: object, value: object) -> object:
    """A value of SQLite as PostgreSQL holds it."""
    match kind:
        case Boolean():
            return bool(value)
        case JSON():
            return json.loads(str(value))
        case LargeBinary():
            assert isinstance(value, bytes)
    return value


async def left_by_site_i(url: str) -> Store:
    ago(url)
    return await open_store(url)


async def test_everything_is_kept(empty_url: str) -> None:
    store = await left_by_site_i(empty_url)
    ann = await store.person(sha256(b"ann").digest())
    assert ann and (ann.id, ann.name, ann.language) == (1, "Ann", "en") and ann.settings["theme"] == "dark"
    assert await store.person(sha256(b"bob").digest()) == Person(2, "Боб", "uk", {})
    assert [one.table for one in await store.tables_of(1, 9)] == [FINISHED, RUNNING, GATHERING]
    assert await store.all_open() == [GATHERING, RUNNING]
    assert [said.text for said in await store.talk(RUNNING)] == ["Good luck! It's late here.", "well_played"]
    assert await store.orders(RUNNING) == {2: (3, 5)}
    assert await store.use_code(sha256(b"code").digest(), RUNNING, 0) == 1
    assert len(await store.outages(0)) > 0
    eve = await store.remember(b"new", "Eve", "en", {}, 1)
    assert eve.id == 4  # counted on
    assert [one["table_id"] for one in (await store.everything(1))["tables"]] == [GATHERING, RUNNING, FINISHED]
    await store.close()
    with connected(empty_url) as connection:
        assert differences(connection) == []


async def test_a_running_game_goes_on_and_a_gathering_one_begins(empty_url: str) -> None:
    store = await left_by_site_i(empty_url)
    now = 1_790_100_000_000
    tables = Tables(store, lambda: now)

    async def ask(id: str, person: int | None, request: requests.AnyRequest) -> int:
        version = (await tables.get(id)).version
        assert person is not None
        return await tables.submit(id, person, Posted(f"going-on-{version}", version, request))

    table = await tables.get(RUNNING)
    assert (table.phase, table.version, table.to_act, table.rules) == ("playing", 21, 1, 1)
    assert table.match
    assert await ask(RUNNING, table.seat(1).person, requests.Move(1, table.match.moves()[0])) == 22
    table = await tables.get(GATHERING)
    assert [seat.name for seat in table.seats] == ["Ann", "Боб", ""]
    await ask(GATHERING, 1, requests.Fill(3, "page"))
    await ask(GATHERING, 1, requests.Ready(1, "0" * 32))
    await ask(GATHERING, 2, requests.Ready(2, "1" * 32))
    assert (await tables.get(GATHERING)).phase == "playing"
    await store.close()
