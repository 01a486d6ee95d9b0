"""Tries `deploy/` for real: the unit with systemd's own check, a game through nginx with TLS and a test certificate,
also when one of two servers is killed or answers nothing.

`make check-deploy` runs it. It needs root, systemd-analyze, nginx and openssl (Debian's packages systemd, nginx-light
and openssl) and PostgreSQL as the tests find it, and talks to this machine only.
"""

from __future__ import annotations

import html
import itertools
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from web.databases import Postgres, programs  # noqa: E402

DEPLOY = ROOT / "deploy"
NAME, ADDRESS = "games.example", "127.0.0.77"
PORTS = (18_477, 18_478)
PATIENCE = 30.0
SECONDS = 5
"""Within so many a table is at another server when its own is away."""
PROGRAMS = ("systemd-analyze", "nginx", "openssl")


def main() -> int:
    """Tries everything; a fault ends it with a word about what failed."""
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        print(f"Missing: {', '.join(missing)}.", file=sys.stderr)
        return 1
    place = programs()
    if place is None:
        print("PostgreSQL is missing.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        verify_unit(folder)
        print("systemd takes the unit")
        certificate(folder)
        with serving(folder, PORTS[0], f"sqlite:///{folder / 'site.db'}"), proxy(folder, PORTS[:1]):
            through_tls(Browser(folder))
        print("a game goes through nginx and TLS: pages, posts, lines and a move")
        postgres = Postgres(place)
        stack.callback(postgres.close)
        url = postgres.url(postgres.create())
        one_goes(folder, {port: stack.enter_context(serving(folder, port, url)) for port in PORTS})
        expect(not access_log(folder), f"nginx keeps no address ({access_log(folder)})")
        print("no log of nginx names anybody who came")
    return 0


def verify_unit(folder: Path) -> None:
    """systemd's check, under both names; the program it starts is the one of this clone."""
    text = (DEPLOY / "intrigue.service").read_text()
    text = text.replace("/opt/intrigue/bin/intrigue", str(ROOT / ".venv/bin/intrigue"))
    for name in ("intrigue.service", "intrigue@8001.service"):
        (folder / name).write_text(text)
        command = ["systemd-analyze", "verify", str(folder / name)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode or ran.stderr.strip():
            raise SystemExit(f"systemd-analyze: {ran.stderr}")


def certificate(folder: Path) -> None:
    """A certificate for the name, which signs itself."""
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME} -addext subjectAltName=DNS:{NAME}"
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)


@contextmanager
def serving(folder: Path, port: int, database: str) -> Iterator[subprocess.Popen[str]]:
    """The site, as the documentation says it stands behind a proxy."""
    command = [sys.executable, "-P", "-m", "intrigue", "serve", "--no-open", "--lang", "en", "--port", str(port)]
    command += ["--database", database, "--data", str(folder), "--public-url", f"https://{NAME}"]
    with subprocess.Popen([*command, "--proxies", "127.0.0.1"], stdout=subprocess.PIPE, text=True) as site:
        try:
            assert site.stdout
            next(line for line in site.stdout if NAME in line)
            yield site
        finally:
            site.terminate()


@contextmanager
def proxy(folder: Path, ports: Sequence[int]) -> Iterator[None]:
    """nginx with the sample, at an address of this machine, with the test certificate; around it nginx as it usually
    is, which keeps logs."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r"listen \[::\].*\n", "", text)
    text = re.sub(r"listen (\d+)", rf"listen {ADDRESS}:\1", text)
    text = text.replace("/etc/ssl/games.example", str(folder)).replace("/var/log/nginx", str(folder))
    (server,) = re.findall(r"^    (server 127.*;)$", text, re.MULTILINE)
    text = text.replace(server, " ".join(server.replace("8000", str(port)) for port in ports))
    seen = "add_header X-Chosen $intrigue_table always; add_header X-Servers $upstream_addr always;"
    text = text.replace("gzip off;", f"gzip off; {seen}")  # by what it chooses, and whom it asked
    (folder / "site.conf").write_text(text)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"{main_lines()} http {{ access_log {folder}/access.log; client_body_temp_path {folder}/body;\n"
        f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u;\n"
        f"scgi_temp_path {folder}/s; include {folder}/site.conf; }}\n"
    )
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with subprocess.Popen(command) as running:
        try:
            wait_for(f"http://{ADDRESS}/")
            yield
        finally:
            running.terminate()


def main_lines() -> str:
    """What the documentation puts into nginx's own file, for thousands."""
    (found,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "operations.md").read_text(), re.DOTALL)
    return str(found)


@contextmanager
def swallowing(port: int) -> Iterator[None]:
    """A port where nobody answers anything: its queue is full, and what comes is dropped without a word."""
    with ExitStack() as stack:
        stack.enter_context(socket.create_server(("127.0.0.1", port), backlog=0))
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", port))
        yield


