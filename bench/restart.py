"""Starts the site over a database with many open games, and looks at some of them for the first time.

usage: python bench/restart.py [--tables 10000] [--views 200]

As many games of each kind, each against bots of the easiest level; whose turn it is, chance decides. Goals: it serves
3 s after its start, and a table that is not in memory is on its way within 100 ms, whatever the bots do meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx

from intrigue.arena.machine import machine
from intrigue.bots.levels import LEVELS
from intrigue.games import GAMES
from intrigue.web.runtime.clock import wall_clock
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import open_store
from intrigue.web.table import opening, requests
from intrigue.web.table.log_entries import AnyContent, Entry
from intrigue.web.table.settings import Settings
from intrigue.web.table.table import Table

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from town import SIZES, memory, share
from web.servers import Site

SERVES, FIRST_VIEW = 3.0, 100
"""The goals: seconds, milliseconds."""


async def fill(url: str, number: int) -> list[str]:
    """So many games that have begun; their tables."""
    store = await open_store(url)
    tables = Tables(store, wall_clock, kept=100)
    try:
        person = (await store.save_person(secrets.token_bytes(32), "host", "en", {}, wall_clock())).id
        ids = [await tables.open(person, f"table {one}", first_entries(one, person)) for one in range(number)]
    finally:
        await store.close()
    return ids


def first_entries(number: int, person: int) -> Callable[[str, bytes], Sequence[AnyContent]]:
    """How the first entries of a game are made from its table's id and secret."""
    game, players = SIZES[number % len(SIZES)]
    edition = GAMES[game].editions[0]
    settings = Settings(game=game, edition=edition, players=players, watch="link", level=LEVELS[0])

    def entries(id: str, secret: bytes) -> list[AnyContent]:
        first = opening.new_table(settings, person, "host", LEVELS[0], secret)
        now = wall_clock()
        table = Table.of(id, secret, [Entry(version, now, person, one) for version, one in enumerate(first, 1)])
        return [*first, *table.answer(requests.Ready(1, secrets.token_hex(16)), person, now)]

    return entries


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--views", type=int, default=200)
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), None, "--proxies", "127.0.0.1", "--bots", "1")
        begin = time.perf_counter()
        tables = asyncio.run(fill(site.database, options.tables))
        print(f"{len(tables)} games under way, made in {time.perf_counter() - begin:.0f} s")
        begin = time.perf_counter()
        site.start()
        served = time.perf_counter() - begin
        print(f"serves after {served:.2f} s, {memory(site):.0f} MB")
        try:
            views = []
            for number, table in enumerate(random.Random(1).sample(tables, options.views)):
                head = {"X-Forwarded-For": f"10.1.{number // 250}.{number % 250 + 1}"}
                with httpx.Client(base_url=site.url, headers=head, verify=False) as visitor:
                    begin = time.perf_counter()
                    visitor.get(f"/t/{table}").raise_for_status()
                    views.append(time.perf_counter() - begin)
            p50, p99 = share(views, 0.5), share(views, 0.99)
            print(f"first views: p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {max(views) * 1000:.0f} ms")
            print(f"{memory(site):.0f} MB")
        finally:
            site.stop()
    reached = served <= SERVES and p99 <= FIRST_VIEW
    print("all goals reached" if reached else "GOALS MISSED")
    return not reached


if __name__ == "__main__":
    sys.exit(main())
