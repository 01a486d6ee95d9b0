"""What stands in `deploy/`, and what a process of the site does for whoever runs it."""

from __future__ import annotations

import json
import re
import resource
import shlex
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from web.guests import PATIENCE, running, until
from web.servers import Site, free_port
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from intrigue.web.config import config_from
from intrigue.web.observe.metrics import Metrics
from intrigue.web.routes.urls import ROUTES
from intrigue.web.runtime.automation import BotsAndClocks
from intrigue.web.runtime.table_ids import new_id
from intrigue.web.server.listen import raise_limits
from intrigue.web.server.uvicorn import BACKLOG

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
ELSEWHERE = {"up"}
"""What Prometheus knows by itself."""


# The unit


def unit() -> dict[str, list[str]]:
    """Every setting of the unit, with all its values."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "intrigue.service").read_text().splitlines():
        if line and not line.startswith(("#", "[")):
            name, equals, value = line.partition("=")
            assert equals and re.fullmatch("[A-Z][A-Za-z]+", name), line
            found.setdefault(name, []).append(value)
    return found


def environment(**places: str) -> dict[str, str]:
    """What the unit tells the site: S and C are the folders of state and cache, i is what stands after the @ of its
    name."""
    found = dict(one.split("=", 1) for one in unit()["Environment"])
    for name in found:
        for sign, place in places.items():
            found[name] = found[name].replace(f"%{sign}", place)
        assert "%" not in found[name], name
    return found


@contextmanager
def service(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The site as the unit starts it: its command and its environment, with folders and a port of the test's own."""
    port = free_port()
    (command,) = unit()["ExecStart"]
    words = shlex.split(command)
    assert words[0] == "/opt/intrigue/bin/intrigue" and words[1] == "serve"
    words = [sys.executable, "-P", "-m", "intrigue", *words[1:]]
    told = environment(S=str(tmp_path / "state"), C=str(tmp_path / "cache"), i=str(port))
    given = {"PATH": "/usr/bin:/bin", "INTRIGUE_BOTS": "1", **told}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=given) as started:
        try:
            assert started.stdout
            next(line for line in started.stdout if str(port) in line)
            yield started, f"http://127.0.0.1:{port}"
        finally:
            if started.poll() is None:
                started.kill()


def test_the_command_of_the_unit_serves_and_stops_as_systemd_stops_it(tmp_path: Path) -> None:
    (stop,) = unit()["KillSignal"]
    with service(tmp_path) as (started, url):
        assert httpx.get(f"{url}/healthz").text == "ok\n"
        until(lambda: httpx.get(f"{url}/readyz").status_code == 200)  # its bots are being started
        assert (tmp_path / "state" / "intrigue" / "intrigue.db").exists()
        started.send_signal(signal.Signals[stop])
        out, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == 0 and err == ""
    assert float(unit()["TimeoutStopSec"][0]) > 5


def test_the_unit_gives_the_site_no_more_than_it_needs() -> None:
    found = unit()
    for name in ("DynamicUser", "ProtectHome", "PrivateTmp", "PrivateDevices", "NoNewPrivileges", "RestrictSUIDSGID"):
        assert found[name] == ["yes"], name
    assert found["ProtectSystem"] == ["strict"] and found["CapabilityBoundingSet"] == [""]
    assert found["StateDirectory"] == ["intrigue"] and found["StateDirectoryMode"] == ["0700"]
    assert "MemoryDenyWriteExecute" not in found  # the compiler of the rules writes what it runs
    assert int(found["LimitNOFILE"][0]) >= 65536


def test_the_unit_starts_the_site_however_long_its_database_is_away_and_one_process_a_port() -> None:
    found = unit()
    assert found["StartLimitIntervalSec"] == ["0"] and found["Restart"] == ["on-failure"]
    assert found["User"] == ["intrigue"]  # or processes would take their folders from each other
    for name, port in (("", 8000), ("8001", 8001)):
        told = config_from({}, environment(S="/s", C="/c", i=name))
        assert (told.host, told.port) == ("127.0.0.1", port)
    told = config_from(
        {}, environment(S="/s", C="/c", i="8001") | {"INTRIGUE_HOST": "192.0.2.2"}
    )  # the file goes before
    assert (told.host, told.port) == ("192.0.2.2", 8001)


# The proxy


