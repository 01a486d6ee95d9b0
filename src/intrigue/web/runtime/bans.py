"""Who is kept out: people and networks, as the operator banned them, read from the database every few seconds."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from intrigue.web.config import Network, address_of
from intrigue.web.errors import Banned, Refusal

if TYPE_CHECKING:
    from intrigue.web.store import Store


class Bans:
    """The bans in force."""

    def __init__(self) -> None:
        self.people: frozenset[int] = frozenset()
        self.networks: tuple[Network, ...] = ()

    async def read(self, store: Store, now: int) -> bool:
        """Reads them anew; whether they are others than before."""
        before = self.people, self.networks
        bans = await store.bans_in_force(now)
        self.people = frozenset(int(ban.value) for ban in bans if ban.kind == "person")
        self.networks = tuple(ipaddress.ip_network(ban.value) for ban in bans if ban.kind == "network")
        return before != (self.people, self.networks)

    def check(self, address: str, person: int | None) -> None:
        """Raises if whoever asks is kept out."""
        if self.networks and self.holds(address):
            raise Refusal(403, "serve.fault.banned")
        if person in self.people:
            raise Banned()

    def holds(self, address: str) -> bool:
        """Whether an address lies in a banned network.

        >>> bans = Bans()
        >>> bans.networks = (ipaddress.ip_network("192.0.2.0/24"),)
        >>> bans.holds("192.0.2.7"), bans.holds("::ffff:192.0.2.7"), bans.holds("198.51.100.1"), bans.holds("")
        (True, True, False, False)
        """
        parsed = address_of(address)
        return parsed is not None and any(parsed in network for network in self.networks)
