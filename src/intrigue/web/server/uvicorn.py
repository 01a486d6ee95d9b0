"""The server that the site runs in: uvicorn, with a database that is opened first and connections that end first."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable
from types import FrameType

import uvicorn

from intrigue.locale import LANGUAGES, words
from intrigue.web.config import Config
from intrigue.web.http.middleware import Guard
from intrigue.web.server.sockets import HttpProtocol, WebSocketProtocol
from intrigue.web.store import Store, open_store
from intrigue.web.store.database_url import OPENING_FAULTS, file_of, opening_error

BACKLOG = 4096
"""Connections that may wait to be taken; the system may allow fewer."""
PING, PONG = 40.0, 20.0
"""Seconds between two signs of life over a line, within what proxies wait for; and until one must be answered."""
LAST_WORDS = 0.3
"""Seconds in which lines may still be closed properly."""

StoreOpener = Callable[[str], Awaitable[Store]]


class Server(uvicorn.Server):
    """uvicorn's own: it opens the database first, says when it is ready, and lets lines end before anything else."""

    def __init__(self, config: Config, ready: Callable[[], None], make_app: Callable[[StoreOpener], Guard]) -> None:
        self.site_config = config
        self.ready = ready
        self.store: Store | None = None
        self.guard = make_app(self.opened_store)
        super().__init__(settings(self.guard, config))

    async def opened_store(self, url: str) -> Store:
        """The store that the start has opened."""
        assert self.store
        return self.store

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        url = self.site_config.database
        try:
            if url.startswith("sqlite:"):
                with contextlib.suppress(OSError):  # opening it says what is wrong
                    file_of(url).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.store = await open_store(url)
        except OPENING_FAULTS as fault:
            raise opening_error(url, fault) from None
        await super().startup(sockets)
        self.ready()
        threading.Thread(target=lambda: [words(language) for language in LANGUAGES], daemon=True).start()

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
        http=HttpProtocol,
        ws=WebSocketProtocol,
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
