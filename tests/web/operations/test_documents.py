"""docs/operations.md tells the settings, limits, figures and deeds that the program has, no more and no fewer."""

from __future__ import annotations

import argparse
import dataclasses
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from intrigue import web
from intrigue.cli import parser
from intrigue.locale import words
from intrigue.web.commands import admin, serve
from intrigue.web.config import RATES, Config, config_from
from intrigue.web.observe.metrics import QUEUES, Metrics
from intrigue.web.runtime.notifications.notifier import FAILURES
from intrigue.web.server.uvicorn import BACKLOG
from intrigue.web.store.queries.notifications import BROWSERS
from intrigue.web.store.schema import metadata
from intrigue.web.table import clocks

TEXT = (Path(__file__).parents[3] / "docs" / "operations.md").read_text()
SIZES = ("body", "upload", "message", "lines", "connections", "tables")
BY_HAND = {"origins", "cache"}
"""Only in the environment."""


def rows(heading: str) -> list[list[str]]:
    """The rows of all tables below a heading, without the heads."""
    part = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    heads = {number - 1 for number, line in enumerate(lines) if set(line) <= set("|-")}
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for number, line in enumerate(lines)
        if number not in heads and number - 1 not in heads
    ]


def options(name: str) -> dict[str, argparse.Action]:
    commands = next(one for one in parser(words("en"))._actions if isinstance(one, argparse._SubParsersAction))
    return {action.dest: action for action in commands.choices[name]._actions}


def test_the_settings_are_those_of_the_program() -> None:
    told = {variable.strip("`").removeprefix("INTRIGUE_").lower(): option for option, variable, *_ in rows("Settings")}
    assert set(told) == {*serve.OPTIONS, *BY_HAND}
    for name, option in told.items():
        assert option == ("" if name in BY_HAND else f"`--{name.replace('_', '-')}`")
    known = options("serve")
    assert set(serve.OPTIONS) == set(known) - {"help", "lang", "open", "no_open", "run"}


def test_what_holds_otherwise_is_so() -> None:
    usual = {option.strip("`"): otherwise for option, _, otherwise, _ in rows("Settings")}
    made = config_from({}, {"HOME": "/home/ann"})
    assert f"`{made.host}`" in usual["--host"] and f"`{made.port}`" in usual["--port"]
    assert not made.lan and not made.outside_bots and usual["--lan"] == usual["--outside-bots"] == "no"
    assert (made.proxies, made.hosts, made.origins, made.metrics_from) == ((), (), (), ())


@pytest.mark.parametrize("name", [name for name in serve.OPTIONS if name != "data"])
def test_every_setting_can_stand_in_the_environment(name: str) -> None:
    values = {"port": "9", "bots": "2", "lan": "1", "outside_bots": "1", "public_url": "https://a.example"}
    value = values.get(name, "192.0.2.7")
    assert config_from({}, {f"INTRIGUE_{name.upper()}": value}) != config_from({}, {})


def test_the_limits_are_those_of_the_program() -> None:
    rates = {row[0].strip("`"): (int(row[1]), int(row[2])) for row in rows("Limits") if len(row) == 4}
    assert rates == {name: (rate.burst, rate.seconds) for name, rate in RATES.items()}
    sizes = {row[0].strip("`"): int(row[1]) for row in rows("Limits") if len(row) == 3}
    usual = {field.name: field.default for field in dataclasses.fields(Config)}
    assert sizes == {name: usual[name] for name in SIZES}


def test_the_figures_are_those_of_the_program() -> None:
    told = {name.strip("`").removesuffix("_total") for name, _ in rows("Metrics")} - {"process_…"}
    declared = {family.name for family in text_string_to_metric_families(Metrics().text())}
    assert told == {name for name in declared if name.startswith("intrigue_")}
    assert all(f"`{queue}`" in TEXT for queue in QUEUES)


def test_every_deed_is_told() -> None:
    for deed in admin.COMMANDS:
        assert f"intrigue admin {deed}" in TEXT, deed
    for line in re.findall(r"^(?:/opt/intrigue[0-9.-]*/bin/)?intrigue (admin .*)$", TEXT, re.MULTILINE):
        found = re.findall(r'"[^"]*"|\S+', line.partition("#")[0])
        parser(words("en")).parse_args([word.strip('"') for word in found])


KEPT = {
    "seats": "who held which seat",
    "sittings": "who held which seat",
    "people": "a person",
    "devices": "hashes of cookies",
    "recoveries": "recovery code",
    "results": "results",
    "talk": "what was said",
    "log": "every move",
    "pushes": "web push",
    "hooks": "webhook",
    "quiets": "want no notices",
    "notices": "were last told",
    "shelf": "records that somebody brought",
}
"""How the text calls what the database keeps of people."""


def test_all_that_is_kept_of_people_is_told() -> None:
    about = {name for name, table in metadata.tables.items() if {"person", "author"} & set(table.c.keys())}
    assert about | {"people"} == set(KEPT)
    told = "\n".join(row[0] for row in rows("Privacy"))
    assert [name for name in KEPT.values() if name not in told] == []
    (pushes,) = (row[1] for row in rows("Privacy") if "web push" in row[0])
    assert f"fails on {FAILURES} days" in pushes.replace("five", "5")
    assert f"the latest {BROWSERS}" in pushes.replace("ten", "10")
    assert "DNS64" in TEXT
    counted = [row[0] for row in rows("Privacy") if "last counted" in row[0]]
    assert len(counted) == sum("failed" in table.c for table in metadata.tables.values())


IN_BROWSERS = {
    "mute": "muted",
    "held": "how a card explains itself",
    "deals": "promised of the deal",
    "push": "where web push is turned on",
}
"""How the text calls what a browser keeps for itself."""


def test_all_that_a_browser_keeps_is_told() -> None:
    scripts = "".join(path.read_text() for path in (Path(web.__file__).parent / "static" / "js").glob("*.js"))
    assert set(re.findall(r"\b(?:load|save)Json\([\"`](\w+)", scripts)) == set(IN_BROWSERS)
    kept = TEXT.split("\n## Privacy\n")[1].partition("\n|")[0]
    assert [name for name in IN_BROWSERS.values() if name not in kept] == []


def test_the_numbers_in_the_text_are_the_programs() -> None:
    assert f"{BACKLOG:,} connections" in TEXT
    assert f"{clocks.PROGRAM // 1000} seconds for each move" in TEXT
