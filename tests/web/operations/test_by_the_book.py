"""The shell lines of docs/operations.md, run as they stand: with folders of the test's own, and the test itself in the
place of systemctl and of pip."""

from __future__ import annotations

import html
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from web.databases import Postgres
from web.guests import PATIENCE
from web.operations.test_deploy import environment, unit
from web.servers import free_port

from intrigue.locale import words

TEXT = (Path(__file__).parents[3] / "docs" / "operations.md").read_text()
PLACES = ("/opt/", "/etc/intrigue", "/var/lib/", "/backups/")
PATH = "/usr/bin:/bin"
PROGRAM = """#!{python} -P
import sys
from intrigue.cli import main
from intrigue.games import GAMES
type(GAMES["oriflamme"]).version = {rules}
sys.exit(main())
"""


def block(heading: str, holding: str) -> list[str]:
    """The lines of the one block below a heading that holds a text, without their comments."""
    part = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    (found,) = (one for one in re.findall(r"```sh\n(.*?)```", part, re.DOTALL) if holding in one)
    return [line.partition("  #")[0].strip() for line in found.splitlines()]


def line(heading: str, holding: str) -> str:
    """The one line of a block that holds a text."""
    (found,) = (one for one in block(heading, holding) if holding in one)
    return found


class Machine:
    """A machine with the site installed as the document says, below a folder."""

    def __init__(self, root: Path, **environment: str) -> None:
        self.root = root
        self.environment = {"PATH": PATH, "HOME": os.environ["HOME"], "LANG": "C.UTF-8"} | environment
        self.port = free_port()
        self.running: subprocess.Popen[str] | None = None
        for place in PLACES:
            (root / place.strip("/")).mkdir(parents=True, exist_ok=True)
        (root / "var/lib/intrigue").mkdir()
        self.install("/opt/intrigue-0.1.0", 1)
        self.sh(line("Installing", "ln -sfn"))
        self.settings = {"INTRIGUE_BOTS": "1"}

    @property
    def settings(self) -> dict[str, str]:
        """What stands in the file of the unit's settings, as systemd reads it."""
        return dict(one.split("=", 1) for one in shlex.split((self.root / "etc/intrigue/environment").read_text()))

    @settings.setter
    def settings(self, values: dict[str, str]) -> None:
        lines = (f"{name}={shlex.quote(value)}\n" for name, value in values.items())
        (self.root / "etc/intrigue/environment").write_text("".join(lines))

    def here(self, text: str) -> str:
        """A text with the places of this machine."""
        for place in PLACES:
            text = text.replace(place, f"{self.root}{place}")
        return text

    def install(self, folder: str, rules: int) -> None:
        """A version of the program, which knows a version of the rules."""
        made = Path(self.here(folder)) / "bin" / "intrigue"
        made.parent.mkdir(parents=True)
        made.write_text(PROGRAM.format(python=sys.executable, rules=rules))
        made.chmod(0o755)

    def sh(self, *lines: str) -> subprocess.CompletedProcess[str]:
        """Runs lines in a shell, which ends at the first that fails."""
        script = self.here("\n".join(lines))
        return subprocess.run(
            ["sh", "-ec", script], capture_output=True, text=True, check=False, env=self.environment, cwd=self.root
        )

    def admin(self, *lines: str) -> subprocess.CompletedProcess[str]:
        """The same in a shell that was begun as the document says."""
        return self.sh(*block("systemd", "set -a"), *lines)

    def follow(self, *lines: str) -> None:
        """Does what lines say, one after the other."""
        for one in lines:
            match one.split():
                case ["systemctl", "stop", "intrigue"]:
                    self.stop()
                case ["systemctl", "start", "intrigue"]:
                    self.start()
                case _:
                    ran = self.admin(one)
                    assert ran.returncode == 0, (one, ran.stdout, ran.stderr)

    def start(self) -> None:
        """What the unit says."""
        given = {"PATH": PATH, "HOME": os.environ["HOME"]}
        given |= environment(S=f"{self.root}/var/lib", C="", i=str(self.port))
        del given["INTRIGUE_CACHE"]
        (file,) = unit()["EnvironmentFile"]
        assert file == "-/etc/intrigue/environment"
        (command,) = unit()["ExecStart"]
        typed = shlex.split(self.here(command))
        self.running = subprocess.Popen(typed, stdout=subprocess.PIPE, text=True, env=given | self.settings)
        assert self.running.stdout
        next(one for one in self.running.stdout if str(self.port) in one)

    def stop(self) -> None:
        if self.running:
            self.running.terminate()
            assert self.running.wait(PATIENCE) == 0
            assert self.running.stdout
            self.running.stdout.close()
            self.running = None


