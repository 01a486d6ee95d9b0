"""`intrigue serve`: starts the site, says where it is, and ends it within a second when told to."""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import os
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import segno

from intrigue.engine import targets
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.games import install
from intrigue.locale import Words
from intrigue.web.app import build_server
from intrigue.web.config import Config, config_from
from intrigue.web.http import browser_code, site_address
from intrigue.web.observe.logging import discreet
from intrigue.web.server.gc import collect_rarely, collect_when_idle
from intrigue.web.server.listen import listen, raise_limits
from intrigue.web.store.database_url import OPENING_FAULTS, file_of, make_private, place_of

log = logging.getLogger("intrigue.web.commands.serve")
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
    config = config_from({name: getattr(options, name) for name in OPTIONS})
    if config.deck:
        install(with_deck(config.deck))  # before anything else: what pages are made of is remembered
    check_page(words)
    raise_limits()
    chosen = options.port is not None or "INTRIGUE_PORT" in os.environ
    listener = listen(config, chosen)
    discreet()
    check_cache()
    openness = check_file(config.database)
    wants = options.open or (not options.no_open and has_browser())

    def ready() -> None:
        collect_rarely()
        server.guard.state.site.hub.empty_listeners.append(collect_when_idle)
        own, *_ = announce(config, listener.getsockname()[1], words, openness)
        if wants:
            threading.Thread(target=webbrowser.open, args=(own,), daemon=True).start()

    with contextlib.closing(listener):
        server = build_server(config, ready)
        server.run(sockets=[listener])
    print(words("serve.stopped"), flush=True)
    return 0


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
        with contextlib.suppress(*OPENING_FAULTS):  # opening it says what is wrong
            return make_private(file_of(url))
    return ""


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


def announce(config: Config, port: int, words: Words, openness: str = "") -> list[str]:
    """Says where the site is, who can come and who else could read its file; returns its addresses, the own one
    first."""
    own, other = site_address.own_address(config, port), site_address.shared_address(config, port)
    addresses = [own]
    lines = [words("serve.address", url=own)]
    if config.open_to_all:
        if other and other != own:
            addresses.append(other)
            lines.append(words("serve.network", url=other))
        lines.append(words("serve.who.lan"))
        if other:
            lines.append(terminal_qr(other))
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
    return addresses


def terminal_qr(url: str) -> str:
    """A QR code for a terminal."""
    out = io.StringIO()
    segno.make(url, error="l").terminal(out=out, border=2, compact=True)
    return out.getvalue().rstrip("\n")
