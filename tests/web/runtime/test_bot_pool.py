"""Bots think in other processes: honestly, in turn, and whatever happens to the processes."""

from __future__ import annotations

import asyncio
import json
import select
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import intrigue
from intrigue.bots import LEVELS, Sight, make, process
from intrigue.bots.builtin import Thinker, move_of
from intrigue.bots.client import Client, encode
from intrigue.bots.decision_memory import Thought
from intrigue.bots.registry import FAMILIES, family_of
from intrigue.engine.match import Match
from intrigue.games import GAMES
from intrigue.web.runtime import bot_pool
from intrigue.web.runtime.bot_budget import LEAST, LENGTHS, played_by, simulations
from intrigue.web.runtime.bot_pool import MOST, BotPool, Question, Worker

TABLES = [("oriflamme", 3), ("ablaze", 4), ("oriflamme-mix", 5), ("richelieu", 3)]
ASKED = Callable[[BotPool], Awaitable[Any]]


def run(ask: ASKED, *given: Any, **options: Any) -> Any:
    """Asks something of a pool that is ended afterwards."""

    async def all_of_it() -> Any:
        pool = BotPool(*given or (1,), **{"compiles": False, **options})
        await pool.start()
        try:
            return await ask(pool)
        finally:
            await pool.stop()

    return asyncio.run(all_of_it())


def honest(match: Match, spec: str, seed: int, fast: bool | None = False) -> str:
    """What a bot chooses from what its seat may know, in this process."""
    bot, sight = make(spec), Sight(match)
    assert isinstance(bot, Thinker)
    thought = Thought(match.game, bot.plan_of(match.game), sight.sample(seed), fast)
    return move_of(sight, bot.decide(thought, seed))


# The answers


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_worker_answers_what_the_bot_of_the_level_would(name, players):
    match = intrigue.new(name, players=players, seed=5)

    async def ask(pool: BotPool) -> dict[str, str]:
        return {level: await pool.move("t", Sight(match), level, 11) for level in LEVELS}

    expected = {level: honest(match, played_by(level, match.game, 0, False), 11) for level in LEVELS}
    assert run(ask) == expected


def test_compiled_rules_are_used_when_another_process_has_compiled_them():
    match = intrigue.new("oriflamme", players=3, seed=5)
    family = match.game.state

    async def ask(pool: BotPool) -> tuple[str, set[Any]]:
        first = await pool.move("t", Sight(match), "knight", 11)  # at once, whatever the compiler does
        assert first == honest(match, "greedy", 11)
        pool.question("t", Sight(match), "duke", 11)
        async with pool.changed:
            await pool.changed.wait_for(lambda: family in pool.kept)
        worker = Worker(pool.command, 0)
        try:
            await pool.load(worker, family)
            question = Question("t", match.game, "duke", Sight(match).sample(11), 11, {}, since=float("inf"))
            question.choices = {actions: move for move, actions in Sight(match).choices.items()}
            await pool.answer(worker, question)
            return await question.answer, worker.fast
        finally:
            await worker.end()

    assert run(ask, 1, compiles=True) == (make("duke").choose(Sight(match), 11), {family})


@pytest.mark.parametrize(("quiet", "level"), [(600.0, "duke"), (0.0, "knight")])
def test_after_a_start_compiled_rules_wait_until_somebody_searches_or_all_is_quiet(monkeypatch, quiet, level):
    match = intrigue.new("oriflamme", players=3, seed=5)
    wanted = asyncio.Event()

    async def refuse(worker: Worker, message: Any, answer: str, limit: float) -> bool:
        wanted.set()
        return False

    async def ask(pool: BotPool) -> None:
        pool.question("t", Sight(match), "knight", 11)
        for _ in range(20 if quiet else 0):
            await asyncio.sleep(0)  # whatever is to be done is done
            assert not wanted.is_set()
        pool.question("t", Sight(match), level, 11)
        await asyncio.wait_for(wanted.wait(), 60)

    monkeypatch.setattr(Worker, "ask", refuse)
    monkeypatch.setattr(bot_pool, "QUIET", quiet)
    run(ask, 1, compiles=True)


def test_nothing_is_compiled_by_a_worker_that_is_told_to_load(monkeypatch, tmp_path):
    monkeypatch.setenv("INTRIGUE_CACHE", str(tmp_path))

    async def ask(pool: BotPool) -> tuple[set[Any], str]:
        worker = Worker(pool.command, 0)
        match = intrigue.new("oriflamme", players=3, seed=5)
        pool.kept[match.game.state] = "oriflamme"  # it was there a moment ago
        try:
            await pool.load(worker, match.game.state)
            assert worker.loaded == {match.game.state}
            return worker.fast, await pool.move("t", Sight(match), "count", 11)
        finally:
            await worker.end()

    expected = honest(intrigue.new("oriflamme", players=3, seed=5), family_of(GAMES["oriflamme"]).levels["count"], 11)
    assert run(ask) == (set(), expected)


