"""What once went wrong, or could: caches, errors that travel, seats that do not exist, threads after a fork."""

import multiprocessing
import os
import pickle

import numpy as np
import pytest

import intrigue
from intrigue.engine import rules, targets


def test_the_cache_cleaner_touches_only_its_own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("INTRIGUE_CACHE", str(tmp_path))
    photos, stale = tmp_path / "Photos", tmp_path / ("0" * 16 + "-numba0.1-python3.11.1-oldcpu")
    for folder in (photos, stale):
        folder.mkdir()
        os.utime(folder, (0, 0))
    targets.cache_folder("f" * 16)
    assert photos.exists() and not stale.exists()


def test_all_ways_of_importing_count_for_the_fingerprint(tmp_path, monkeypatch):
    package = tmp_path / "ways"
    package.mkdir()
    (package / "__init__.py").write_text("")
    for name in ("one", "two", "three"):
        (package / f"{name}.py").write_text("WORTH = 1\n")
    (package / "flow.py").write_text("from . import one\nfrom .two import WORTH\nimport ways.three as three\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import ways.flow  # noqa: F401

    marks = {rules.fingerprint(["ways.flow"])}
    for name in ("one", "two", "three"):
        (package / f"{name}.py").write_text("WORTH = 2\n")
        marks.add(rules.fingerprint(["ways.flow"]))
    assert len(marks) == 4


@pytest.mark.parametrize(
    "fault",
    [
        intrigue.IntrigueError("error.no_game", name="a", known="b"),
        intrigue.IllegalMove("pass", ["reveal", "wait"]),
        intrigue.BadLine(7, intrigue.IllegalMove("pass", [])),
    ],
)
def test_errors_travel_between_processes(fault):
    again = pickle.loads(pickle.dumps(fault))
    assert type(again) is type(fault) and str(again) == str(fault) and vars(again) == vars(fault)


def test_an_error_in_a_line_says_which():
    with pytest.raises(intrigue.BadLine, match=r"^line 1: The header Game is missing\.$"):
        intrigue.load("")


@pytest.mark.parametrize("name", intrigue.games())
@pytest.mark.parametrize("seat", [-1, 6, 99])
def test_a_seat_that_does_not_exist_sees_nothing(name, seat):
    match = intrigue.new(name, players=3, seed=1)
    for ask in (match.view, match.observe, match.events_for, match.moves_for, lambda seat: match.sample(seat, 1)):
        with pytest.raises(intrigue.IntrigueError, match="There is no seat"):
            ask(seat)
    for ask in (match.game.view, match.game.observe):
        with pytest.raises(intrigue.IntrigueError, match="There is no seat"):
            ask(match.state, seat)


def child(queue):
    queue.put(intrigue.Batch("oriflamme", 4, 3, seed=1, target="parallel", observe=False).play(1))


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_threads_work_after_a_fork():
    here = intrigue.Batch("oriflamme", 4, 3, seed=1, target="parallel", observe=False).play(1)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=child, args=(queue,))
    process.start()
    try:
        assert queue.get(timeout=60) == here
    finally:
        process.kill()
        process.join()


def test_a_copy_of_a_match_goes_its_own_way():
    match = intrigue.new("oriflamme", 3, seed=1, names=["Ann", "Bob", "Cyd"])
    other = match.copy()
    other.names[0] = "Zoe"
    other.play(other.moves()[0])
    assert (match.names[0], len(match.played), len(match.public), other.record.moves) == (
        "Ann",
        0,
        0,
        other.record.moves,
    )
    assert match.record.headers["Names"] == "Ann, Bob, Cyd"


@pytest.mark.parametrize("names", ["Ann", ["Ann", "Bob"], ["A\x1b", "B", "C"], ["A\udcff", "B", "C"], ["A,", "B", "C"]])
def test_names_that_cannot_be_written_down_are_refused(names):
    with pytest.raises(intrigue.IntrigueError):
        intrigue.new("oriflamme", 3, names=names)


@pytest.mark.parametrize("array", [[0, 0], np.zeros((2, 63), np.uint8)[:, ::-1][:, ::-1].view()])
def test_arrays_must_be_arrays_that_can_be_written(array):
    if isinstance(array, np.ndarray):
        array.flags.writeable = False
    with pytest.raises(intrigue.IntrigueError, match="The array legal must have the shape"):
        intrigue.Batch("oriflamme", 2, 3, arrays={"legal": array})


def test_kernels_are_compiled_once_whoever_asks():
    compiler = intrigue.game("oriflamme").compiler
    assert compiler is intrigue.game("ablaze").compiler is not intrigue.game("richelieu").compiler


def test_a_batch_can_be_sampled():
    batch = intrigue.Batch("oriflamme", 3, 3, seed=2)
    before = batch.states.copy()
    batch.sample(0)
    assert (batch.states["hand"][:, 0] == before["hand"][:, 0]).all()
    assert (batch.states["hand"][:, 1:3] != before["hand"][:, 1:3]).any()
