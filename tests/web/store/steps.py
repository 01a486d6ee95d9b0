"""A step of the migrations that there is only in tests: databases that were made before are behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.config import Config
from sqlalchemy import Connection

from intrigue.web.store import migrate, migrations

STEP = """
import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "{head}"


def upgrade():
    op.add_column("seats", sa.Column("padded", sa.Text, nullable=False, server_default="no"))
"""


def add_a_step(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the program knows one step more."""
    ours = Path(migrations.__file__).parent / "versions"
    head = max(path.name[:4] for path in ours.glob("[0-9]*.py"))
    (folder / "9000_padded_seats.py").write_text(STEP.format(head=head))
    configure = migrate.alembic_config

    def alembic_config(connection: Connection) -> Config:
        config = configure(connection)
        config.set_main_option("path_separator", "newline")
        config.set_main_option("version_locations", f"{ours}\n{folder}")
        return config

    monkeypatch.setattr(migrate, "alembic_config", alembic_config)
