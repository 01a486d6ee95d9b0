"""What the index beside the logs says of a table: its row, and how its game ended for every seat."""

from __future__ import annotations

from collections.abc import Sequence

from intrigue.web.store import ENDED, SeatResult, TableRow
from intrigue.web.table.clocks import Span
from intrigue.web.table.results import outcome
from intrigue.web.table.table import Table


def index_row(table: Table, outages: Sequence[Span]) -> TableRow:
    """A table's row."""
    return TableRow(**table.row(outages), results=results(table))


def results(table: Table) -> tuple[SeatResult, ...]:
    """How a game ended for every seat; nothing where it has not, or does not count."""
    return tuple(SeatResult(**one) for one in outcome(table))


def has_ended(row: TableRow) -> bool:
    """Whether nothing happens at a table any more."""
    return row.phase in ENDED
