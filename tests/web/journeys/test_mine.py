"""The reader's own pages: the next table that waits, looking back, another browser, taking everything and leaving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browsers import PHONE, Visitors
from web.journeys.ways import QUICK, dealt, host_table, join_table, quick, say_ready, table_of
from web.play import Player
from web.servers import Site

from intrigue.locale import words

SAY = words("en")


def code_on(page: Page) -> str:
    """The recovery code that a page shows."""
    groups = page.locator(".recovery-code span")
    expect(groups).to_have_count(4)
    return "-".join(groups.all_inner_texts())


def player_on_turn(page: Page) -> Player:
    """Somebody whose move a table waits for."""
    player = Player(page)
    assert player.wait()
    return player


def test_on_to_the_next_table_that_waits(inn: Site, visitors: Visitors) -> None:
    first = visitors(inn.url, likes=QUICK)
    quick(first, "oriflamme", 3)
    player = player_on_turn(first)
    expect(first.locator("#next-table")).to_be_hidden()
    second = first.context.new_page()
    visitors.watch(second)
    second.goto(inn.url)
    quick(second, "ablaze", 3)
    player_on_turn(second)
    expect(second.locator("#next-table")).to_be_visible()
    question = player.wait()
    assert question
    player.answer(question)
    expect(first.locator("#next-table")).to_be_visible()  # without a reload
    first.locator("#next-table").click()
    first.wait_for_url(f"**/t/{table_of(second)}")
    second.goto(f"{inn.url}/mine")
    expect(second.locator(".lines .line")).to_have_count(2)
    second.get_by_role("link", name=SAY("mine.next"), exact=True).click()
    second.wait_for_url("**/t/*")
    dealt(second)


@pytest.mark.full
def test_looking_back_on_a_finished_game(inn: Site, visitors: Visitors, tmp_path: Path) -> None:
    page = visitors(inn.url, likes=QUICK, size=PHONE)
    quick(page, "oriflamme", 3)
    player = Player(page)
    while question := player.wait():
        player.answer(question)
    page.goto(f"{inn.url}/mine")
    game = page.locator(".finished li")
    expect(game).to_have_count(1)
    with page.expect_download() as coming:
        game.get_by_role("link", name=SAY("mine.record"), exact=False).click()
    coming.value.save_as(tmp_path / "record")
    assert "Game: oriflamme" in (tmp_path / "record").read_text()
    page.get_by_role("link", name=SAY("mine.way.statistics")).click()
    expect(page.locator("svg.course")).to_have_count(1)
    expect(page.locator("table.figures").first.locator("tbody tr")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name=SAY("mine.way.ladder")).click()
    expect(page.locator("table.figures")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{inn.url}/mine")
    page.locator(".finished").get_by_role("link", name=SAY("mine.replay"), exact=False).click()
    page.wait_for_url("**/replay*")


def test_a_recovery_code_carries_me_to_another_browser(inn: Site, visitors: Visitors) -> None:
    laptop = visitors(inn.url, likes={**QUICK, "name": "Ann", "theme": "dark"})
    quick(laptop, "oriflamme", 3)
    table = table_of(laptop)
    laptop.goto(f"{inn.url}/me")
    laptop.get_by_role("button", name=SAY("mine.code.make")).click()
    code = code_on(laptop)
    laptop.get_by_role("link", name=SAY("mine.code.done")).click()
    laptop.goto(f"{inn.url}/me")
    assert code not in laptop.content()  # shown once

    phone = visitors(f"{inn.url}/mine", size=PHONE)
    phone.get_by_role("link", name=SAY("mine.elsewhere")).click()
    phone.get_by_role("textbox", name=SAY("mine.recover.code")).fill("AAAA-AAAA-AAAA-AAAA")
    phone.get_by_role("button", name=SAY("mine.recover.do")).click()
    expect(phone.get_by_role("alert")).to_have_text(SAY("mine.fault.code"))
    visitors.complaints.clear()  # the browser's, about an answer that says no
    phone.get_by_role("textbox", name=SAY("mine.recover.code")).fill(code.lower())
    phone.get_by_role("button", name=SAY("mine.recover.do")).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(SAY("mine.arrived.name", name="Ann"))
    assert code_on(phone) != code
    expect(phone.locator("body")).to_have_attribute("data-theme", "dark")
    phone.get_by_role("link", name=SAY("mine.code.done")).click()
    phone.locator(f".lines a[href='/t/{table}']").click()
    dealt(phone)
    player = player_on_turn(phone)
    question = player.wait()
    assert question
    player.answer(question)
    laptop.goto(f"{inn.url}/t/{table}")
    dealt(laptop)
    assert player_on_turn(laptop).seat == 1  # both are Ann


def test_taking_everything_and_leaving(inn: Site, visitors: Visitors, tmp_path: Path) -> None:
    ann = host_table(visitors, inn, "oriflamme", "Annabella", players="3", level="page")
    bob = join_table(visitors, ann.url, 2, "Bob")
    ann.locator("#seat-3 form[data-do*=fill] button").first.click()
    say_ready(ann, bob)
    table = table_of(ann)
    ann.locator("#say-text").fill("my last word")
    ann.locator("#say button").click()
    expect(bob.locator("#r-talk")).to_contain_text("my last word")
    bob.locator("#say-text").fill("a word of mine")
    bob.locator("#say button").click()
    expect(bob.locator("#r-talk > li")).to_have_count(2)

    ann.goto(f"{inn.url}/me")
    with ann.expect_download() as coming:
        ann.get_by_role("link", name=SAY("mine.export.do")).click()
    coming.value.save_as(tmp_path / "export.json")
    kept = json.loads((tmp_path / "export.json").read_text())
    assert kept["person"]["name"] == "Annabella"
    assert [line["text"] for line in kept["talk"]] == ["my last word"]
    assert [one["table_id"] for one in kept["tables"]] == [table] and kept["records"] == {}

    ann.get_by_role("link", name=SAY("mine.delete.go")).click()
    ann.get_by_role("button", name=SAY("mine.delete.do")).click()  # the box is not ticked: the browser says so
    expect(ann.locator("#delete-sure")).to_be_focused()
    ann.locator("#delete-sure").check()
    ann.get_by_role("button", name=SAY("mine.delete.do")).click()
    expect(ann.get_by_role("heading", level=1)).to_have_text(SAY("mine.gone.title"))
    ann.goto(f"{inn.url}/mine")
    expect(ann.locator(".lines")).to_have_count(0)

    expect(bob.locator("#r-players")).not_to_contain_text("Annabella")
    expect(bob.locator("#r-people")).not_to_contain_text("Annabella")
    expect(bob.locator("#r-talk > li")).to_have_text(["Bob a word of mine"])
    assert "Annabella" not in bob.content() and "my last word" not in bob.content()
    bob.reload()
    dealt(bob)
    assert "Annabella" not in bob.content() and "my last word" not in bob.content()
    Player(bob).wait()  # the game goes on
