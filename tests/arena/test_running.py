"""The same games, whoever plays them: one core or two, in any order, interrupted, or on a cluster."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from dask import distributed

from intrigue.arena import runner
from intrigue.arena.contest import Contest
from intrigue.arena.log import NAME, Log
from intrigue.arena.play import Block, Chunk, chunk_size, chunks, play_chunk
from intrigue.arena.summary import summary
from intrigue.engine.depth import DEEPEST
from intrigue.engine.errors import IntrigueError

CONTEST = Contest("oriflamme", 3, "fr", ("greedy", "random"), games=36, seed=5)


def parts(contest: Contest = CONTEST, numbers: Iterable[int] | None = None) -> list[Chunk]:
    """Chunks for bots of any kind."""
    return chunks(contest, list(range(contest.blocks) if numbers is None else numbers), compiled=False)


def play_blocks(blocks: Iterable[list[Block]]) -> list[Block]:
    return sorted(block for some in blocks for block in some)


@pytest.fixture(scope="module")
def truth() -> list[Block]:
    return play_blocks(map(play_chunk, parts()))


def test_blocks_are_whole(truth: list[Block]) -> None:
    assert [block.number for block in truth] == list(range(12))
    for block in truth:
        assert len(block.won) == len(block.scores) == 3
        for mask, scores in zip(block.won, block.scores, strict=True):
            assert 0 < mask < 8 and len(scores) == 3


def test_chunks_in_another_order_and_of_another_size(truth: list[Block], monkeypatch: pytest.MonkeyPatch) -> None:
    assert play_blocks(map(play_chunk, reversed(parts()))) == truth
    monkeypatch.setattr("intrigue.arena.play.chunk_size", lambda contest: 5)
    assert len(parts()) == 3 and play_blocks(map(play_chunk, parts())) == truth


def test_two_cores_play_the_same(truth: list[Block]) -> None:
    assert play_blocks(runner.play(parts(), cores=1)) == truth
    assert play_blocks(runner.play(parts(), cores=2)) == truth


def test_two_workers_of_a_cluster_play_the_same(truth: list[Block]) -> None:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        assert play_blocks(runner.play(parts(), 1, cluster.scheduler_address)) == truth


def test_more_games_begin_with_the_same_ones(truth: list[Block]) -> None:
    more = Contest("oriflamme", 3, "fr", ("greedy", "random"), games=60, seed=5)
    assert play_blocks(map(play_chunk, parts(more, range(12)))) == truth
    other = Contest("oriflamme", 3, "fr", ("greedy", "random"), games=36, seed=6)
    assert play_blocks(map(play_chunk, parts(other))) != truth


def test_a_deal_is_the_same_in_all_its_games() -> None:
    """Equal bots with equal choices would play one game three times; the bots' seeds keep them apart."""
    contest = Contest("oriflamme", 3, "fr", ("random",), games=30, seed=1)
    blocks = play_blocks(map(play_chunk, parts(contest)))
    assert any(block.scores[0] != block.scores[1] for block in blocks)


def test_slow_bots_get_small_chunks() -> None:
    slow = Contest("oriflamme", 4, "fr", ("search:sims=1000", "random"), games=4000)
    quick = Contest("oriflamme", 4, "fr", ("random",), games=100_000)
    assert chunk_size(slow) == 1 and 100 <= chunk_size(quick) <= 400


# Interrupted


def test_an_interrupt_lets_through_what_is_under_way(truth: list[Block]) -> None:
    going = runner.play(parts(), cores=2)
    kept = [next(going)]
    with pytest.raises(KeyboardInterrupt):
        kept.append(going.throw(KeyboardInterrupt()))  # type: ignore[attr-defined]
        kept.extend(going)
    assert all(block in truth for block in play_blocks(kept))


def gone_on(folder: Path) -> list[Block]:
    """Plays what the folder does not hold yet."""
    log = Log(str(folder), CONTEST)
    done = dict(log.done)
    for blocks in map(play_chunk, parts(numbers=[number for number in range(12) if number not in done])):
        log.append(blocks)
        done.update({block.number: block for block in blocks})
    log.close()
    return sorted(done.values())


