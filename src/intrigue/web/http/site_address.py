"""By which addresses this server is reached: from this machine, and by others."""

from __future__ import annotations

import contextlib
import socket
from typing import NamedTuple

from starlette.types import Scope

from intrigue.web.config import Config, loopback

EVERYWHERE = ("0.0.0.0", "::", "")
"""Hosts that stand for all addresses of this machine."""
SOMEWHERE = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}
"""Addresses for examples: nothing is ever sent there, but the way to them begins at our own address."""

KEY = "site"
"""Where the guard leaves a `RequestedSite` in the scope of a request."""


class RequestedSite(NamedTuple):
    """The site as whoever asks opened it: there their cookie is known."""

    scheme: str
    """`http` or `https`."""
    url: str
    """Empty as long as nobody has looked whether the host is ours."""


def requested_site(scope: Scope) -> RequestedSite:
    """By which address somebody asks, as far as the guard has read the request."""
    site: RequestedSite = scope.get(KEY, RequestedSite("http", ""))
    return site


def own_address(config: Config, port: int) -> str:
    """The address by which this machine itself opens the site."""
    return config.public_url or http_address("127.0.0.1" if config.host in EVERYWHERE else config.host, port)


def shared_address(config: Config, port: int) -> str:
    """The address by which others open the site; empty if they cannot."""
    if config.public_url:
        return config.public_url
    if loopback(config.host):
        return ""
    host = network_address(config.host) if config.host in EVERYWHERE else config.host
    return http_address(host, port) if host else ""


def http_address(host: str, port: int) -> str:
    """An address with a port.

    >>> http_address("192.0.2.44", 8000), http_address("fe80::1", 80)
    ('http://192.0.2.44:8000', 'http://[fe80::1]:80')
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def network_address(host: str) -> str | None:
    """The address by which others on the network reach this machine where it listens, if there is one."""
    for family, somewhere in SOMEWHERE.items():
        if family == socket.AF_INET6 and host == "0.0.0.0":  # there only the old kind is listened to
            continue
        with contextlib.suppress(OSError), contextlib.closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
            probe.connect(somewhere)
            address = str(probe.getsockname()[0])
            if not loopback(address):
                return address
    return None
