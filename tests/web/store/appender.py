"""Plays at several tables until it is killed, and prints each append that was acknowledged: `appender.py URL ROUND`."""

import asyncio
import sys

from web.store.deeds import create, row

from intrigue.web.store import Stale, Store, open_store
from intrigue.web.table.log_entries import Moved

TABLES = ("t0", "t1", "t2")
PEOPLE = (1, 2, 3)


async def play(store: Store, table: str, person: int, lap: str) -> None:
    version, number = 0, 0
    while True:
        key = f"{lap}.{person}.{number}"
        try:
            moves = [Moved(person, f"{key} a"), Moved(person, f"{key} b")]
            version = (await store.append(table, version, person, key, 1, moves, row(table))).version
        except Stale as stale:
            version = stale.version
            continue
        print(table, person, key, version, flush=True)
        number += 1


async def main(url: str, lap: str) -> None:
    store = await open_store(url)
    for table in TABLES:
        await create(store, table)
    await asyncio.gather(*(play(store, table, person, lap) for table in TABLES for person in PEOPLE))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
