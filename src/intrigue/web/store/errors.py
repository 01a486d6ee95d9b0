"""What a store raises, whichever database is below it."""

from __future__ import annotations


class Stale(Exception):
    """The version expected is not the table's; `version` is, and 0 if there is no such table."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Missing(LookupError):
    """There is no such table."""


class Forgotten(LookupError):
    """Somebody was taken out meanwhile, and this would write of them; nothing was written."""

    def __init__(self, person: int) -> None:
        super().__init__(person)
        self.person = person


class Full(Exception):
    """The database takes no more; nothing was written."""


class Unavailable(Exception):
    """The database is away or too busy. A write may have come through all the same (never half of it), its answer lost:
    the same call with the same key tells."""


class Busy(Unavailable):
    """Somebody else holds what a write needs, for longer than it waits; nothing was written. Reading goes on."""


class TooNew(Exception):
    """A later version of the program wrote this database."""


class TooOld(Exception):
    """An earlier version of the program wrote this database, from which no step leads here."""


class BadOption(ValueError):
    """The address of a database has an option that there is not, or a value that it cannot have."""


def fault_kind(fault: Exception) -> str:
    """What is wrong with a database that failed: it is `full`, `busy` or `away`."""
    return "full" if isinstance(fault, Full) else "busy" if isinstance(fault, Busy) else "away"
