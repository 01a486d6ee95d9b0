"""The guard before every route: who may call this server by which name, from which page, how often and how much."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders, State
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from intrigue.web.config import LONGEST_RECORD, Config, Network, address_of
from intrigue.web.errors import Refusal
from intrigue.web.http import site_address
from intrigue.web.http.site_address import RequestedSite, requested_site
from intrigue.web.observe.metrics import Metrics
from intrigue.web.runtime.bans import Bans
from intrigue.web.runtime.rate_limit import Limits, neighbourhood

SCHEMES = ("http", "https")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # The Origin of our own forms must not become "null", which no-referrer would make of it.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""On every answer; what a route says itself stands."""
BARE = HEADERS | {"Cache-Control": "no-store"}
"""On answers that are made before anybody has read what was asked."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z.-]+)(:[0-9]{1,5})?")

UPLOAD = "/replay"
"""Where records are brought."""
HEALTH = ("/healthz", "/readyz", "/metrics")
"""Pages that no ban closes: it may cover the balancer's address, or that of whoever restarts what does not answer."""
SWITCHED = 101
"""The status of a line that is opened."""
PROGRAMS = "/bot"
"""Where programs connect: they are no pages, have no origin, and bring a token of their own instead of a cookie."""

GONE = (ClientDisconnected, ClientDisconnect, WebSocketDisconnect)
"""What uvicorn and Starlette raise when nobody is there any more to be answered."""

Answer = Callable[[Scope, Exception], Response]
"""How a fault is told to whoever asked."""


# Names


def our_names(config: Config) -> set[str]:
    """The names this server answers to; addresses as such are looked at in `is_our_host`."""
    names = {*LOOPBACK, *config.hosts}
    if config.public_url:
        names.add(urlsplit(config.public_url).hostname or "")
    if config.open_to_all:
        own = socket.gethostname().lower()
        names |= {own, f"{own.partition('.')[0]}.local"}
    return names


def is_our_host(host: str, names: set[str], addresses: bool) -> bool:
    """Whether a Host header names this server.

    A page elsewhere can make its own name point here (DNS rebinding) but cannot make itself an address: so on a network
    any address is believed, and only names that are ours.

    >>> ours = {"localhost"}
    >>> [is_our_host(host, ours, False) for host in ("localhost:8000", "LOCALHOST", "evil.example", "", "10.0.0.7")]
    [True, True, False, False, False]
    >>> [is_our_host(host, ours, True) for host in ("10.0.0.7:80", "[fe80::1]:80", "10.0.0.7.evil.example")]
    [True, True, False]
    """
    match = HOST.fullmatch(host.lower())
    if not match:
        return False
    name = match[1].strip("[]").removesuffix(".")
    if name in names:
        return True
    return addresses and is_address(name)


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_listed(address: str, proxies: tuple[Network, ...]) -> bool:
    """Whether a peer is one of the listed proxies.

    >>> here = (ipaddress.ip_network("127.0.0.1"),)
    >>> [is_listed(address, here) for address in ("127.0.0.1", "::ffff:127.0.0.1", "192.0.2.1", "")]
    [True, True, False, False]
    """
    parsed = address_of(address)
    return parsed is not None and any(parsed in network for network in proxies)


def origin_of(config: Config, scope: Scope, headers: Headers) -> tuple[str, str, str]:
    """Who asks, by which scheme and for which host: what a listed proxy says, else what the connection says."""
    address = scope["client"][0] if scope.get("client") else ""
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    hosts = headers.getlist("host")
    host = hosts[0] if len(hosts) == 1 else ""
    if not is_listed(address, config.proxies):
        return address, scheme, host
    for hop in reversed([part.strip() for line in headers.getlist("x-forwarded-for") for part in line.split(",")]):
        address = hop if is_address(hop) else address
        if not is_listed(
            hop, config.proxies
        ):  # the nearest one that is no proxy of ours; what is before it, it may invent
            break
    if headers.get("x-forwarded-proto") in SCHEMES:
        scheme = headers["x-forwarded-proto"]
    return address, scheme, headers.get("x-forwarded-host", host)


