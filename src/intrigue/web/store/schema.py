"""The tables of the database as this version of the program knows them; `migrations/` leads there."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

SERVER = 0
"""The author of what the server does by itself; people are counted from 1."""

tables = Table(
    "tables",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
    Column("game", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("free", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("talked", Integer, nullable=False),
    # Whether it began as a lesson, or goes on from another game or a position.
    Column("exercise", Boolean, nullable=False, server_default=false()),
    Index(None, "due"),
    Index(None, "phase", "listed", "created"),
)

# The key of an append stands on its last entry only, so that the row found by it names the version it led to.
log = Table(
    "log",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("author", Integer, nullable=False),
    Column("key", Text),
    Column("command", Text, nullable=False),
    UniqueConstraint("table_id", "author", "key"),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Index(None, "person"),
)

people = Table(
    "people",
    metadata,
    Column("id", Integer, Identity(), primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    # Whoever their last browser became, where no code leads to them: with that person they are forgotten.
    Column("heir", Integer),
    Index(None, "heir"),
    sqlite_autoincrement=True,
)

# A browser, by the hash of its cookie, and who it is.
devices = Table(
    "devices",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("person", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Index(None, "person"),
)

recoveries = Table(
    "recoveries",
    metadata,
    Column("code_hash", LargeBinary, primary_key=True),
    Column("person", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("person"),
)

# Who ever sat where: `seats` forgets them when they rise, the log does not.
sittings = Table(
    "sittings",
    metadata,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Integer),
    Column("level", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Index(None, "person", "ended"),
)

talk = Table(
    "talk",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("author", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    UniqueConstraint("table_id", "author", "key"),
    Index(None, "author"),
    sqlite_with_rowid=False,
)

orders = Table(
    "orders",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("things", JSON, nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("code_hash", LargeBinary, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.table_id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index(None, "table_id", "seat"),
    Index(None, "expires"),
)

# One row: when the site was last known to live.
pulses = Table(
    "pulses",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
    Index(None, "ended"),
)

pushes = Table(
    "pushes",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("person", Integer, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("site", Text, nullable=False, server_default=""),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("failed", BigInteger),
    Index(None, "person"),
)

hooks = Table(
    "hooks",
    metadata,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("url", Text, nullable=False),
    Column("site", Text, nullable=False, server_default=""),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("failed", BigInteger),
)

# What the site signs with; made once.
keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("key", LargeBinary, nullable=False),
)

# Tables of which a person wants no notices.
quiets = Table(
    "quiets",
    metadata,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
)

# How far a person was told of a table: three times the number of a decision when its clock was told to run out, one
# less when only the decision was told, two less while a process sees to it; far more when it was told of its end.
notices = Table(
    "notices",
    metadata,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
    Column("version", Integer, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("id", Integer, Identity(), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    sqlite_autoincrement=True,
)

# Tables and records on the shelf that are not as they were because somebody was forgotten, in the order of that.
rewritings = Table(
    "rewritings",
    metadata,
    Column("number", Integer, Identity(), primary_key=True),
    Column("id", Text, nullable=False),
    Index(None, "id"),
    sqlite_autoincrement=True,
)

# Records that somebody brought, to look at.
shelf = Table(
    "shelf",
    metadata,
    Column("id", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("person", Integer),
    Column("at", BigInteger, nullable=False),
    Index(None, "at"),
    Index(None, "person"),
)
