"""My games: what waits for me first, results, the way to the next table, statistics and the ladder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from web.pages.reading import faults
from web.server.guests import Guest, Site, move, playing, running, to_the_end

import intrigue
from intrigue.bots.ladder import ladder
from intrigue.locale import LANGUAGES, words

ROOT = Path(intrigue.__file__).parents[2]


def asked(site: Site, table: str) -> int:
    """The seat that must move."""
    seat = site.inside(lambda: site.house.desk.table(table)).to_act
    assert seat
    return seat


def linked(text: str) -> list[str]:
    """The tables of a page's list, in its order."""
    return re.findall(r'class="line[^"]*" href="/t/(\w+)"', text)


def test_unfinished_games_come_first_and_those_that_wait_before_all(site: Site) -> None:
    first, guests = playing(site)
    me = guests[asked(site, first) - 1]
    gathering = me.open(name="Me")
    page = me.page("/mine").text
    assert linked(page) == [first, gathering]  # though the other one changed later
    assert "1 table waits for your move." in page and 'href="/mine/next"' in page
    move(site, first, guests)
    page = me.page("/mine").text
    assert set(linked(page)) == {first, gathering}
    assert 'href="/mine/next"' not in page or asked(site, first) == guests.index(me) + 1


def test_the_next_table_is_the_one_that_waits_longest(tmp_path: Path) -> None:
    clock = [1_000_000]
    with running(tmp_path, now=lambda: clock[0]) as site:
        me, others = site.guest(), [site.guest(), site.guest()]
        opened = []
        for _ in range(3):
            opened.append(me.open(players="3", name="Me"))
            for seat, other in enumerate(others, start=2):
                other.sit(opened[-1], seat, f"Other{seat}")
                other.ready(opened[-1], seat)
            me.ready(opened[-1], 1)
        waiting: list[str] = []
        for table in (opened[1], opened[2], opened[0]):
            clock[0] += 1000
            move(site, table, [me, *others])
            while asked(site, table) != 1:
                move(site, table, [me, *others])
            waiting.append(table)

        def onward(start: str = "") -> str:
            answer = me.get(f"/mine/next{start}")
            assert answer.status_code == 303
            return answer.headers["location"]

        def hidden(table: str) -> bool:
            return bool(re.search(r'id="next-table"[^>]* hidden', me.page(f"/t/{table}").text))

        assert onward() == onward("?from=../../evil") == f"/t/{waiting[0]}"
        for table, expected in zip(waiting, (waiting[1], waiting[0], waiting[0]), strict=True):
            assert onward(f"?from={table}") == f"/t/{expected}"
            assert me.get(f"/mine/waiting?from={table}").json() == {"waiting": 2} and not hidden(table)
        for table in waiting[:2]:
            assert me.ask(table, do="resign", seat=1).status_code == 200
        assert onward() == f"/t/{waiting[2]}" and onward(f"?from={waiting[2]}") == "/mine" and hidden(waiting[2])
        assert site.guest().get("/mine/next").headers["location"] == "/mine"


def test_finished_games_have_a_result_a_replay_and_a_record(site: Site) -> None:
    table, guests = playing(site)
    to_the_end(site, table, guests)
    found = site.inside(lambda: site.house.desk.table(table))
    assert found.match and found.match.winners
    for seat, guest in enumerate(guests, start=1):
        page = guest.page("/mine").text
        assert f'href="/t/{table}/replay"' in page and f'href="/t/{table}/record"' in page
        read = re.sub("<[^>]*>", "", page)  # a token may hold any short word
        won = seat in found.match.winners
        assert (("Won" in read) or ("Victory shared" in read)) == won
        assert ("Place 2 of 3" in read or "Place 3 of 3" in read) != won
        assert f"{found.match.scores[seat - 1]} point" in read
        figures = guest.page("/mine/statistics").text
        assert "1 finished game counts." in figures and "<svg" in figures and 'scope="row"' in figures
    assert guests[0].get(f"/t/{table}/record").status_code == 200
    assert "Games you finish are listed here" in site.guest().page("/mine").text


def test_games_that_do_not_count_are_in_no_statistics(site: Site) -> None:
    guest = site.guest()
    table = guest.open(hot_seat="on", players="3")
    for seat in (1, 2, 3):
        guest.ready(table, seat)
    to_the_end(site, table, [guest] * 3)
    assert "Finish a game" in guest.page("/mine/statistics").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_in_every_language(site: Site, language: str) -> None:
    table, guests = finished_game(site)
    guest = guests[0]
    guest.post("/me", {"language": language})
    for path in ("/mine", "/mine/statistics", "/mine/statistics?game=oriflamme", "/ladder", "/me", "/me/delete"):
        page = guest.page(path)
        assert page.status_code == 200, path
        assert faults(page.text) == [], path
        assert "style=" not in page.text and "<script" not in page.text
    assert words(language)("mine.title") in guest.page("/").text
    shown = guest.submit("/me/recovery", {})
    assert words(language)("mine.code.title") in shown.text


def finished_game(site: Site) -> tuple[str, list[Guest]]:
    table, guests = playing(site)
    to_the_end(site, table, guests)
    return table, guests


def test_the_ladder_shows_what_the_documentation_says(site: Site) -> None:
    page = site.guest().page("/ladder").text
    for rungs in ladder().rungs.values():
        for rung in rungs:
            assert f"{rung.rating:,} <small>± {rung.rating_reach}</small>" in page
    told = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    games = list(ladder().players)
    for index, level in enumerate(("page", "squire", "knight", "count", "duke")):
        steps = " | ".join(
            f"{ladder().rungs[game][index].step} ± {ladder().rungs[game][index].step_reach}" for game in games
        )
        assert re.search(rf"\| {level} above \w+ \| {re.escape(steps)} \|", told), level
    assert f"{ladder().command} --out" in told
    assert [f"{game}, {players}" for game, players in ladder().players.items()] == [
        "oriflamme, 4",
        "ablaze, 4",
        "oriflamme-mix, 4",
        "richelieu, 3",
    ]
