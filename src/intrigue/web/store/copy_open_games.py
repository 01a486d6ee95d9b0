"""Copies the open games of a PostgreSQL database of any known version into a SQLite file of the same version, and of
those that ended how they began and ended."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from sqlalchemy import Connection, MetaData, NullPool, create_engine, insert, or_, select
from sqlalchemy.engine import make_url

from intrigue.web.store.migrate import alembic_config, revision
from intrigue.web.store.queries.admin import ENDS, is_entry_of
from intrigue.web.store.types import OPEN

TOGETHER = 500
"""Rows that are read at once."""


def copy_open_games(url: str, file: Path) -> None:
    """Copy what stood there at one moment. The database, which holds a site, is only read, and nothing in it is
    locked."""
    address = make_url(url)
    if address.get_backend_name() != "postgresql":
        raise ValueError("not SQLite or PostgreSQL")
    source = create_engine(
        address.set(drivername="postgresql+psycopg"),
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level="REPEATABLE READ",
        execution_options={"postgresql_readonly": True},
    )
    target = create_engine(f"sqlite:///{file}", poolclass=NullPool, hide_parameters=True)
    with source.connect() as original, target.begin() as copy:
        step = revision(original)
        assert step
        command.upgrade(alembic_config(copy), step)
        copy_rows(original, copy)


def copy_rows(original: Connection, copy: Connection) -> None:
    """Copy all rows but most of tables that have ended. Both databases have the same tables then."""
    ours, theirs = MetaData(), MetaData()
    ours.reflect(copy)
    theirs.reflect(original, only=list(ours.tables))
    tables = theirs.tables["tables"]
    still_open = select(tables.c.table_id).where(tables.c.phase.in_(OPEN))
    for table in ours.sorted_tables:
        if table.name == "alembic_version":
            continue
        source_table = theirs.tables[table.name]
        rows = select(*(source_table.c[column.name] for column in table.c))
        if table.name == "log":
            rows = rows.where(or_(source_table.c.table_id.in_(still_open), is_entry_of(source_table.c.command, ENDS)))
        elif "table_id" in source_table.c and table.name != "tables":
            rows = rows.where(source_table.c.table_id.in_(still_open))
        for part in original.execution_options(yield_per=TOGETHER).execute(rows).partitions():
            copy.execute(insert(table), [one._asdict() for one in part])
