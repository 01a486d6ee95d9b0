"""Brings a database up to date with Alembic, in the transaction of the connection it is given."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from intrigue.web.store.errors import TooNew, TooOld

FIRST = "0004"
"""The first step there is; they are numbered. Databases of before the first release know earlier ones."""


def migrate(connection: Connection) -> None:
    """Run what is missing. The caller holds a lock against others who do the same, and commits."""
    if is_behind(connection):
        command.upgrade(alembic_config(connection), "head")


def is_behind(connection: Connection) -> bool:
    """Whether something is missing. Raises TooNew or TooOld if only another program knows the
    database."""
    return revision(connection) != ScriptDirectory.from_config(alembic_config(connection)).get_current_head()


def revision(connection: Connection) -> str | None:
    """Up to which step a database was brought; None: it is empty. Raises TooNew or TooOld if only a later or an earlier
    program knows it."""
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None:
        try:
            ScriptDirectory.from_config(alembic_config(connection)).get_revision(current)
        except CommandError:
            raise TooOld(current) if current < FIRST else TooNew(current) from None
    return current


def is_up_to_date(connection: Connection) -> bool:
    """Whether the database is as this program knows it; a later program may have changed it meanwhile."""
    head = ScriptDirectory.from_config(alembic_config(connection)).get_current_head()
    return MigrationContext.configure(connection).get_current_revision() == head


def alembic_config(connection: Connection) -> Config:
    """Alembic's settings without a file: the steps are in the package."""
    config = Config()
    config.set_main_option("script_location", "intrigue.web.store:migrations")
    config.attributes["connection"] = connection
    return config
