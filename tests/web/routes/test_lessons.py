"""A lesson on a real server: the script answers, other moves are refused with what to try, and nothing of it counts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from web.guests import Guest, Site, next_message, running
from web.runtime.test_bots import choices, team
from websockets.sync.client import ClientConnection

from intrigue import lessons
from intrigue.games import GAMES
from intrigue.lessons import LESSONS, Lesson, lesson
from intrigue.locale import LANGUAGES, words
from intrigue.web.runtime.scheduler import PACE
from intrigue.web.table.table import Table

Scene = dict[str, Any]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv(PACE, "0")
    with running(tmp_path, automation=team) as found:
        yield found


def begin_lesson(guest: Guest, name: str) -> str:
    answer = guest.submit("/learn", {"lesson": name})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/t/")


def table_of(site: Site, table: str) -> Table:
    return site.inside(lambda: site.parts.tables.get(table))


def next_question(line: ClientConnection, scene: Scene | None = None) -> Scene:
    """The next scene in which the learner is asked, or the last one."""
    while scene is None or scene["phase"] == "playing" and not (scene["turn"] and choices(scene)):
        scene = next_message(line, "frame", "snapshot", "resync")
    return scene


def awaited_moves(scene: Scene) -> list[str]:
    """The moves that the lesson waits for."""
    found = re.search(r'data-moves="([^"]*)"', scene["regions"]["lesson"])
    assert found
    moves: list[str] = json.loads(unescape(found[1]))
    return moves


def play(guest: Guest, table: str, line: ClientConnection) -> tuple[Scene, list[Scene]]:
    """Takes a lesson as it wants it, until its script has come to the end."""
    scenes: list[Scene] = []
    scene = next_question(line)
    while scene["phase"] == "playing" and 'class="lesson"' in scene["regions"].get("lesson", ""):
        scenes.append(scene)
        assert guest.ask(table, scene["v"], do="move", seat=1, move=awaited_moves(scene)[-1]).status_code == 200
        scene = next_question(line)
    return scene, scenes


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_goes_its_way_and_counts_nowhere(site: Site, name: str) -> None:
    guest, said = site.guest(), words("en")
    table = begin_lesson(guest, name)
    with guest.socket(table) as line:
        end, scenes = play(guest, table, line)
    for number, scene in enumerate(scenes, start=1):
        region = unescape(scene["regions"]["lesson"])
        assert said(f"lessons.{name}.{number}") in region and said(f"lessons.{name}.{number}.do") in region
        assert said("lessons.step", step=number, steps=len(lesson(name).steps)) in region
    assert len(scenes) == len(lesson(name).steps) and end["phase"] == "over"
    assert said("lessons.end") in end["regions"]["lesson"] and 'data-post="/quick"' in end["regions"]["lesson"]
    found = table_of(site, table)
    assert found.origin == f"lesson:{name}" and found.match
    assert [move for move, by in found.match.played if by != 1] == [m for s in lesson(name).steps for m in s.then]
    assert site.inside(lambda: site.parts.store.results_of(found.host or 0)) == []
    assert table not in guest.page("/tables").text


def test_another_move_is_refused_with_what_to_try(site: Site) -> None:
    guest = site.guest(**{"Accept-Language": "fr"})
    table = begin_lesson(guest, "oriflamme")
    with guest.socket(table) as line:
        scene = next_question(line)
        other = next(move for move in choices(scene) if move not in awaited_moves(scene))
        answer = guest.ask(table, scene["v"], do="move", seat=1, move=other)
        assert answer.status_code == 422
        assert answer.json()["message"] == words("fr")("lessons.oriflamme.1.do")
        assert table_of(site, table).version == scene["v"]
        assert guest.ask(table, scene["v"], do="move", seat=1, move="castle").status_code == 422
        assert guest.ask(table, scene["v"], do="move", seat=1, move=awaited_moves(scene)[0]).status_code == 200


def test_nothing_is_taken_back_while_a_lesson_lasts(site: Site) -> None:
    guest = site.guest()
    table = begin_lesson(guest, "richelieu")
    with guest.socket(table) as line:
        scene = next_question(line)
        assert guest.ask(table, scene["v"], do="move", seat=1, move=awaited_moves(scene)[0]).status_code == 200
        scene = next_question(line)
        assert guest.ask(table, scene["v"], do="takeback", seat=1).status_code == 422
        assert "takeback" not in scene["regions"].get("controls", "")


def test_an_order_to_wait_does_not_stop_a_lesson(site: Site) -> None:
    guest = site.guest()
    table = begin_lesson(guest, "oriflamme")
    with guest.socket(table) as line:
        scene = next_question(line)
        assert guest.ask(table, scene["v"], do="move", seat=1, move=awaited_moves(scene)[0]).status_code == 200
        guest.post(f"/t/{table}/orders", {"seat": 1, "things": [1, 2, 3, 4, 5, 6, 7]})
        end, _ = play(guest, table, line)
    assert end["phase"] == "over"


@pytest.mark.parametrize(("language", "edition"), [("en", "fr"), ("ru", "ru")])
def test_a_lesson_is_of_the_edition_of_its_reader(site: Site, language: str, edition: str) -> None:
    table = begin_lesson(site.guest(**{"Accept-Language": language}), "oriflamme")
    assert table_of(site, table).settings.edition == edition


def test_nobody_else_looks_on_and_nobody_waits_for_a_clock(site: Site) -> None:
    table = begin_lesson(site.guest(), "richelieu")
    assert site.guest().page(f"/t/{table}").status_code == 403
    found = table_of(site, table)
    assert found.deadline() is None and found.row()["listed"] is False


def test_after_the_script_bots_go_on(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = lesson("oriflamme")
    short: Lesson = replace(whole, steps=whole.steps[:2])
    monkeypatch.setattr(lessons, "lesson", lambda name: short)
    guest = site.guest()
    table = begin_lesson(guest, "oriflamme")
    with guest.socket(table) as line:
        scene, scenes = play(guest, table, line)
        assert len(scenes) == 2 and words("en")("lessons.on") in scene["regions"]["lesson"]
        while scene["phase"] == "playing":
            assert guest.ask(table, scene["v"], do="move", seat=1, move=choices(scene)[0]).status_code == 200
            scene = next_question(line)
    found = table_of(site, table)
    assert found.phase == "over" and found.match and found.moves > len(whole.script[:7])
    assert site.inside(lambda: site.parts.store.results_of(found.host or 0)) == []


def test_who_leaves_is_told_where_to_go_on(site: Site) -> None:
    guest = site.guest()
    table = begin_lesson(guest, "ablaze")
    with guest.socket(table) as line:
        scene = next_question(line)
        leave = re.search(r'data-do="([^"]*)"', scene["regions"]["lesson"])
        assert leave
        assert guest.ask(table, scene["v"], **json.loads(unescape(leave[1]))).status_code == 200
        while scene["phase"] == "playing":
            scene = next_message(line, "frame")
    assert scene["phase"] == "aborted" and words("en")("lessons.left") in scene["regions"]["lesson"]


def test_there_are_no_other_lessons(site: Site) -> None:
    guest = site.guest()
    for name in ("chess", "", "tiny2", "../oriflamme"):
        assert guest.submit("/learn", {"lesson": name}).status_code == 404


def test_a_table_that_is_no_lesson_has_no_such_region(site: Site) -> None:
    guest = site.guest()
    table = guest.open(fill="bots")
    with guest.socket(table) as line:
        assert "lesson" not in next_message(line, "snapshot")["regions"]
    assert "lesson.css" not in guest.page(f"/t/{table}").text


def test_the_first_page_offers_lessons_beside_games(site: Site) -> None:
    guest, said = site.guest(), words("en")
    text = guest.page("/").text
    assert text.count(said("lessons.home")) == len(GAMES)
    assert all(f'name="lesson" value="{game}"' in text for game in GAMES)
    assert text.index('action="/learn"') < text.index('action="/quick"')
    begin_lesson(guest, "oriflamme")
    assert guest.page("/").text.count(said("lessons.home")) == len(GAMES)  # it is not over, and does not count


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_lessons(site: Site, language: str) -> None:
    text = unescape(site.guest(**{"Accept-Language": language}).page("/learn").text)
    said = words(language)
    for name in LESSONS:
        assert said(f"lessons.{name}.about") in text and f'name="lesson" value="{name}"' in text
