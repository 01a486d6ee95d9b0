"""When Python looks for litter: rarely while people play, and everywhere when nobody is there."""

from __future__ import annotations

import gc

NEVER = 1_000_000_000
"""More often than anything happens."""
LITTER = (5_000, NEVER, NEVER)
"""How many things are made before Python looks for litter among them, and among what has lasted longer: of the millions
of things of a thousand tables hardly any is litter, and going through them, or a part of them, holds everybody up. What
comes and goes often must not hold itself, then: lines, tasks and faults let go of each other (`test_memory.py`)."""
MUCH = 20
"""After how many looks at what is new all is looked at, when nobody is there."""


def collect_rarely() -> None:
    """Python looks for litter only among what is new, and never at what is here now, which stays."""
    gc.freeze()
    gc.set_threshold(*LITTER)


def collect_when_idle() -> None:
    """Looks for litter everywhere, if enough was done since the last time."""
    if gc.get_count()[1] >= MUCH:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
