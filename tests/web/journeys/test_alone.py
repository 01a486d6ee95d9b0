"""One person against bots, with a mouse: from one click on the first page to the record and the rematch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from web.browsers import NAME, Visitors
from web.journeys.ways import QUICK, close_menu, dealt, download_record, load_match, log_of, menu, own_moves, quick
from web.play import Player, at
from web.servers import Site

from intrigue.cli import main
from intrigue.locale import words

SAY = words("en")


@pytest.mark.parametrize(
    ("game", "players", "level"),
    [
        ("oriflamme", 4, "squire"),
        ("ablaze", 3, "page"),
        pytest.param("oriflamme-mix", 5, "page", marks=pytest.mark.full),
        ("richelieu", 2, "page"),
    ],
)
def test_a_whole_game_by_mouse(
    game: str,
    players: int,
    level: str,
    inn: Site,
    visitors: Visitors,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = visitors(inn.url, likes=QUICK)
    quick(page, game, players, level)
    first = page.url
    player = Player(page)
    player.play()

    # The end: who won, and where everybody's points come from.
    expect(page.locator("#r-result .winner")).to_be_visible()
    rows = page.locator("#r-result table.points tbody tr")
    expect(rows).to_have_count(players)
    winners = []
    for row in rows.all():
        points, *parts = [int(cell.replace("−", "-")) for cell in row.locator("td").all_inner_texts()]
        assert len(parts) > 3 and sum(parts) == points
        if row.get_attribute("data-winner") is not None:
            emblem = row.locator(".emblem use").get_attribute("href") or ""
            winners.append(int(emblem.rpartition("-")[2]))

    # The record holds what was played here, and its deal is the promised one.
    record = download_record(page, tmp_path)
    match = load_match(record)
    assert match.over and own_moves(match, player, 1)
    assert sorted(winners) == match.winners and match.winners
    assert main(["verify", "--lang", "en", str(record)]) == 0
    assert "Everything fits." in capsys.readouterr().out

    # Once more with one click; everybody has moved on by one seat.
    page.locator("#r-result button[data-post$='/rematch']").click()
    page.wait_for_url(lambda url: "/t/" in url and url != first)
    dealt(page)
    assert Player(page).seat == 2
    expect(page.locator("#r-players .player")).to_have_count(players)


def test_one_click_and_nothing_else_chosen(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url)
    page.locator("article[data-game=ablaze] button.main").click()
    dealt(page)
    expect(page.locator("#r-players .player")).to_have_count(4)
    assert Player(page).wait()
    page.goto(inn.url)
    expect(page.locator("ul.lines a")).to_contain_text("Guest")


def test_the_language_is_switched_in_the_middle_of_a_game(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url, likes=QUICK)
    quick(page, "oriflamme", 3)
    player = Player(page)
    player.play(1)
    question = player.wait()
    hand = page.locator("#r-hand .held").evaluate_all("cards => cards.map(card => card.id)")
    lines = log_of(page)
    menu(page)
    page.locator("#drawer-menu button[name=language][value=uk]").click()
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    dealt(page)
    again = player.wait()
    assert question and again
    assert [move for move, *_ in again["moves"]] == [move for move, *_ in question["moves"]]
    assert not {told for *_, told in again["moves"]} & {told for *_, told in question["moves"]}
    assert page.locator("#r-hand .held").evaluate_all("cards => cards.map(card => card.id)") == hand
    assert len(log_of(page)) == len(lines) and not set(log_of(page)) & set(lines)
    player.play(1)


def test_cards_are_dragged_to_their_place(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url, likes=QUICK)
    quick(page, "oriflamme", 3)
    player = Player(page)
    question = player.wait()
    assert question
    move, parts, _ = next(move for move in question["moves"] if move[1][1] == "to:first")
    card, place = (page.locator(f"[data-at='{part}']") for part in parts)

    lift(page, card)  # and let go beside every place: the card goes back
    expect(place).to_have_class("place can")
    page.mouse.up()
    expect(page.locator(".drag-ghost")).to_have_count(0)
    again = player.question()
    assert again and again["version"] == question["version"]

    lift(page, card)
    place.hover()
    page.mouse.up()
    kind = move.split(" ")[1]
    expect(page.locator(f"#h-{kind}")).to_have_count(0)
    placed = page.locator("#r-log .ev-card_placed", has_text="Guest")
    expect(placed).to_have_text(f"Guest places the {SAY(f'card.{kind}.name')} first in the row.")


def test_agents_are_dragged_to_their_place(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url, likes=QUICK)
    quick(page, "richelieu", 2)
    question = Player(page).wait()
    assert question
    agent, space = next(parts for _, parts, _ in question["moves"] if parts[0] == "agent:2" and len(parts) == 2)
    before = page.locator("#h-2 .many").inner_text()
    lift(page, page.locator(at(agent)))
    page.locator(at(space)).hover()
    page.mouse.up()
    expect(page.locator(f"{at(space)} .agent.noble-1")).to_have_count(1)
    expect(page.locator("#h-2 .many")).not_to_have_text(before)


def lift(page: Page, thing: Locator) -> None:
    """Begins to drag a thing, out of the table."""
    thing.hover()
    page.mouse.down()
    page.locator(".bar .brand").hover()
    expect(page.locator(".drag-ghost")).to_be_visible()


@pytest.fixture
def living_room(tmp_path: Path) -> Iterator[Site]:
    """A site under a name on the network, which browsers do not trust without https as they trust 127.0.0.1."""
    site = Site(tmp_path)
    site.url = site.environment["INTRIGUE_PUBLIC_URL"] = f"http://{NAME}:{site.port}"
    site.start()
    yield site
    site.stop()
    assert site.log.read_text() == ""


def test_nothing_needs_https(living_room: Site, visitors: Visitors) -> None:
    page = visitors(living_room.url)
    assert page.evaluate("() => [isSecureContext, navigator.clipboard ?? null]") == [False, None]
    quick(page, "oriflamme", 3)
    menu(page)
    page.locator("#likes-speed").select_option("none")
    page.locator("[data-open=dialog-share]").click()
    page.locator("#dialog-share [data-copy]").click()
    expect(page.locator("#dialog-share [data-copy]")).to_have_text(SAY("client.copied"))
    page.locator("#dialog-share button.main").click()
    close_menu(page)
    page.locator("#say-text").focus()
    page.keyboard.press("ControlOrMeta+V")
    expect(page.locator("#say-text")).to_have_value(page.url)
    player = Player(page)
    player.play(2)
    page.reload()
    dealt(page)
    player.play(1)
    assert len(player.moves) == 3
    page.context.close()


def test_a_game_that_begins_by_itself_asks_nobody_to_invite_friends(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url, likes=QUICK)
    page.route("**/do", lambda request: None)  # the word that all are ready is on its way
    page.locator("[data-game=oriflamme] form[action='/quick'] button").click()
    expect(page.locator("#r-seats .seat").first).to_be_visible()
    expect(page.locator(".invite")).to_be_hidden()
