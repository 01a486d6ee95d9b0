"""On how many days a channel failed, and when that was last counted: the failures of one day are one. Which tables are
exercises, and what was rewritten how often, found without a search."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"
branch_labels = None
depends_on = None

tables = sa.table("tables", sa.column("table_id"), sa.column("exercise", sa.Boolean))
log = sa.table("log", sa.column("table_id"), sa.column("version"), sa.column("command"))


def upgrade() -> None:
    """What was counted before stays counted."""
    op.add_column("pushes", sa.Column("failures", sa.Integer, nullable=False, server_default="0"))
    op.add_column("pushes", sa.Column("failed", sa.BigInteger))
    op.add_column("hooks", sa.Column("failed", sa.BigInteger))
    op.add_column("tables", sa.Column("exercise", sa.Boolean, nullable=False, server_default=sa.false()))
    mark_exercises()
    op.create_index("ix_rewritings_id", "rewritings", ["id"])


def mark_exercises() -> None:
    """Where a table comes from stands in its first command. Within a text of JSON a quotation mark follows a backslash,
    so these are no part of one."""
    first = sa.and_(log.c.table_id == tables.c.table_id, log.c.version == 1)
    from_somewhere = sa.and_(log.c.command.like('%,"origin":"%'), log.c.command.not_like('%,"origin":""%'))
    op.execute(sa.update(tables).where(sa.exists().where(first, from_somewhere)).values(exercise=True))


def downgrade() -> None:
    """Back to what one process remembers."""
    op.drop_index("ix_rewritings_id", "rewritings")
    op.drop_column("tables", "exercise")
    op.drop_column("hooks", "failed")
    op.drop_column("pushes", "failed")
    op.drop_column("pushes", "failures")
