"""A real server on loopback in a thread, and guests with a cookie of their own who talk to it as browsers do."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

from intrigue.web.app import build_server
from intrigue.web.config import RATES, Config, Rate
from intrigue.web.runtime.automation import AutomationMaker, NoAutomation
from intrigue.web.runtime.clock import SiteClock
from intrigue.web.server.listen import listening_socket
from intrigue.web.site import Site as Parts

PATIENCE = 60.0
"""Seconds after which a test gives up; nothing waits as long when all is well."""
GENEROUS = {name: Rate(100_000, 1) for name in RATES}
Result = TypeVar("Result")


class Site:
    """A server and how to reach it."""

    def __init__(self, config: Config, clock: SiteClock, automation: AutomationMaker) -> None:
        self.door = listening_socket(config.host, 0)
        self.port = int(self.door.getsockname()[1])
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.ready = threading.Event()
        self.failure: BaseException | None = None
        self.server = build_server(config, self.on_start, automation, clock)
        self.thread = threading.Thread(target=self.run, daemon=True)  # one that hangs must not keep the tests
        self.keys = count(1)
        self.guests: list[Guest] = []

    def on_start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.ready.set()

    def run(self) -> None:
        try:
            self.server.run(sockets=[self.door])
        except BaseException as fault:
            self.failure = fault
        finally:
            self.door.close()
            self.ready.set()

    def start(self) -> None:
        self.thread.start()
        assert self.ready.wait(PATIENCE)
        if self.failure:
            raise self.failure

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive() and self.failure is None

    @property
    def parts(self) -> Parts:
        """The parts of the running server."""
        found: Parts = self.server.guard.state.site
        return found

    def inside(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Does something in the server's own loop."""

        async def done() -> Result:
            return await work()

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(PATIENCE)

    def guest(self, **headers: str) -> Guest:
        """Somebody with a browser of their own."""
        self.guests.append(Guest(self, headers))
        return self.guests[-1]

    def key(self) -> str:
        """A key that was never used."""
        return f"key-{next(self.keys):08}-{id(self):x}"  # another server of the same table has keys of its own


@contextmanager
def running(
    folder: Path,
    now: Callable[[], int] | None = None,
    automation: AutomationMaker = NoAutomation,
    clock: SiteClock | None = None,
    **settings: Any,
) -> Iterator[Site]:
    """A server over a SQLite file (unless `database` names another), without bots unless `automation` says otherwise;
    `now` is what all its clocks say."""
    known: dict[str, Any] = {"rates": GENEROUS, "lines": 10_000, "presence": 0.02}
    config = Config(**({"database": f"sqlite:///{folder / 'site.db'}"} | known | settings))
    site = Site(config, clock or (SiteClock(now, now) if now else SiteClock()), automation)
    site.start()
    try:
        yield site
    finally:
        for guest in site.guests:
            guest.http.close()
        if site.thread.is_alive():
            site.stop()


