"""The tables of the first release. The step bears the number of the last one before that, so that a database which was
brought so far is opened as it is. Its `tables` have a column `counted` more, which fills itself and nobody reads."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = None
branch_labels = None
depends_on = None

TABLES = (
    "people",
    "devices",
    "recoveries",
    "tables",
    "log",
    "seats",
    "sittings",
    "results",
    "talk",
    "orders",
    "codes",
    "pushes",
    "hooks",
    "quiets",
    "notices",
    "pulses",
    "outages",
    "keys",
    "bans",
    "rewritings",
    "shelf",
)
"""In the order in which they are made."""


def upgrade() -> None:
    """From nothing."""
    create_people()
    create_tables()
    create_notices()
    create_site()


def create_people() -> None:
    """Who there is, and by what they are known."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, sa.Identity(), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("heir", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_people_heir", "people", ["heir"])
    op.create_table(
        "devices",
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_devices"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "recoveries",
        sa.Column("code_hash", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name="pk_recoveries"),
        sa.UniqueConstraint("person", name="uq_recoveries_person"),
    )


def create_tables() -> None:
    """Tables, their logs, and what is kept beside them."""
    op.create_table(
        "tables",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("talked", sa.Integer, nullable=False),
        sa.Column("exercise", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_tables"),
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_phase_listed_created", "tables", ["phase", "listed", "created"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("author", sa.Integer, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("command", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_log_table_id"),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_log"),
        sa.UniqueConstraint("table_id", "author", "key", name="uq_log_table_id_author_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_seats_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "sittings",
        sa.Column("person", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_sittings_table_id"),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_sittings"),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_results_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_person_ended", "results", ["person", "ended"])
    op.create_table(
        "talk",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("author", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_talk_table_id"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_talk"),
        sa.UniqueConstraint("table_id", "author", "key", name="uq_talk_table_id_author_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_talk_author", "talk", ["author"])
    op.create_table(
        "orders",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("things", sa.JSON, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_orders_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_orders"),
    )
    op.create_table(
        "codes",
        sa.Column("code_hash", sa.LargeBinary, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_codes_table_id"),
        sa.PrimaryKeyConstraint("code_hash", name="pk_codes"),
    )
    op.create_index("ix_codes_expires", "codes", ["expires"])
    op.create_index("ix_codes_table_id_seat", "codes", ["table_id", "seat"])


def create_notices() -> None:
    """Who is told of what, and how."""
    op.create_table(
        "pushes",
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("site", sa.Text, server_default="", nullable=False),
        sa.Column("failures", sa.Integer, server_default="0", nullable=False),
        sa.Column("failed", sa.BigInteger),
        sa.PrimaryKeyConstraint("endpoint", name="pk_pushes"),
    )
    op.create_index("ix_pushes_person", "pushes", ["person"])
    op.create_table(
        "hooks",
        sa.Column("person", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("site", sa.Text, server_default="", nullable=False),
        sa.Column("failures", sa.Integer, server_default="0", nullable=False),
        sa.Column("failed", sa.BigInteger),
        sa.PrimaryKeyConstraint("person", name="pk_hooks"),
    )
    op.create_table(
        "quiets",
        sa.Column("person", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_quiets_table_id"),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_quiets"),
    )
    op.create_table(
        "notices",
        sa.Column("person", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_notices_table_id"),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_notices"),
    )


def create_site() -> None:
    """What the site keeps for itself."""
    op.create_table(
        "pulses",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulses"),
    )
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("began", name="pk_outages"),
    )
    op.create_index("ix_outages_ended", "outages", ["ended"])
    op.create_table(
        "keys",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    op.create_table(
        "bans",
        sa.Column("id", sa.Integer, sa.Identity(), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_bans"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "rewritings",
        sa.Column("number", sa.Integer, sa.Identity(), nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_rewritings"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rewritings_id", "rewritings", ["id"])
    op.create_table(
        "shelf",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("person", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shelf"),
    )
    op.create_index("ix_shelf_at", "shelf", ["at"])
    op.create_index("ix_shelf_person", "shelf", ["person"])


def downgrade() -> None:
    """Back to nothing."""
    for name in reversed(TABLES):
        op.drop_table(name)