@pytest.mark.parametrize("level", ["cmd:sh", "search:sims=9999", "greedy", ""])
def test_only_levels_can_be_asked(level):
    match = intrigue.new("oriflamme", players=3, seed=5)
    with pytest.raises(KeyError):
        played_by(level, match.game, 0, False)


# Secrecy


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_bots_that_search_are_put_off_while_their_rules_are_not_compiled(name, players):
    game = intrigue.game(name)

    async def ask(pool: BotPool) -> tuple[list[int], list[int]]:
        before = [pool.pace(game, level) for level in LEVELS]
        pool.workers[0].fast.add(game.state)
        return before, [pool.pace(game, level) for level in LEVELS]

    before, after = run(ask)
    assert [pace > 0 for pace in before] == [family_of(game).levels[level].startswith("search") for level in LEVELS]
    assert not any(after)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_question_is_the_same_in_twin_worlds(name, players):
    match = intrigue.new(name, players=players, seed=8)
    for number in range(25):
        twin = match.copy()
        twin.state = match.sample(match.to_act or 0, seed=number)
        twin.known_moves = None
        asked = [
            encode(process.question(one.game, "greedy", Sight(one).sample(number), number, False))
            for one in (match, twin)
        ]
        assert asked[0] == asked[1]
        match.play(match.moves()[number % len(match.moves())])


def test_a_question_holds_no_true_state():
    match = intrigue.new("oriflamme", players=5, seed=8)
    told = json.loads(encode(process.question(match.game, "greedy", Sight(match).sample(3), 3, False)))
    assert set(told) == {"game", "box", "bot", "world", "seed", "fast"}
    assert bytes.fromhex(told["world"]) != match.state.to_bytes()


