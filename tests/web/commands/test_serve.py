"""`intrigue serve`: says where it is, minds its port, and stops when told to."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from socket import AF_INET, AF_INET6, AddressFamily
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from quick import quick
from sqlalchemy.exc import OperationalError
from web.guests import PATIENCE

from intrigue.cli import main
from intrigue.engine.errors import IntrigueError
from intrigue.locale import LANGUAGES, words
from intrigue.web.commands import serve
from intrigue.web.commands.serve import announce, check_page, terminal_qr
from intrigue.web.config import Config, config_from, data_folder, database_url, networks
from intrigue.web.http import browser_code, site_address
from intrigue.web.http.site_address import SOMEWHERE
from intrigue.web.server.gc import collect_when_idle
from intrigue.web.server.listen import PORTS_TRIED, listen, listening_socket
from intrigue.web.store.database_url import SUFFIXES, make_private, opening_error, place_of


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


@pytest.mark.parametrize("sign", quick({signal.SIGTERM}, [signal.SIGINT, signal.SIGTERM]))
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


@pytest.mark.full
def test_a_port_that_was_chosen_must_be_free(tmp_path: Path) -> None:
    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with process("--port", str(port), "--data", str(tmp_path)) as started:
            out, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == 2 and out == ""
    assert err == f"intrigue: {words('en')('serve.fault.port_taken', port=port)}\n"


def test_the_usual_port_gives_way_to_the_next() -> None:
    with listening_socket("127.0.0.1", 0) as taken:
        config = Config("", port=taken.getsockname()[1])
        with listen(config, chosen=False) as found:
            assert config.port < found.getsockname()[1] <= config.port + PORTS_TRIED
        with pytest.raises(IntrigueError, match=str(config.port)):
            listen(config, chosen=True)


def test_an_address_that_is_not_ours_is_one_line() -> None:
    with pytest.raises(IntrigueError) as fault:
        listen(Config("", host="192.0.2.77", port=0), chosen=True)
    assert fault.value.key == "serve.fault.listen"


def test_a_database_that_cannot_be_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no database")
    for database in (str(tmp_path / "file"), "oracle://ann:secret@castle/db"):
        assert main(["serve", "--no-open", "--lang", "en", "--port", "0", "--database", database]) == 2
        out, err = capsys.readouterr()
        assert err.count("\n") == 1 and err.startswith("intrigue: ") and "secret" not in err and not out


@pytest.mark.full
def test_a_cache_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    usual = ("--port", "0", "--bots", "1", "--data", str(tmp_path))
    with process(*usual, environment={"INTRIGUE_CACHE": str(tmp_path / "file")}) as started:
        address(started)
        started.terminate()
        _, err = started.communicate(timeout=PATIENCE)
    assert err.count("\n") == 1 and "INTRIGUE_CACHE" in err and "FileExistsError" in err


@pytest.mark.full
def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    with process("--port", "0", "--bots", "1", "--data", str(tmp_path / "new" / "folder")) as started:
        address(started)
        assert (tmp_path / "new" / "folder" / "intrigue.db").exists()
        assert stat.S_IMODE((tmp_path / "new" / "folder").stat().st_mode) == 0o700


def files(folder: Path) -> dict[str, int]:
    """The database's files and what they let people do."""
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.glob("intrigue.db*")}


@pytest.mark.full
def test_a_file_that_others_could_read_is_made_private_and_that_is_said_once(tmp_path: Path) -> None:
    usual = ("--port", "0", "--bots", "1", "--lang", "en", "--data", str(tmp_path))
    with process(*usual) as started:
        address(started)
        started.kill()  # so that what lies beside the file stays there
        started.communicate(timeout=PATIENCE)
    assert set(files(tmp_path)) == {"intrigue.db", "intrigue.db-shm", "intrigue.db-wal"}
    for name in files(tmp_path):
        (tmp_path / name).chmod(0o644)
    said = words("en")
    for told_so in (True, False):
        with process(*usual) as started:
            assert started.stdout and started.stderr
            out = list(iter(started.stdout.readline, said("serve.stop").replace("`", "") + "\n"))
            assert set(files(tmp_path).values()) == {0o600}
            started.kill()
            assert started.stderr.read() == ""
        assert (said("serve.private", place=str(tmp_path / "intrigue.db")) + "\n" in out) == told_so
        assert len(out) == 3 + told_so


