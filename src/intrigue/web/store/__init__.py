"""What the site remembers: an append-only log for each table and a little beside it, durable before visible.

Only this folder speaks SQL. `open_store` gives a `Store` on SQLite (one process) or PostgreSQL (several); what may be
asked of it is listed in `interface`.
"""

from intrigue.web.store.errors import Busy, Forgotten, Full, Missing, Stale, TooNew, TooOld, Unavailable, fault_kind
from intrigue.web.store.factory import open_store
from intrigue.web.store.interface import Store
from intrigue.web.store.queries.site import SHELF_LIFE
from intrigue.web.store.site_time import GAP, SILENCE, STEP
from intrigue.web.store.types import (
    ENDED,
    Appended,
    Ban,
    Channels,
    ChatLine,
    FinishedGame,
    Hook,
    Person,
    Push,
    SeatResult,
    TableRow,
)

__all__ = [
    "ENDED",
    "GAP",
    "SHELF_LIFE",
    "SILENCE",
    "STEP",
    "Ban",
    "Busy",
    "Channels",
    "Forgotten",
    "Full",
    "Hook",
    "Missing",
    "Person",
    "FinishedGame",
    "Push",
    "SeatResult",
    "TableRow",
    "ChatLine",
    "Stale",
    "Store",
    "TooNew",
    "TooOld",
    "Unavailable",
    "Appended",
    "fault_kind",
    "open_store",
]