def test_the_proxy_hides_what_is_not_for_the_world_and_passes_lines_on() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    for path in ("/metrics", "/readyz"):
        assert re.search(rf"location = {path}\s+{{ return 404; }}", text)
    for name in ("Host", "Upgrade", "Connection", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"):
        assert re.search(rf"proxy_set_header {name}\s", text)
    assert "proxy_add_x_forwarded_for" not in text  # what a stranger writes there is not passed on
    assert "gzip off;" in text


def test_the_proxy_leads_all_who_are_at_a_table_to_one_server() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    found = re.search(r"map \$uri \$intrigue_table \{\s+~(\S+)\s+\$intrigue_id;\s+default\s+\$remote_addr;\s+\}", text)
    assert found
    pattern = re.compile(found[1].replace("?<", "?P<"))
    table = new_id()
    ways = [route.path.replace("{table}", table) for route in ROUTES if "{table}" in getattr(route, "path", "")]
    assert len(ways) > 20
    for way in ways:
        at = pattern.match(way)
        assert at and at["intrigue_id"] == table, way
    assert not pattern.match("/") and not pattern.match("/tables") and not pattern.match(f"/replay/{table}")
    upstream = re.search(r"upstream intrigue \{(.*?)\n\}", text, re.DOTALL)
    assert upstream
    lines = [line.strip() for line in upstream[1].splitlines() if line.strip() and "#" not in line]
    assert lines[0] == "hash $intrigue_table consistent;" and lines[-1].startswith("keepalive ")  # nginx asks for it
    servers = re.findall(r"^ +(?:# )?server (.*?);", upstream[1], re.MULTILINE)
    assert len(servers) == 2 and all(one.endswith(":8000 fail_timeout=2s") for one in servers)  # nginx's own is 10


# The dashboard


def test_every_figure_on_the_dashboard_exists(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        site.guest().open()
        text = site.guest().get("/metrics").text
    known = {sample.name for family in text_string_to_metric_families(text) for sample in family.samples}
    declared = {family.name for family in text_string_to_metric_families(Metrics().text())}
    panels = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 10
    words = {"sum", "by", "rate", "topk", "count", "histogram_quantile", "which", "way", "did", "status", "route"}
    words |= {"le", "queue", "version", "job", "__rate_interval", "guard", "intrigue"}
    shown: set[str] = set()
    for panel in panels:
        for target in panel["targets"]:
            shown |= set(re.findall(r"[a-z_]{2,}", target["expr"])) - words - ELSEWHERE
    for name in shown:
        assert name in known or name.removesuffix("_total") in declared or name.removesuffix("_bucket") in declared, (
            name
        )
    ours = {name for name in declared if name.startswith("intrigue_")}
    assert {name for name in ours if not any(one.startswith(name) for one in shown)} == set()  # and all is shown


# The process


def test_the_server_takes_all_the_files_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
    try:
        raise_limits()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_limit_is_raised_before_the_door_is_opened(tmp_path: Path) -> None:
    with service(tmp_path) as (started, url):
        text = Path(f"/proc/{started.pid}/limits").read_text()
        found = re.search(r"Max open files\s+(\S+)\s+(\S+)", text)
        assert found and found[1] == found[2]


def test_many_may_wait_at_the_door(tmp_path: Path) -> None:
    most = int(Path("/proc/sys/net/core/somaxconn").read_text())
    with running(tmp_path) as site:
        told = site.door.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    (backlog,) = struct.unpack_from("I", told, 28)  # of a listening socket: how many may wait
    assert backlog == min(BACKLOG, most)


def test_a_clean_stop_closes_lines_with_the_code_of_a_restart(tmp_path: Path) -> None:
    site = Site(tmp_path, None, "--bots", "1")
    site.start()
    with httpx.Client(base_url=site.url, timeout=PATIENCE) as browser:
        page = browser.get("/", headers={"Accept": "text/html"})
        token = re.search(r'name="token" value="([^"]+)"', page.text)
        assert token
        said = {"X-Intrigue": token[1], "Origin": site.url}
        table = browser.post("/quick", json={"game": "oriflamme"}, headers=said).json()["table"]
        lines = [
            connect(f"ws://127.0.0.1:{site.port}/t/{table}/live", origin=Origin(site.url), legacy=True)
            for _ in range(20)
        ]
        for line in lines:
            line.recv(PATIENCE)
    site.stop()
    for line in lines:
        with pytest.raises(ConnectionClosed) as end:
            while True:
                line.recv(PATIENCE)
        assert end.value.rcvd and end.value.rcvd.code == 1012
    assert site.log.read_text() == ""


COMPILING = 180.0
"""Seconds that a thinker may need where nothing is compiled yet."""


def test_a_thinker_that_was_killed_has_a_successor_though_nobody_asks(tmp_path: Path) -> None:
    """/readyz says so until it has."""
    with running(tmp_path, automation=BotsAndClocks, bot_processes=1) as site:
        team = site.parts.automation
        assert isinstance(team, BotsAndClocks)
        operator = site.guest()  # the same one: an address may hold only so many connections
        until(lambda: operator.get("/readyz").status_code == 200, COMPILING)
        (worker,) = team.thinking.workers
        first = worker.client
        assert first
        first.kill()
        until(lambda: worker.client is not first and operator.get("/readyz").status_code == 200, COMPILING)
