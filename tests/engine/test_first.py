"""Who begins is drawn or chosen: the option, the headers that tell which, and cards that do not depend on it."""

from __future__ import annotations

import pytest

import intrigue
from intrigue.games import GAMES

DRAWN = ("First", "First-drawn")


def cards(match: intrigue.Match) -> dict[str, str]:
    return {header: value for header, value in match.deal.items() if header not in DRAWN}


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_chosen_begins_with_the_cards_of_the_drawn_game(name: str) -> None:
    drawn = intrigue.new(name, 3, seed=5)
    assert "First-drawn" not in drawn.deal
    for first in (1, 2, 3):
        match = intrigue.new(name, 3, seed=5, first=first)
        assert match.to_act == first
        assert match.deal["First"] == str(first) and match.deal["First-drawn"] == "no"
        assert cards(match) == cards(drawn)


@pytest.mark.parametrize("nobody", [0, None])
def test_nobody_chosen_is_drawn(nobody: int | None) -> None:
    assert intrigue.new("oriflamme", 3, seed=5, first=nobody).deal == intrigue.new("oriflamme", 3, seed=5).deal


@pytest.mark.parametrize("name", GAMES)
def test_a_record_says_that_it_was_chosen_and_so_does_the_record_of_its_replay(name: str) -> None:
    text = str(intrigue.new(name, 3, seed=5, first=2).record)
    assert "\nFirst: 2\nFirst-drawn: no\n" in text
    assert str(intrigue.load(text).record) == text
    drawn = text.replace("First-drawn: no\n", "")
    assert str(intrigue.load(drawn).record) == drawn
    assert intrigue.load(text.replace("drawn: no", "drawn: yes")).record.headers == intrigue.load(drawn).record.headers


@pytest.mark.parametrize("first", [-1, 4, "2", 1.5])
def test_a_seat_that_is_not_there_cannot_be_chosen(first: object) -> None:
    for name in ("oriflamme", "richelieu"):
        with pytest.raises(intrigue.IntrigueError, match="can begin; seats are 1 to 3"):
            intrigue.new(name, 3, first=first)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [("drawn: no", "drawn: maybe", 5), ("First: 2\nFirst-drawn: no\n", "First-drawn: no\n", 8)],
)
def test_what_the_header_cannot_say(old: str, new: str, line: int) -> None:
    text = str(intrigue.new("richelieu", 3, seed=5, first=2).record)
    with pytest.raises(intrigue.BadLine) as caught:
        intrigue.load(text.replace(old, new))
    assert caught.value.line == line


@pytest.mark.parametrize("name", ["oriflamme", "richelieu"])
def test_beside_a_seed_or_a_position_nothing_is_chosen(name: str) -> None:
    for text in (f"Game: {name}\nPlayers: 3\nSeed: 7\n", f"Game: {name}\nPlayers: 3\nPosition: {{}}\n"):
        with pytest.raises(intrigue.BadLine) as caught:
            intrigue.load(text + "First-drawn: no\n")
        assert caught.value.line == 4 and caught.value.values["header"] == "First-drawn"


@pytest.mark.parametrize("name", ["oriflamme-mix", "richelieu"])
def test_every_further_deal_begins_with_the_chosen_seat(name: str) -> None:
    game = GAMES[name]
    g = game.start(3, game.editions[0], 3, {"first": 2})
    deals = []
    for _ in range(8):
        game.deal(g)
        assert g.to_act == 1
        deals.append(str(game.to_headers(g)))
    assert len(set(deals)) == len(deals)