class Guard:
    """Wraps the whole site. Nothing reaches a route, and nothing leaves, but through it."""

    def __init__(
        self, app: ASGIApp, config: Config, limits: Limits, bans: Bans, metrics: Metrics, answer: Answer
    ) -> None:
        self.app = app
        self.config = config
        self.limits = limits
        self.bans = bans
        self.metrics = metrics
        self.answer = answer
        self.names = our_names(config)
        self.state = State()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] in ("http.response.start", "websocket.http.response.start", "websocket.accept"):
                started = True
                self.metrics.count_answer(route_of(scope), message.get("status", SWITCHED))
                if message["type"] != "websocket.accept":
                    add_headers(message, scope)
            await send(message)

        try:
            self.admit(scope)
            await self.app(scope, self.limit_body(receive, scope), sending)
        except GONE:
            return
        except Exception as fault:
            response = self.answer(scope, fault)
            if not started:
                await respond(response, scope, receive, sending)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1011})

    def admit(self, scope: Scope) -> None:
        """Lets a request in, or raises why not; writes down who asks and under which name."""
        headers = Headers(scope=scope)
        address, scheme, host = origin_of(self.config, scope, headers)
        if f"https://{host.lower()}" == self.config.public_url:
            scheme = "https"  # so the world calls us, whatever an unlisted proxy does not say
        scope["client"] = (address, 0)
        site = scope[site_address.KEY] = RequestedSite(scheme, self.config.public_url)
        self.limits.check("request", neighbourhood(address))
        if not is_our_host(host, self.names, self.config.open_to_all):
            raise Refusal(400, "serve.fault.wrong_host")
        scope[site_address.KEY] = site._replace(url=site.url or f"{scheme}://{host}")
        if scope["path"] not in HEALTH:
            self.bans.check(address, None)
        socket = scope["type"] == "websocket"
        if socket or scope["method"] not in ("GET", "HEAD"):
            needed = socket and not scope["path"].endswith(PROGRAMS)
            self.check_origin(headers.getlist("origin"), f"{scheme}://{host}".lower(), needed)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length[:12]) > self.room(scope):
            raise self.too_much(scope)

    def room(self, scope: Scope) -> int:
        """How many bytes a request may carry: more only where records are brought."""
        return self.config.upload if scope["path"] == UPLOAD else self.config.body

    def too_much(self, scope: Scope) -> Refusal:
        """What is said to whoever brings more."""
        if scope["path"] == UPLOAD:
            return Refusal(413, "replay.fault.long", n=LONGEST_RECORD // 1024)
        return Refusal(413, "serve.fault.too_large")

    def check_origin(self, origins: list[str], own: str, needed: bool) -> None:
        """Only pages of this site may post or open a line."""
        if not origins and not needed:
            return  # no browser of today: the token in the body still has to be right
        if len(origins) != 1 or origins[0].lower() not in {own, self.config.public_url, *self.config.origins} - {""}:
            raise Refusal(403, "serve.fault.foreign")

    def limit_body(self, receive: Receive, scope: Scope) -> Receive:
        """What comes in, as long as it is not too much."""
        most, taken = self.room(scope), 0

        async def receiving() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > most:
                    raise self.too_much(scope)
            return message

        return receiving


def route_of(scope: Scope) -> str:
    """What answers a request, without anything of its address; `guard` if it got no further than here.

    >>> route_of({"endpoint": route_of}), route_of({})
    ('middleware.route_of', 'guard')
    """
    endpoint = scope.get("endpoint")
    return f"{endpoint.__module__.rpartition('.')[2]}.{endpoint.__name__}" if endpoint else "guard"


async def respond(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers a request, or a socket that is not opened."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await response(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008})


def add_headers(message: Message, scope: Scope) -> None:
    """Puts our headers on an answer."""
    headers = MutableHeaders(raw=list(message.get("headers", [])))
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    if requested_site(scope).scheme == "https":  # browsers ignore it elsewhere, and say so on the console
        headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    message["headers"] = headers.raw
