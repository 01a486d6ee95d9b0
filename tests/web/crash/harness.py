"""People at the tables of a real server that is killed again and again, or whose database is; afterwards the log is
compared with what they were told.

Everybody sends each command with one key until it is acknowledged. Some answers are thrown away, some commands are sent
once more after their answer; watchers take every frame down. Nothing may be lost, doubled, skipped or out of order.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import websockets
from web.databases import Postgres
from web.servers import Site

from intrigue.locale import LANGUAGES, words
from intrigue.web.http.identity_cookie import COOKIE
from intrigue.web.runtime.tokens import csrf_token, new_token
from intrigue.web.store import open_store
from intrigue.web.table.log_entries import Entry, Moved, Renamed
from intrigue.web.table.table import Table

THROWN_AWAY, AGAIN = 0.15, 0.10
"""The share of answers that the network loses, and of commands that are sent once more after their answer."""
SEATS, BUSY = 3, 2
"""Seats of a table, and how many of their people send commands: more would mostly be told that they are late."""
PATIENCE = 20.0
"""Seconds until an answer counts as lost."""
LONG = 60.0
"""Seconds after which what everybody should see counts as never seen."""
MOVES = re.compile(r"""data-version="(\d+)" data-seat="(\d+)" data-moves='([^']*)'""")
TROUBLE = (httpx.HTTPError, websockets.WebSocketException, OSError, EOFError, TimeoutError)


@dataclass
class Plan:
    """How much is done to whom."""

    commands: int
    kills: int
    tables: int = 3
    games: int = 1
    seed: int = 1
    restarts: int = 0
    """How often the database is ended and started again."""