def test_goes_on_from_a_chunk_border(truth: list[Block], tmp_path: Path) -> None:
    log = Log(str(tmp_path), CONTEST)
    for part in parts()[3:5]:
        log.append(play_chunk(part))
    log.close()
    assert gone_on(tmp_path) == truth
    again = Log(str(tmp_path), CONTEST)
    again.close()
    assert sorted(again.done.values()) == truth


@pytest.mark.parametrize("cut", [1, 7, 40, 10_000])
def test_goes_on_from_the_middle_of_a_line(truth: list[Block], tmp_path: Path, cut: int) -> None:
    gone_on(tmp_path)
    path = tmp_path / NAME
    whole = path.read_bytes()
    path.write_bytes(whole[: max(0, len(whole) - cut)])
    assert gone_on(tmp_path) == truth
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


def refusal(folder: Path, contest: Contest) -> IntrigueError:
    with pytest.raises(IntrigueError) as fault:
        Log(str(folder), contest)
    return fault.value


def test_other_arguments_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Log(str(tmp_path), CONTEST).close()
    before = (tmp_path / NAME).read_bytes()
    fault = refusal(tmp_path, Contest("oriflamme", 4, "fr", ("greedy", "random"), games=36, seed=6))
    assert (fault.key, fault.values) == ("error.arena_other", {"what": "players, seed"})
    monkeypatch.setattr("intrigue.arena.log.code_of", lambda name: "changed")
    assert refusal(tmp_path, CONTEST).key == "error.arena_other_code"
    assert (tmp_path / NAME).read_bytes() == before
    monkeypatch.undo()
    Log(str(tmp_path), Contest("oriflamme", 3, "fr", ("greedy", "random"), games=99, seed=5)).close()


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"block": 0, "lineup": [0, 1, 1], "won": [1, 2], "scores": [[1, 2, 3], [1, 2, 3]]}',
        '{"block": 0, "lineup": [1, 0, 0], "won": [1, 2, 4], "scores": [[1, 2, 3], [1, 2, 3], [1, 2, 3]]}',
        '{"block": 0, "lineup": [0, 1, 1], "won": [1, 2, 8], "scores": [[1, 2, 3], [1, 2, 3], [1, 2, 3]]}',
        '{"block": -9999, "lineup": [0, 1, 1], "won": [1, 2, 4], "scores": [[1, 2, 3], [1, 2, 3], [1, 2, 3]]}',
        '{"block": -1, "lineup": [0, 1, 1], "won": [1, 2, 4], "scores": [[1, 2, 3], [1, 2, 3], [1, 2, 3]]}',
        '{"block": 0, "lineup": [0, 1, 1], "won": [1, 2, 4], "scores": [[1, 2, 3], [1, 2, 3], [1, 2, null]]}',
        '{"block": 0, "lineup": [0, 1, 1], "won": [1, 2, 4], "scores": [[1, 2, 3], [1, 2, 3], [1, 2, 3]], "more": %s}'
        % ("[" * DEEPEST + "]" * DEEPEST),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    Log(str(tmp_path), CONTEST).close()
    with (tmp_path / NAME).open("a") as file:
        file.write(f"{line}\n")
    fault = refusal(tmp_path, CONTEST)
    assert (fault.key, fault.values["line"]) == ("error.arena_log", 2)


# Elsewhere


def test_a_worker_with_other_code_refuses(truth: list[Block]) -> None:
    part = Chunk(**{**parts()[0].__dict__, "code": "other"})
    with pytest.raises(IntrigueError) as fault:
        play_chunk(part)
    assert fault.value.key == "error.arena_code"


def test_no_cluster_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "PATIENCE", 0.2)
    with pytest.raises(IntrigueError) as fault:
        list(runner.play(parts(), 1, "tcp://127.0.0.1:9"))
    assert fault.value.key == "error.no_cluster"
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(IntrigueError) as fault:
        list(runner.play(parts(), 1, "tcp://127.0.0.1:9"))
    assert fault.value.key == "error.no_dask"


def test_the_summary_does_not_depend_on_the_order_of_blocks(truth: list[Block]) -> None:
    assert json.dumps(summary(CONTEST, truth)) == json.dumps(summary(CONTEST, reversed(truth)))
