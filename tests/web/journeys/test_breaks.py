"""Lines that break: a browser without a network, a server that is killed and started again, sockets that are refused.

The page comes back by itself, without being loaded again; what was done counts once.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from web.browsers import Visitors
from web.journeys.ways import QUICK, download_record, host_table, load_match, log_of, own_moves, quick, say_ready
from web.play import Player, together
from web.servers import Site

LABELS = "places => places.map(place => place.ariaLabel)"


def mark_page(page: Page) -> Callable[[], bool]:
    """Marks a page; says later whether it is still the same one, or was loaded again."""
    page.evaluate("window.unbroken = true")
    return lambda: bool(page.evaluate("window.unbroken === true"))


def sentence(page: Page, key: str) -> str:
    """A sentence that was rendered into the page beforehand."""
    return (page.locator(f"#says [data-say='{key}']").first.text_content() or "").strip()


@pytest.mark.full
def test_a_browser_that_was_away_gets_what_it_missed(inn: Site, visitors: Visitors) -> None:
    sockets: list[WebSocketRoute] = []
    away = False

    def carry(socket: WebSocketRoute) -> None:
        if away:
            socket.close()
            return
        socket.connect_to_server()
        sockets.append(socket)

    ann = host_table(visitors, inn, "oriflamme", "Ann", players="3", level="page")
    bob = visitors("about:blank")
    bob.route_web_socket("**/live*", carry)
    bob.route("**/poll*", lambda route: route.abort() if away else route.continue_())
    bob.goto(ann.url)
    bob.locator("#my-name").fill("Bob")
    bob.locator("#seat-2 button[data-with]").click()
    ann.locator("#seat-3 form button").click()
    say_ready(ann, bob)
    same = mark_page(bob)
    bob.evaluate("document.body.dataset.speed = 'none'")
    people = [Player(ann, 1), Player(bob, 2)]
    together(people, 2)

    # The line breaks; meanwhile Ann and the bot go on until Bob is asked.
    away = True
    sockets.pop().close()
    expect(bob.locator("body")).not_to_have_attribute("data-line", "online")
    expect(bob.locator("#line")).to_have_text(sentence(bob, "client.line.waiting"))
    before = bob.locator("body").get_attribute("data-version")
    together(people[:1], until=2)
    ann.locator("#say-text").fill("Where are you?")
    ann.locator("#say-text").press("Enter")
    assert bob.locator("body").get_attribute("data-version") == before

    away = False
    expect(bob.locator("body")).to_have_attribute("data-line", "online")
    expect(bob.locator("#r-talk li span").last).to_have_text("Where are you?")
    assert people[1].wait()
    expect(bob.locator("#line")).to_be_hidden()
    fresh = bob.context.new_page()
    fresh.goto(bob.url)
    assert log_of(bob) == log_of(fresh) and sockets
    labels = [page.locator("#r-board .place").evaluate_all(LABELS) for page in (bob, fresh)]
    assert labels[0] == labels[1]
    fresh.close()
    together(people, 4)
    assert same()


@pytest.mark.full
def test_a_move_without_a_network_is_kept_and_sent(inn: Site, visitors: Visitors) -> None:
    page = visitors(inn.url, likes=QUICK)
    quick(page, "ablaze", 3)
    same = mark_page(page)
    player = Player(page)
    question = player.wait()
    assert question
    page.context.set_offline(True)
    move, parts, _ = question["moves"][0]
    for part in parts:
        player.press(part)
    expect(page.locator("#line")).to_have_text(sentence(page, "client.line.kept"))
    expect(page.locator("#ask")).to_have_attribute("aria-busy", "true")
    page.context.set_offline(False)
    page.wait_for_function("version => Number(document.body.dataset.version) > version", arg=question["version"])
    expect(page.locator("#line")).to_be_hidden()
    assert [line for line in page.locator("#r-log .ev-card_placed").all_inner_texts() if "Guest" in line][1:] == []
    assert player.wait() and same()


def test_a_move_whose_answer_is_lost_twice_counts_once(inn: Site, visitors: Visitors) -> None:
    """The key of a request: the server knows what it did, and says so again."""
    page = visitors(inn.url, likes=QUICK)
    quick(page, "oriflamme", 3)
    same = mark_page(page)
    player = Player(page)
    question = player.wait()
    assert question
    sent: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = []

    def lose(route: Route) -> None:
        answer = route.fetch()
        sent.append(route.request.post_data_json)
        answers.append(answer.json())
        if len(sent) < 3:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/do", lose)
    move, parts, _ = question["moves"][0]
    for part in parts:
        player.press(part)
    assert player.wait()
    expect(page.locator("#line")).to_be_hidden()
    assert len(sent) == 3 and len({one["key"] for one in sent}) == 1
    assert answers[0] == answers[1] == answers[2] == {"version": question["version"] + 1}
    own = (page.locator("#p1 .name").text_content() or "").strip()
    placed = [line for line in page.locator("#r-log .ev-card_placed").all_inner_texts() if line.startswith(own)]
    assert len(placed) == 1, "one move, whatever was sent again"
    assert same()


@pytest.mark.parametrize(
    "taken",
    [pytest.param(True, marks=pytest.mark.full, id="the answer is lost"), pytest.param(False, id="the move is lost")],
)
def test_a_server_killed_while_a_move_is_sent(taken: bool, site: Site, visitors: Visitors, tmp_path: Path) -> None:
    page = visitors(site.url, likes=QUICK)
    quick(page, "oriflamme", 3)
    same = mark_page(page)
    player = Player(page)
    player.play(1)
    question = player.wait()
    assert question

    def cut(route: Route) -> None:
        """The power fails before the server heard of the move, or right after it was written."""
        if taken:
            assert route.fetch().ok
        site.kill()
        route.abort()

    page.route("**/do", cut, times=1)
    move, parts = player.choose(question)
    for part in parts:
        player.press(part)
    expect(page.locator("#line")).to_have_text(sentence(page, "client.line.kept"))
    site.start()
    page.wait_for_function("version => Number(document.body.dataset.version) > version", arg=question["version"])
    expect(page.locator("#line")).to_be_hidden()
    player.moves.append(move)
    player.play()
    assert same()
    assert own_moves(load_match(download_record(page, tmp_path)), player, 1)  # each move once, and none lost


@pytest.mark.full
def test_where_sockets_are_refused_the_page_asks_again_and_again(inn: Site, visitors: Visitors, tmp_path: Path) -> None:
    page = visitors(inn.url, likes=QUICK)
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url) if "/poll?" in request.url else None)
    # A server that knows no sockets: the handshake is answered with a page.
    page.add_init_script(
        "window.WebSocket = class extends WebSocket"
        " { constructor(address) { super(String(address).replace('/live', '/nothing')); } };"
    )
    quick(page, "oriflamme-mix", 3)
    player = Player(page)
    player.play()
    assert len(polls) >= len(player.moves) >= 6
    assert own_moves(load_match(download_record(page, tmp_path)), player, 1)
