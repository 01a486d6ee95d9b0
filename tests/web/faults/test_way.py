"""A way to the server that is slow, is cut, closes one way, or swallows everything: the page says so, keeps the move,
and goes on by itself. The move counts once."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from playwright.sync_api import WebSocket, expect
from web.browsers import Visitors
from web.faults.proxy import NEVER, Proxy, Way
from web.faults.watching import alone, check_log, in_order, mark, nothing_lost, says, send, version, well
from web.journeys.ways import download_record, host_table, join_table, load_match, own_moves, say_ready, table_of
from web.play import Player, Question, together
from web.servers import Site

BEAT = 26_000
"""Milliseconds after which a page asks whether its line still is one."""
ANSWER = 9_000
"""Milliseconds after which it finds that nobody answers."""
POLL = 41_000
"""Milliseconds after which it gives a poll up."""


@pytest.mark.full
def test_a_move_over_a_slow_way_is_pending_at_once_and_made_once(way: Proxy, inn: Site, visitors: Visitors) -> None:
    player, question = alone(visitors, way.url)
    way.delay = {"up": 1.0, "down": 1.0}
    send(player, question)
    assert player.wait()
    way.heal()
    nothing_lost(player, question, inn)


def lost_on_the_way(lost: Way, way: Proxy, inn: Site, visitors: Visitors) -> tuple[Player, Question]:
    """A move that the server has not heard of, or has made without the page's knowing."""
    player, question = alone(visitors, way.url)
    way.delay[lost] = NEVER
    send(player, question)
    way.catch(lost)
    if lost == "down":
        table = f"{inn.url}/t/{table_of(player.page)}"
        done = player.page.context.request.get(f"{table}/poll?since={question['version']}&talk=0").json()
        assert done["messages"][0]["v"] == question["version"] + 1
    assert version(player.page) == question["version"]
    return player, question


@pytest.mark.full
@pytest.mark.parametrize("lost", ["up", "down"])
def test_a_way_that_is_cut_while_a_move_is_on_it(lost: Way, way: Proxy, inn: Site, visitors: Visitors) -> None:
    player, question = lost_on_the_way(lost, way, inn, visitors)
    way.refuses = True
    way.cut()
    says(player.page, "kept")
    expect(player.page.locator("body")).to_have_attribute("data-line", "waiting")
    way.heal()
    nothing_lost(player, question, inn)


@pytest.mark.full
@pytest.mark.parametrize("lost", ["up", "down"])
def test_a_way_that_closes_in_one_direction_while_a_move_is_on_it(
    lost: Way, way: Proxy, inn: Site, visitors: Visitors
) -> None:
    player, question = lost_on_the_way(lost, way, inn, visitors)
    way.heal()
    way.half_close(lost)
    nothing_lost(player, question, inn)


@pytest.mark.full
def test_a_move_into_a_black_hole_is_kept_until_the_way_is_back(way: Proxy, inn: Site, visitors: Visitors) -> None:
    """The page's own limits find out: of a post, of a line, of a socket that does not open, of a poll."""
    player, question = alone(visitors, way.url, timers=True)
    page = player.page
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url) if "/poll?" in request.url else None)
    way.black_hole()
    send(player, question)
    page.clock.fast_forward(ANSWER)
    says(page, "kept")
    page.clock.fast_forward(BEAT)
    for _ in range(50):
        if not polls:
            page.clock.fast_forward(ANSWER)
    assert polls, "the page does not find out"
    says(page, "kept")
    expect(page.locator("body")).not_to_have_attribute("data-line", "online")

    # The way is in order again, and what is still in the hole stays there: the page must let go of it.
    way.heal()
    page.clock.fast_forward(POLL)
    nothing_lost(player, question, inn)


@pytest.mark.full
@pytest.mark.parametrize("game", ["oriflamme", "ablaze", "oriflamme-mix", "richelieu"])
def test_a_whole_game_over_a_way_that_breaks_at_every_move(
    game: str, way: Proxy, visitors: Visitors, tmp_path: Path
) -> None:
    player, _ = alone(visitors, way.url, game)
    for number in itertools.count():
        question = player.wait()
        if question is None:
            break
        lost: Way = "up" if number % 2 else "down"
        way.delay[lost] = NEVER
        send(player, question)
        way.catch(lost)
        way.heal()
        if number % 4 < 2:
            way.cut()
        else:
            way.half_close(lost)
    in_order(player.page)
    assert own_moves(load_match(download_record(player.page, tmp_path)), player, 1)


@pytest.fixture
def people(way: Proxy, inn: Site, visitors: Visitors) -> list[Player]:
    """Ann beside the server, and Bob, who comes through the proxy and whose timers the test holds."""
    ann = host_table(visitors, inn, "oriflamme", "Ann", players="3", level="page")
    bob = join_table(visitors, ann.url.replace(inn.url, way.url), 2, "Bob")
    ann.locator("#seat-3 form button").click()
    bob.clock.install()
    bob.reload()
    say_ready(ann, bob)
    mark(bob)
    people = [Player(ann, 1), Player(bob, 2)]
    together(people, until=1)
    return people


@pytest.mark.full
def test_a_line_that_died_in_silence_is_found_dead_by_who_only_waits(
    way: Proxy, inn: Site, people: list[Player]
) -> None:
    ann, bob = people
    way.black_hole()
    way.heal()  # for whoever connects from now on
    before = version(bob.page)
    together([ann], until=2)
    way.wait(lambda way: way.swallowed > 0)
    assert version(bob.page) == before
    expect(bob.page.locator("body")).to_have_attribute("data-line", "online")  # nobody can know better yet
    bob.page.clock.fast_forward(BEAT)
    bob.page.clock.fast_forward(ANSWER)
    assert bob.wait() and version(bob.page) == version(ann.page)
    well(bob.page)

    # The browser would also try connections that it kept: a post finds them dead one by one. Here they break now.
    way.cut(dead=True)
    together(people, 3)
    in_order(bob.page)
    check_log(inn, *people)


@pytest.mark.full
def test_a_line_that_is_quiet_and_lives_is_left_alone(way: Proxy, people: list[Player]) -> None:
    page = people[1].page
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    way.cut()
    page.clock.fast_forward(ANSWER)
    well(page)
    for _ in range(3):
        with sockets[-1].expect_event("framereceived", lambda message: '"alive"' in message):
            page.clock.fast_forward(BEAT)
        page.clock.fast_forward(ANSWER)
    together(people, 3)
    assert len(sockets) == 1
    in_order(page)
