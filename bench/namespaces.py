"""Two servers that share nothing but PostgreSQL: each in a network namespace of its own, as on machines of their own.

Run as root: `python bench/namespaces.py`. Three namespaces are made and removed again; between the two servers there is
no way at all. One person plays at each server against a bot; in the middle of the game one server is killed, the other
goes on, and the first comes back. It says what it saw, and ends with 1 if something was not as it should be.
"""

from __future__ import annotations

import ctypes
import html
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
from websockets.sync.client import connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from web.databases import programs  # noqa: E402

DATABASE = "intrigue-db"
SIDES = {"intrigue-a": 1, "intrigue-b": 2}
NEWNET = 0x40000000
PORT = 8000
PATIENCE = 60.0


def main() -> int:
    """Makes the namespaces, plays the game, and removes everything."""
    if os.getuid() or not shutil.which("ip"):
        print("Run this as root, with iproute2 installed.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(dir="/tmp") as name, namespaces(), postgres(Path(name)) as url:
        servers = {side: Server(side, url(side)) for side in SIDES}
        try:
            for server in servers.values():
                server.start()
            game(*servers.values())
        finally:
            for server in servers.values():
                server.end(signal.SIGTERM)
    print("all is well")
    return 0


# Namespaces


@contextmanager
def namespaces() -> Iterator[None]:
    """The database in the middle, a server at each side; nothing is passed on from side to side."""
    made = [DATABASE, *SIDES]
    try:
        for name in made:
            do("ip", "netns", "add", name)
            do("ip", "-n", name, "link", "set", "lo", "up")
        for side, number in SIDES.items():
            do(*f"ip -n {DATABASE} link add v{number} type veth peer name v0 netns {side}".split())
            for space, link, end in ((DATABASE, f"v{number}", 1), (side, "v0", 2)):
                do("ip", "-n", space, "addr", "add", f"10.77.{number}.{end}/24", "dev", link)
                do("ip", "-n", space, "link", "set", link, "up")
        yield
    finally:
        for name in made:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def do(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


def within(space: str, work: Callable[[], Any]) -> Any:
    """What some work gives, done by a thread that is in a namespace."""
    found: list[Any] = []

    def enter() -> None:
        with Path(f"/run/netns/{space}").open() as namespace:
            if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
        found.append(work())

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    if not found:
        raise SystemExit(f"something failed in {space}")
    return found[0]


# What runs in them


@contextmanager
def postgres(folder: Path) -> Iterator[Callable[[str], str]]:
    """A PostgreSQL in its namespace; gives its address as a side reaches it."""
    place = programs()
    assert place, "PostgreSQL is missing"
    account = next(one for one in pwd.getpwall() if one.pw_name in ("postgres", "nobody"))
    os.chown(folder, account.pw_uid, account.pw_gid)
    as_account: dict[str, Any] = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": [], "cwd": folder}
    data = folder / "data"
    words = [str(place / "initdb"), "-D", str(data), "-U", "site", "-A", "trust", "-E", "UTF8"]
    subprocess.run(words, check=True, capture_output=True, **as_account)
    with (data / "pg_hba.conf").open("a") as rights:
        rights.write("host all all 10.77.0.0/16 trust\n")
    command = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
    command += [str(place / "postgres"), "-D", str(data), "-c", "listen_addresses=*", "-k", str(folder)]
    with subprocess.Popen(
        ["ip", "netns", "exec", DATABASE, *command], stderr=subprocess.DEVNULL, cwd=folder
    ) as running:
        try:
            while not answers(f"postgresql://site@/postgres?host={folder}"):
                time.sleep(0.1)
            yield lambda side: f"postgresql://site@10.77.{SIDES[side]}.1/postgres"
        finally:
            running.send_signal(signal.SIGINT)


def answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


class Server:
    """One `intrigue serve` in its namespace."""

    def __init__(self, side: str, database: str) -> None:
        self.side, self.database = side, database
        self.url = f"http://127.0.0.1:{PORT}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-P", "-m", "intrigue", "serve", "--no-open", "--lang", "en"]
        command += ["--port", str(PORT), "--bots", "1", "--database", self.database]
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.side, *command],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "INTRIGUE_SHOWN_DELAY": "0"},
        )
        assert self.process.stdout
        next(line for line in self.process.stdout if self.url in line)

    def end(self, how: signal.Signals) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            assert self.process.stdout
            self.process.stdout.close()
            self.process = None


