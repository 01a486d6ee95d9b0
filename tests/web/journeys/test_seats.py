"""What people do at a table beside playing: take back, hand over, leave, resign, come in the middle, end by consent."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.browsers import PHONE, Visitors
from web.journeys.ways import (
    QUICK,
    close_menu,
    control,
    dealt,
    download_record,
    host_table,
    join_table,
    load_match,
    log_of,
    menu,
    say_ready,
)
from web.play import Player, together
from web.servers import Site

from intrigue.cli import main
from intrigue.locale import words

SAY = words("en")


@pytest.fixture
def three(inn: Site, visitors: Visitors) -> list[Player]:
    """Ann, Bob and Cleo at a game of Oriflamme without bots."""
    ann = host_table(visitors, inn, "oriflamme", "Ann", players="3", level="page")
    bob = join_table(visitors, ann.url, 2, "Bob")
    cleo = join_table(visitors, ann.url, 3, "Cleo")
    say_ready(ann, bob, cleo)
    return [Player(page, seed) for seed, page in enumerate((ann, bob, cleo))]


def in_turn(players: list[Player]) -> list[Player]:
    """The players, beginning with whose turn it is."""
    seat = players[0].page.wait_for_selector("#r-players .player.turn")
    assert seat
    first = int((seat.get_attribute("id") or "p0")[1:]) - 1
    return players[first:] + players[:first]


def test_a_move_is_taken_back_until_somebody_acts(three: list[Player]) -> None:
    one, two, three_ = in_turn(three)
    question = one.wait()
    assert question
    move = one.answer(question, question["moves"][0][0])
    kind = move.split(" ")[1]
    expect(two.page.locator(".slot")).to_have_count(1)
    expect(one.page.locator(f"#h-{kind}")).to_have_count(0)
    expect(two.page.locator("#r-controls [data-do*=takeback]")).to_have_count(0)

    control(one.page, "takeback")
    for player in three:
        expect(player.page.locator(".slot")).to_have_count(0)
    expect(one.page.locator(f"#h-{kind}")).to_have_count(1)
    assert two.question() is None and SAY("web.event.tookback", player=name_of(one)) in log_of(three_.page)

    again = one.wait()
    assert again and again["version"] > question["version"]
    one.answer(again, question["moves"][-1][0])
    taken = two.wait()
    assert taken
    two.answer(taken)
    # Somebody acted: what stands, stands.
    expect(one.page.locator("#r-controls [data-do*=takeback]")).to_have_count(0)
    expect(two.page.locator("#r-controls [data-do*=takeback]")).to_have_count(1)


def name_of(player: Player) -> str:
    return ("Ann", "Bob", "Cleo")[player.seat - 1]


def test_a_seat_goes_to_another_device_by_a_code(three: list[Player], visitors: Visitors) -> None:
    ann, _, _ = three
    together(three, 1)
    hand = ann.page.locator("#r-hand .held").evaluate_all("cards => cards.map(card => card.id)")
    assert hand
    menu(ann.page)
    ann.page.locator("#r-controls [data-code]").click()
    code = ann.page.locator("#code")
    expect(code).not_to_be_empty()
    given = code.inner_text().lower()  # as it is copied from one screen to another
    ann.page.locator("#dialog-code button.main").click()
    close_menu(ann.page)
    heard: list[str] = []
    ann.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))

    phone = visitors(ann.page.url, size=PHONE, likes=QUICK | {"name": "Ann’s phone"})
    dealt(phone)
    expect(phone.locator("#r-hand")).to_be_empty()
    menu(phone)
    phone.locator("#takeover-code").fill(given)
    phone.locator(".takeover button").click()
    expect(phone.locator("#p1.mine")).to_have_count(1)
    close_menu(phone)
    assert phone.locator("#r-hand .held").evaluate_all("cards => cards.map(card => card.id)") == hand

    # The first device only watches from now on: no hand, no question, and no frame that tells of one.
    expect(ann.page.locator("#r-hand")).to_be_empty()
    expect(ann.page.locator(".mine, .known, #ask")).to_have_count(0)
    together([Player(phone, 5), *three[1:]], 4)
    version = int(phone.locator("body").get_attribute("data-version") or 0)
    ann.page.wait_for_function("version => Number(document.body.dataset.version) >= version", arg=version)
    assert heard and not any("hand:" in frame for frame in heard)
    expect(ann.page.locator(".known, #ask")).to_have_count(0)


def test_resigning_leaving_coming_and_ending_by_consent(
    three: list[Player], visitors: Visitors, tmp_path: Path
) -> None:
    ann, bob, cleo = three
    together(three, 2)

    # Bob resigns: he is asked whether he is sure, and a bot plays on.
    control(bob.page, "resign")
    expect(ann.page.locator("#p2 .badge")).to_have_attribute("aria-label", SAY("board.badge.resigned"))
    assert SAY("web.event.resigned", player="Bob") in log_of(ann.page)
    together([ann, cleo], 3)
    assert bob.question() is None

    # Cleo leaves; a bot has the seat until Dora, who came by the link, takes it with its hand.
    control(cleo.page, "rise")
    expect(ann.page.locator("#p3 .badge")).to_have_attribute(
        "aria-label", SAY("board.badge.bot", level=SAY("level.page"))
    )
    expect(cleo.page.locator("#r-hand")).to_be_empty()
    dora = visitors(ann.page.url, likes=QUICK | {"name": "Dora"})
    dealt(dora)
    menu(dora)
    dora.locator('#r-controls [data-do*=\'"do":"sit"\']').click()
    close_menu(dora)
    expect(ann.page.locator("#p3 .name")).to_have_text("Dora")
    expect(dora.locator("#p3.mine")).to_have_count(1)
    newcomer = Player(dora, 7)
    together([ann, newcomer], 3)

    # Both who still play want to end here.
    control(ann.page, "vote")
    expect(dora.locator("#p1 .badge")).to_have_attribute("aria-label", SAY("board.badge.ending"))
    expect(dora.locator("main")).to_have_attribute("data-phase", "playing")
    control(dora, "vote")
    for page in (ann.page, bob.page, cleo.page, dora):
        expect(page.locator("main")).to_have_attribute("data-phase", "aborted")
        expect(page.locator("#r-result")).to_contain_text(SAY("web.aborted.consent"))
    record = download_record(ann.page, tmp_path)
    assert not load_match(record).over and main(["verify", str(record)]) == 0


@pytest.mark.full
def test_somebody_without_a_name_takes_a_bots_seat_leaves_it_and_returns(inn: Site, visitors: Visitors) -> None:
    ann = host_table(visitors, inn, "oriflamme", "Ann", players="3", level="page", fill=True)
    dealt(ann)
    stranger = visitors(ann.url, likes=QUICK)
    dealt(stranger)
    for _ in range(2):
        menu(stranger)
        stranger.locator('#r-controls [data-do*=\'"do":"sit"\']').first.click()
        close_menu(stranger)
        expect(ann.locator("#p2 .name")).to_have_text(SAY("serve.guest"))
        expect(stranger.locator("#p2.mine")).to_have_count(1)
        control(stranger, "rise")
        expect(ann.locator("#p2 .badge")).to_have_attribute(
            "aria-label", SAY("board.badge.bot", level=SAY("level.page"))
        )
        expect(stranger.locator(".mine")).to_have_count(0)


@pytest.mark.full
def test_the_host_changes_the_level_of_a_bot_in_the_middle_of_a_game(inn: Site, visitors: Visitors) -> None:
    ann = host_table(visitors, inn, "oriflamme", "Ann", players="3", level="page", fill=True)
    dealt(ann)
    guest = visitors(ann.url, likes=QUICK)
    dealt(guest)
    expect(guest.locator("#r-controls details.bots")).to_have_count(0)
    menu(ann)
    ann.locator("#r-controls summary", has_text=SAY("web.controls.bots")).click()
    ann.locator("#level-3").select_option("squire")
    ann.locator("#r-controls form.inline button").nth(1).click()
    for page in (ann, guest):
        expect(page.locator("#p3 .badge")).to_have_attribute(
            "aria-label", SAY("board.badge.bot", level=SAY("level.squire"))
        )
        assert SAY("web.event.filled.instead", seat=3, level=SAY("level.squire")) in log_of(page)
    expect(ann.locator("#level-3")).to_have_value("squire")
    expect(ann.locator("#level-2")).to_have_value("page")
    close_menu(ann)
    Player(ann).play(2)


@pytest.mark.full
def test_bots_come_and_go_before_the_deal(inn: Site, visitors: Visitors) -> None:
    ann = host_table(visitors, inn, "ablaze", "Ann", players="4", level="squire")
    for seat in (2, 3, 4):
        ann.locator(f"#seat-{seat} select").select_option("page")
        ann.locator(f"#seat-{seat} form button").click()
        expect(ann.locator(f"#seat-{seat}")).to_have_attribute("data-held", "bot")
    ann.locator("#seat-3 [data-do*=empty]").click()
    expect(ann.locator("#seat-3")).to_have_attribute("data-held", "nobody")
    bob = join_table(visitors, ann.url, 2, "Ann")  # a bot's seat; and nobody has the name of somebody else
    expect(ann.locator("#seat-2 b")).to_have_text("Ann 2")
    ann.locator(".seats-all [data-do*='\"players\":3']").click()
    expect(bob.locator(".seat")).to_have_count(3)
    ann.locator("#seat-3 form button").click()
    say_ready(ann, bob)
    assert [Player(page).seat for page in (ann, bob)] == [1, 2]
