"""What is made of what a page noted while a first game was played."""

from __future__ import annotations

from first_game import COLUMNS, Seen, Wait, row, waits

PAGE = {
    "asked": [[7, 100.0], [12, 4100.0], [13, 5000.0]],
    "sent": [[7, 1000.0], [12, 4600.0], [13, 6000.0]],
    "came": [[7, 90.0], [8, 1050.0], [12, 2500.0], [13, 4650.0], [13, 9000.0]],
    "shifts": [{"value": 0.25, "own": False}, {"value": 0.5, "own": True}],
    "inputs": [{"whole": 104}, {"whole": 48}],
    "tasks": [[100, 60], [300, 90], [1000, 70]],
    "own": [[350, 380]],
    "board": [[200.0, 12.5]],
}


def test_a_wait_is_the_bots_until_the_server_asks_and_film_until_the_page_does() -> None:
    assert list(waits(PAGE)) == [Wait(1500.0, 1600.0), Wait(50.0, 350.0)]


def test_looking_around_is_no_long_task_and_what_moves_after_an_input_no_shift() -> None:
    seen = Seen("richelieu-3", "360x640", "en", "after", page=PAGE, work={"Task": 3.0}, versions=30)
    seen.waits = list(waits(PAGE))
    assert (seen.long_tasks, seen.shift, seen.slowest) == (0.13, 0.25, 104)
    cells = row(seen)
    assert len(cells) == len(COLUMNS)
    assert {"1.8 / 3.1 s", "0.8 / 1.5 s", "1.0 / 1.6 s", "1 times, 12 px", "3.0 s, 100 ms a move"} <= {*cells}
