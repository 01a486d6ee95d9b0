"""Who asks too often waits: token buckets in bounded memory, by what is done and by whom."""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from math import ceil

from intrigue.web.config import Rate, address_of
from intrigue.web.errors import TooMany

KEPT = 50_000
"""Buckets kept; of the kind that has most, the one that was asked longest ago makes room."""


class Limits:
    """All buckets of a server.

    >>> clock = [0]
    >>> limits = Limits({"say": Rate(burst=2, seconds=10)}, lambda: clock[0])
    >>> [limits.passes("say", "ann") for _ in range(3)], limits.passes("say", "bob")
    ([0, 0, 5], 0)
    >>> clock[0] = 5_000
    >>> limits.passes("say", "ann"), limits.passes("say", "ann")
    (0, 5)
    """

    def __init__(self, rates: Mapping[str, Rate], now: Callable[[], int], kept: int = KEPT) -> None:
        self.rates = rates
        self.now = now
        self.kept = kept
        self.buckets: dict[str, OrderedDict[object, tuple[float, int]]] = {what: OrderedDict() for what in rates}
        """By what is done and by whom; of a kind, the one that was asked longest ago comes first."""
        self.open: Counter[object] = Counter()

    def passes(self, what: str, who: object) -> int:
        """Takes a token: 0 if there was one, else the seconds to wait for the next."""
        rate, buckets, now = self.rates[what], self.buckets[what], self.now()
        left, then = buckets.pop(who, (float(rate.burst), now))
        per_token = rate.seconds * 1000 / rate.burst
        left = min(float(rate.burst), left + max(0, now - then) / per_token)
        allowed = left >= 1
        buckets[who] = (left - 1 if allowed else left, now)
        self.tidy(what, now)
        return 0 if allowed else max(1, ceil((1 - left) * per_token / 1000))

    def tidy(self, what: str, now: int) -> None:
        """Throws away buckets that are full again, those that were asked longest ago, and one if they are too many."""
        self.drop_full(what, now, 2)
        if sum(map(len, self.buckets.values())) > self.kept:
            max(self.buckets.values(), key=len).popitem(last=False)

    def sweep(self) -> None:
        """Throws away all buckets that are full again: who need not wait any more is forgotten, though nobody asks."""
        for what in self.buckets:
            self.drop_full(what, self.now(), None)

    def drop_full(self, what: str, now: int, most: int | None) -> None:
        """Throws away those of the buckets asked longest ago that are full again."""
        buckets, full = self.buckets[what], self.rates[what].seconds * 1000
        for who, (_, then) in list(islice(buckets.items(), most)):
            if now - then >= full:
                del buckets[who]

    def check(self, what: str, who: object) -> None:
        """Takes a token or raises `TooMany`."""
        if wait := self.passes(what, who):
            raise TooMany(wait)

    def take(self, who: object, most: int) -> bool:
        """Takes one of the places that somebody may hold at once, if there is one."""
        if self.open[who] >= most:
            return False
        self.open[who] += 1
        return True

    def give_back(self, who: object) -> None:
        """Gives a place back."""
        self.open[who] -= 1
        if not self.open[who]:
            del self.open[who]

    @contextmanager
    def hold_connection(self, who: object, most: int) -> Iterator[None]:
        """Holds one of the connections that an address may have open at once."""
        if not self.take(who, most):
            raise TooMany(5)
        try:
            yield
        finally:
            self.give_back(who)


def neighbourhood(address: str) -> str:
    """Whom a limit by address counts together: of the newer kind of address, one household has billions.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3::4"), neighbourhood("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    parsed = address_of(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed) if parsed else "?"
