"""All parts of a running site in one place, as the routes find them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from intrigue.web.config import Config
from intrigue.web.http.static_files import Assets
from intrigue.web.live.hub import Hub
from intrigue.web.observe.metrics import QUEUES, Metrics
from intrigue.web.runtime.bans import Bans
from intrigue.web.runtime.clock import Now, SiteClock
from intrigue.web.runtime.notifications.notifier import Notices
from intrigue.web.runtime.people import People
from intrigue.web.runtime.rate_limit import Limits
from intrigue.web.runtime.replays import Reels
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Store


@dataclass
class Site:
    """The parts; made when the site starts, gone when it stops."""

    config: Config
    clock: SiteClock
    limits: Limits
    assets: Assets
    store: Store
    people: People
    tables: Tables
    hub: Hub
    look: Callable[[str], None] = lambda table: None
    """Lets whatever happens by itself look at a table again, after its standing orders changed."""
    metrics: Metrics = field(default_factory=Metrics)
    bans: Bans = field(default_factory=Bans)
    ailing: Callable[[], list[str]] = list
    """Why whatever happens by itself does not, as keys of sentences."""
    queued: Callable[[], int] = lambda: 0
    """How many tables wait for a bot's answer."""

    now: Now = field(init=False)
    """The site's time."""
    reels: Reels = field(init=False)
    """Games that are looked back at."""
    notices: Notices = field(init=False)
    """Who is told that it is their move."""

    def __post_init__(self) -> None:
        self.now = self.clock.now
        self.reels = Reels(self.store)
        self.tables.rewriters.append(self.reels.drop)
        self.notices = Notices(self.store, self.tables, self.hub, self.limits, self.config.public_url, self.clock)

    def measure(self) -> None:
        """Writes down how much there is of everything now."""
        waiting = dict(zip(QUEUES, (self.queued(), *self.store.waits(), self.hub.following.pokes.qsize()), strict=True))
        for queue, length in waiting.items():
            self.metrics.queues.labels(queue).set(length)
        self.metrics.tables.labels("kept").set(len(self.tables.cached))
        self.metrics.tables.labels("watched").set(len(self.hub.rooms))


def furnished(
    config: Config, clock: SiteClock, limits: Limits, assets: Assets, store: Store, metrics: Metrics | None = None
) -> Site:
    """A site around a store."""
    metrics, bans, now = metrics or Metrics(), Bans(), clock.now
    people = People(store, now)
    tables = Tables(store, now, config.tables, metrics)
    hub = Hub(tables, store, people, config, now)
    hub.bans = bans
    site = Site(config, clock, limits, assets, store, people, tables, hub, metrics=metrics, bans=bans)
    metrics.looks.append(site.measure)
    return site
