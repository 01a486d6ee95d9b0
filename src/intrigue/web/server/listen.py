"""The socket on which the server listens, and how many connections the system lets it have."""

from __future__ import annotations

import contextlib
import errno
import os
import socket

from intrigue.engine.errors import IntrigueError
from intrigue.web.config import Config

PORTS_TRIED = 20
"""Ports after the usual one that are tried where it is taken."""


def raise_limits() -> None:
    """As many open files as the system lets us have: every line is one."""
    if os.name == "posix":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(config: Config, chosen: bool) -> socket.socket:
    """A socket that listens; unless somebody chose the port, the next ports are tried where one is taken."""
    last = config.port if chosen or config.port == 0 else config.port + PORTS_TRIED
    for port in range(config.port, last + 1):
        try:
            return listening_socket(config.host, port)
        except OSError as fault:
            if fault.errno not in (errno.EADDRINUSE, errno.EACCES) or port == last:
                raise cannot_listen(config.host, port, fault) from None
    raise AssertionError


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens at an address and a port."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # a server that was just stopped may start again at once
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1)
    except OSError:
        listener.close()
        raise
    return listener


def cannot_listen(host: str, port: int, fault: OSError) -> IntrigueError:
    """Why nobody can listen there, as whoever starts the server reads it."""
    if fault.errno == errno.EADDRINUSE:
        return IntrigueError("serve.fault.port_taken", port=port)
    return IntrigueError("serve.fault.listen", place=f"{host}:{port}", reason=fault.strerror or type(fault).__name__)
