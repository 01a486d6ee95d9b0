"""The fair deal, as a player finds out about it: what the browser keeps, and what it says when the game is over."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.browsers import Visitors
from web.guests import Site, running
from web.journeys.ways import close_menu, control, dealt, download_record, join_table, menu, quick

from intrigue.cli import main
from intrigue.locale import words
from intrigue.web.table import decide, requests
from intrigue.web.table.fair import commitment

SAY = words("en")
SWAPPED = "0bad" * 8


@pytest.fixture
def near(tmp_path: Path) -> Iterator[Site]:
    """A site in this process, whose code a test may spoil."""
    with running(tmp_path) as site:
        yield site


def begin_game(visitors: Visitors, site: Site) -> tuple[Page, str, str]:
    """A game against bots: its page, and what its menu says during play of the fingerprint and of the own number."""
    page = visitors(site.url)
    quick(page, "oriflamme", 3)
    menu(page)
    page.locator("#drawer-menu .fair summary").click()
    shown = page.locator("#commitment").inner_text(), page.locator("#own-numbers code").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", shown[0]) and re.fullmatch("1:[0-9a-f]{32}", shown[1])
    close_menu(page)
    return page, *shown


def deal_lines(page: Page) -> list[str]:
    """What the page says of the deal when the game is over."""
    expect(page.locator("#r-result .fair")).to_be_visible()
    return [line for line in page.locator("#r-result [data-fair]").all_inner_texts() if line]


def verify_record(page: Page, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The command that the page names, on the record that it gives."""
    download_record(page, folder)
    monkeypatch.chdir(folder)
    command = page.locator("#r-result .fair code").first.text_content()
    return main(shlex.split(command or "")[1:])


def test_the_page_and_verify_say_that_a_deal_is_the_promised_one(
    near: Site, visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, shown, number = begin_game(visitors, near)
    control(page, "vote")
    assert deal_lines(page) == [SAY("client.fair.fits")]
    command = page.locator("#r-result .fair code").first
    assert f"--commitment {shown} --nonce {number}" in (command.text_content() or "")
    assert verify_record(page, tmp_path, monkeypatch) == 0
    page.reload()
    assert deal_lines(page) == [SAY("client.fair.fits")]
    stranger = visitors(page.url)
    assert deal_lines(stranger) == []
    expect(stranger.locator("#r-result [data-given]")).to_have_text("")


def test_a_server_that_swaps_a_nonce_is_found_out_by_the_page_and_by_verify(
    near: Site, visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It sees what the player adds, and writes down another number; all the rest follows from that one."""

    def swap(table: Any, request: requests.Ready, person: int) -> Any:
        return decide.ready(table, requests.Ready(request.seat, SWAPPED), person)

    monkeypatch.setitem(decide.ANSWERS, requests.Ready, swap)
    page, _, number = begin_game(visitors, near)
    control(page, "vote")
    assert deal_lines(page) == [SAY("client.fair.nonce", seats="1")]
    assert verify_record(page, tmp_path, monkeypatch) == 1
    said = capsys.readouterr().out
    assert SAY("verify.kept.nonce.wrong", seat=1, nonce=SWAPPED) in said
    assert number.partition(":")[2] not in said


def test_whoever_takes_their_seat_back_from_the_bot_that_was_dealt_in_is_not_alarmed(
    near: Site, visitors: Visitors
) -> None:
    host = near.guest()
    table = host.open()
    ann = join_table(visitors, f"{near.url}/t/{table}", 2, "Ann")
    for deed in ("ready", "rise"):
        button = ann.locator(f'#r-seats button[data-do*=\'"do":"{deed}"\']')
        button.click()
        expect(button).to_have_count(0)
    for seat in (2, 3):
        assert host.ask(table, do="fill", seat=seat, level="page").status_code == 200
    host.ready(table, 1)
    dealt(ann)
    control(ann, "sit")
    expect(ann.locator("#p2.mine")).to_have_count(1)
    assert host.ask(table, do="vote", seat=1, end=True).status_code == 200
    control(ann, "vote")
    assert deal_lines(ann) == [SAY("client.fair.bot", seats="2")]
    expect(ann.locator("#r-result [data-given]")).to_have_text(re.compile("^ --commitment [0-9a-f]{64}$"))


def test_a_server_that_changes_its_secret_is_found_out_by_the_page_and_by_verify(
    near: Site, visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, _, _ = begin_game(visitors, near)
    table = near.inside(lambda: near.parts.tables.get(page.url.rpartition("/")[2]))
    table.secret = bytes(32)
    table.commitment = commitment(table.secret)
    control(page, "vote")
    assert deal_lines(page) == [SAY("client.fair.commitment")]
    assert verify_record(page, tmp_path, monkeypatch) == 1
    assert SAY("verify.kept.commitment.wrong") in capsys.readouterr().out
