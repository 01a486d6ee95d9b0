import asyncio
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine, inspect, make_url, text
from web.store.deeds import create
from web.store.steps import add_a_step

from intrigue.web.store import TooNew, TooOld, Unavailable, open_store
from intrigue.web.store import migrate as migrating
from intrigue.web.store.schema import metadata

pytestmark = pytest.mark.anyio


@contextmanager
def connection_to(url: str) -> Iterator[Connection]:
    address = make_url(url)
    driver = "postgresql+psycopg" if address.get_backend_name() == "postgresql" else "sqlite"
    with create_engine(address.set(drivername=driver), poolclass=NullPool).begin() as connection:
        yield connection


async def open_and_close(url: str) -> None:
    await (await open_store(url)).close()


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


async def test_the_migrations_lead_to_the_schema(empty_url: str) -> None:
    await open_and_close(empty_url)
    with connection_to(empty_url) as connection:
        assert differences(connection) == []
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
        # What the comparison above does not look at.
        for name, table in metadata.tables.items():
            seen = inspect(connection)
            assert seen.get_pk_constraint(name)["constrained_columns"] == [one.name for one in table.primary_key]
            assert {key["name"] for key in seen.get_foreign_keys(name)} == {
                key.name for key in table.foreign_key_constraints
            }


async def test_a_difference_would_be_seen(empty_url: str) -> None:
    await open_and_close(empty_url)
    with connection_to(empty_url) as connection:
        connection.execute(text("ALTER TABLE seats ADD COLUMN more INTEGER"))
        connection.execute(text("DROP INDEX ix_tables_due"))
        assert len(differences(connection)) == 2


async def test_several_open_an_empty_database_at_once(empty_url: str) -> None:
    await asyncio.gather(*(open_and_close(empty_url) for _ in range(4)))
    with connection_to(empty_url) as connection:
        assert differences(connection) == []


async def test_every_step_leads_back(empty_url: str) -> None:
    await open_and_close(empty_url)
    with connection_to(empty_url) as connection:
        command.downgrade(migrating.alembic_config(connection), "base")
    with connection_to(empty_url) as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    await open_and_close(empty_url)
    with connection_to(empty_url) as connection:
        assert differences(connection) == []


async def test_a_database_of_before_a_step_is_brought_up_to_date(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(empty_url)
    await create(store, "t")
    await store.close()
    add_a_step(tmp_path, monkeypatch)
    store = await open_store(empty_url)
    assert await store.is_up_to_date() and len(await store.read("t")) == 2
    await create(store, "u")
    await store.close()
    with connection_to(empty_url) as connection:
        assert connection.execute(text("SELECT padded FROM seats ORDER BY table_id")).scalars().all() == ["no", "no"]


async def test_a_database_with_the_column_that_nobody_reads_any_more_is_opened(empty_url: str) -> None:
    await open_and_close(empty_url)
    with connection_to(empty_url) as connection:
        connection.execute(text("ALTER TABLE tables ADD COLUMN counted BOOLEAN DEFAULT FALSE NOT NULL"))
    store = await open_store(empty_url)
    await create(store, "t")
    assert await store.is_up_to_date() and len(await store.read("t")) == 2
    await store.close()


async def test_a_step_that_fails_leaves_the_database_as_it_was(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Exception):
        pass

    real = command.upgrade

    def broken(*arguments: Any) -> None:
        real(*arguments)
        raise Broken

    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", broken)
        with pytest.raises(Broken):
            await open_store(empty_url)
    with connection_to(empty_url) as connection:
        assert inspect(connection).get_table_names() == []
    await open_and_close(empty_url)


async def test_a_database_of_a_later_program_is_left_alone(store_url: str) -> None:
    await open_and_close(store_url)
    with connection_to(store_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(TooNew):
        await open_store(store_url)


async def test_a_database_of_before_the_first_release_is_left_alone(store_url: str) -> None:
    await open_and_close(store_url)
    with connection_to(store_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))
    with pytest.raises(TooOld):
        await open_store(store_url)
    with connection_to(store_url) as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0003"


async def test_the_steps_are_numbered_in_one_line(empty_url: str) -> None:
    with connection_to(empty_url) as connection:
        steps = list(ScriptDirectory.from_config(migrating.alembic_config(connection)).walk_revisions())
    assert [step.revision for step in steps][::-1] == [
        f"{int(migrating.FIRST) + number:04}" for number in range(len(steps))
    ]
    assert all(Path(step.path).name.startswith(f"{step.revision}_") for step in steps)


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://localhost/x", "sqlite://", "sqlite:///:memory:"])
async def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(ValueError):
        await open_store(url)


@pytest.mark.parametrize("url", ["sqlite:////proc/none/site.db", "postgresql://site:word@127.0.0.1:1/none"])
async def test_a_database_that_cannot_be_reached(url: str) -> None:
    with pytest.raises(Unavailable) as fault:
        await open_store(url)
    assert "word" not in str(fault.value)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "site.db").write_text("a letter to a friend, rather long, but not at all a database\n" * 100)
    with pytest.raises(Unavailable):
        await open_store(f"sqlite:///{tmp_path / 'site.db'}")


async def test_only_its_owner_reads_the_file(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'site.db'}")
    await store.pulse(1)
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}
    await store.close()
