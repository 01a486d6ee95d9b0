"""From a log to the table that it leaves standing, or why there is none."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Literal

from intrigue.web.errors import Unplayable
from intrigue.web.observe.logging import safe_summary
from intrigue.web.store import ENDED, Store
from intrigue.web.table.errors import OtherDeck
from intrigue.web.table.log_entries import Entry, Opened
from intrigue.web.table.table import Table
from intrigue.web.table.unreplayable import Bygone, fold_bygone, foreign_part

LONG = 40
"""A log of more entries is folded in a thread, so that other tables do not wait for it."""

log = logging.getLogger("intrigue.web")


class Earlier(Unplayable):
    """A game that ended under other rules, or was played with another deck file: it cannot be replayed, but what its
    log tells can be read."""

    def __init__(self, table: Bygone, why: Literal["rules", "deck"] = "rules") -> None:
        super().__init__(EARLIER[why])
        self.table = table


EARLIER = {"rules": "serve.fault.earlier", "deck": "serve.fault.earlier_deck"}


async def load_table(store: Store, id: str, secret: bytes) -> Table:
    """The table as the store has it; raises `Unplayable`, or `Earlier` if what it tells can be read all the same."""
    entries = await store.read(id)
    if why := foreign_part(entries):
        row = await store.row(id)
        if row is None or row.phase not in ENDED:
            raise Unplayable(f"serve.fault.{why}")
        raise Earlier(read_bygone(id, secret, entries, row.phase), why)
    return await fold_playable(id, secret, entries)


async def fold_playable(id: str, secret: bytes, entries: Sequence[Entry]) -> Table:
    """The table that a log leaves standing; raises `Unplayable`."""
    try:
        return await fold(id, secret, entries)
    except Exception as fault:
        raise unplayable(fault) from None


def unplayable(fault: Exception) -> Unplayable:
    """What a fault on the way through a log means; one that nobody can explain stands in the log of the server."""
    if isinstance(fault, OtherDeck):
        return Unplayable("serve.fault.deck")
    log.error("a game cannot be followed: %s", safe_summary(fault))
    return Unplayable()


async def fold(id: str, secret: bytes, entries: Sequence[Entry]) -> Table:
    """Long ones in a thread, so that other tables do not wait for them."""
    if len(entries) > LONG or isinstance(entries[0].content, Opened) and entries[0].content.start:
        return await asyncio.to_thread(Table.of, id, secret, entries)
    return Table.of(id, secret, entries)


def read_bygone(id: str, secret: bytes, entries: Sequence[Entry], phase: str) -> Bygone:
    """What a log tells of a game that has ended; raises `Unplayable`."""
    try:
        return fold_bygone(id, secret, entries, phase)
    except Exception as fault:
        log.error("a game cannot be read: %s", safe_summary(fault))
        raise Unplayable() from None