@dataclass
class Told:
    """What one table's people were told."""

    id: str
    acknowledged: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By version: what was done, as the log must have it, and its key."""
    last: int = 0
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Crash:
    """A run."""

    def __init__(self, sites: Sequence[Site], plan: Plan, postgres: Postgres | None = None) -> None:
        self.sites, self.plan, self.postgres = sites, plan, postgres
        self.chance = Random(plan.seed)
        self.counts: Counter[str] = Counter()
        self.tables: list[Told] = []
        self.faults: list[str] = []
        self.up = {site.port: asyncio.Event() for site in sites}
        self.finished = asyncio.Event()
        self.clients: list[Client] = []
        self.watchers: list[Watcher] = []
        self.stranger = httpx.AsyncClient(timeout=PATIENCE)

    async def run(self) -> Counter[str]:
        """Starts the servers, lets everybody do what they do, and compares."""
        await asyncio.gather(*(self.start(site) for site in self.sites))
        breaking: list[asyncio.Task[None]] = []
        try:
            async with asyncio.TaskGroup() as people:
                share, more = divmod(self.plan.commands, self.plan.tables * BUSY)
                opened = [await self.open_table(number) for number in range(self.plan.tables)]
                breaking = [asyncio.create_task(self.kills()), asyncio.create_task(self.restarts())]
                for number, (told, seated) in enumerate(opened):
                    for index, client in enumerate(seated[:BUSY]):
                        mine = share + (number * BUSY + index < more)
                        people.create_task(self.renames(client, told, index + 1, mine))
                    people.create_task(self.watches(told, number))
                games = [people.create_task(self.plays(number)) for number in range(self.plan.games)]
                people.create_task(self.ends(games))
            await asyncio.gather(*breaking)  # with two servers all may be done while one of them starts
        finally:
            for task in breaking:
                task.cancel()
            await asyncio.gather(*breaking, return_exceptions=True)
            await asyncio.gather(*(http.aclose() for http in (self.stranger, *(one.http for one in self.clients))))
            for site in self.sites:
                await asyncio.to_thread(site.stop)
        await self.compare()
        return self.counts

    async def ends(self, games: list[asyncio.Task[None]]) -> None:
        """When all commands are acknowledged, games end as they are, and watchers with the last version."""
        while self.counts["acknowledged"] < self.plan.commands or self.counts["restarts"] < self.plan.restarts:
            await asyncio.sleep(0.05)
        self.finished.set()
        await asyncio.gather(*games)
        for told in self.tables:
            told.done.set()

    # Servers

    async def start(self, site: Site) -> None:
        await asyncio.to_thread(site.start)
        self.up[site.port].set()

    async def kills(self) -> None:
        """Kills a server at random moments of the work, and starts it again."""
        for moment in self.moments(self.plan.kills):
            await self.wait_for(moment)
            site = self.chance.choice(self.sites)
            self.up[site.port].clear()
            await asyncio.to_thread(site.kill)
            self.counts["kills"] += 1
            await self.start(site)

    def moments(self, number: int) -> list[float]:
        """When something breaks: after how many commands."""
        return sorted(self.chance.uniform(0.02, 0.98) * self.plan.commands for _ in range(number))

    async def wait_for(self, moment: float) -> None:
        while self.counts["acknowledged"] < moment:
            await asyncio.sleep(0.01 + self.chance.random() / 50)

    async def restarts(self) -> None:
        """Ends the database at random moments of the work, in turn without a word and in order, sees that everybody is
        told, starts it again and sees that everybody goes on."""
        for number, moment in enumerate(self.moments(self.plan.restarts), 1):
            assert self.postgres
            await self.wait_for(moment)
            how = "crashes" if number % 2 else "stops"
            await asyncio.to_thread(self.postgres.crash if how == "crashes" else self.postgres.stop)
            try:
                await self.look_until_complete(self.is_told_as_away, "not told", f"restart {number}")
            finally:
                await asyncio.to_thread(self.postgres.start)
            await self.look_until_complete(self.goes_on, "not back", f"restart {number}")
            self.counts[how] += 1
            self.counts["restarts"] += 1

    async def look_until_complete(self, check: Callable[[], Awaitable[str]], kind: str, when: str) -> None:
        """Looks until nothing is missing any more."""
        missing = ""
        try:
            async with asyncio.timeout(LONG):
                while missing := await check():
                    await asyncio.sleep(0.1)
        except TimeoutError:
            self.fault(kind, f"{when}: {missing}")

    async def is_told_as_away(self) -> str:
        """Who is not told yet that the database is away: pages that are open, and whoever opens one, in any
        language."""
        told, language = self.chance.choice(self.tables), self.chance.choice(LANGUAGES)
        for site in self.sites:
            reader = {"Accept": "text/html", "Accept-Language": language}
            page = await self.stranger.get(f"{site.url}/t/{told.id}", headers=reader)
            if page.status_code != 503 or words(language)("serve.fault.away") not in page.text:
                return f"{language} page at {site.port}: {page.status_code}"
            if (ready := await self.stranger.get(f"{site.url}/readyz")).status_code != 503:
                return f"/readyz: {ready.text}"
            if (lives := await self.stranger.get(f"{site.url}/healthz")).status_code != 200:
                return f"/healthz: {lives.text}"
        untold = [watcher.told.id for watcher in self.watchers if watcher.told_over_a_line and not watcher.trouble]
        return f"lines to {untold}" if untold else ""

    async def goes_on(self) -> str:
        """What does not work yet, though nobody did anything but start the database."""
        for site in self.sites:
            if (ready := await self.stranger.get(f"{site.url}/readyz")).status_code != 200:
                return f"/readyz at {site.port}: {ready.text}"
        troubled = [watcher.told.id for watcher in self.watchers if watcher.trouble]
        return f"lines to {troubled}" if troubled else ""

    async def any_site(self) -> Site:
        """A server that is up, or was a moment ago."""
        while True:
            ready = [site for site in self.sites if self.up[site.port].is_set()]
            if ready:
                return self.chance.choice(ready)
            waiting = [asyncio.create_task(up.wait()) for up in self.up.values()]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:
                task.cancel()

    # People

    def client(self, number: int) -> Client:
        one = Client(self, number)
        self.clients.append(one)
        return one

    async def open_table(self, number: int) -> tuple[Told, list[Client]]:
        """A table in its lobby, with all seats taken."""
        seated = [self.client(number * 10 + index) for index in range(SEATS)]
        chosen = {"game": "oriflamme", "players": str(SEATS), "watch": "anyone", "name": "host"}
        told = Told((await seated[0].post("/new", chosen))["table"])
        self.tables.append(told)
        for seat, client in enumerate(seated[1:], start=2):
            await client.command(told, {"do": "sit", "seat": seat, "name": f"guest {seat}"}, "", counts=False)
        return told, seated

    async def renames(self, client: Client, told: Told, seat: int, commands: int) -> None:
        """Somebody who changes names, never twice to the same."""
        for number in range(commands):
            name = f"{client.number}x{number}"
            await client.command(told, {"do": "rename", "seat": seat, "name": name}, f"renamed {seat} {name}")
            self.counts["acknowledged"] += 1

    async def plays(self, number: int) -> None:
        """Somebody who plays one game after another against bots, from what the frames ask."""
        client = self.client(5000 + number)
        while not self.finished.is_set():
            level = self.chance.choice(("page", "knight"))
            with suppress(Lost):
                made = await client.post("/quick", {"game": "oriflamme", "players": "3", "level": level})
                told = Told(made["table"])
                self.tables.append(told)
                await client.command(told, {"do": "ready", "seat": 1, "nonce": f"{number:032x}"}, "", counts=False)
                await Player(self, client, told).watch()
                self.counts["games"] += 1

    async def watches(self, told: Told, number: int) -> None:
        watcher = (Watcher if number % 3 else Poller)(self, self.client(7000 + number), told)
        self.watchers.append(watcher)
        await watcher.watch()

    # The end

    async def compare(self) -> None:
        """Holds what people were told against the log, and looks what the servers say of themselves."""
        for log in {site.log for site in self.sites}:
            for line in log.read_text().splitlines():
                if " WARNING " not in line:
                    self.fault("errors", line)
        for url in {site.database for site in self.sites}:
            store = await open_store(url)
            for told in self.tables:
                secret, log = await store.secret(told.id), await store.read(told.id)
                self.counts["rows"] += len(log)
                if secret is None or not log:
                    self.fault("lost", f"table {told.id}")
                    continue
                self.check(told, log)
                Table.of(told.id, secret, log)  # raises if the log does not fit itself
            await store.close()
            if url.startswith("sqlite"):
                with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
                    if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                        self.fault("integrity", url)

    def check(self, told: Told, log: list[Entry]) -> None:
        if [entry.version for entry in log] != list(range(1, len(log) + 1)):
            self.fault("gaps", f"{told.id}: {[entry.version for entry in log]}")
        held = {entry.version: note_of(entry) for entry in log}
        for version, (done, key) in told.acknowledged.items():
            if held.get(version) != done:
                self.fault("lost", f"{told.id} {version} {key}: {done!r} is {held.get(version)!r}")
        names = Counter(done for entry in log if isinstance(entry.content, Renamed) for done in [note_of(entry)])
        for done, times in names.items():
            if times > 1:
                self.fault("doubled", f"{told.id}: {done} {times} times")
        by_person = {v for v, done in held.items() if done.startswith("renamed") or done.endswith("person")}
        for version in by_person - set(told.acknowledged):
            self.fault("unasked", f"{told.id} {version}: {held[version]}")

    def fault(self, kind: str, what: str) -> None:
        self.counts[kind] += 1
        self.faults.append(f"{kind}: {what}")


def note_of(entry: Entry) -> str:
    """A command as clients note it."""
    match entry.content:
        case Renamed(seat, name):
            return f"renamed {seat} {name}"
        case Moved(seat, move, by):
            return f"moved {seat} {move} {by}"
    return type(entry.content).__name__


class Lost(Exception):
    """Something was refused that only a client that fell behind asks for."""


class Client:
    """One person's browser, from an address of its own."""

    def __init__(self, crash: Crash, number: int) -> None:
        self.crash, self.number = crash, number
        token = new_token()
        self.headers = {
            "Cookie": f"{COOKIE}={token}",
            "X-Intrigue": csrf_token(token),
            "X-Forwarded-For": f"10.{number // 250 % 250}.{number % 250}.7",
            "Accept": "application/json",
            "Accept-Language": "en",
        }
        self.http = httpx.AsyncClient(headers=self.headers, timeout=PATIENCE)
        self.sent = 0

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        """Posts something that has no key, until it is answered."""
        while True:
            site = await self.crash.any_site()
            try:
                answer = await self.http.post(site.url + path, json=body, headers={"Origin": site.url})
            except TROUBLE:
                await asyncio.sleep(0.02)
                continue
            if answer.status_code == 200:
                return answer.json()
            await self.waits(answer)

    async def waits(self, answer: httpx.Response) -> None:
        """As long as the server says, or a moment."""
        if answer.status_code not in (429, 500, 503):
            raise AssertionError(f"{answer.status_code}: {answer.text[:300]}")
        self.crash.counts[f"status {answer.status_code}"] += 1
        if answer.status_code == 500:
            self.crash.fault("errors", answer.text[:99])
        await asyncio.sleep(min(2.0, float(answer.headers.get("retry-after", "0.1"))))

    async def command(
        self, told: Told, request: dict[str, Any], done: str, expected: int = 0, counts: bool = True
    ) -> int:
        """Sends a command with one key until it is acknowledged; if things went on meanwhile, on top of them.

        Something that was `expected` at a version is not tried at another.
        """
        chance, crash = self.crash.chance, self.crash
        self.sent += 1
        key = f"key-{self.number:05}-{self.sent:07}"
        at = expected or told.last
        thrown = counts and chance.random() < THROWN_AWAY
        while True:
            crash.counts["sent"] += 1
            body = {"key": key, "expected": at, "request": request}
            site = await crash.any_site()
            post = self.http.post(f"{site.url}/t/{told.id}/do", json=body, headers={"Origin": site.url})
            try:
                if thrown and chance.random() < 0.5:  # the connection breaks before the answer comes
                    thrown = False
                    crash.counts["thrown away"] += 1
                    await asyncio.wait_for(post, chance.random() / 40)
                    continue
                answer = await post
            except TROUBLE:
                crash.counts["no answer"] += 1
                await asyncio.sleep(0.01)
                continue
            if thrown:
                thrown = False
                crash.counts["thrown away"] += 1
                continue
            if answer.status_code == 409:
                at = self.newer(answer, expected)
            elif answer.status_code == 422:
                raise Lost(answer.text)
            elif answer.status_code != 200:
                await self.waits(answer)
            else:
                break
        version = int(answer.json()["version"])
        if done:
            if version in told.acknowledged:
                crash.fault("mismatch", f"{told.id} {version}: {key} and {told.acknowledged[version][1]}")
            told.acknowledged[version] = (done, key)
        told.last = max(told.last, version)
        if counts and chance.random() < AGAIN:
            await self.once_more(told, body, version)
        return version

    def newer(self, answer: httpx.Response, expected: int) -> int:
        self.crash.counts["stale"] += 1
        if expected:
            raise Lost
        return int(answer.json()["version"])

    async def once_more(self, told: Told, body: dict[str, Any], version: int) -> None:
        """Sends a command again that was acknowledged: the answer must be the same."""
        self.crash.counts["sent again"] += 1
        site = await self.crash.any_site()
        with suppress(*TROUBLE):
            answer = await self.http.post(f"{site.url}/t/{told.id}/do", json=body, headers={"Origin": site.url})
            if answer.status_code not in (429, 500, 503) and (
                answer.status_code != 200 or answer.json()["version"] != version
            ):
                self.crash.fault(
                    "mismatch", f"{told.id} {version} {body['key']}: {answer.status_code} {answer.text[:99]}"
                )


