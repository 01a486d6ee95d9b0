"""My games: what waits for me first, results, the way to the next table, statistics and the ladder."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from web.guests import Guest, Site, move, next_message, playing, running, to_the_end
from web.html.reading import faults

import intrigue
from intrigue.bots.ladder import ladder
from intrigue.locale import LANGUAGES, words
from intrigue.web.runtime import listings, table_loading
from intrigue.web.runtime.maintenance import close_table
from intrigue.web.runtime.sandbox import sketches
from intrigue.web.table.log_entries import Began, Ended, Moved

ROOT = Path(intrigue.__file__).parents[2]


def seat_to_act(site: Site, table: str) -> int:
    """The seat that must move."""
    seat = site.inside(lambda: site.parts.tables.get(table)).to_act
    assert seat
    return seat


def listed_tables(text: str) -> list[str]:
    """The tables of a page's list, in its order."""
    return re.findall(r'class="line[^"]*" href="/t/(\w+)"', text)


def test_unfinished_games_come_first_and_those_that_wait_before_all(site: Site) -> None:
    first, guests = playing(site)
    me = guests[seat_to_act(site, first) - 1]
    gathering = me.open(name="Me")
    page = me.page("/mine").text
    assert listed_tables(page) == [first, gathering]  # though the other one changed later
    assert "1 table waits for your move." in page and 'href="/mine/next"' in page
    move(site, first, guests)
    page = me.page("/mine").text
    assert set(listed_tables(page)) == {first, gathering}
    assert 'href="/mine/next"' not in page or seat_to_act(site, first) == guests.index(me) + 1


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
            while seat_to_act(site, table) != 1:
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


ASKED = "1lord 2spy 3heir @1"
"""A position in which the first player is asked."""


def exercises(site: Site, me: Guest) -> list[str]:
    """A lesson, a game that goes on from the deal of a finished one, and one from a position, each asking me."""
    over, _ = finished_game(site)
    first = next(move for move in site.inside(lambda: site.parts.store.read(over)) if isinstance(move.content, Moved))
    assert isinstance(first.content, Moved)
    begun = [
        me.post("/learn", {"lesson": "oriflamme"}),
        me.post(f"/t/{over}/replay/what-if", {"step": 0, "seat": first.content.seat, "level": "page"}),
        me.post(
            "/sandbox/play", {"record": str(sketches.record_of_sketch("oriflamme", ASKED)), "seat": 1, "level": "page"}
        ),
    ]
    tables = [answer.json()["table"] for answer in begun]
    for table in tables:
        found = site.inside(lambda table=table: site.parts.tables.get(table))
        assert found.to_act and found.driver(found.to_act) == "person" and found.origin
    return tables


def test_lessons_what_ifs_and_positions_wait_for_nobody_and_come_last(site: Site) -> None:
    table, guests = playing(site)
    me = guests[seat_to_act(site, table) - 1]
    begun = exercises(site, me)
    for page in (me.page("/mine").text, me.page("/").text):
        assert listed_tables(page) == [table, *reversed(begun)]
        assert page.count(words("en")("web.line.turn")) == 1
        assert all(words("en")(f"web.origin.{kind}") in page for kind in ("lesson", "what-if", "sandbox"))
    assert "1 table waits for your move." in me.page("/mine").text
    assert me.get("/mine/waiting").json() == {"waiting": 1}
    assert me.get(f"/mine/next?from={table}").headers["location"] == "/mine"


def test_whatever_was_begun_since_the_table_that_waits_longest_stays_the_next(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listings, "UNDER_WAY", 2)
    table, guests = playing(site)
    me = guests[seat_to_act(site, table) - 1]
    exercises(site, me)
    for _ in range(3):
        me.open(name="Me")
    assert me.get("/mine/next").headers["location"] == f"/t/{table}"
    assert listed_tables(me.page("/mine").text)[0] == table
    assert listed_tables(me.page("/").text)[0] == table


def test_the_first_page_looks_at_no_more_exercises_than_it_lists(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "ON_HOME_PAGE", 1)
    table, guests = playing(site)
    me = guests[seat_to_act(site, table) - 1]
    begun = exercises(site, me)
    site.parts.tables.cached.clear()
    assert listed_tables(me.page("/").text) == [table]
    assert set(site.parts.tables.cached) == {table, begun[-1]}


def test_a_silenced_table_calls_from_no_other_table(site: Site) -> None:
    table, guests = playing(site)
    me = guests[seat_to_act(site, table) - 1]
    other = me.open(name="Me")
    hidden = re.compile(r'id="next-table"[^>]* hidden')
    assert me.get("/mine/waiting").json() == {"waiting": 1} and not hidden.search(me.page(f"/t/{other}").text)
    assert me.post(f"/t/{table}/notices", {"on": False}).status_code == 200
    assert me.get("/mine/waiting").json() == {"waiting": 0} and hidden.search(me.page(f"/t/{other}").text)
    assert listed_tables(me.page("/mine").text)[0] == table
    assert me.get("/mine/next").headers["location"] == f"/t/{table}"  # whoever asks for it is led there


def test_finished_games_have_a_result_a_replay_and_a_record(site: Site) -> None:
    table, guests = playing(site)
    to_the_end(site, table, guests)
    found = site.inside(lambda: site.parts.tables.get(table))
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


