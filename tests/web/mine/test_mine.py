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
        me = site.guest()
        tables = []
        for _ in range(3):
            clock[0] += 1000
            table = me.open(players="3", name="Me")
            for seat in (2, 3):
                other = site.guest()
                other.sit(table, seat, f"Other{seat}")
                other.ready(table, seat)
            me.ready(table, 1)
            if asked(site, table) == 1:
                tables.append(table)
        waiting = site.inside(lambda: site.house.store.tables_of(1, 9, under_way=True))
        assert len(waiting) == 3
        answer = me.get("/mine/next")
        assert answer.status_code == 303
        assert answer.headers["location"] == (f"/t/{tables[0]}" if tables else "/mine")
        for table in tables:
            others = [one for one in tables if one != table]
            assert me.get(f"/mine/next?from={table}").headers["location"] == (f"/t/{others[0]}" if others else "/mine")
            assert me.get(f"/mine/waiting?from={table}").json() == {"waiting": len(others)}
            hidden = bool(re.search(r'id="next-table"[^>]* hidden', me.page(f"/t/{table}").text))
            assert hidden == (not others)
        assert site.guest().get("/mine/next").headers["location"] == "/mine"
        assert me.get("/mine/next?from=../../evil").headers["location"].startswith(("/t/", "/mine"))


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