@pytest.mark.parametrize("beside", ["", "-wal", "-shm"])
def test_every_file_of_a_database_is_looked_at(tmp_path: Path, beside: str) -> None:
    for name in SUFFIXES:
        (tmp_path / f"site.db{name}").touch(0o600)
    assert make_private(tmp_path / "site.db") == ""
    (tmp_path / f"site.db{beside}").chmod(0o640)
    assert make_private(tmp_path / "site.db") == "serve.private"
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    assert make_private(tmp_path / "else.db") == make_private(tmp_path) == ""


@pytest.mark.parametrize("beside", SUFFIXES)
def test_behind_a_link_it_is_the_file_it_leads_to(tmp_path: Path, beside: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "site.db").symlink_to(tmp_path / "elsewhere" / "real.db")  # SQLite puts the others beside the latter
    for name in SUFFIXES:
        (tmp_path / "elsewhere" / f"real.db{name}").touch(0o600)
    (file := tmp_path / "elsewhere" / f"real.db{beside}").chmod(0o644)
    assert make_private(tmp_path / "site.db") == "serve.private"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def forbidden(file: Path, mode: int) -> None:
    raise PermissionError


def ignore_mode(file: Path, mode: int) -> None:
    """As on a file system that knows no permissions."""


@pytest.mark.parametrize("chmod", [forbidden, ignore_mode])
@pytest.mark.parametrize("language", LANGUAGES)
def test_permissions_that_cannot_be_changed_are_told(
    language: str,
    chmod: Callable[[Path, int], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, said = tmp_path / "site.db", words(language)
    file.touch()
    file.chmod(0o664)
    monkeypatch.setattr(Path, "chmod", chmod)
    openness = make_private(file)
    announce(Config(f"sqlite:///{file}"), 8000, said, openness)
    out = capsys.readouterr().out.splitlines()
    assert openness == "serve.readable" and said(openness, place=str(file)) in out


def test_a_group_is_left_in_by_whoever_comes_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "site.db"
    file.touch()
    owner = file.stat().st_uid
    for mode, openness in ((0o660, ""), (0o664, "serve.readable")):
        file.chmod(mode)
        with monkeypatch.context() as patch:
            patch.setattr(os, "geteuid", lambda: owner + 1)
            patch.setattr(Path, "chmod", forbidden)
            assert make_private(file) == openness


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_who_can_connect(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = words(language)
    assert announce(Config("sqlite:////x.db"), 8000, said) == ["http://127.0.0.1:8000"]
    out = capsys.readouterr().out
    assert "http://127.0.0.1:8000" in out and said("serve.who.here") in out and "/x.db" in out and "`" not in out
    lan = Config("sqlite:////x.db", host="0.0.0.0", lan=True)
    found = announce(lan, 8000, said)
    out = capsys.readouterr().out
    assert found[0] == "http://127.0.0.1:8000" and said("serve.who.lan") in out
    assert all(one in out for one in found)
    public = Config("postgresql://a:b@c/d", host="0.0.0.0", public_url="https://games.example")
    assert announce(public, 8000, said) == ["https://games.example"]
    out = capsys.readouterr().out
    assert terminal_qr("https://games.example") in out and "a:b" not in out
    announce(Config("postgresql://c/d", public_url="https://games.example"), 8000, said)  # behind a proxy
    assert said("serve.who.here") not in capsys.readouterr().out


def test_who_can_connect_follows_the_address_that_is_listened_at(capsys: pytest.CaptureFixture[str]) -> None:
    """The unit says 127.0.0.1, and a file of settings --lan."""
    config = config_from({"database": "/x.db"}, {"INTRIGUE_LAN": "1", "INTRIGUE_HOST": "127.0.0.1"})
    assert not config.open_to_all
    announce(config, 8000, words("en"))
    out = capsys.readouterr().out
    assert words("en")("serve.who.host", host="127.0.0.1") in out and words("en")("serve.who.lan") not in out


# Who sees it begin


class Screen(StringIO):
    """A terminal that somebody looks at."""

    def isatty(self) -> bool:
        return True


class Ready:
    """A server that is ready at once and then stops."""

    def __init__(self, config: Config, ready: Callable[[], None]) -> None:
        self.ready = ready
        self.guard: Any = SimpleNamespace(
            state=SimpleNamespace(site=SimpleNamespace(hub=SimpleNamespace(empty_listeners=[])))
        )

    def run(self, sockets: list[socket.socket]) -> None:
        self.ready()
        assert self.guard.state.site.hub.empty_listeners == [collect_when_idle]


Served = Callable[..., tuple[list[str], str]]


@pytest.fixture
def serve_once(monkeypatch: pytest.MonkeyPatch) -> Served:
    """Serves with some options from a terminal on a desktop: the pages that the browser is told to open, and what is
    said."""
    pages: list[str] = []
    for work in ("collect_rarely", "raise_limits", "discreet"):
        monkeypatch.setattr(serve, work, lambda: None)
    monkeypatch.setattr(serve, "build_server", Ready)
    monkeypatch.setattr(site_address, "network_address", lambda host: "192.0.2.44")
    monkeypatch.setattr(webbrowser, "get", lambda: None)
    monkeypatch.setattr(webbrowser, "open", pages.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    def serving(*options: str) -> tuple[list[str], str]:
        pages.clear()
        screen, before = Screen(), threading.enumerate()
        monkeypatch.setattr(sys, "stdout", screen)
        assert main(["serve", "--lang", "en", "--port", "0", "--database", "/x.db", *options]) == 0
        for thread in threading.enumerate():
            if thread not in before:
                thread.join(PATIENCE)
        return list(pages), screen.getvalue()

    return serving


def test_the_page_opens_once_where_there_is_a_browser(serve_once: Served) -> None:
    pages, said = serve_once()
    own = re.search(r"http://127\.0\.0\.1:\d+", said)
    assert own and pages == [own[0]]
    assert serve_once("--no-open")[0] == []
    pages, _ = serve_once("--lan")
    assert len(pages) == 1 and pages[0].startswith("http://127.0.0.1:")  # here, and not as others come
    assert serve_once("--public-url", "https://games.example")[0] == ["https://games.example"]


def no_browser() -> None:
    raise webbrowser.Error


@pytest.mark.parametrize("lacking", ["terminal", "desktop", "browser"])
def test_no_page_opens_where_nobody_would_see_it(
    lacking: str, serve_once: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lacking == "terminal":
        monkeypatch.setattr(Screen, "isatty", lambda _: False)
    elif lacking == "desktop":
        monkeypatch.delenv("DISPLAY")
    else:
        monkeypatch.setattr(webbrowser, "get", no_browser)
    assert serve_once()[0] == []
    assert len(serve_once("--open")[0]) == 1  # unless one asks for it


@pytest.mark.parametrize(("platform", "display"), [("linux", "wayland-0"), ("darwin", ""), ("win32", "")])
def test_other_desktops_have_other_signs(
    platform: str, display: str, serve_once: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv("WAYLAND_DISPLAY", display)
    monkeypatch.setattr(sys, "platform", platform)
    assert len(serve_once()[0]) == 1


def test_on_the_network_it_says_where_and_who_can_connect_now(serve_once: Served) -> None:
    said = words("en")
    _, out = serve_once("--no-open")
    assert said("serve.who.here") in out and "192.0.2.44" not in out and "█" not in out
    _, out = serve_once("--no-open", "--lan")
    other = re.search(r"http://192\.0\.2\.44:\d+", out)
    assert other and said("serve.network", url=other[0]).replace("`", "") in out
    assert terminal_qr(other[0]) in out and "█" in out
    assert said("serve.who.lan") in out and said("serve.who.here") not in out


def test_without_a_network_there_is_nothing_to_point_a_phone_at(
    serve_once: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_address, "network_address", lambda host: None)
    _, out = serve_once("--no-open", "--lan")
    assert words("en")("serve.who.lan") in out and len(re.findall("http://", out)) == 1 and "█" not in out


@pytest.mark.parametrize(
    ("host", "own", "expected"),
    [
        ("0.0.0.0", {AF_INET: "192.0.2.44"}, "192.0.2.44"),
        ("::", {AF_INET: "192.0.2.44", AF_INET6: "2001:db8::44"}, "192.0.2.44"),
        ("::", {AF_INET6: "2001:db8::44"}, "2001:db8::44"),
        ("::", {AF_INET: "127.0.0.1", AF_INET6: "2001:db8::44"}, "2001:db8::44"),
        ("0.0.0.0", {AF_INET6: "2001:db8::44"}, None),  # nobody listens there
        ("::", {AF_INET: "127.0.0.1", AF_INET6: "::1"}, None),
        ("::", {}, None),
    ],
)
def test_the_address_on_the_network(
    host: str, own: dict[int, str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Probe] = []

    class Probe:
        """A socket that sends nothing and knows where it would send from."""

        def __init__(self, family: AddressFamily, kind: int) -> None:
            assert kind == socket.SOCK_DGRAM
            self.family, self.closed = family, False
            opened.append(self)

        def connect(self, address: tuple[str, int]) -> None:
            assert address == SOMEWHERE[self.family]
            if self.family not in own:
                raise OSError("no network")

        def getsockname(self) -> tuple[str, int]:
            return own[self.family], 1

        def close(self) -> None:
            self.closed = True

    monkeypatch.setattr(site_address.socket, "socket", Probe)
    assert site_address.network_address(host) == expected
    assert opened and all(probe.closed for probe in opened)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, ""),
        ({"host": "0.0.0.0", "lan": True}, "http://192.0.2.44:8000"),
        ({"host": "::"}, "http://192.0.2.44:8000"),
        ({"host": "192.0.2.9"}, "http://192.0.2.9:8000"),
        ({"host": "fe80::1"}, "http://[fe80::1]:8000"),
        ({"public_url": "https://games.example"}, "https://games.example"),
        ({"host": "0.0.0.0", "public_url": "https://games.example"}, "https://games.example"),
    ],
)
def test_others_come_by_the_address_that_is_listened_on(
    settings: dict[str, Any], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_address, "network_address", lambda host: "192.0.2.44")
    assert site_address.shared_address(Config("", **settings), 8000) == expected


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
    config = config_from({}, environment)
    assert (config.host, config.port, config.lan, config.bot_processes) == ("0.0.0.0", 9001, True, 3)
    assert config.public_url == "https://games.example" and config.hosts == ("castle", "keep")
    assert len(config.proxies) == 2 and config.database == f"sqlite:///{tmp_path}/intrigue.db"
    given = config_from({"port": 9002, "host": "127.0.0.1", "database": "/a.db", "lan": False}, environment)
    assert (given.port, given.host, given.database) == (9002, "127.0.0.1", "sqlite:////a.db")
    assert config_from({}, {"INTRIGUE_LAN": "0"}).lan is False


def test_the_usual_folder_is_the_users() -> None:
    assert data_folder({"XDG_DATA_HOME": "/home/ann/data"}) == Path("/home/ann/data/intrigue")
    assert data_folder({"XDG_DATA_HOME": "relative"}) == Path.home() / ".local/share/intrigue"
    assert data_folder({}) == Path.home() / ".local/share/intrigue"


@pytest.mark.parametrize(
    ("name", "value", "key"),
    [
        ("public_url", "games.example", "public_url"),
        ("public_url", "https://games.example/path", "public_url"),
        ("public_url", "https://ann:pass@games.example", "public_url"),
        ("public_url", "https://games.example:x", "public_url"),
        ("proxies", "castle", "proxy"),
        ("hosts", "a b", "host"),
        ("port", "65536", "number"),
        ("port", "x", "number"),
        ("bots", "-1", "number"),
        ("origins", "evil", "public_url"),
        ("lan", "maybe", "switch"),
        ("outside_bots", "nein", "switch"),
        ("database", "postgresql//ann:secret@castle/db", "database.address"),
        ("database", "postgresql:/castle/db", "database.address"),
        ("database", "Postgres", "database.address"),
        ("database", "ann:secret@castle/db", "database.address"),
        ("database", "host=castle password=secret", "database.address"),
        ("database", "sqlite:/home/x.db", "database.address"),
    ],
)
def test_what_cannot_be_is_one_clear_sentence(name: str, value: str, key: str) -> None:
    with pytest.raises(IntrigueError) as fault:
        config_from({}, {f"INTRIGUE_{name.upper()}": value})
    assert fault.value.key == f"serve.fault.{key}"
    for language in LANGUAGES:
        said = fault.value.text(language)
        assert "{" not in said and "secret" not in said
        assert name == "database" or said.startswith(name.replace("_", "-"))


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("Yes", True), ("true", True), ("on", True), ("", False), ("0", False)]
)
def test_a_switch_is_on_or_off(value: str, meant: bool) -> None:
    assert config_from({}, {"INTRIGUE_LAN": value}).lan is meant
    assert config_from({}, {"INTRIGUE_LAN": "off"}).lan is config_from({}, {"INTRIGUE_LAN": "no"}).lan is False


def test_a_network_of_the_older_kind_is_that_however_it_is_written() -> None:
    """Whoever comes is looked at in the older way of writing."""
    assert networks(["::ffff:127.0.0.1", "::ffff:192.0.2.0/120"]) == networks(["127.0.0.1", "192.0.2.0/24"])
    assert networks(["::/0"]) != networks(["0.0.0.0/0"])


def test_a_database_says_why_also_where_its_address_has_a_sign_too_many() -> None:
    busy = OperationalError("", {}, FullHouse())
    for query in ("", "?application_name=a@b"):
        fault = opening_error(f"postgresql://ann:secret@127.0.0.1/db{query}", busy)
        assert fault.key == "serve.fault.database.busy" and "secret" not in fault.text("en")


class FullHouse(Exception):
    """What PostgreSQL says that has no place for one more."""

    sqlstate = "53300"


@pytest.mark.parametrize("name", ["/home/ann@castle.example/site.db", "./postgres", "postgres.db", "/data/host=a/x.db"])
def test_a_file_may_have_any_name(name: str) -> None:
    assert database_url(name, Path("/x")) == f"sqlite:///{Path(name).absolute()}"


def test_a_password_is_not_shown() -> None:
    assert place_of("postgresql://ann:secret@castle/db") == "postgresql://castle/db"
    assert place_of("postgresql://castle/db?user=ann&password=secret") == "postgresql://castle/db"
    assert place_of("postgresql://ann:se@cret@castle/db") == "postgresql://"
    assert place_of("postgresql://ann:se@cr/et@castle/db") == "postgresql://"
    assert place_of("postgresql://ann:se?cret@castle/db") == "postgresql://castle/db"
    assert place_of("postgresql://castle/db?user=ann&password=se@cret") == "postgresql://castle/db"
    assert place_of("postgresql://ann:secret@castle:5433/db") == "postgresql://castle:5433/db"
    assert place_of("postgresql://ann:secret@castle:port/db") == "postgresql://"
    assert place_of("sqlite:////home/x.db") == "/home/x.db"
    assert place_of("sqlite:////home/x.db?max_page_count=9") == "/home/x.db"


def test_a_port_is_free_again_at_once() -> None:
    with listening_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
            other, _ = first.accept()
            other.close()
            line.recv(1)
    listening_socket("127.0.0.1", port).close()


def test_a_clone_that_was_not_set_up_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check_page(words("en"))
    assert not capsys.readouterr().out
    monkeypatch.setattr(browser_code, "VENDOR", tmp_path / "vendor")
    monkeypatch.setenv("INTRIGUE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(browser_code, "npm", lambda node: ["/nowhere/npm"])
    with pytest.raises(IntrigueError) as fault:
        check_page(words("en"))
    assert capsys.readouterr().out == f"{words('en')('serve.fetching')}\n"
    for language in LANGUAGES:
        said = fault.value.text(language)
        assert "npm: FileNotFoundError" in said and "make" not in said


def test_a_script_that_nobody_looked_at_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_code, "VENDOR", tmp_path / "vendor")
    monkeypatch.setenv("INTRIGUE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(browser_code, "npm", lambda node: [sys.executable, "-c", ""])
    with pytest.raises(IntrigueError) as fault:
        check_page(words("en"))
    for language in LANGUAGES:
        assert "idiomorph/LICENSE" in fault.value.text(language)
    assert not (tmp_path / "vendor").exists()