def test_games_that_do_not_count_are_in_the_list_and_in_no_statistics(site: Site) -> None:
    guest = site.guest()
    passed_round = guest.open(hot_seat="on", players="3")
    for seat in (1, 2, 3):
        guest.ready(passed_round, seat)
    to_the_end(site, passed_round, [guest] * 3)
    record = str(sketches.record_of_sketch("oriflamme", ASKED))
    tried = guest.post("/sandbox/play", {"record": record, "seat": 1, "level": "page"}).json()["table"]
    play_alone(site, tried, guest)
    scores = site.inside(lambda: site.parts.tables.get(passed_round)).match.scores
    page = guest.page("/mine").text
    assert ended_tables(page) == [tried, passed_round]
    assert all(f"Ann{name} ({points})" in page for name, points in zip(("", " 2", " 3"), scores, strict=True))
    assert words("en")("web.origin.sandbox") in page
    assert "Finish a game" in guest.page("/mine/statistics").text


def play_alone(site: Site, table: str, guest: Guest) -> None:
    """Plays to the end; where a bot is asked, the server lets it do the first thing it may."""
    while (found := site.inside(lambda: site.parts.tables.get(table))).phase == "playing":
        seat, moved = found.to_act, found.match.moves()[0]
        if found.driver(seat) == "person":
            assert guest.ask(table, do="move", seat=seat, move=moved).status_code == 200
        else:
            bot = [Moved(seat, moved, "bot")]
            key = f"bot {found.version}"
            site.inside(lambda bot=bot, key=key: site.parts.tables.act(table, None, key, bot))


def ended_tables(text: str) -> list[str]:
    """The tables of the list of those that have ended, in its order."""
    return re.findall(r'<a href="/t/(\w+)" aria-label', text)


@pytest.mark.parametrize("why", ["consent", "deserted", "stalled", "closed", "operator", "rules"])
def test_games_that_were_closed_are_listed_with_the_reason(site: Site, why: str) -> None:
    table, guests = playing(site) if why != "closed" else (site.guest().open(), [])
    me = guests[0] if guests else site.guests[-1]
    if why == "consent":
        for seat, guest in enumerate(guests, start=1):
            assert guest.ask(table, do="vote", seat=seat, end=True).status_code == 200
    elif why == "deserted":
        for seat, guest in enumerate(guests, start=1):
            assert guest.ask(table, do="resign", seat=seat).status_code == 200
    elif why == "closed":
        assert me.ask(table, do="close").status_code == 200
    elif why == "stalled":
        assert site.inside(lambda: end_by_stall(site, table))
    else:
        began = next(one for one in site.inside(lambda: site.parts.store.read(table)) if isinstance(one.content, Began))
        kept = began.version - 1 if why == "rules" else 0
        assert site.inside(lambda: close_table(site.parts.store, table, why, "Sorry!", kept))
        site.parts.tables.cached.clear()  # as a server that was started again
    for path in ("/mine", "/"):
        page = unescape(me.page(path).text)
        assert words("en")(f"web.aborted.{why}") in page
        assert ("Sorry!" in page) == (why in ("operator", "rules"))
    page = me.page("/mine").text
    assert listed_tables(page) == [] and ended_tables(page) == [table]
    dealt = why not in ("closed", "rules")
    for way in ("replay", "record"):
        assert (f'href="/t/{table}/{way}"' in page) == dealt
        assert not dealt or me.get(f"/t/{table}/{way}").status_code == 200
    assert "Finish a game" in me.page("/mine/statistics").text


async def end_by_stall(site: Site, table: str) -> int:
    """A table that the site ends because only bots play on, and none of them places anything."""
    version = (await site.parts.tables.get(table)).version
    return await site.parts.tables.act(table, version, f"stall:{version}", [Ended("stalled")])


@pytest.mark.parametrize("why", ["alone", "left"])
def test_who_was_alone_is_told_of_nobody_who_agreed(site: Site, why: str) -> None:
    """At the table, in its log, in my games and on the first page."""
    me, said = site.guest(), words("en")
    table = me.open(fill="bots") if why == "alone" else learning(me)
    if why == "alone":
        assert me.ask(table, do="ready", seat=1, nonce="0" * 32).status_code == 200
    assert me.ask(table, do="vote", seat=1, end=True).status_code == 200
    for path in (f"/t/{table}", "/mine", "/"):
        page = unescape(me.page(path).text)
        assert said(f"web.aborted.{why}") in page and said("web.aborted.consent") not in page
    log = unescape(me.page(f"/t/{table}").text)
    player = "Ann" if why == "alone" else said("serve.guest")
    assert said(f"web.event.ended.{why}", player=player) in log and "proposes" not in log


def learning(guest: Guest) -> str:
    """The table of a lesson that has begun."""
    return guest.submit("/learn", {"lesson": "oriflamme"}).headers["location"].removeprefix("/t/")


def test_games_that_have_ended_are_listed_without_coming_into_memory(site: Site) -> None:
    """Nor are those played again that count, or did not come to their end."""
    over, guests = finished_game(site)
    closed = guests[0].open(name="Ann")
    assert guests[0].ask(closed, do="close").status_code == 200
    cached = site.parts.tables.cached
    cached.clear()
    for path in ("/mine", "/"):
        page = guests[0].page(path).text
        assert over in page and closed in page and not cached
    with guests[0].socket(over) as line:
        next_message(line, "snapshot")
        guests[0].page("/mine")
        assert list(cached) == [over]


def test_a_finished_exercise_is_listed_without_being_played_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    guest, record = site.guest(), str(sketches.record_of_sketch("oriflamme", ASKED))
    tried = guest.post("/sandbox/play", {"record": record, "seat": 1, "level": "page"}).json()["table"]
    play_alone(site, tried, guest)
    site.parts.tables.cached.clear()
    with monkeypatch.context() as patch:
        patch.setattr(table_loading, "fold", None)
        assert ended_tables(guest.page("/mine").text) == [tried] and not site.parts.tables.cached
    assert tried in guest.get("/me/export").json()["records"] and not site.parts.tables.cached
    with guest.socket(tried) as line:
        next_message(line, "snapshot")
        guest.page("/mine")
        assert list(site.parts.tables.cached) == [tried]


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
