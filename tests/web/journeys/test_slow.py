"""Games with clocks: standing orders of slow ones, and a bot that plays on when the time of a live one is up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from web.browsers import Visitors
from web.journeys.ways import QUICK, close_menu, host_table, join_table, log_of, menu, say_ready
from web.play import Player, Question, together
from web.servers import Site

from intrigue.locale import words
from intrigue.web.table.settings import SHORTEST

SAY = words("en")


class Patient(Player):
    """Somebody who places cards at the end of the row and reveals nothing."""

    asked_to_reveal = 0

    def choose(self, question: Question) -> tuple[str, list[str]]:
        self.asked_to_reveal += question["moves"][0][0] == "reveal"
        move, parts, _ = next(one for one in reversed(question["moves"]) if " on " not in one[0])
        assert move == "wait" or move.startswith("place"), move
        return str(move), list(parts)


def orders(page: Page) -> list[str]:
    """Opens the standing orders: the cards they can be about."""
    menu(page)
    page.locator("#r-controls [data-open=dialog-orders]").click()
    expect(page.locator("#orders form")).to_be_visible()
    return page.locator("#orders label").all_inner_texts()


def close_orders(page: Page) -> None:
    page.locator("#dialog-orders .answers button").click()
    close_menu(page)


@pytest.mark.full
def test_standing_orders_wait_until_told_otherwise(inn: Site, visitors: Visitors) -> None:
    ann = host_table(visitors, inn, "oriflamme", "Ann", players="3", level="page", clock="days:1")
    bob = join_table(visitors, ann.url, 2, "Bob")
    cleo = join_table(visitors, ann.url, 3, "Cleo")
    say_ready(ann, bob, cleo)
    expect(ann.locator(".clock").first).to_be_visible()
    players = [Patient(page) for page in (ann, bob, cleo)]
    while not any(move.startswith("place") for move in players[0].moves):
        together(players, 1)

    # Ann orders her card to wait; nobody else's page hears of it.
    version = ann.locator("body").get_attribute("data-version") or ""  # hers is the last move
    expect(bob.locator("body")).to_have_attribute("data-version", version)
    assert len(orders(ann)) == 1
    with ann.expect_response("**/orders"):
        ann.locator("#orders input").check()
    close_orders(ann)
    assert version == bob.locator("body").get_attribute("data-version")

    # It waits without her being asked, and the others are told what they are told of anybody who waits.
    others = players[1:]
    while sum(len(player.moves) for player in others) < 4:
        together(others, 1)
    for page in (ann, bob, cleo):
        expect(page.locator("#r-log .ev-card_left_waiting")).to_have_count(3)
    for page in (bob, cleo):
        lines = page.locator("#r-log .ev-card_left_waiting").all_inner_texts()
        assert len({re.sub(r"\d|Ann|Bob|Cleo", "", line) for line in lines}) == 1
        assert all(sum(name in line for line in lines) == 1 for name in ("Ann", "Bob", "Cleo"))
    assert players[0].asked_to_reveal == 0

    # Told otherwise, she is asked again, about this card and the next.
    orders(ann)
    expect(ann.locator("#orders input:checked")).to_have_count(1)
    with ann.expect_response("**/orders"):
        ann.locator("#orders input:checked").uncheck()
    close_orders(ann)
    while len(players[0].moves) < 4:
        together(players, 1)
    assert players[0].asked_to_reveal == 2


def open_with_clock(visitors: Visitors, site: Site, clock: str, **fields: str) -> Page:
    """Ann at a table with a clock that the form does not offer, because it is too short for people."""
    page = visitors(f"{site.url}/new?game=ablaze", likes=QUICK | {"name": "Ann"})
    token = page.locator("form.new input[name=token]").get_attribute("value") or ""
    opened = page.request.post(
        f"{site.url}/new",
        form={"token": token, "game": "ablaze", "players": "3", "level": "page", "clock": clock, **fields},
        headers={"Origin": site.url, "Accept": "text/html"},
    )
    page.goto(opened.url)
    return page


def test_a_clock_at_zero(inn: Site, visitors: Visitors) -> None:
    friendly = open_with_clock(visitors, inn, f"friendly:{SHORTEST}", fill="bots")
    reminded = Player(friendly)
    question = reminded.wait()
    ann = open_with_clock(visitors, inn, f"live:{SHORTEST}")
    bob = join_table(visitors, ann.url, 2, "Bob")
    ann.locator("#seat-3 form button").click()
    expect(ann.locator("#seat-3")).to_have_attribute("data-held", "bot")
    say_ready(ann, bob)
    people = {1: Player(ann, 1), 2: Player(bob, 2)}
    together([people[2]], until=1)
    assert people[1].wait()

    # Ann does nothing: her page warns, then a bot plays on.
    expect(ann.locator(".clock.low").first).to_be_visible(timeout=3000 * SHORTEST)
    expect(ann.locator("#announcer")).to_contain_text(SAY("client.clock.low", left="").strip(" .!"))
    away = bob.locator("#p1 .badge")
    expect(away).to_have_attribute("aria-label", SAY("board.badge.away"), timeout=3000 * SHORTEST)
    assert SAY("web.event.lapsed", player="Ann") in log_of(bob)
    assert people[2].wait()  # so the bot has moved for her
    expect(ann.locator("#ask")).to_have_count(0)

    # A friendly clock at zero has reminded, and waits.
    expect(friendly.locator(".clock.low").first).to_have_text("0:00")
    assert question and reminded.question() == question

    # She comes back with one click and is asked again.
    ann.locator("#r-controls [data-do*=return]").first.click()
    expect(away).to_have_count(0)
    assert SAY("web.event.returned", player="Ann") in log_of(bob)
    together([people[2]], until=1)
    people[1].play(1)
