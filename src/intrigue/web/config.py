"""How one server is run: what `intrigue serve` was told, what INTRIGUE_* in the environment says, and the defaults."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from intrigue.engine.errors import IntrigueError

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

PORT = 8000
LONGEST_RECORD = 64 * 1024
"""Bytes of a record that somebody may bring; the longest game takes a tenth of them."""
NAME = re.compile(r"[0-9a-z]([0-9a-z.-]{0,251}[0-9a-z])?")
MEANT = re.compile(r"^(?![/.~])(.*@|postgres(ql)?(\+\w+)?(:|/|$)|sqlite:|.*\b(password|host|dbname)=)", re.IGNORECASE)
"""Somebody meant the address of a database, and a password may stand in it; a path that begins as such is one."""
MAPPED = 96
"""Bits before an address of the older kind that is written as one of the newer."""
YES, NO = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


@dataclass(frozen=True)
class Rate:
    """A token bucket: so many at once, and as many again in so many seconds."""

    burst: int
    seconds: int


RATES: dict[str, Rate] = {
    "request": Rate(600, 20),  # of an address: a page with its pictures is a dozen, and a house may share one
    "post": Rate(100, 20),  # of a person
    "person": Rate(200, 600),  # people who come from an address for the first time
    "table": Rate(30, 600),  # tables opened from an address
    "move": Rate(400, 20),  # what is asked of one table, by one who plays there, or by all others together
    "deed": Rate(300, 60),  # of an address: whatever is asked of tables but moves
    "take-back": Rate(30, 60),  # of an address: the game is played again for each
    "say": Rate(10, 20),  # of a person
    "talk": Rate(60, 20),  # at one table, by one who plays there, or by all others together
    "code": Rate(10, 600),  # codes a person asks for
    "try": Rate(5, 600),  # codes tried from an address
    "tries": Rate(100, 600),  # codes tried at one table
    "recovery": Rate(20, 600),  # recovery codes a person asks for
    "export": Rate(6, 600),  # of a person: all that is kept of them, with the records of their games
    "socket": Rate(120, 20),  # lines opened from an address
    "past": Rate(200, 20),  # looks back at a running game from an address, one for each step
    "replay": Rate(400, 20),  # steps of games that are over, from an address
    "unroll": Rate(60, 60),  # games unrolled for an address, to look back at: the whole game is played again
    "upload": Rate(20, 600),  # records brought from an address
    "sandbox": Rate(80, 30),  # looks at positions that somebody sets up, from an address: each is played anew
    "notice": Rate(60, 600),  # notices to a person
    "channel": Rate(30, 600),  # changes of where a person takes notices
    "trial": Rate(6, 600),  # notices that a person sends to try it, and as many from an address
    "message": Rate(50, 20),  # what a browser sends over one line
    "answer": Rate(200, 20),  # moves that a program sends over one line
}
"""What anybody may do, by what is done."""


@dataclass(frozen=True)
class Config:
    """Everything a server must know before it starts."""

    database: str
    host: str = "127.0.0.1"
    port: int = PORT
    public_url: str = ""
    """How the world calls this site, without a slash at the end; empty where people type the address."""
    lan: bool = False
    proxies: tuple[Network, ...] = ()
    """Whose X-Forwarded headers are believed."""
    hosts: tuple[str, ...] = ()
    """More names that this server answers to."""
    origins: tuple[str, ...] = ()
    """More pages that may post here."""
    bot_processes: int = 0
    """Processes in which bots think; 0 leaves the number to the thinker."""
    metrics_from: tuple[Network, ...] = ()
    """Who may read /metrics and /readyz besides this machine itself."""
    deck: str = ""
    """The deck file that Richelieu is played with; empty: our reconstruction."""
    outside_bots: bool = False
    """Whether hosts may give seats to programs that connect from outside."""
    rates: Mapping[str, Rate] = field(default_factory=lambda: RATES)
    body: int = 16 * 1024
    """Bytes that a request may carry."""
    upload: int = 80 * 1024
    """Bytes of a request that brings a record: the record itself and the form around it."""
    lines: int = 64
    """Lines (sockets and long polls) that one address may hold open at once."""
    connections: int = 256
    """Connections that one address may hold open at once beside its sockets; a listed proxy any number."""
    message: int = 1024
    """Bytes that a browser may send over a line at once."""
    tables: int = 5_000
    """Tables kept in memory; those that somebody watches are kept beyond it."""
    poll: float = 25.0
    """Seconds that a long poll waits for news."""
    presence: float = 0.5
    """Seconds between two tellings of who is here."""
    refresh: float = 5.0
    """Seconds after which a watched table is read again, in case a poke was lost."""

    @property
    def open_to_all(self) -> bool:
        """Whether others than this machine can connect."""
        return not loopback(self.host)


def loopback(host: str) -> bool:
    """Whether only this machine reaches an address.

    >>> loopback("localhost"), loopback("127.0.0.1"), loopback("::1"), loopback("0.0.0.0"), loopback("castle.example")
    (True, True, True, False, False)
    >>> loopback("::ffff:127.0.0.1"), loopback("::ffff:192.0.2.1")
    (True, False)
    """
    if host == "localhost":
        return True
    found = address_of(host)
    return found is not None and found.is_loopback


def address_of(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address, if it is one; of the older kind, if that is only written as one of the newer."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where a user's programs keep what is theirs, ours in a folder of its own."""
    environment = os.environ if environment is None else environment
    if environment.get("INTRIGUE_DATA"):
        return Path(environment["INTRIGUE_DATA"])
    if os.name == "nt" and environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"]) / "intrigue"
    home = environment.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"  # the standard says: absolute
    return base / "intrigue"