# Load


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.state.__module__)
@pytest.mark.parametrize("whole", [20, 30, 400, 1000])
def test_searches_shrink_to_the_floor_and_then_give_way(fast, family, whole):
    lengths = LENGTHS[fast]
    made = [simulations(whole, waiting, fast, family) for waiting in range(MOST)]
    assert made == sorted(made, reverse=True)
    assert made[lengths.whole] == (whole if fast else min(whole, family.plain_sims))
    assert made[lengths.floor] == made[lengths.greedy] == min(made[0], max(LEAST, whole // 4))
    assert set(made[lengths.greedy + 1 :]) == {0}


COSTS = {GAMES["oriflamme"].state: {True: 0.042, False: 5.2}, GAMES["richelieu"].state: {True: 0.9, False: 85.0}}
"""Milliseconds a simulation at the dearest decisions, compiled and not: the figures that the lengths were chosen by."""


@pytest.mark.parametrize("family", [FAMILIES[state] for state in COSTS], ids=lambda family: family.state.__module__)
@pytest.mark.parametrize("fast", [True, False])
def test_the_last_of_a_full_queue_waits_less_than_five_seconds_by_the_figures(fast, family):
    cost, greedy = COSTS[family.state][fast], 1.0
    for spec in family.levels.values():
        if spec.startswith("search"):
            whole = int(spec.partition("sims=")[2].partition(",")[0])
            ahead = [simulations(whole, waiting, fast, family) * cost or greedy for waiting in range(MOST)]
            assert sum(ahead) + max(ahead) < 5000  # the last one was begun before


class Counting(BotPool):
    """Answers nothing until it may; notes in which order tables were served."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, command=[sys.executable, "-c", ""], **options)
        self.served: list[str] = []
        self.gate = asyncio.Event()

    async def answer(self, worker: Worker, question: Question) -> None:
        await self.gate.wait()
        self.served.append(question.table)
        question.settle(next(iter(question.choices.values())))


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0)


def test_tables_take_turns_and_nobody_is_dropped():
    match = intrigue.new("oriflamme", players=3, seed=8)

    async def all_of_it() -> tuple[list[str], int]:
        pool = Counting(1, most=3, compiles=False)
        await pool.start()

        async def twice(table: str) -> None:
            for _ in range(2):
                await pool.move(table, Sight(match), "knight", 1)

        asking = [asyncio.create_task(twice(table)) for table in "abcde"]
        await until(lambda: pool.places.locked() and pool.waiting == 2)  # a is being thought about
        longest = len(pool.line)
        pool.gate.set()
        await asyncio.gather(*asking)
        await pool.stop()
        return pool.served, longest

    served, longest = asyncio.run(all_of_it())
    assert longest <= 3 and sorted(served) == sorted("abcde" * 2)
    first = [served.index(table) for table in "abcde"]
    assert first == sorted(first), "newcomers wait in the order of arrival"
    for table in "abcde":
        before, after = (index for index, one in enumerate(served) if one == table)
        assert len(set(served[before + 1 : after])) >= 2, "others are served before a table's next question"


def test_the_wait_for_a_place_counts_too():
    match = intrigue.new("oriflamme", players=3, seed=8)

    async def all_of_it() -> tuple[Question, float]:
        pool = Counting(1, most=1, compiles=False)
        await pool.start()
        first, second = (pool.question(table, Sight(match), "knight", 1) for table in "ab")
        asking = [asyncio.create_task(pool.ask(one)) for one in (first, second)]
        await until(lambda: pool.places.locked() and not pool.waiting)  # a is being thought about, b has no place
        let_in = asyncio.get_running_loop().time()
        pool.gate.set()
        await asyncio.gather(*asking)
        await pool.stop()
        return second, let_in

    question, let_in = asyncio.run(all_of_it())
    assert 0 < question.since <= let_in


def test_a_table_has_one_question_and_keeps_its_place():
    match = intrigue.new("oriflamme", players=3, seed=8)

    async def all_of_it() -> list[str]:
        pool = Counting(1, compiles=False)
        await pool.start()

        def ask(table: str) -> asyncio.Task[str]:
            return asyncio.create_task(pool.move(table, Sight(match), "knight", 1))

        asking = [ask("busy")]
        await until(lambda: not pool.waiting and not pool.line)
        asking += [ask("a"), ask("b")]
        await until(lambda: pool.waiting == 2)
        asking.append(ask("a"))  # the table thinks of something else
        gone = ask("c")
        await until(lambda: pool.waiting == 3 and asking[1].done())
        gone.cancel()
        await until(gone.done)
        assert pool.waiting == 2
        pool.gate.set()
        await asyncio.gather(asking[0], *asking[2:])
        assert asking[1].cancelled()
        await pool.stop()
        return pool.served

    assert asyncio.run(all_of_it()) == ["busy", "a", "b"]


# Processes that fail


def command(script: str) -> list[str]:
    return [sys.executable, "-P", "-c", script]


DIES = """
import sys, pathlib
from intrigue.bots import process
started = pathlib.Path({path!r})
started.write_text(started.read_text() + "x" if started.exists() else "x")
if len(started.read_text()) <= {times}:
    for line in sys.stdin:
        if "world" in line:
            sys.exit(1)
process.main()
"""


def test_a_worker_that_dies_has_a_successor_who_is_asked_again(tmp_path):
    match, path = intrigue.new("oriflamme", players=3, seed=5), tmp_path / "started"

    async def ask(pool: BotPool) -> str:
        return await pool.move("t", Sight(match), "count", 11)

    found = run(ask, 1, command=command(DIES.format(path=str(path), times=2)))
    assert found == honest(match, "search:sims=30,worlds=4", 11)
    assert path.read_text() == "xxx"


def test_a_bot_that_fails_thrice_is_greedy(tmp_path):
    match, path = intrigue.new("oriflamme", players=3, seed=5), tmp_path / "started"

    async def ask(pool: BotPool) -> str:
        return await pool.move("t", Sight(match), "count", 11)

    assert run(ask, 1, command=command(DIES.format(path=str(path), times=3))) == honest(match, "greedy", 11)
    assert path.read_text() == "xxxx"


@pytest.mark.parametrize("script", ["", "print('nonsense', flush=True); input()", "raise SystemExit(3)"])
def test_a_table_goes_on_without_any_worker(script):
    match = intrigue.new("richelieu", players=2, seed=5)

    async def ask(pool: BotPool) -> str:
        return await pool.move("t", Sight(match), "duke", 11)

    assert run(ask, 1, command=command(script)) == match.moves()[0]


def test_a_table_goes_on_where_no_process_can_be_started(tmp_path):
    match = intrigue.new("richelieu", players=2, seed=5)

    async def ask(pool: BotPool) -> str:
        return await pool.move("t", Sight(match), "duke", 11)

    assert run(ask, 1, command=[str(tmp_path / "none")]) == match.moves()[0]


def test_moves_that_are_none_count_as_failures():
    match = intrigue.new("oriflamme", players=3, seed=5)
    script = "import sys\nfor line in sys.stdin:\n  if 'world' in line: print('{\"actions\": [63]}', flush=True)"

    async def ask(pool: BotPool) -> str:
        return await pool.move("t", Sight(match), "duke", 11)

    assert run(ask, 1, command=command(script)) == match.moves()[0]


ANSWERS = """
import os
input(), input()
os.write(1, b'{"answer": 1}\\n')
input()
"""


def test_an_answer_arrives_though_somebody_else_looks_whether_the_worker_is_alive():
    async def answer() -> int:
        worker = Worker(command(ANSWERS), 0)
        asking = asyncio.create_task(worker.ask({}, "answer", 60))
        try:
            await asyncio.sleep(0)  # the question is asked
            assert worker.client and not asking.done()
            select.select([worker.client.output], [], [])  # the loop is busy until the answer is there
            assert worker.alive
            return await asking
        finally:
            await worker.end()

    assert asyncio.run(answer()) == 1


HANGS = """
import threading
from intrigue.bots import process
thinks = process.answer
def hang(question):
    if question["bot"].startswith("search"):
        threading.Event().wait()
    return thinks(question)
process.answer = hang
process.main()
"""


class Watched(Worker):
    """Remembers its processes."""

    started: list[subprocess.Popen[bytes]] = []

    def start(self) -> Client:
        client = super().start()
        if client.process not in self.started:
            self.started.append(client.process)
        return client


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that were started."""
    monkeypatch.setattr(bot_pool, "Worker", Watched)
    monkeypatch.setattr(Watched, "started", [])
    return Watched.started


def test_a_process_that_is_just_being_started_ends_with_the_pool(processes):
    async def start_and_stop() -> int | None:
        pool = BotPool(1, compiles=False)
        await pool.start()
        await until(lambda: bool(processes))
        await pool.stop()
        return processes[0].returncode

    assert asyncio.run(start_and_stop()) == -signal.SIGKILL


def test_whoever_stops_waiting_for_the_end_of_a_process_does_not_keep_it():
    async def start_and_stop() -> int | None:
        worker = Worker(BotPool(1, compiles=False).command, 0)
        running = worker.start().process
        ending = asyncio.create_task(worker.end())
        await asyncio.sleep(0)
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)
        await worker.end()
        return await asyncio.to_thread(running.wait)

    assert asyncio.run(start_and_stop()) == -signal.SIGKILL


def test_a_worker_that_hangs_is_killed_and_greedy_answers():
    match = intrigue.new("oriflamme", players=3, seed=5)
    ended: list[int | None] = []

    class Ending(Worker):
        async def end(self) -> None:
            running = self.client
            await super().end()
            ended.append(running.process.returncode if running else None)

    async def ask(pool: BotPool) -> str:
        worker = Ending(pool.command, 0)
        choices = {actions: move for move, actions in Sight(match).choices.items()}
        question = Question("t", match.game, "duke", Sight(match).sample(11), 11, choices, since=float("inf"))
        await worker.ask({"load": "oriflamme"}, "loaded", 60)  # it has started before the limit counts
        await pool.answer(worker, question)
        await worker.end()
        return await question.answer

    assert run(ask, 1, command=command(HANGS), limit=6.0) == honest(match, "greedy", 11)
    assert ended[0] == -9


def test_whoever_has_waited_too_long_gets_the_greedy_answer():
    match = intrigue.new("oriflamme", players=3, seed=5)

    async def ask(pool: BotPool) -> str:
        worker = Worker(pool.command, 0)
        choices = {actions: move for move, actions in Sight(match).choices.items()}
        long_ago = asyncio.get_running_loop().time() - bot_pool.PATIENCE - 1
        question = Question("t", match.game, "duke", Sight(match).sample(11), 11, choices, since=long_ago)
        await pool.answer(worker, question)
        await worker.end()
        return await question.answer

    assert run(ask) == honest(match, "greedy", 11)


def test_nothing_is_left_of_the_processes(processes):
    match = intrigue.new("oriflamme", players=3, seed=5)

    async def ask(pool: BotPool) -> None:
        await pool.move("t", Sight(match), "page", 1)

    run(ask, 3)
    assert len({one.pid for one in processes}) >= 1 and all(one.returncode is not None for one in processes)


def test_a_process_ends_with_its_input_even_while_it_thinks():
    match = intrigue.new("richelieu", players=3, seed=5)
    asked = encode(process.question(match.game, "search:sims=1000000", Sight(match).sample(1), 1, False))
    ran = subprocess.run(process.command(), env=process.environment(), input=asked, capture_output=True, timeout=60)
    assert ran.returncode == 0 and ran.stdout == b""


def test_a_process_writes_nothing_about_a_question_that_fails(tmp_path: Path):
    with subprocess.Popen(
        process.command(), env=process.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=-3
    ) as one:
        assert one.stdin and one.stdout
        one.stdin.write(b'{"game": "chess"}\n')
        one.stdin.flush()
        assert one.stdout.read() == b""
