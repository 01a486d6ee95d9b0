"""Everything a handler may use, in one place."""

from __future__ import annotations

from dataclasses import dataclass

from intrigue.web.config import Config
from intrigue.web.live.hub import Hub
from intrigue.web.observe.metrics import QUEUES, Metrics
from intrigue.web.runtime.accounts import Accounts
from intrigue.web.runtime.automation import Automation
from intrigue.web.runtime.bans import Bans
from intrigue.web.runtime.clock import Now, SiteClock
from intrigue.web.runtime.listings import Listings
from intrigue.web.runtime.notifications.notifier import Notifier
from intrigue.web.runtime.people import People
from intrigue.web.runtime.rate_limit import Limits
from intrigue.web.runtime.replays import Replays
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Store


@dataclass(frozen=True)
class Site:
    """The parts of a running site; built when it starts, gone when it stops."""

    config: Config
    clock: SiteClock
    limits: Limits
    bans: Bans
    metrics: Metrics
    store: Store
    people: People
    tables: Tables
    hub: Hub
    replays: Replays
    """Games that are looked back at."""
    notifier: Notifier
    """Who is told that it is their move."""
    accounts: Accounts
    listings: Listings
    automation: Automation
    """What happens at tables by itself."""

    @property
    def now(self) -> Now:
        """The site's time."""
        return self.clock.now

    def measure(self) -> None:
        """Writes down how much there is of everything now."""
        lengths = (self.automation.queue_length(), *self.store.queue_lengths(), self.hub.other_processes.pokes.qsize())
        for queue, length in zip(QUEUES, lengths, strict=True):
            self.metrics.queues.labels(queue).set(length)
        self.metrics.tables.labels("kept").set(len(self.tables.cached))
        self.metrics.tables.labels("watched").set(len(self.hub.live_tables))
