"""What other processes write at the tables that somebody looks at here, read soon after they told of it. A table in
memory that nobody looks at is left to them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from intrigue.web.observe.logging import safe_summary
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Full, Unavailable

TOGETHER = 0.08
"""Seconds after a look at what other processes wrote until the next."""
HEARD = 10_000
"""Pokes that wait to be read; what is told then is found by the next look at all tables."""

log = logging.getLogger("intrigue.web")


class OtherProcesses:
    """Keeps the tables in memory as the store has them, or has them no longer."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.pokes: asyncio.Queue[tuple[str, int]] = asyncio.Queue(HEARD)

    def on_poke(self, table: str, version: int) -> None:
        """The store heard that another process wrote; version 0 says that somebody talked, -1 that somebody is gone."""
        if version > 0 and (not self.tables.lacks(table, version) or self.tables.leave_to_others(table)):
            return
        try:
            self.pokes.put_nowait((table, version))
        except asyncio.QueueFull:
            log.warning("pokes come faster than they are read")

    async def listen(self, on_talk: Callable[[str], None]) -> None:
        """Reads the pokes, for ever: the first at once, and what comes shortly after it together, in one question
        to the database."""
        while True:
            heard = [await self.pokes.get()]
            while not self.pokes.empty():
                heard.append(self.pokes.get_nowait())
            await self.attempt(self.pass_on(heard, on_talk))
            await self.attempt(self.catch_up(heard))
            await asyncio.sleep(TOGETHER)

    async def pass_on(self, heard: Sequence[tuple[str, int]], on_talk: Callable[[str], None]) -> None:
        """Passes on who talked and who is gone."""
        for table, version in heard:
            if version == 0:
                on_talk(table)
            elif version < 0:
                await self.attempt(self.tables.discard_erased(table))

    async def attempt(self, work: Coroutine[Any, Any, None]) -> None:
        """What fails ends nothing else."""
        try:
            await work
        except (Unavailable, Full):
            pass  # the store says so
        except Exception as fault:
            log.error("a poke failed: %s", safe_summary(fault))

    async def catch_up(self, heard: Sequence[tuple[str, int]]) -> None:
        """Adds to the tables in memory what was heard of."""
        known: dict[str, int] = {}
        for id, version in heard:
            if version > 0 and self.tables.lacks(id, version):
                at = self.tables.idle_version(id)
                if at is None:  # somebody writes here too, and one of the two will have to look again
                    await self.attempt(self.tables.announce_newest(id))
                else:
                    known[id] = at
        if not known:
            return
        try:
            added = await self.tables.store.read_many(known)
        except (Full, Unavailable) as fault:
            for id in known:
                self.tables.announce_trouble(id, fault)
            raise
        for id, entries in added.items():
            await self.attempt(self.tables.add_entries(id, entries))