def wait_for(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            httpx.get(url, timeout=PATIENCE)
            return
        except httpx.TransportError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


class Browser:
    """What a browser does behind the proxy: a page with its cookie, then posts and lines."""

    def __init__(self, folder: Path) -> None:
        self.trust = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        self.http = httpx.Client(
            base_url=f"https://{ADDRESS}", headers={"Host": NAME}, verify=self.trust, timeout=PATIENCE
        )
        self.keys = itertools.count(1)
        self.cookie = ""
        self.page = self.get("/")
        self.cookie = self.page.headers["set-cookie"].partition(";")[0]
        token = re.search(r'name="token" value="([^"]+)"', self.page.text)
        assert token
        self.said = {"X-Intrigue": token[1], "Origin": f"https://{NAME}", "Cookie": self.cookie}

    def get(self, path: str) -> httpx.Response:
        head = {"Accept": "text/html", "Cookie": self.cookie}
        return self.http.get(path, headers=head, extensions={"sni_hostname": NAME})

    def post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.http.post(path, json=body, headers=self.said, extensions={"sni_hostname": NAME})
        expect(answer.status_code == 200, f"{path} is taken ({answer.status_code} {answer.text})")
        return answer.json()

    def do(self, table: str, expected: int, **request: Any) -> None:
        self.post(f"/t/{table}/do", {"key": f"trial-key-{next(self.keys)}", "expected": expected, "request": request})

    def open_table(self) -> str:
        """A table against bots."""
        table: str = self.post("/quick", {"game": "oriflamme", "players": "3", "name": "Ann"})["table"]
        return table

    @contextmanager
    def line(self, table: str) -> Iterator[ClientConnection]:
        with connect(
            f"wss://{NAME}/t/{table}/live?since=0&talk=0",
            sock=socket.create_connection((ADDRESS, 443), PATIENCE),
            ssl=self.trust,
            server_hostname=NAME,
            origin=f"https://{NAME}",  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie},
            max_size=None,
        ) as line:
            expect(json.loads(line.recv(PATIENCE))["type"] == "snapshot", "a line goes through")
            yield line

    def move(self, table: str, line: ClientConnection) -> None:
        """Plays when it is asked, and sees it."""
        while (question := asked_of(self.get(f"/t/{table}").text)) is None:
            next_message(line, "frame")  # a bot is to move
        version, move = question
        self.do(table, version, do="move", seat=1, move=move)
        while next_message(line, "frame")["v"] <= version:
            pass


def through_tls(browser: Browser) -> None:
    """A page, a cookie, a table, a line, a move."""
    moved = httpx.get(f"http://{ADDRESS}/", headers={"Host": NAME})
    expect(moved.status_code == 301 and moved.headers["location"] == f"https://{NAME}/", "http leads to https")
    page, cookie = browser.page, browser.page.headers["set-cookie"]
    expect(page.status_code == 200 and "strict-transport-security" in page.headers, "the page comes over TLS")
    expect(cookie.startswith("__Host-intrigue=") and "Secure" in cookie, "the cookie is for https only")
    for path in ("/metrics", "/readyz"):
        expect(browser.get(path).status_code == 404, f"{path} is not for the world")
    table = browser.open_table()
    with browser.line(table) as line:
        browser.do(table, 4, do="ready", seat=1, nonce="0" * 32)
        next_message(line, "frame")
        chosen_by = browser.get(f"/t/{table}").headers["x-chosen"]
        expect(chosen_by == table and page.headers["x-chosen"] == "127.0.0.1", "a table chooses its server")
        browser.move(table, line)


def one_goes(folder: Path, sites: dict[int, subprocess.Popen[str]]) -> None:
    """Of two servers that which a table is led to is killed, and then its port swallows everything."""
    with proxy(folder, list(sites)):
        browser = Browser(folder)
        table = browser.open_table()
        with browser.line(table) as line:
            browser.do(table, 4, do="ready", seat=1, nonce="0" * 32)
            browser.move(table, line)
            lost = int(browser.get(f"/t/{table}").headers["x-servers"].rpartition(":")[2])
            sites[lost].kill()
            sites[lost].wait()
        print(f"one of two is killed: its table is at the other after {at_another(browser, table, lost):.2f} s")
    with swallowing(lost), proxy(folder, list(sites)):
        print(f"its port swallows everything: the table is there after {at_another(browser, table, lost):.2f} s")


def at_another(browser: Browser, table: str, lost: int) -> float:
    """How long it takes until a table's page comes from another server; the game goes on there."""
    begin = time.monotonic()
    page = browser.get(f"/t/{table}")
    took = time.monotonic() - begin
    asked = [int(address.rpartition(":")[2]) for address in page.headers["x-servers"].split(", ")]
    expect(page.status_code == 200 and len(asked) == 2 and asked[0] == lost, f"another server answers (asked: {asked})")
    expect(took < SECONDS, f"it answers within {SECONDS} seconds ({took:.1f})")
    with browser.line(table) as line:
        browser.move(table, line)
    return took


def access_log(folder: Path) -> str:
    """What nginx wrote of those who came."""
    faults = [line for line in (folder / "error.log").read_text().splitlines() if "client:" in line]
    return "\n".join([*(folder / "access.log").read_text().splitlines(), *faults])


def next_message(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(line.recv(PATIENCE))
        if message["type"] == kind:
            return message


def asked_of(page: str) -> tuple[int, str] | None:
    """The version and the first legal move, if the page asks for one."""
    found = re.search(r"""<form id="ask" data-version="(\d+)"[^>]* data-moves='([^']+)'""", page)
    return (int(found[1]), str(json.loads(html.unescape(found[2]))[0][0])) if found else None


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise SystemExit(f"This does not hold: {what}.")


if __name__ == "__main__":
    sys.exit(main())