class Player:
    """Somebody with a browser, which keeps its cookie whatever happens to the server."""

    def __init__(self, machine: Machine) -> None:
        self.url = f"http://127.0.0.1:{machine.port}"
        self.http = httpx.Client(base_url=self.url, headers={"Connection": "close"}, timeout=PATIENCE)
        self.token, self.keys = "", 0

    def page(self, path: str) -> str:
        answer = self.http.get(path, headers={"Accept": "text/html"})
        if found := re.search(r'(?:name="token" value|data-token)="([^"]+)"', answer.text):
            self.token = found[1]
        return answer.text

    def post(self, path: str, body: object) -> httpx.Response:
        return self.http.post(path, json=body, headers={"X-Intrigue": self.token, "Origin": self.url})

    def ask(self, table: str, **request: object) -> None:
        self.keys += 1
        sent = {"key": f"by-the-book-{self.keys}", "expected": self.version(table), "request": request}
        answer = self.post(f"/t/{table}/do", sent)
        assert answer.status_code == 200, answer.text

    def version(self, table: str) -> int:
        found = re.search(r'data-version="(\d+)"', self.page(f"/t/{table}"))
        assert found
        return int(found[1])

    def move(self, table: str) -> bool:
        """Makes the first legal move, if this is whom the game asks."""
        found = re.search(r"""<form id="ask"[^>]* data-seat="(\d+)" data-moves='([^']+)'""", self.page(f"/t/{table}"))
        if found:
            self.ask(table, do="move", seat=int(found[1]), move=json.loads(html.unescape(found[2]))[0][0])
        return bool(found)


def begin_game(machine: Machine) -> tuple[str, list[Player]]:
    """A game of three people under way."""
    people = [Player(machine) for _ in range(3)]
    for one in people:
        one.page("/")
    table = people[0].post("/new", {"game": "oriflamme", "players": "3", "name": "Ann"}).json()["table"]
    for seat, one in enumerate(people[1:], start=2):
        one.ask(table, do="sit", seat=seat, name=f"Guest{seat}")
    for seat, one in enumerate(people, start=1):
        one.ask(table, do="ready", seat=seat, nonce=f"{seat:032x}")
    return table, people


def make_move(table: str, people: list[Player]) -> int:
    """Whoever is asked moves; the version after it."""
    assert [one.move(table) for one in people].count(True) >= 1
    return people[0].version(table)


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    made.stop()


def test_a_backup_of_sqlite_is_restored(machine: Machine) -> None:
    machine.start()
    table, people = begin_game(machine)
    version = make_move(table, people)
    machine.follow(line("Backups", "intrigue admin backup"))
    assert make_move(table, people) > version
    machine.follow(*block("Backups", "systemctl stop"))
    assert [one.version(table) for one in people] == [version] * 3
    assert make_move(table, people) > version  # by a seat's own cookie


def test_a_backup_of_postgresql_is_restored_by_its_own_programs(tmp_path: Path, postgres: Postgres) -> None:
    postgres.tell("CREATE ROLE games LOGIN")
    machine = Machine(tmp_path, PGHOST=str(postgres.folder), PGUSER="site", PATH=f"{postgres.place}:{PATH}")
    machine.settings |= {"INTRIGUE_DATABASE": f"postgresql://games@/intrigue?host={postgres.folder}"}
    try:
        (made,) = (one for one in line("PostgreSQL", "createdb").split(" && ") if one.startswith("createdb"))
        machine.follow(made)
        machine.start()
        table, people = begin_game(machine)
        version = make_move(table, people)
        machine.follow(line("Backups", "pg_dump"))
        assert make_move(table, people) > version
        machine.stop()
        machine.follow(*block("Backups", "pg_restore"))
        machine.start()
        assert [one.version(table) for one in people] == [version] * 3
        assert make_move(table, people) > version
        ran = machine.admin(line("Moderation", "intrigue admin stats"))
        assert f"{words('en')('admin.stats.playing')}: 1\n" in ran.stdout, ran.stderr  # the database of the unit
    finally:
        machine.stop()
        postgres.tell("DROP DATABASE IF EXISTS intrigue WITH (FORCE)")
        postgres.tell("DROP ROLE games")


def test_an_upgrade_to_other_rules(machine: Machine) -> None:
    machine.start()
    table, people = begin_game(machine)
    made, installed, check = block("Upgrades", "pip install")
    folder = made.split()[-1]
    assert made == f"python3 -m venv {folder}" and installed.startswith(f"{folder}/bin/pip install ")
    machine.install(folder, rules=2)
    ran = machine.admin(check)
    assert ran.returncode == 1 and ran.stdout.startswith(f"{table}: Oriflamme, begun with version 1 of the rules")
    make_move(table, people)  # the old server goes on
    machine.follow(*block("Upgrades", "admin backup"))
    page = people[0].page(f"/t/{table}")
    assert words("en")("web.aborted.rules") in page and "The rules were corrected" in page
    begin_game(machine)
    ran = machine.admin(check)
    assert ran.returncode == 0, ran.stdout  # what the unit started begins games with the new rules
