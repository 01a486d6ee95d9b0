"""All parts of a running site in one place, as the routes find them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from intrigue.web.assets import Assets
from intrigue.web.config import Config
from intrigue.web.desk import Desk
from intrigue.web.limits import Limits
from intrigue.web.live import Hub
from intrigue.web.people import People
from intrigue.web.store import Store

Now = Callable[[], int]


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class House:
    """The parts; made when the site starts, gone when it stops."""

    config: Config
    now: Now
    limits: Limits
    assets: Assets
    store: Store
    people: People
    desk: Desk
    hub: Hub
    look: Callable[[str], None] = lambda table: None
    """Lets whatever happens by itself look at a table again, after its standing orders changed."""


def furnished(config: Config, now: Now, limits: Limits, assets: Assets, store: Store) -> House:
    """A house around a store."""
    people = People(store, now)
    desk = Desk(store, now, config.tables)
    return House(config, now, limits, assets, store, people, desk, Hub(desk, store, people, config, now))