class Guest:
    """Somebody with a browser at one of the servers."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.keys = 0

    def ask(self, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """A page, or the answer to a post."""

        def ask() -> httpx.Response:
            with httpx.Client(base_url=self.server.url, cookies=self.cookies, timeout=PATIENCE) as browser:
                if body is None:
                    found = browser.get(path, headers={"Accept": "text/html"})
                else:
                    head = {"X-Intrigue": self.token, "Origin": self.server.url}
                    found = browser.post(path, json=body, headers=head)
                self.cookies |= dict(found.cookies)
                return found

        answer: httpx.Response = within(self.server.side, ask)
        if token := re.search(r'(?:name="token" value|data-token)="([^"]+)"', answer.text):
            self.token = token[1]
        return answer

    def do(self, table: str, version: int, **request: Any) -> httpx.Response:
        self.keys += 1
        asked = {"key": f"{self.name}-key-{self.keys:04}", "expected": version, "request": request}
        return self.ask(f"/t/{table}/do", asked)

    def looks(self, table: str) -> tuple[int, list[str], str]:
        """The version, the moves this reader may choose from, and the phase."""
        page = self.ask(f"/t/{table}").text
        version = re.search(r'data-version="(\d+)"', page)
        phase = re.search(r'data-phase="(\w+)"', page)
        assert version and phase, page[:2000]
        moves = re.search(r"data-moves='([^']*)'", page)
        legal = [one[0] for one in json.loads(html.unescape(moves[1]))] if moves else []
        return int(version[1]), legal, phase[1]


# The game


def game(one: Server, other: Server) -> None:
    """A whole game over both servers, with a server killed in the middle."""
    expect(not within(one.side, lambda: reaches("10.77.2.2")), "no way from server to server")
    ann, bob = Guest(one, "Ann"), Guest(other, "Bob")
    ann.ask("/"), bob.ask("/")
    opened = ann.ask("/new", {"game": "oriflamme", "players": "3", "name": "Ann", "level": "page"})
    table = opened.json()["table"]
    sat(bob, table, do="sit", seat=2, name="Bob")
    sat(ann, table, do="fill", seat=3, level="page")
    sat(ann, table, do="ready", seat=1, nonce="1" * 32)
    sat(bob, table, do="ready", seat=2, nonce="2" * 32)
    seen = within(other.side, lambda: push(bob, table))
    expect(seen["type"] == "snapshot" and seen["phase"] == "playing", "what began at one server is seen at the other")
    print("a game is under way, one player at each server")
    moved = play([ann, bob], table, 12)
    for _ in range(100):
        if bob.looks(table)[1]:
            break
        moved += play([ann], table, 1)
    one.end(signal.SIGKILL)
    print(f"after {moved} moves of people one server is killed, while somebody at the other is asked")
    before = bob.looks(table)[0]
    alone = play([bob], table, 4)
    after, _, phase = bob.looks(table)
    expect(alone > 0 and after > before and phase == "playing", f"the other server goes on ({alone} moves)")
    one.start()
    print("the first is back")
    moved += alone + play([ann, bob], table, 10_000)
    ends = [guest.looks(table) for guest in (ann, bob)]
    expect(ends[0] == ends[1] and ends[0][2] == "over", "both servers tell the same end")
    records = [guest.ask(f"/t/{table}/record").text for guest in (ann, bob)]
    expect(records[0] == records[1] and "Game: oriflamme" in records[0], "both servers tell the same record")
    print(f"the game is over after {moved} moves of people and {ends[0][0]} versions")


def reaches(address: str) -> bool:
    try:
        socket.create_connection((address, PORT), 2).close()
    except OSError:
        return False
    return True


def sat(guest: Guest, table: str, **request: Any) -> None:
    """Something in the lobby, at whatever version it is by now."""
    for _ in range(50):
        answer = guest.do(table, guest.looks(table)[0], **request)
        if answer.status_code == 200:
            return
        time.sleep(0.1)
    raise SystemExit(f"refused: {answer.text}")


def push(guest: Guest, table: str) -> dict[str, Any]:
    cookies = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    address = f"ws://127.0.0.1:{PORT}/t/{table}/live?since=0&talk=0"
    origin: Any = guest.server.url
    with connect(address, origin=origin, additional_headers={"Cookie": cookies}, max_size=None) as line:
        found: dict[str, Any] = json.loads(line.recv(PATIENCE))
        return found


def play(guests: list[Guest], table: str, most: int) -> int:
    """Lets people move when they are asked, at most so often; stops when only somebody else could go on."""
    moved, idle, until = 0, 0, time.monotonic() + PATIENCE
    while moved < most and time.monotonic() < until:
        for guest in guests:
            version, legal, phase = guest.looks(table)
            if phase != "playing":
                return moved
            if (
                legal
                and guest.do(table, version, do="move", seat=1 if guest.name == "Ann" else 2, move=legal[0]).is_success
            ):
                moved, idle, until = moved + 1, 0, time.monotonic() + PATIENCE
        idle += 1
        if len(guests) == 1 and idle > 20:  # the other person is to move, whose server is away
            return moved
        time.sleep(0.05)
    return moved


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise SystemExit(f"This does not hold: {what}.")
    print(f"yes: {what}")


if __name__ == "__main__":
    sys.exit(main())
