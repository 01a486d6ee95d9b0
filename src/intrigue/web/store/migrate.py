"""Brings a database up to date with Alembic, in the transaction of the connection it is given."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from intrigue.web.store.errors import TooNew


def migrate(connection: Connection) -> None:
    """Run what is missing. The caller holds a lock against others who do the same, and commits."""
    if lags(connection):
        command.upgrade(configured(connection), "head")


def lags(connection: Connection) -> bool:
    """Whether something is missing. Raises TooNew if only a later program knows the database."""
    return revision(connection) != ScriptDirectory.from_config(configured(connection)).get_current_head()


def revision(connection: Connection) -> str | None:
    """Up to which step a database was brought; None: it is empty. Raises TooNew if only a later program knows it."""
    now = MigrationContext.configure(connection).get_current_revision()
    if now is not None:
        try:
            ScriptDirectory.from_config(configured(connection)).get_revision(now)
        except CommandError:
            raise TooNew(now) from None
    return now


def migrated(connection: Connection) -> bool:
    """Whether nothing is missing, and nothing is there that only a later program knows."""
    head = ScriptDirectory.from_config(configured(connection)).get_current_head()
    return MigrationContext.configure(connection).get_current_revision() == head


def configured(connection: Connection) -> Config:
    """Alembic's settings without a file: the steps are in the package."""
    settings = Config()
    settings.set_main_option("script_location", "intrigue.web.store:migrations")
    settings.attributes["connection"] = connection
    return settings