class Watcher:
    """A page that looks at a table by a socket, and comes back by itself."""

    told_over_a_line = True
    """Whether what is wrong is brought to it, and not the answer when it asks."""

    def __init__(self, crash: Crash, client: Client, told: Told) -> None:
        self.crash, self.client, self.told = crash, client, told
        self.version = 0
        self.talk = 0
        self.trouble = ""
        """What the server said is wrong with its database."""

    async def watch(self) -> None:
        """Takes every frame down until the table's last version."""
        while not self.at_the_end():
            site = await self.crash.any_site()
            with suppress(*TROUBLE):
                await self.look(site)
            await asyncio.sleep(0.02)

    def at_the_end(self) -> bool:
        return self.told.done.is_set() and self.version >= self.told.last

    async def look(self, site: Site) -> None:
        url = f"ws{site.url[4:]}/t/{self.told.id}/live?since={self.version}&talk=0"
        headers = {name: value for name, value in self.client.headers.items() if name != "Accept"}
        self.crash.counts["lines"] += 1
        async with websockets.connect(url, additional_headers=headers, origin=site.url, max_size=None) as line:  # type: ignore[arg-type]
            self.trouble = ""  # a new line tells it again
            while not self.at_the_end():
                try:
                    message = await asyncio.wait_for(line.recv(), 0.5)
                except TimeoutError:
                    continue
                await self.took(json.loads(message))

    async def took(self, message: dict[str, Any]) -> None:
        """Frames come one by one; only a snapshot may leap."""
        if message["type"] == "frame":
            self.crash.counts["frames"] += 1
            if message["v"] != self.version + 1:
                self.crash.fault("out of order", f"{self.told.id}: {message['v']} after {self.version}")
            self.version = message["v"]
        elif message["type"] == "snapshot":
            self.crash.counts["snapshots"] += 1
            if message["v"] < self.version:
                self.crash.fault("out of order", f"{self.told.id}: back to {message['v']} from {self.version}")
            self.version = message["v"]
        elif message["type"] == "resync":
            self.version = 0
        elif message["type"] == "trouble":
            self.trouble = message["why"]


