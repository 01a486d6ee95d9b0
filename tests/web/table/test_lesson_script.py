"""Every script is a game that the rules allow, whichever branch a learner takes, and everything in it is told."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tables import LARGE

import intrigue
from intrigue.engine.events import Event
from intrigue.engine.match import Match
from intrigue.games import GAMES
from intrigue.lessons import LESSONS, BadLesson, Lesson, lesson, read
from intrigue.locale import FOLDER, LANGUAGES, words
from intrigue.web.games.registry import html_of
from intrigue.web.render.frames import PAUSE
from intrigue.web.table.clocks import MINUTE, SLOWEST

EDITIONS = [(name, edition) for name in LESSONS for edition in GAMES[lesson(name).game].editions]
WORDS = 130
"""That somebody reads in a minute who has never seen the game."""
CHOOSING = 10
"""Seconds for finding a choice on the table and making it."""
GOOD = """
game = "oriflamme"
seat = 1
minutes = 8
start = "; players 3"
[[step]]
play = ["place archer first"]
then = []
"""


def branches(taught: Lesson, edition: str, played: tuple[str, ...] = ()) -> Iterator[Match]:
    """The match at the end of every branch; on the way each line fits the game."""
    match = intrigue.load(taught.start(edition))
    for move in played:
        match.play(move)
    line = taught.at(len(played))
    if line is None:
        yield match
        return
    assert match.to_act is not None and (match.to_act == taught.seat) == line.mine, (played, line)
    fitting = [move for move in line.moves if move in match.moves()]
    assert fitting, (line, match.moves())
    for move in fitting:
        yield from branches(taught, edition, (*played, move))


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_every_branch_is_a_game_that_the_learner_wins(name: str, edition: str) -> None:
    taught = lesson(name)
    ends = list(branches(taught, edition))
    assert len(ends) > 1
    for match in ends:
        assert match.over and match.position["winners"] == [taught.seat]
    accepted = {(line.step, move) for line in taught.script if line.mine for move in line.moves}
    assert {move for _, move in accepted} <= {move for match in ends for move, _ in match.played}


def minutes(taught: Lesson, edition: str, language: str) -> float:
    """How long a lesson takes whoever reads all of it, watches the film at its usual speed and takes some seconds for
    each choice, along the branch where most happens."""
    said, steps = words(language), range(1, len(taught.steps) + 1)
    keys = [f"lessons.{taught.name}.{step}{part}" for step in steps for part in ("", ".do")]
    reading = sum(len(said(key).split()) for key in [*keys, f"lessons.{taught.name}.end"]) / WORDS
    film = max(sum(pause_after(taught.game, event) for event in match.events) for match in branches(taught, edition))
    others = SLOWEST * sum(not line.mine for line in taught.script)
    return reading + (film + others) / MINUTE + len(taught.steps) * CHOOSING / 60


def pause_after(game: str, event: Event) -> int:
    """How many milliseconds the film shows an event."""
    return html_of(game).PAUSES.get(event.name, PAUSE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_a_lesson_takes_as_long_as_it_says_and_ten_minutes_at_most(name: str, edition: str, language: str) -> None:
    taught = lesson(name)
    assert minutes(taught, edition, language) <= taught.minutes <= 10


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_asks_often_and_begins_with_the_learner(name: str) -> None:
    taught = lesson(name)
    assert (12 if taught.game in LARGE else 1) <= len(taught.steps) <= 18
    match = intrigue.load(taught.start(GAMES[taught.game].editions[0]))
    assert match.to_act == taught.seat and not match.over


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_and_nothing_else(language: str) -> None:
    said = words(language)
    ours = {key for key in said.sentences if key.startswith(tuple(f"lessons.{name}." for name in LESSONS))}
    wanted: set[str] = set()
    for name in LESSONS:
        wanted |= {f"lessons.{name}.about", f"lessons.{name}.end"}
        for number in range(1, len(lesson(name).steps) + 1):
            wanted |= {f"lessons.{name}.{number}", f"lessons.{name}.{number}.do"}
    assert ours == wanted
    for key in wanted:
        text = said(key)
        assert "!" not in text and len(text) < (190 if not key.endswith(".do") else 90) or key.endswith(".end"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_names_cards_by_what_every_screen_shows(language: str) -> None:
    """A phone shows neither the names of factions nor the numbers of zones, only what is printed on the cards."""
    said, taught = words(language), lesson("richelieu")
    zones = intrigue.load(taught.start("ru")).position["zones"]
    for number, step in enumerate(taught.steps, start=1):
        for zone, side in re.findall(r" ([123])\.([ro])\.", " ".join(step.play)):
            card = zones[int(zone) - 1]["richelieu" if side == "r" else "opposing"]
            assert card in said(f"lessons.richelieu.{number}.do"), number
        for part in ("", ".do"):
            assert not re.search(r"\b(zone|зон[аеуі]) \d", said(f"lessons.richelieu.{number}{part}")), number


def test_every_sentence_of_the_file_is_a_lessons() -> None:
    text = (FOLDER / "en" / "lessons.po").read_text(encoding="utf-8")
    assert all(line.startswith('msgid "lessons.') for line in text.split("\n") if line.startswith('msgid "l'))


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("minutes = 8", "minutes = 0"),
        ("minutes = 8", ""),
        ("minutes = 8", "minutes = 8\nhours = 1"),
        ("seat = 1", 'seat = "1"'),
        ('game = "oriflamme"', 'game = "chess"'),
        ('start = "; players 3"', "start = 3"),
        ("then = []", ""),
        ("then = []", "then = [3]"),
        ('play = ["place archer first"]', "play = []"),
        ('play = ["place archer first"]', 'play = "any"'),
        ("[[step]]", "[[steps]]"),
    ],
)
def test_a_file_that_is_no_lesson_is_refused(part: str, instead: str) -> None:
    assert read("x", GOOD).steps[0].play == ("place archer first",)
    with pytest.raises(BadLesson):
        read("x", GOOD.replace(part, instead))


def test_every_game_has_its_lesson_and_there_are_no_others() -> None:
    with pytest.raises(BadLesson):
        lesson("../oriflamme")
    assert sorted(LESSONS) == sorted(GAMES) and all(lesson(name).game == name for name in LESSONS)
