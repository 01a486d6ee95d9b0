"""Every page of the routes' table, and what stands in the blanks of its address where tests and pictures look at it.

Both look at a site of their own; `write` puts there what the samples name.
"""

from __future__ import annotations

import re
import time

from positions import Position, Story, table_id

import intrigue
from intrigue.web.routes.urls import ROUTES, Page
from intrigue.web.runtime.table_rows import results
from intrigue.web.store import Store, TableRow

PAGES = {route.name: route.path for route in ROUTES if isinstance(route, Page)}
"""The address of each page, by its name."""
SAMPLES = {
    "game": "richelieu",
    "edition": "ru",
    "language": "uk",
    "table": table_id("sample"),
    "record": table_id("sample record"),
    "path": "nowhere",
}
"""What stands in each blank. The table's game is over, so that all that there is of a table can be looked at."""
RECORD = f"{intrigue.new('richelieu', players=3, seed=5).record}income\n"
"""A game that was never played here, and in which no hand has a card of Oriflamme."""
BLANK = re.compile(r"{(\w+)(?::\w+)?}")


def fill(path: str, **others: str) -> str:
    """An address without blanks: each holds its sample, unless another is given.

    >>> fill("/rules/{game}"), fill("/t/{table}/replay", table="lmnopqrstu")
    ('/rules/richelieu', '/t/lmnopqrstu/replay')
    """
    samples = SAMPLES | others

    def sample(blank: re.Match[str]) -> str:
        if blank[1] not in samples:
            raise LookupError(
                f"Nobody knows what stands in {blank[0]} of {path}. Give SAMPLES in tools/sample_pages.py an example; "
                "if it is something in the store, `write` it there."
            )
        return samples[blank[1]]

    return BLANK.sub(sample, path)


async def write(store: Store, person: int) -> None:
    """Puts the table and the record of the samples into a store; the person played in the first seat."""
    now = int(time.time() * 1000)
    story = Story(Position("sample", "oriflamme", 3, bots=(2, 3)), [person], 0, now)
    story.begin()
    while story.table.phase == "playing":
        story.move()
    row = TableRow(**story.table.row(), results=results(story.table))
    log = [entry.content for entry in story.log]
    await store.create(story.table.id, story.secret, person, "sample", now, log, row)
    await write_record(store)


async def write_record(store: Store) -> None:
    """Puts the record of the samples on the shelf, where it stays for some days."""
    await store.shelve(SAMPLES["record"], RECORD, None, int(time.time() * 1000))
