"""Calls to addresses that people gave us: webhooks and web push. Nobody reaches the inside of a network through them.

Only https to a name on a usual port. The name is resolved here, once; every address it leads to must be one of the open
internet, and the very address that was looked at is connected to, with the certificate of the name. Redirects are not
followed, of the answer only the first line is read, and everything ends after a few seconds.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

SECONDS = 5.0
"""For a whole call: resolving, connecting, asking, and the first line of the answer."""
EACH_SECONDS = 2.0
"""For one address of several."""
ADDRESSES = 3
"""The most addresses of a name that are tried."""
AT_ONCE = 8
"""Calls under way; the others wait."""
QUEUED = 200
"""Calls under way and waiting; one more is not made."""
EACH_AT_ONCE = 2
"""Calls under way for one person: whoever has many addresses that never answer keeps nobody else waiting."""
EACH_QUEUED = 24
"""Calls under way and waiting for one person: two notices on all their ways."""
RESOLVING = 16
"""Names that are looked up at once: the system may take its time, longer than we do."""
LINE = 1024
"""Bytes of the first line of an answer."""
LONGEST = 1_000
"""Letters of an address."""
PORTS = (443, 8443)
NAME = re.compile(r"(?=.{4,253}\Z)([0-9a-z]([0-9a-z-]{0,61}[0-9a-z])?\.)+[a-z]([0-9a-z-]{0,61}[0-9a-z])?")
"""A name with a dot whose last part begins with a letter: no address in any of its forms, nothing of this machine."""
PATH = re.compile(r"[!-~]*")
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])[ \r]")

NEWER = ipaddress.ip_network("2000::/3")
"""All that is given out of the newer addresses for the open internet."""
INSIDE = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.0.0.0/24",  # protocols
            "192.88.99.0/24",  # relays from old to new addresses
            "2001::/23",  # protocols, among them old addresses in new ones
            "2001:db8::/32",  # examples
            "2002::/16",  # old addresses in new ones
            "3fff::/20",  # examples
        ),
    )
)
"""What lies among open addresses and is none."""

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


class BadAddress(Exception):
    """An address that is not called. It is not quoted: it may be somebody's secret."""


class Busy(Exception):
    """This server has too much to do for a call: no fault of its address."""


class Place(NamedTuple):
    """Where a call goes."""

    host: str
    port: int
    path: str


class Outcome(NamedTuple):
    """All that is known of a call afterwards."""

    status: int
    """Of the answer; 0 where there was none."""
    sent: bool = True
    """Whether the call was tried at all; if not, it says nothing about its address."""

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Whether there will never be an answer."""
        return self.status in (404, 410)


NOTHING = Outcome(0)
UNSENT = Outcome(0, sent=False)


@dataclass
class Share:
    """What one person has of the places for calls."""

    places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(EACH_AT_ONCE))
    calls: int = 0
    """Under way and waiting."""


def place(url: str, ports: Collection[int] = PORTS) -> Place:
    """The parts of an address, if it has a form that may be called; raises `BadAddress`.

    >>> place("https://Hooks.example/a?b=c"), place("https://hooks.example:8443").path
    (Place(host='hooks.example', port=443, path='/a?b=c'), '/')
    >>> place("http://hooks.example/")
    Traceback (most recent call last):
    intrigue.web.runtime.notifications.http_client.BadAddress
    """
    if len(url) > LONGEST or not PATH.fullmatch(url) or "\\" in url:
        raise BadAddress()
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), 443 if parts.port is None else parts.port
    except ValueError:
        raise BadAddress() from None
    if parts.scheme != "https" or "@" in parts.netloc or not NAME.fullmatch(host) or port not in ports:
        raise BadAddress()
    return Place(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def public(address: str) -> bool:
    """Whether an address is one of the open internet, for one machine, and no disguise of another.

    >>> [public(address) for address in ("93.184.216.34", "2606:2800:220:1::1", "10.0.0.1", "::1", "64:ff9b::7f00:1")]
    [True, True, False, False, False]
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if found.version == 6 and (found not in NEWER or "%" in address):
        return False
    if any(found in network for network in INSIDE if network.version == found.version):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


