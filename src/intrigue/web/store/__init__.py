"""What the site remembers: an append-only log for each table and a little beside it, durable before visible.

Only this folder speaks SQL. `open_store` gives a `Store` on SQLite (one process) or PostgreSQL (several).
"""

from intrigue.web.store.factory import open_store
from intrigue.web.store.interface import (
    GAP,
    SILENCE,
    Ban,
    Busy,
    Channels,
    Forgotten,
    Full,
    Hook,
    Missing,
    Person,
    Played,
    Push,
    Result,
    Row,
    Said,
    Stale,
    Store,
    TooNew,
    Unavailable,
    Written,
)

__all__ = [
    "GAP",
    "SILENCE",
    "Ban",
    "Busy",
    "Channels",
    "Forgotten",
    "Full",
    "Hook",
    "Missing",
    "Person",
    "Played",
    "Push",
    "Result",
    "Row",
    "Said",
    "Stale",
    "Store",
    "TooNew",
    "Unavailable",
    "Written",
    "open_store",
]
