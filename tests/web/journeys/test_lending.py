"""A host gives a seat to a program in a browser, and the example plays there, asked alike in twin worlds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from web.browsers import Visitors
from web.journeys.ways import dealt, hosted, joined
from web.play import Player
from web.secrecy.twins import twin_of
from web.servers import Site
from web.view.worlds import World

from intrigue.games import GAMES
from intrigue.web.table.seats import Seat
from intrigue.web.table.table import Table
from intrigue.web.view import scene_builder

EXAMPLE = Path(__file__).parents[3] / "examples" / "outside_bot.py"


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Site]:
    one = Site(tmp_path, None, "--bots", "1", "--outside-bots")
    one.start()
    yield one
    one.stop()
    assert one.log.read_text() == ""


def test_a_host_gives_a_seat_to_a_program(inn: Site, visitors: Visitors) -> None:
    ann = hosted(visitors, inn, "oriflamme", "Ann", players="3", level="page")
    ann.locator("#bot-2").select_option("page")
    ann.locator("#seat-2 form button").click()
    expect(ann.locator("#seat-2")).to_have_attribute("data-held", "bot")
    ann.locator("details.outside summary").click()
    ann.locator("#lend-seat").select_option("3")
    ann.locator("#lend-name").fill("Deep Row")
    ann.locator("form[data-lend] button").click()
    expect(ann.locator("#lent-token")).not_to_be_empty()
    expect(ann.locator("#seat-3")).to_contain_text("bot: Deep Row")
    address, token = ann.locator("#lent-address").inner_text(), ann.locator("#lent-token").inner_text()
    assert address == f"ws://127.0.0.1:{inn.port}/t/{ann.url.rpartition('/')[2]}/bot"
    program = subprocess.Popen([sys.executable, str(EXAMPLE), address, token])
    try:
        ann.locator("[data-do*=ready]").first.click()
        dealt(ann)
        expect(ann.locator("#p3")).to_contain_text("bot: Deep Row")
        Player(ann, 1).play()
        assert program.wait(30) == 0
    finally:
        program.kill()
        program.wait()
    ann.reload()
    assert token not in ann.content()


def test_the_seats_for_programs_are_those_that_the_lobby_shows(inn: Site, visitors: Visitors) -> None:
    """Without a reload: a seat that is added can be given away, one that a person takes cannot."""
    ann = hosted(visitors, inn, "richelieu", "Ann", players="2", level="page")
    form, seats = ann.locator("details.outside"), ann.locator("#lend-seat option")
    expect(seats).to_have_text(["2"])
    joined(visitors, ann.url, 2, "Bob")
    expect(form).to_be_hidden()
    ann.get_by_role("button", name="Add a seat").click()
    expect(form).to_be_visible()
    form.locator("summary").click()
    expect(seats).to_have_text(["3"])
    ann.get_by_role("button", name="Add a seat").click()
    expect(seats).to_have_text(["3", "4"])
    ann.locator("#lend-seat").select_option("4")
    ann.locator("#lend-name").fill("Deep Row")
    ann.locator("form[data-lend] button").click()
    expect(ann.locator("#seat-4")).to_contain_text("bot: Deep Row")
    expect(ann.locator("#lent-token")).not_to_be_empty()
    joined(visitors, ann.url, 3, "Cyd")
    expect(seats).to_have_text(["4"])
    expect(ann.locator("#lent-token")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_program_is_asked_alike_in_twin_worlds(game: str) -> None:
    """Threats 1 and 3: what it is sent depends on nothing that its seat may not know."""
    screens: dict[str, Any] = {"screens": "closed"} if game == "richelieu" else {}
    world = World(game, next(iter(GAMES[game].editions)), 3, seed=5, **screens)
    questions: list[str] = []
    for _ in zip(world.play(), range(40), strict=False):
        seat = world.table.to_act
        if seat is not None:
            twin = twin_of(world.table, seat, seed=len(questions))
            asked = [json.dumps(question(table, seat)) for table in (world.table, twin)]
            assert asked[0] == asked[1]
            questions.append(asked[0])
    assert len(questions) > 20


def question(table: Table, seat: int) -> dict[str, Any]:
    """What a program would be asked if it held the seat."""
    last = table.moments[-1]
    seats = list(last.seats)
    seats[seat - 1] = Seat(seat, name="Deep Row", level="page", key="k")
    table.moments[-1] = replace(last, seats=tuple(seats))
    try:
        return scene_builder.bot_question(table, seat)
    finally:
        table.moments[-1] = last