class Outbound:
    """Makes the calls of a server. Tests bring their own names, certificates, and what they may reach."""

    def __init__(
        self,
        resolve: Resolve | None = None,
        context: ssl.SSLContext | None = None,
        allowed: Callable[[str], bool] = public,
        ports: Collection[int] = PORTS,
        seconds: float = SECONDS,
    ) -> None:
        self.resolve = resolve or Resolver()
        self.context = context
        self.allowed = allowed
        self.ports = ports
        self.seconds = seconds
        self.places = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0
        self.people: dict[int, Share] = {}
        """Everybody for whom calls are under way or wait."""

    async def post(self, url: str, body: bytes, headers: Mapping[str, str], person: int = 0) -> Outcome:
        """Posts something for a person; whatever goes wrong is no answer."""
        share = self.people.get(person) or Share()
        if self.waiting >= QUEUED or share.calls >= EACH_QUEUED:
            return UNSENT
        self.people[person] = share
        self.waiting += 1
        share.calls += 1
        try:
            async with share.places, self.places:
                return await self.send(url, body, headers)
        finally:
            self.waiting -= 1
            share.calls -= 1
            if not share.calls:
                del self.people[person]

    async def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
        try:
            async with asyncio.timeout(self.seconds):
                where = place(url, self.ports)
                for address in await self.addresses(where):
                    with suppress(OSError, TimeoutError, ValueError):  # nothing was sent: the next may do
                        reader, writer = await self.connect(where, address)
                        break
                else:
                    return NOTHING
                try:
                    return await self.exchange(reader, writer, request(where, body, headers))
                finally:
                    writer.transport.abort()  # nobody waits for the rest
        except Busy:
            return UNSENT
        except (BadAddress, OSError, TimeoutError, EOFError, ValueError, asyncio.LimitOverrunError):
            return NOTHING

    async def addresses(self, where: Place) -> list[str]:
        """Where a name leads to; raises unless all of it may be reached."""
        found = list(dict.fromkeys(await self.resolve(where.host, where.port)))
        if not found or not all(map(self.allowed, found)):
            raise BadAddress()
        return found[:ADDRESSES]

    async def connect(self, where: Place, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A line to one address, which is no name: nothing is resolved again."""
        if self.context is None:
            self.context = await asyncio.to_thread(ssl.create_default_context)
        async with asyncio.timeout(EACH_SECONDS):
            return await asyncio.open_connection(
                address, where.port, ssl=self.context, server_hostname=where.host, limit=LINE
            )

    async def exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> Outcome:
        """Asks over a line, once: what may have arrived is not sent to another address."""
        writer.write(request)
        await writer.drain()
        answer = STATUS.match(await reader.readuntil(b"\n"))
        return Outcome(int(answer[1])) if answer else NOTHING


def request(where: Place, body: bytes, headers: Mapping[str, str]) -> bytes:
    """A request as it travels."""
    host = where.host if where.port == 443 else f"{where.host}:{where.port}"
    lines = {"Host": host, "User-Agent": "intrigue", "Connection": "close", "Accept": "*/*", **headers}
    lines["Content-Length"] = str(len(body))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {where.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


class Resolver:
    """The system's way from names to addresses, in threads that nobody waits for at the end."""

    def __init__(self) -> None:
        self.places = threading.BoundedSemaphore(RESOLVING)

    async def __call__(self, host: str, port: int) -> list[str]:
        if not self.places.acquire(blocking=False):
            raise Busy()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[str]] = loop.create_future()

        def settle(found: list[str], fault: BaseException | None) -> None:
            if not future.done():
                future.set_exception(fault) if fault else future.set_result(found)

        def look_up() -> None:
            found, fault = [], None
            try:
                found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
            except (OSError, UnicodeError) as why:
                fault = why
            finally:
                self.places.release()
            with suppress(RuntimeError):  # the server may have stopped
                loop.call_soon_threadsafe(settle, found, fault)

        threading.Thread(target=look_up, daemon=True).start()
        return await future