class Guest:
    """Somebody with a cookie."""

    def __init__(self, site: Site, headers: dict[str, str]) -> None:
        self.site = site
        self.http = httpx.Client(base_url=site.url, headers={"Accept-Language": "en", **headers}, timeout=PATIENCE)
        self.form_token = ""

    def page(self, path: str = "/") -> httpx.Response:
        """A page, as a browser asks for it."""
        response = self.http.get(path, headers={"Accept": "text/html"})
        found = re.search(r'(?:name="token" value|data-token)="([^"]+)"', response.text)
        self.form_token = found[1] if found else self.form_token
        return response

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """What a script of ours posts."""
        if not self.form_token:
            self.page()
        usual = {"X-Intrigue": self.form_token, "Origin": self.site.url, "Accept": "application/json"}
        return self.http.post(path, json={} if body is None else body, headers=usual | headers)

    def submit(self, path: str, fields: dict[str, Any]) -> httpx.Response:
        """What a form of ours posts."""
        if not self.form_token:
            self.page()
        sent = {"token": self.form_token, **fields}
        return self.http.post(path, data=sent, headers={"Accept": "text/html", "Origin": self.site.url})

    # Tables

    def open(self, **fields: Any) -> str:
        """Opens a table and returns its id."""
        usual = {"game": "oriflamme", "players": "3", "name": "Ann"}
        response = self.post("/new", usual | fields)
        assert response.status_code == 200, response.text
        return str(response.json()["table"])

    def ask(self, table: str, expected: int | None = None, key: str = "", **request: Any) -> httpx.Response:
        """Asks something of a table."""
        if expected is None:
            expected = self.version(table)
        sent = {"key": key or self.site.key(), "expected": expected, "request": request}
        return self.post(f"/t/{table}/do", sent)

    def version(self, table: str) -> int:
        return self.site.inside(lambda: self.site.parts.tables.get(table)).version

    def sit(self, table: str, seat: int, name: str) -> None:
        response = self.ask(table, do="sit", seat=seat, name=name)
        assert response.status_code == 200, response.text

    def ready(self, table: str, seat: int) -> None:
        response = self.ask(table, do="ready", seat=seat, nonce=f"{seat:032x}")
        assert response.status_code == 200, response.text

    # News

    def socket(
        self, table: str, since: int = 0, talk: int = 0, trouble: str = "", lang: str = "", **headers: str
    ) -> ClientConnection:
        """A line to a table."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        sent = {"Cookie": cookies, "Accept-Language": self.http.headers["Accept-Language"], **headers}
        return connect(
            f"ws://{self.site.host}/t/{table}/live?since={since}&talk={talk}&trouble={trouble}&lang={lang}",
            origin=headers.pop("Origin", self.site.url),  # type: ignore[arg-type]
            additional_headers={name: value for name, value in sent.items() if value and name != "Origin"},
            open_timeout=PATIENCE,
            max_size=None,
            max_queue=None,  # a test need not read what it does not look at
            legacy=True,  # some tests hold several lines at once
        )

    def poll(self, table: str, since: int, talk: int = 0, trouble: str = "") -> list[dict[str, Any]]:
        response = self.get(f"/t/{table}/poll?since={since}&talk={talk}&trouble={trouble}")
        assert response.status_code == 200, response.text
        messages: list[dict[str, Any]] = response.json()["messages"]
        return messages


def until(met: Callable[[], object], patience: float = PATIENCE) -> None:
    """Looks again and again until something is so; gives up where it never is."""
    end, pause = time.monotonic() + patience, threading.Event()
    while not met():
        assert time.monotonic() < end, "it never came about"
        pause.wait(0.1)  # an address may ask only so often


def next_message(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message, or the next of some kinds."""
    while True:
        message: dict[str, Any] = json.loads(line.recv(PATIENCE))
        if not kinds or message["type"] in kinds:
            return message


def playing(site: Site, players: int = 3, **fields: Any) -> tuple[str, list[Guest]]:
    """A game of Oriflamme under way, and its people in the order of seats."""
    guests = [site.guest() for _ in range(players)]
    table = guests[0].open(players=str(players), **fields)
    for seat, guest in enumerate(guests[1:], start=2):
        guest.sit(table, seat, f"Guest{seat}")
    for seat, guest in enumerate(guests, start=1):
        guest.ready(table, seat)
    return table, guests


def move(site: Site, table: str, guests: list[Guest]) -> httpx.Response:
    """The seat that is asked makes its first legal move."""
    found = site.inside(lambda: site.parts.tables.get(table))
    assert found.match and found.to_act
    return guests[found.to_act - 1].ask(table, do="move", seat=found.to_act, move=found.match.moves()[0])


def to_the_end(site: Site, table: str, guests: list[Guest]) -> None:
    """Plays until the game is over."""
    while site.inside(lambda: site.parts.tables.get(table)).phase == "playing":
        response = move(site, table, guests)
        assert response.status_code == 200, response.text