class Poller(Watcher):
    """A page behind a proxy that lets no socket through."""

    told_over_a_line = False

    async def look(self, site: Site) -> None:
        self.crash.counts["polls"] += 1
        url = f"{site.url}/t/{self.told.id}/poll?since={self.version}&talk=0&trouble={self.trouble}"
        answer = await asyncio.wait_for(self.client.http.get(url), 1.0)
        if answer.status_code == 200:
            for message in answer.json()["messages"]:
                await self.took(message)
        else:
            await asyncio.sleep(0.5)  # as a page would


class Player(Watcher):
    """A person who plays what the page asks for."""

    phase = "playing"

    def at_the_end(self) -> bool:
        return self.phase in ("over", "aborted") or self.crash.finished.is_set()

    async def took(self, message: dict[str, Any]) -> None:
        await super().took(message)
        if message["type"] not in ("frame", "snapshot"):
            return
        self.phase = message["phase"]
        self.told.last = max(self.told.last, self.version)
        asked = MOVES.search(message["regions"].get("prompt", ""))
        if asked and int(asked[1]) == self.version:
            seat, moves = int(asked[2]), json.loads(html.unescape(asked[3]))
            move = self.crash.chance.choice(moves)[0]
            request = {"do": "move", "seat": seat, "move": move}
            with suppress(Lost):
                await self.client.command(self.told, request, f"moved {seat} {move} person", self.version)
                self.crash.counts["moves"] += 1
