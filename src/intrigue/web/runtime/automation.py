"""What happens at tables by itself: bots move, clocks run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from intrigue.web.config import Config
from intrigue.web.observe.metrics import Metrics
from intrigue.web.runtime.bot_pool import BotPool, usual
from intrigue.web.runtime.clock import SiteClock
from intrigue.web.runtime.scheduler import Reminder, Scheduler
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Store


class Arrivals(Reminder, Protocol):
    """Where people look at tables: a hub."""

    arrival_listeners: list[Callable[[str], None]]
    """Called with a table when the first line comes to it."""


class Automation(Protocol):
    """What moves tables on when no person does."""

    async def start(self) -> None:
        """Begins."""

    async def stop(self) -> None:
        """Ends."""

    def reorder(self, table: str) -> None:
        """Looks at a table again, after its standing orders changed."""

    def ailments(self) -> list[str]:
        """What does not work of it, as keys of sentences."""

    def queue_length(self) -> int:
        """How many tables wait for a bot's answer."""


AutomationMaker = Callable[[Config, SiteClock, Store, Tables, Arrivals, Metrics], Automation]


class NoAutomation:
    """Only people act."""

    def __init__(
        self, config: Config, clock: SiteClock, store: Store, tables: Tables, hub: Arrivals, metrics: Metrics
    ) -> None:
        pass

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    def reorder(self, table: str) -> None:
        pass

    def ailments(self) -> list[str]:
        return []

    def queue_length(self) -> int:
        return 0


class BotsAndClocks:
    """The processes in which bots think, and what lets bots move and clocks run."""

    def __init__(
        self, config: Config, clock: SiteClock, store: Store, tables: Tables, hub: Arrivals, metrics: Metrics
    ) -> None:
        self.thinking = BotPool(config.bot_processes or usual())
        self.thinking.metrics = metrics
        self.scheduler = Scheduler(tables, store, hub, self.thinking, clock)
        hub.arrival_listeners.append(self.scheduler.reconsider)  # after a start a friendly clock is in nobody's memory

    async def start(self) -> None:
        await self.thinking.start()
        await self.scheduler.start()

    async def stop(self) -> None:
        await self.scheduler.stop()
        await self.thinking.stop()

    def reorder(self, table: str) -> None:
        self.scheduler.note_orders(table)

    def ailments(self) -> list[str]:
        scheduler, bots = self.scheduler.alive, self.thinking.alive
        return [*([] if scheduler else ["health.clockwork"]), *([] if bots else ["health.bots"])]

    def queue_length(self) -> int:
        return self.thinking.waiting
