"""How late it is at a site, as its servers agree by their signs of life."""

from __future__ import annotations

from typing import NamedTuple

STEP = 500
"""Milliseconds by which a wall clock goes forward and is merely followed; more of them are an outage."""
SILENCE, GAP = 5000, 1500
"""Milliseconds without a pulse that are still no outage: while servers run, one that has much to do may be late with
it; where it is known to have been broken, half a second more than lies between two."""


class Agreed(NamedTuple):
    """What a sign of life has come to."""

    at: int
    """Where the site's time stands."""
    outage: tuple[int, int] | None
    """From when to when nobody was there, if that was longer than it may be."""


def agreed_time(last: int, now: int, wall: int, silence: int = SILENCE) -> Agreed:
    """The site's time after a sign of life that a server gives at `now` while its machine's wall clock says `wall`. The
    last sign may be later than either: other servers give some too, and wall clocks are set back.

    >>> agreed_time(9_000, 10_000, 10_000), agreed_time(9_000, 10_000, 8_000)
    (Agreed(at=10000, outage=None), Agreed(at=10000, outage=None))
    >>> agreed_time(9_000, 10_000, 70_000), agreed_time(9_000, 7_000, 7_000, GAP)
    (Agreed(at=70000, outage=(10000, 70000)), Agreed(at=9000, outage=None))
    """
    at = max(last, now, wall)
    silent = now - last > silence
    began = last if silent else max(last, now)
    return Agreed(at, (began, at) if silent or at - began > STEP else None)
