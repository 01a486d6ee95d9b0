"""Writes the results of games that an earlier version of the program finished, so that they count for their people."""

from __future__ import annotations

import asyncio
import logging

from intrigue.web.observe.logging import told
from intrigue.web.runtime.loading import Earlier
from intrigue.web.runtime.tables import Tables, results
from intrigue.web.store import Full, Unavailable

TOGETHER = 50
"""Games that are asked for at once."""
REST = 30.0
"""Seconds before a database that was away is asked again."""

log = logging.getLogger("intrigue.web")


async def count_the_uncounted(tables: Tables) -> None:
    """Looks at each such game once, one after the other; one that cannot be followed any more counts for nobody. One of
    another deck file waits until the site has that file again."""
    waiting: list[str] = []
    while found := [id for id in await tables.store.uncounted(TOGETHER + len(waiting)) if id not in waiting]:
        for id in found:
            try:
                outcome = results(await tables.get(id))
            except (Unavailable, Full):
                raise
            except Exception as fault:
                if isinstance(fault, Earlier) and fault.why == "deck":
                    waiting.append(id)
                    continue
                log.warning("a finished game is not counted: %s", told(fault))
                outcome = ()
            await tables.store.count(id, outcome)


async def counting(tables: Tables) -> None:
    """The same, until it is done."""
    while True:
        try:
            return await count_the_uncounted(tables)
        except (Unavailable, Full):
            await asyncio.sleep(REST)
