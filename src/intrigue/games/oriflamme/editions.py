"""What games of this family differ in, as values asked for by name: editions (section C of the rules) and sizes."""

from __future__ import annotations

from typing import NamedTuple


class Edition(NamedTuple):
    """What an edition decides. A value that its cards never ask for is 0."""

    own_ambush_leaves: int = 0  # D1
    ties_count_covered: int = 0  # D2
    lord_counts_covered: int = 0  # D3
    schemer_gain: int = 0  # D15


class Size(NamedTuple):
    """How much of a game there is."""

    rounds: int = 6  # R10
    kinds: int = 10  # R2
    set_aside: int = 3  # R4


FULL = Size()

ORIFLAMME_FR = Edition(own_ambush_leaves=1, ties_count_covered=1, lord_counts_covered=1)
ORIFLAMME_RU = Edition()
ABLAZE_UK = Edition(schemer_gain=2)
ABLAZE_RU = Edition(schemer_gain=1)

ORIFLAMME = {"fr": ORIFLAMME_FR, "ru": ORIFLAMME_RU}
ABLAZE = {"uk": ABLAZE_UK, "ru": ABLAZE_RU}
MIX = {  # G19
    "fr+uk": ORIFLAMME_FR._replace(schemer_gain=ABLAZE_UK.schemer_gain),
    "ru+ru": ORIFLAMME_RU._replace(schemer_gain=ABLAZE_RU.schemer_gain),
}

TINY = {"fr": ORIFLAMME_FR}