def database_url(text: str, folder: Path) -> str:
    """A database as it was named: an address, a file, or nothing at all for the usual file.

    >>> database_url("", Path("/home/ann/data")), database_url("/tmp/a.db", Path("/x"))
    ('sqlite:////home/ann/data/intrigue.db', 'sqlite:////tmp/a.db')
    >>> database_url("postgresql://castle/intrigue", Path("/x"))
    'postgresql://castle/intrigue'
    """
    if "://" in text:
        return text
    if MEANT.search(text):
        raise IntrigueError("serve.fault.database.address")
    path = Path(text) if text else folder / "intrigue.db"
    return f"sqlite:///{path.absolute().as_posix()}"


def public(text: str, name: str) -> str:
    """A public address that a setting names, checked.

    >>> public("https://games.example/", "public-url"), public("http://castle:8080", "public-url")
    ('https://games.example', 'http://castle:8080')
    """
    parts = urlsplit(text.strip())
    try:
        named = parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        named = False
    if parts.scheme not in ("http", "https") or not named or parts.path.strip("/") or parts.query or parts.username:
        raise IntrigueError("serve.fault.public_url", name=name, url=text[:100])
    return f"{parts.scheme}://{parts.netloc.lower()}"


def networks(texts: list[str], name: str = "proxies") -> tuple[Network, ...]:
    """Addresses and networks that a setting lists."""
    return tuple(network(text, name) for text in texts)


def network(text: str, name: str) -> Network:
    """An address or a network; of the older kind, if that is only written as one of the newer.

    >>> network("127.0.0.1", "proxies"), network("::ffff:192.0.2.7/120", "proxies")
    (IPv4Network('127.0.0.1/32'), IPv4Network('192.0.2.0/24'))
    """
    try:
        found = ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise IntrigueError("serve.fault.proxy", name=name, address=text[:100]) from None
    older = getattr(found.network_address, "ipv4_mapped", None)
    if older is None or found.prefixlen < MAPPED:
        return found
    return ipaddress.ip_network((older, found.prefixlen - MAPPED))


def host_names(texts: list[str], name: str) -> tuple[str, ...]:
    """Names of hosts that a setting lists, checked."""
    for text in texts:
        if not NAME.fullmatch(text.lower()):
            raise IntrigueError("serve.fault.host", name=name, host=text[:100])
    return tuple(text.lower() for text in texts)


def comma_list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def config_from(given: Mapping[str, object], environment: Mapping[str, str] | None = None) -> Config:
    """The configuration: what was given first, then INTRIGUE_* of the environment, then the defaults.

    >>> made = config_from({"port": 9000}, {"INTRIGUE_DATABASE": "/tmp/a.db", "INTRIGUE_PROXIES": "10.0.0.1, 10.0.0.2"})
    >>> made.port, made.database, len(made.proxies)
    (9000, 'sqlite:////tmp/a.db', 2)
    """
    environment = os.environ if environment is None else environment

    def text(name: str) -> str:
        value = given.get(name)
        if value is None or value is False or value == "":
            return environment.get(f"INTRIGUE_{name.upper()}", "")
        return str(value)

    def flag_name(name: str) -> str:
        return name.replace("_", "-")

    def number(name: str, usual: int, most: int) -> int:
        value = text(name)
        if not value:
            return usual
        if not (value.isascii() and value.isdigit() and int(value[:9]) <= most):
            raise IntrigueError("serve.fault.number", name=flag_name(name), value=value[:40], most=most)
        return int(value)

    def switch(name: str) -> bool:
        value = text(name).lower()
        if value not in YES + NO:
            raise IntrigueError("serve.fault.switch", name=flag_name(name), value=value[:40])
        return value in YES

    def addresses(name: str) -> tuple[Network, ...]:
        return networks(comma_list(text(name)), flag_name(name))

    lan = switch("lan")
    folder = Path(text("data")) if text("data") else data_folder(environment)
    return Config(
        database=database_url(text("database"), folder),
        host=text("host") or ("0.0.0.0" if lan else "127.0.0.1"),
        port=number("port", PORT, 65535),
        public_url=public(text("public_url"), "public-url") if text("public_url") else "",
        lan=lan,
        proxies=addresses("proxies"),
        hosts=host_names(comma_list(text("hosts")), "hosts"),
        origins=tuple(public(origin, "origins") for origin in comma_list(text("origins"))),
        bot_processes=number("bots", 0, 64),
        metrics_from=addresses("metrics_from"),
        deck=text("deck"),
        outside_bots=switch("outside_bots"),
    )
