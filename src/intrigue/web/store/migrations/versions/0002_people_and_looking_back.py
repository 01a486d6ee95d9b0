"""Devices apart from people, so that one person may have several; what people look back on, notices and bans."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels = None
depends_on = None

NEW = (
    "shelf",
    "bans",
    "notices",
    "quiets",
    "keys",
    "hooks",
    "pushes",
    "results",
    "sittings",
    "recoveries",
    "devices",
)
FLAGS = ("counted", "rewritten")
"""Of a table: its results were written; somebody was taken out of it."""


def upgrade() -> None:
    """From the first tables; everything in them is kept."""
    move_tokens()
    create_looking_back()
    create_notices()
    create_house()
    op.create_index("ix_talk_author", "talk", ["author"])
    for name in FLAGS:
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    remember_sittings()


def move_tokens() -> None:
    """Each person's one cookie becomes their first device."""
    op.create_table(
        "devices",
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_devices"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.execute("INSERT INTO devices (token_hash, person, since) SELECT token_hash, id, created FROM people")
    # SQLite makes the table anew, and its numbers must still never be given twice.
    with op.batch_alter_table("people", table_kwargs={"sqlite_autoincrement": True}) as people:
        people.drop_constraint("uq_people_token_hash", type_="unique")
        people.drop_column("token_hash")


def create_looking_back() -> None:
    op.create_table(
        "recoveries",
        sa.Column("code_hash", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name="pk_recoveries"),
        sa.UniqueConstraint("person", name="uq_recoveries_person"),
    )
    op.create_table(
        "sittings",
        sa.Column("person", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_sittings"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_sittings_table_id"),
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
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_results_table_id"),
    )
    op.create_index("ix_results_person_ended", "results", ["person", "ended"])


def create_notices() -> None:
    op.create_table(
        "pushes",
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("site", sa.Text, nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("endpoint", name="pk_pushes"),
    )
    op.create_index("ix_pushes_person", "pushes", ["person"])
    op.create_table(
        "hooks",
        sa.Column("person", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("site", sa.Text, nullable=False, server_default=""),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("person", name="pk_hooks"),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    op.create_table(
        "quiets",
        sa.Column("person", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_quiets"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_quiets_table_id"),
    )
    op.create_table(
        "notices",
        sa.Column("person", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_notices"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name="fk_notices_table_id"),
    )


def create_house() -> None:
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
        "shelf",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("person", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shelf"),
    )
    op.create_index("ix_shelf_at", "shelf", ["at"])
    op.create_index("ix_shelf_person", "shelf", ["person"])


def remember_sittings() -> None:
    """The log tells who ever sat where."""
    connection = op.get_bind()
    sat = connection.execute(
        sa.text("SELECT table_id, command FROM log WHERE command LIKE :sat OR command LIKE :handed"),
        {"sat": '{"did":"sat",%', "handed": '{"did":"handedover",%'},
    )
    found = {(json.loads(command)["person"], table) for table, command in sat}
    if found:
        connection.execute(
            sa.text("INSERT INTO sittings (person, table_id) VALUES (:person, :table_id)"),
            [{"person": person, "table_id": table} for person, table in sorted(found)],
        )


def downgrade() -> None:
    """Back to one cookie for each person: the first; whoever has none is forgotten."""
    op.add_column("people", sa.Column("token_hash", sa.LargeBinary))
    first = "SELECT token_hash FROM devices WHERE devices.person = people.id ORDER BY since, token_hash LIMIT 1"
    op.execute(f"UPDATE people SET token_hash = ({first})")
    op.execute("DELETE FROM people WHERE token_hash IS NULL")
    with op.batch_alter_table("people", table_kwargs={"sqlite_autoincrement": True}) as people:
        people.alter_column("token_hash", existing_type=sa.LargeBinary, nullable=False)
        people.create_unique_constraint("uq_people_token_hash", ["token_hash"])
    op.drop_index("ix_talk_author", "talk")
    for name in FLAGS:
        op.drop_column("tables", name)
    for name in NEW:
        op.drop_table(name)
