"""What finished games come to."""

from __future__ import annotations

from typing import Any

import pytest

from intrigue.web.render.account_pages import dots
from intrigue.web.store import FinishedGame, SeatResult
from intrigue.web.view.statistics import OPPONENTS, against, own_games, points, rivals, share, wins

ME = 1


def result(seat: int, person: int | None = None, place: int = 2, **other: Any) -> SeatResult:
    usual = SeatResult(seat, person, "" if person else "page", "oriflamme", "fr", 3, 10, place, 50)
    return usual._replace(**other)


def finished_game(*results: SeatResult, table: str = "t") -> FinishedGame:
    return FinishedGame(table, results)


def test_a_device_that_was_passed_round_counts_for_nobody() -> None:
    games = [
        finished_game(result(1, ME), result(2, ME), result(3)),
        finished_game(result(1, ME), result(2, 5), result(3)),
    ]
    assert len(own_games(games, ME)) == 1
    assert own_games(games, 77) == []


def test_wins_by_game_and_number_of_players() -> None:
    games = [
        finished_game(result(1, ME, 1, points=20), result(2)),
        finished_game(result(1, ME, 2, points=10), result(2, None, 1)),
        finished_game(result(1, ME, 1, players=4), result(2, None, 1)),
        finished_game(result(1, ME, 1, game="richelieu"), result(2)),
    ]
    found = wins(own_games(games, ME))
    assert [(row.game, row.players, row.share.n) for row in found] == [
        ("oriflamme", 3, 2),
        ("oriflamme", 4, 1),
        ("richelieu", 3, 1),
    ]
    assert [row.share.value for row in found] == [0.5, 0.5, 1]  # of the shared victory, half
    assert (found[0].points, found[1].even) == (15, 0.25)


def test_a_game_given_up_is_lost_however_its_bot_ended() -> None:
    games = own_games([finished_game(result(1, ME, 1, resigned=True), result(2, 5, 2), result(3, None, 3))], ME)
    assert wins(games)[0].share.value == 0
    assert [row.share.value for row in against(games)] == [0, 0]


def test_people_by_their_names_as_they_were_called_last() -> None:
    games = [
        FinishedGame("c", (result(1, ME, 1), result(2, 5, 2), result(3, 6, 3)), ("Me", "", "Cyd")),
        FinishedGame("b", (result(1, ME, 2), result(2, 5, 1), result(3)), ("Me", "Bobby", "")),
        FinishedGame("a", (result(1, ME, 1), result(2, 5, 2), result(3)), ("Me", "Bob", "")),
        finished_game(result(1, ME, 1), result(2, 7, 2)),  # rose and left no name
    ]
    found = [(one.name, one.share.value, one.share.n) for one in rivals(own_games(games, ME))]
    assert found == [("Bobby", 0.6667, 3), ("Cyd", 1, 1)]


def test_opponents_by_what_they_are() -> None:
    games = [
        finished_game(result(1, ME, 1), result(2, 5, 2), result(3, None, 3, level="duke")),
        finished_game(result(1, ME, 2), result(2, None, 2, level="program"), result(3, None, 1, level="duke")),
        finished_game(result(1, ME, 1), result(2, None, 2, level="")),  # somebody who was forgotten
    ]
    found = {row.opponent: (row.share.value, row.share.n) for row in against(own_games(games, ME))}
    assert found == {"duke": (0.5, 2), "program": (0.5, 1), "people": (1, 2)}
    assert list(found) == [kind for kind in OPPONENTS if kind in found]


@pytest.mark.parametrize(("won", "n"), [(0, 1), (1, 1), (3, 7), (0.5, 2), (900, 1000)])
def test_an_interval_holds_its_value_and_stays_within_the_possible(won: float, n: int) -> None:
    found = share(won, n)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.high - found.low > 0


def test_points_are_told_earliest_first_and_only_the_last_ones() -> None:
    games = own_games([finished_game(result(1, ME, points=n), result(2, points=50)) for n in range(40)], ME)
    (row,) = points(games)
    assert row.points[-1] == 0 and row.points[0] == 29 and len(row.points) == 30
    assert (row.low, row.high) == (0, 50)


@pytest.mark.parametrize("values", [[5], [0, 0], [-3, 40, 2], list(range(30))])
def test_a_picture_stays_in_its_frame(values: list[int]) -> None:
    for dot in dots(values, min(0, *values, 0), max(1, *values, 1)):
        assert all(0 <= place <= 100 for place in (dot.x, dot.y, dot.to_x, dot.to_y))
