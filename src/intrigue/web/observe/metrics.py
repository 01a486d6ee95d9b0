"""What a server counts about itself, for Prometheus: how much and how long, never who, at which table or from where."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

import intrigue

disable_created_metrics()  # type: ignore[no-untyped-call]  # when each figure began is nobody's question

KIND = "text/plain; version=0.0.4; charset=utf-8"
"""The media type of Prometheus's text."""
STRIDE = 0.5
"""Seconds between two looks at how late the loop is."""
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: the bounds of what should be quick."""
LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
QUEUES = ("bots", "writes", "reads", "news")
"""Tables whose bots wait for a thinker, writes and reads that wait for the database, and news of other processes."""


class Metrics:
    """The counters of one server; several servers in one process have a set each.

    >>> metrics = Metrics()
    >>> metrics.requests.labels("pages.home", "200").inc()
    >>> [line for line in metrics.text().splitlines() if line.startswith("intrigue_requests_total")]
    ['intrigue_requests_total{route="pages.home",status="200"} 1.0']
    """

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "intrigue_requests",
            "Requests by what answered them and with which status.",
            ["route", "status"],
            registry=registry,
        )
        self.entries = Counter("intrigue_commands", "Log entries of tables, by kind.", ["did"], registry=registry)
        self.frames = Counter(
            "intrigue_messages", "Messages brought to browsers and programs, by the way.", ["way"], registry=registry
        )
        self.connections = Gauge("intrigue_lines", "Lines that are open now, by the way.", ["way"], registry=registry)
        self.queues = Gauge("intrigue_queue_length", "What waits now, by where.", ["queue"], registry=registry)
        self.tables = Gauge(
            "intrigue_tables", "Tables in memory, and those somebody looks at.", ["which"], registry=registry
        )
        self.thinking = Histogram(
            "intrigue_bot_seconds", "From a bot's question to its answer.", buckets=LONG, registry=registry
        )
        self.appends = Histogram(
            "intrigue_append_seconds",
            "From a decision to its being durable.",
            buckets=QUICK,
            registry=registry,
        )
        self.lag = Histogram(
            "intrigue_loop_lag_seconds", "How late the server's loop is.", buckets=QUICK, registry=registry
        )
        self.program = Gauge("intrigue_info", "The program; always 1.", ["version"], registry=registry)
        self.program.labels(intrigue.__version__).set(1)
        ProcessCollector(registry=registry)
        self.looks: list[Callable[[], None]] = []
        """Called before everything is told: whoever knows how long a queue is writes it down."""

    def text(self) -> str:
        """All of it as Prometheus reads it."""
        for look in self.looks:
            look()
        return generate_latest(self.registry).decode()

    def count_answer(self, route: str, status: int) -> None:
        """A request got its answer."""
        self.requests.labels(route, str(status)).inc()

    def count_entries(self, tags: Iterable[str]) -> None:
        """A table took entries of these kinds."""
        for tag in tags:
            self.entries.labels(tag).inc()

    @contextmanager
    def open_connection(self, way: str) -> Iterator[None]:
        """Counts a connection as long as this lasts."""
        gauge = self.connections.labels(way)
        gauge.inc()
        try:
            yield
        finally:
            gauge.dec()

    async def watch_the_loop(self) -> None:
        """Notes how much later than asked for the loop comes back, for ever."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(STRIDE)
            self.lag.observe(max(0.0, time.perf_counter() - before - STRIDE))
