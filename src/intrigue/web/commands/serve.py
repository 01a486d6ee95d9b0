"""`intrigue serve`: opens the door of the site, says where it is, and closes it within a second when told to."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import io
import logging
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType
from typing import Any

import segno
import uvicorn

from intrigue.engine import targets
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.games import install
from intrigue.locale import LANGUAGES, Words
from intrigue.locale import words as all_words
from intrigue.web.app import make_app
from intrigue.web.config import Config, configured
from intrigue.web.http import browser_code, site_address
from intrigue.web.http.middleware import Guard
from intrigue.web.observe.logging import discreet
from intrigue.web.runtime.automation import AutomationMaker, BotsAndClocks
from intrigue.web.runtime.clock import SiteClock
from intrigue.web.server.sockets import LineProtocol, Protocol
from intrigue.web.store import Store, open_store
from intrigue.web.store.database_url import REFUSALS, file_of, make_private, place_of, refused

log = logging.getLogger("intrigue.web.commands.serve")
PORTS_TRIED = 20
BACKLOG = 4096
"""Connections that may wait to be taken; the system may allow fewer."""
PING, PONG = 40.0, 20.0
"""Seconds between two signs of life over a line, within what proxies wait for; and until one must be answered."""
NEVER = 1_000_000_000
"""More often than anything happens."""
LITTER = (5_000, NEVER, NEVER)
"""How many things are made before Python looks for litter among them, and among what has lasted longer: of the millions
of things of a thousand tables hardly any is litter, and going through them, or a part of them, holds everybody up. What
comes and goes often must not hold itself, then: lines, tasks and faults let go of each other (`test_memory.py`)."""
MUCH = 20
"""After how many looks at what is new all is looked at, when nobody is there."""
LAST_WORDS = 0.3
"""Seconds in which lines may still be closed properly."""

OPTIONS = (
    "host",
    "port",
    "lan",
    "public_url",
    "database",
    "data",
    "bots",
    "proxies",
    "hosts",
    "metrics_from",
    "deck",
    "outside_bots",
)


def run(options: argparse.Namespace, words: Words, with_deck: Callable[[str], Game[Any]]) -> int:
    """Serves until it is told to stop; `with_deck` is Richelieu with the deck file at a path."""
    config = configured({name: getattr(options, name) for name in OPTIONS})
    if config.deck:
        install(with_deck(config.deck))  # before anything else: what pages are made of is remembered
    check_page(words)
    raise_limits()
    chosen = options.port is not None or "INTRIGUE_PORT" in os.environ
    door = listening(config, chosen)
    discreet()
    check_cache()
    openness = check_file(config.database)
    wants = options.open or (not options.no_open and has_browser())

    def ready() -> None:
        tidy_less()
        server.guard.state.site.hub.empty_listeners.append(tidy_up)
        own, *_ = told(config, door.getsockname()[1], words, openness)
        if wants:
            threading.Thread(target=webbrowser.open, args=(own,), daemon=True).start()

    with contextlib.closing(door):
        server = Server(config, ready)
        server.run(sockets=[door])
    print(words("serve.stopped"), flush=True)
    return 0


def tidy_less() -> None:
    """Python looks for litter only among what is new, and never at what is here now, which stays."""
    gc.freeze()
    gc.set_threshold(*LITTER)


def tidy_up() -> None:
    """Looks for litter everywhere, if enough was done since the last time."""
    if gc.get_count()[1] >= MUCH:
        gc.unfreeze()
        gc.collect()
        gc.freeze()


def check_page(words: Words) -> None:
    """Fetches the code that the page takes from others, where the build could not take it along."""
    if browser_code.place():
        return
    print(words("serve.fetching"), flush=True)
    try:
        browser_code.fetch()
    except browser_code.WrongFile as fault:
        raise IntrigueError("serve.fault.wrong_file", file=str(fault)) from None
    except browser_code.NotFetched as fault:
        raise IntrigueError("serve.fault.incomplete", reason=str(fault)) from None


def check_cache() -> None:
    """Where compiled rules cannot be kept, bots wait for them at every start: that is said, and done without."""
    if not targets.available():
        return
    try:
        targets.cache_place().mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=targets.cache_place()).close()
    except OSError as fault:
        log.warning(
            "compiled rules cannot be kept, INTRIGUE_CACHE should name a folder to write: %s", type(fault).__name__
        )


def check_file(url: str) -> str:
    """Lets nobody else read what is there of an SQLite database; the key of what is to be said of that, if anything."""
    if url.startswith("sqlite:"):
        with contextlib.suppress(*REFUSALS):  # opening it says what is wrong
            return make_private(file_of(url))
    return ""


def raise_limits() -> None:
    """As many open files as the system lets us have: every line is one."""
    if os.name == "posix":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# Where


def listening(config: Config, chosen: bool) -> socket.socket:
    """A socket that listens; unless somebody chose the port, the next ports are tried where one is taken."""
    last = config.port if chosen or config.port == 0 else config.port + PORTS_TRIED
    for port in range(config.port, last + 1):
        try:
            return bound(config.host, port)
        except OSError as fault:
            if fault.errno not in (errno.EADDRINUSE, errno.EACCES) or port == last:
                raise shut(config.host, port, fault) from None
    raise AssertionError


def bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    door = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # a server that was just stopped may start again at once
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(address)
        door.listen(1)
    except OSError:
        door.close()
        raise
    return door


def shut(host: str, port: int, fault: OSError) -> IntrigueError:
    if fault.errno == errno.EADDRINUSE:
        return IntrigueError("serve.fault.port_taken", port=port)
    return IntrigueError("serve.fault.listen", place=f"{host}:{port}", reason=fault.strerror or type(fault).__name__)


def has_browser() -> bool:
    """Whether somebody sits before this machine who could see a page open."""
    if not sys.stdout.isatty():
        return False
    windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not windows:
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def told(config: Config, port: int, words: Words, openness: str = "") -> list[str]:
    """Says where the site is, who can come and who else could read its file; returns its addresses, the own one
    first."""
    own, other = site_address.own(config, port), site_address.shared(config, port)
    found = [own]
    lines = [words("serve.address", url=own)]
    if config.open_to_all:
        if other and other != own:
            found.append(other)
            lines.append(words("serve.network", url=other))
        lines.append(words("serve.who.lan"))
        if other:
            lines.append(drawn(other))
    elif config.lan:
        lines.append(words("serve.who.host", host=config.host))
    elif not config.public_url:
        lines.append(words("serve.who.here"))
    if config.database.startswith("sqlite"):
        lines.append(words("serve.kept", place=place_of(config.database)))
        if openness:
            lines.append(words(openness, place=place_of(config.database)))
    lines.append(words("serve.stop"))
    print("\n".join(lines).replace("`", ""), flush=True)
    return found


def drawn(url: str) -> str:
    """A QR code for a terminal."""
    out = io.StringIO()
    segno.make(url, error="l").terminal(out=out, border=2, compact=True)
    return out.getvalue().rstrip("\n")


# The server


class Server(uvicorn.Server):
    """uvicorn's own: it opens the database first, says when it is ready, and lets lines end before anything else."""

    def __init__(
        self,
        config: Config,
        ready: Callable[[], None],
        automation: AutomationMaker = BotsAndClocks,
        clock: SiteClock | None = None,
    ) -> None:
        self.site_config = config
        self.ready = ready
        self.store: Store | None = None
        self.guard: Guard = make_app(config, clock, opening=self.opened, automation=automation)
        super().__init__(settings(self.guard, config))

    async def opened(self, url: str) -> Store:
        assert self.store
        return self.store

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        url = self.site_config.database
        try:
            if url.startswith("sqlite:"):
                with contextlib.suppress(OSError):  # opening it says what is wrong
                    file_of(url).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.store = await open_store(url)
        except REFUSALS as fault:
            raise refused(url, fault) from None
        await super().startup(sockets)
        self.ready()
        threading.Thread(target=lambda: [all_words(language) for language in LANGUAGES], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.guard.state.site.hub.stop(LAST_WORDS)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C is how one stops it, so it is no fault; the second time nothing is waited for."""
        self.force_exit = self.should_exit
        self.should_exit = True


def settings(app: Guard, config: Config) -> uvicorn.Config:
    """How uvicorn is to serve."""
    return uvicorn.Config(
        app,
        loop="auto",
        http=Protocol,
        ws=LineProtocol,
        ws_max_size=config.message,
        ws_per_message_deflate=True,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the guard decides whom to believe
        server_header=False,
        date_header=True,
        backlog=BACKLOG,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )
