"""Who was left behind when a browser became another person, and in which order logs were rewritten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What was rewritten before is not told again: whoever runs this remembers nothing of it."""
    op.add_column("people", sa.Column("heir", sa.Integer))
    op.create_index("ix_people_heir", "people", ["heir"])
    op.create_table(
        "rewritings",
        sa.Column("number", sa.Integer, sa.Identity(), nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_rewritings"),
        sqlite_autoincrement=True,
    )
    op.drop_column("tables", "rewritten")


def downgrade() -> None:
    """Back to a mark on each table."""
    op.add_column("tables", sa.Column("rewritten", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE tables SET rewritten = (1 = 1) WHERE table_id IN (SELECT id FROM rewritings)")
    op.drop_table("rewritings")
    op.drop_index("ix_people_heir", "people")
    op.drop_column("people", "heir")
