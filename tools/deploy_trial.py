"""Tries `deploy/` for real: the unit with systemd's own check, a game through nginx with TLS and a test certificate.

`make check-deploy` runs it. It needs root, systemd-analyze, nginx and openssl (Debian's packages systemd, nginx-light
and openssl), and talks to this machine only.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
NAME, ADDRESS = "games.example", "127.0.0.77"
PORT = 18_477
PATIENCE = 30.0
PROGRAMS = ("systemd-analyze", "nginx", "openssl")


def main() -> int:
    """Tries everything; a fault ends it with a word about what failed."""
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        print(f"Missing: {', '.join(missing)}.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        verify_unit(folder)
        print("systemd takes the unit")
        certificate(folder)
        with serving(folder), proxy(folder):
            through_tls(folder)
        print("a game goes through nginx and TLS: pages, posts, lines and a move")
    return 0


def verify_unit(folder: Path) -> None:
    """systemd's check; the program it starts is the one of this clone."""
    unit = folder / "intrigue.service"
    text = (DEPLOY / "intrigue.service").read_text()
    unit.write_text(text.replace("/opt/intrigue/bin/intrigue", str(ROOT / ".venv/bin/intrigue")))
    ran = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    if ran.returncode or ran.stderr.strip():
        raise SystemExit(f"systemd-analyze: {ran.stderr}")


def certificate(folder: Path) -> None:
    """A certificate for the name, which signs itself."""
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME} -addext subjectAltName=DNS:{NAME}"
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """The site, as the documentation says it stands behind a proxy."""
    command = [sys.executable, "-P", "-m", "intrigue", "serve", "--no-open", "--lang", "en", "--port", str(PORT)]
    command += ["--data", str(folder), "--public-url", f"https://{NAME}", "--proxies", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as site:
        try:
            assert site.stdout
            next(line for line in site.stdout if NAME in line)
            yield
        finally:
            site.terminate()


@contextmanager
def proxy(folder: Path) -> Iterator[None]:
    """nginx with the sample, at an address of this machine, with the test certificate."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r"listen \[::\].*\n", "", text)
    text = re.sub(r"listen (\d+)", rf"listen {ADDRESS}:\1", text)
    text = text.replace("/etc/ssl/games.example", str(folder)).replace("127.0.0.1:8000", f"127.0.0.1:{PORT}")
    text = text.replace("gzip off;", "gzip off; add_header X-Chosen $intrigue_table always;")  # by what it chooses
    (folder / "site.conf").write_text(text)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}} http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
        f"include {folder}/site.conf; }}\n"
    )
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with subprocess.Popen(command) as running:
        try:
            wait_for(f"http://{ADDRESS}/")
            yield
        finally:
            running.terminate()


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


def through_tls(folder: Path) -> None:
    """What a browser does: a page, a cookie, a table, a line, a move."""
    trust = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    moved = httpx.get(f"http://{ADDRESS}/", headers={"Host": NAME})
    expect(moved.status_code == 301 and moved.headers["location"] == f"https://{NAME}/", "http leads to https")
    with httpx.Client(base_url=f"https://{ADDRESS}", headers={"Host": NAME}, verify=trust, timeout=PATIENCE) as browser:
        sni = {"sni_hostname": NAME}
        page = browser.get("/", headers={"Accept": "text/html"}, extensions=sni)
        expect(page.status_code == 200 and "strict-transport-security" in page.headers, "the page comes over TLS")
        cookie = page.headers["set-cookie"]
        expect(cookie.startswith("__Host-intrigue=") and "Secure" in cookie, "the cookie is for https only")
        token = re.search(r'name="token" value="([^"]+)"', page.text)
        assert token
        held = cookie.partition(";")[0]
        said = {"X-Intrigue": token[1], "Origin": f"https://{NAME}", "Cookie": held}
        chosen = {"game": "oriflamme", "players": "3", "name": "Ann"}
        opened = browser.post("/quick", json=chosen, headers=said, extensions=sni)
        expect(opened.status_code == 200, f"a form is taken ({opened.status_code})")
        table = opened.json()["table"]
        for path in ("/metrics", "/readyz"):
            expect(browser.get(path, extensions=sni).status_code == 404, f"{path} is not for the world")
        line = connect(
            f"wss://{NAME}/t/{table}/live?since=0&talk=0",
            sock=socket.create_connection((ADDRESS, 443), PATIENCE),
            ssl=trust,
            server_hostname=NAME,
            origin=f"https://{NAME}",  # type: ignore[arg-type]
            additional_headers={"Cookie": held},
            max_size=None,
        )
        with line:
            expect(json.loads(line.recv(PATIENCE))["type"] == "snapshot", "a line goes through")
            asked = {"key": "trial-key-1", "expected": 4, "request": {"do": "ready", "seat": 1, "nonce": "0" * 32}}
            answer = browser.post(f"/t/{table}/do", json=asked, headers=said, extensions=sni)
            expect(answer.status_code == 200, f"a request is taken ({answer.text})")
            told(line, "frame")
            reads = {"Accept": "text/html", "Cookie": held}
            chosen_by = browser.get(f"/t/{table}", headers=reads, extensions=sni).headers["x-chosen"]
            expect(chosen_by == table and page.headers["x-chosen"] == "127.0.0.1", "a table chooses its server")
            while (question := asked_of(browser.get(f"/t/{table}", headers=reads, extensions=sni).text)) is None:
                told(line, "frame")  # a bot is to move
            version, move = question
            wanted = {"do": "move", "seat": 1, "move": move}
            asked = {"key": "trial-key-2", "expected": version, "request": wanted}
            answer = browser.post(f"/t/{table}/do", json=asked, headers=said, extensions=sni)
            expect(answer.status_code == 200, f"a move is taken ({answer.text})")
            while told(line, "frame")["v"] <= version:
                pass


def told(line: ClientConnection, kind: str) -> dict[str, Any]:
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
