"""`intrigue serve`: says where it is, minds its port, and stops when told to."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from web.server.guests import PATIENCE

from intrigue.cli import main
from intrigue.engine.errors import IntrigueError
from intrigue.locale import LANGUAGES, words
from intrigue.web.config import Config, configured, data_folder
from intrigue.web.serve import PORTS_TRIED, bound, check_page, drawn, listening, place_of, told


@contextmanager
def process(*options: str, environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-P", "-m", "intrigue", "serve", "--no-open", *options]
    given = {**os.environ, "LC_ALL": "C.UTF-8", **(environment or {})}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=given) as started:
        try:
            yield started
        finally:
            if started.poll() is None:
                started.kill()


def address(started: subprocess.Popen[str]) -> str:
    assert started.stdout
    for line in started.stdout:
        if found := re.search(r"http://\S+", line):
            return found[0]
    assert started.stderr
    raise AssertionError(started.stderr.read())


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_and_stops_cleanly(tmp_path: Path, sign: signal.Signals) -> None:
    with process("--port", "0", "--bots", "1", "--data", str(tmp_path)) as started:
        url = address(started)
        with httpx.Client(base_url=url, timeout=PATIENCE) as browser:
            assert browser.get("/").status_code == 200  # and the connection stays open
            started.send_signal(sign)
            out, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == 0
    assert out.endswith(words("en")("serve.stopped") + "\n") and err == ""
    assert (tmp_path / "intrigue.db").exists()


def test_a_port_that_was_chosen_must_be_free(tmp_path: Path) -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with process("--port", str(port), "--data", str(tmp_path)) as started:
            out, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == 2 and out == ""
    assert err == f"intrigue: {words('en')('serve.fault.port_taken', port=port)}\n"


def test_the_usual_port_gives_way_to_the_next() -> None:
    with bound("127.0.0.1", 0) as taken:
        config = Config("", port=taken.getsockname()[1])
        with listening(config, chosen=False) as found:
            assert config.port < found.getsockname()[1] <= config.port + PORTS_TRIED
        with pytest.raises(IntrigueError, match=str(config.port)):
            listening(config, chosen=True)


def test_an_address_that_is_not_ours_is_one_line() -> None:
    with pytest.raises(IntrigueError) as fault:
        listening(Config("", host="192.0.2.77", port=0), chosen=True)
    assert fault.value.key == "serve.fault.listen"


def test_a_database_that_cannot_be_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no database")
    for database in (str(tmp_path / "file"), "oracle://ann:secret@castle/db"):
        assert main(["serve", "--no-open", "--lang", "en", "--port", "0", "--database", database]) == 2
        out, err = capsys.readouterr()
        assert err.count("\n") == 1 and err.startswith("intrigue: ") and "secret" not in err and not out


def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    with process("--port", "0", "--bots", "1", "--data", str(tmp_path / "new" / "folder")) as started:
        address(started)
        assert (tmp_path / "new" / "folder" / "intrigue.db").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_who_can_connect(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = words(language)
    assert told(Config("sqlite:////x.db"), 8000, said) == ["http://127.0.0.1:8000"]
    out = capsys.readouterr().out
    assert "http://127.0.0.1:8000" in out and said("serve.who.here") in out and "/x.db" in out and "`" not in out
    lan = Config("sqlite:////x.db", host="0.0.0.0", lan=True)
    addresses = told(lan, 8000, said)
    out = capsys.readouterr().out
    assert addresses[0] == "http://127.0.0.1:8000" and said("serve.who.lan") in out
    assert all(f"{one}" in out for one in addresses)
    public = Config("postgresql://a:b@c/d", host="0.0.0.0", public_url="https://games.example")
    assert told(public, 8000, said) == ["https://games.example"]
    out = capsys.readouterr().out
    assert drawn("https://games.example") in out and "a:b" not in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_there(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help", "--lang", language]) == 0
    out = capsys.readouterr().out
    for option in ("--host", "--port", "--lan", "--public-url", "--database", "--data", "--open", "--no-open"):
        assert option in out


# Configuration


def test_what_was_given_wins_over_the_environment(tmp_path: Path) -> None:
    environment = {
        "INTRIGUE_PORT": "9001",
        "INTRIGUE_LAN": "yes",
        "INTRIGUE_PUBLIC_URL": "https://Games.example/",
        "INTRIGUE_PROXIES": "127.0.0.1, 10.0.0.0/8",
        "INTRIGUE_HOSTS": "castle,Keep",
        "INTRIGUE_DATA": str(tmp_path),
        "INTRIGUE_BOTS": "3",
    }
    config = configured({}, environment)
    assert (config.host, config.port, config.lan, config.bot_processes) == ("0.0.0.0", 9001, True, 3)
    assert config.public_url == "https://games.example" and config.hosts == ("castle", "keep")
    assert len(config.proxies) == 2 and config.database == f"sqlite:///{tmp_path}/intrigue.db"
    given = configured({"port": 9002, "host": "127.0.0.1", "database": "/a.db", "lan": False}, environment)
    assert (given.port, given.host, given.database) == (9002, "127.0.0.1", "sqlite:////a.db")
    assert configured({}, {"INTRIGUE_LAN": "0"}).lan is False


def test_the_usual_folder_is_the_users() -> None:
    assert data_folder({"XDG_DATA_HOME": "/home/ann/data"}) == Path("/home/ann/data/intrigue")
    assert data_folder({"XDG_DATA_HOME": "relative"}) == Path.home() / ".local/share/intrigue"
    assert data_folder({}) == Path.home() / ".local/share/intrigue"


@pytest.mark.parametrize(
    ("name", "value", "key"),
    [
        ("public_url", "games.example", "public_url"),
        ("public_url", "https://games.example/path", "public_url"),
        ("public_url", "https://ann:secret@games.example", "public_url"),
        ("public_url", "https://games.example:x", "public_url"),
        ("proxies", "castle", "proxy"),
        ("hosts", "a b", "host"),
        ("port", "65536", "number"),
        ("port", "x", "number"),
        ("bots", "-1", "number"),
        ("origins", "evil", "public_url"),
    ],
)
def test_what_cannot_be_is_one_clear_sentence(name: str, value: str, key: str) -> None:
    with pytest.raises(IntrigueError) as fault:
        configured({}, {f"INTRIGUE_{name.upper()}": value})
    assert fault.value.key == f"serve.fault.{key}"
    for language in LANGUAGES:
        assert "{" not in fault.value.text(language)


def test_a_password_is_not_shown() -> None:
    assert place_of("postgresql://ann:secret@castle/db") == "postgresql://castle/db"
    assert place_of("postgresql://castle/db?user=ann&password=secret") == "postgresql://castle/db"
    assert place_of("sqlite:////home/x.db") == "/home/x.db"


def test_a_port_is_free_again_at_once() -> None:
    with bound("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
            other, _ = first.accept()
            other.close()
            line.recv(1)
    bound("127.0.0.1", port).close()


def test_a_clone_that_was_not_set_up_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(IntrigueError) as fault:
        check_page(tmp_path)
    assert "make play" in fault.value.text("en")
    check_page()
