"""The table as it is drawn: fits its width, needs no colour, shows a seat what it may know and no more."""

from __future__ import annotations

import random
import re

import pytest

import intrigue
from intrigue.games.oriflamme import sketch
from intrigue.games.oriflamme.kinds import NAMES
from intrigue.locale import words
from intrigue.terminal.contract import Artist
from intrigue.terminal.registry import family_of
from intrigue.terminal.style import Ink, cut, visible, width, wrap

ESCAPES = re.compile("\x1b\\[[0-9;]*m")


def artist(match: intrigue.Match, columns: int = 80, ink: Ink | None = None, names: tuple[str, ...] = ()) -> Artist:
    ink = ink or Ink()
    labels = ink.labels(match.game.speaker(words("en"), match.players, names).names)
    speaker = match.game.speaker(words("en"), match.players, labels)
    return family_of(match.game.name).artist(speaker, ink, columns, match.game)


def draw_table(text: str, seat: int, columns: int = 80) -> str:
    match = intrigue.load(sketch.record(text))
    return "\n".join(Ink().printable(line) for line in artist(match, columns).table(match.view(seat)))


def random_views(games: int):
    """A match at every moment of some games."""
    dice = random.Random(5)
    for seed in range(games):
        name = intrigue.games()[seed % 3]
        match = intrigue.new(name, players=3 + seed % 3, seed=seed)
        while not match.over:
            match.play(dice.choice(match.moves()))
            yield match


@pytest.mark.parametrize("columns", [24, 40, 80, 120])
@pytest.mark.parametrize("ink", [Ink(), Ink(colour=True), Ink(fine=False)], ids=["plain", "colour", "ascii"])
def test_table_never_exceeds_its_width(columns, ink):
    for match in random_views(6):
        painter = artist(match, columns, ink, tuple(f"A rather long name {n}" for n in range(match.players)))
        view = match.view(1)
        lines = [*painter.table(view), *painter.pile("discards", view), *(painter.ending(view) if match.over else ())]
        for line in lines:
            shown = ink.printable(line, painter.speaker.names)
            assert width(ESCAPES.sub("", shown)) <= columns
            assert ink.colour or "\x1b" not in shown
            assert ink.fine or shown.isascii()


@pytest.mark.parametrize("seat", [0, 1])
def test_table_names_no_card_that_the_seat_may_not_know(seat):
    for match in random_views(6):
        view = match.view(seat)
        known = {card["kind"] for stack in view["row"] for card in stack} | {"twin"}
        known |= {
            kind for player in view["players"] for pile in player.values() if isinstance(pile, list) for kind in pile
        }
        text = "\n".join(artist(match).table(view))
        for kind in set(NAMES) - known:
            assert f" {words('en')(f'card.{kind}.name')}" not in text.replace("(", " ")


def test_pointer_stands_on_the_slot_being_resolved():
    table = draw_table("1Spy 2heir:1 3lord @2", seat=2)
    assert "▶2" in table and "▶1" not in table
    assert "▶ ⚜" in table


def test_own_face_down_card_is_named_in_brackets_and_others_are_backs():
    table = draw_table("1Spy 2heir:1 3lord @2", seat=2)
    assert "♜ Spy" in table and "⚜ (Heir)" in table and "☀ ░░░" in table and "Lord" not in table.split("Your hand")[0]


def test_tokens_lie_on_cards_one_by_one_or_as_a_number():
    table = draw_table("1spy:3 2heir:7 3lord", seat=0)
    assert " ●●● " in table and " ●7 " in table


def test_stack_shows_the_covered_cards_below():
    lines = draw_table("1Spy/1lord:2/1heir 2lord 3lord", seat=1).splitlines()
    top = next(n for n, line in enumerate(lines) if "♜ (Heir)" in line)
    assert "└♜ (Lord) ●●" in lines[top + 1] and "└♜ Spy" in lines[top + 2]


def test_bribed_card_shows_both_families():
    table = draw_table("1Spy 2Heir>1 3lord @1; game oriflamme-mix; discard 1 bribery", seat=0)
    assert "♜ Heir [⚜]" in table


def test_players_show_influence_hand_first_and_twin():
    match = intrigue.new("ablaze", players=3, seed=1)
    lines = artist(match).players(match.view(1))
    assert "(you)" in lines[0] and "7 cards in hand" in lines[0] and "Twin ready" in lines[0]
    assert "places first" in lines[match.view(1)["first"] - 1]
    short = artist(match, 40).players(match.view(1))
    assert "●1" in short[0] and "▯7" in short[0]


def test_names_are_made_harmless_and_short():
    labels = Ink().labels(["A\x1b[2Jnn", "x" * 50, "太" * 30])
    assert labels[0] == "♜\u00a0A\\x1b[2Jnn" and all(width(label) <= 22 for label in labels)
    assert visible("a\u202eb") == "a\\u202eb"


def test_lines_break_where_they_may():
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefghij kl", 4, "- ", "  ") == ["- ab", "  cd", "  ef", "  gh", "  ij", "  kl"]
    assert cut("太郎太郎", 5) == "太郎…"


def test_colour_follows_terminal_and_environment():
    class Screen:
        encoding = "utf-8"

        def isatty(self):
            return True

    screen = Screen()
    assert Ink.of(screen, {}).colour
    assert not Ink.of(screen, {"NO_COLOR": "1"}).colour
    assert not Ink.of(screen, {"TERM": "dumb"}).colour
    assert not Ink.of(screen, {}, colour=False).colour
    screen.encoding = "latin-1"
    assert not Ink.of(screen, {}).fine
