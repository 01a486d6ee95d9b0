"""Bots think here: in processes of their own, behind one bounded fair queue, from what their seat may know.

A worker is handed a world that the bot's seat cannot tell from the true one, the bot of a level, and a seed; never a
state. How much it may search follows from the number of tables that wait, which says nothing about anybody's cards.

Fair: a table has at most one question in the queue, and its next one goes to the end, so tables take turns.
Bounded: `MOST` tables wait in the queue; whoever comes then waits for a place in the order of arrival, and nobody is
ever dropped. At that length every answer is greedy's and takes a millisecond, so places become free at once.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from intrigue.bots import process
from intrigue.bots.builtin import MOST_SEED
from intrigue.bots.client import Client, Failed, Late, parse
from intrigue.bots.registry import family_of
from intrigue.bots.sight import Sight
from intrigue.engine.game import Game
from intrigue.engine.state import Flat
from intrigue.games import GAMES
from intrigue.web.observe.metrics import Metrics
from intrigue.web.runtime.bot_budget import GREEDY, played_by, searches

MOST = 1000
"""The most tables in the queue."""
PATIENCE = 4.0
"""Seconds after which a question gets greedy's answer anyway, on a machine slower than these figures."""
LIMIT = 10.0
"""Seconds after which a worker counts as hanging, and is killed."""
TRIES = 3
"""How often a bot is asked when its worker dies."""
REST = 1.0
"""Seconds before a process that cannot even start is tried again."""
LOOK = 2.0
"""Seconds after which a worker without work looks whether its process still runs."""
COMPILING = 900.0
"""Seconds a compiler may take; half a minute is usual."""
QUIET = 20.0
"""Seconds after the start in which compiled rules are left alone, unless a bot is asked that searches: whoever starts
again serves those who come back first."""
NICE, NICEST = 5, 15
"""Pages come before bots, and bots before the compiler."""

LOG = logging.getLogger(__name__)


def usual() -> int:
    """How many workers suit this machine: a core is left for the pages."""
    return max(1, (os.cpu_count() or 1) - 1)


class Worker:
    """A process that thinks, started when it is first told something."""

    def __init__(self, command: Sequence[str], nice: int) -> None:
        self.command, self.nice = command, nice
        self.client: Client | None = None
        self.loaded: set[type[Flat]] = set()
        """Families whose compiled rules it has at hand, or could not load."""
        self.fast: set[type[Flat]] = set()
        """Families whose compiled rules it has at hand."""

    def start(self) -> Client:
        """The process, started anew if there is none."""
        if self.client is None:
            self.client = Client(self.command, process.environment(), logs_errors=False)  # a traceback could hold cards
            self.client.tell({"nice": self.nice})
        return self.client

    async def ask(self, message: dict[str, Any], answer: str, limit: float) -> Any:
        """What it answers to a message; raises `Failed`."""
        try:
            async with asyncio.timeout(limit):
                client = self.start()
                client.tell(message)
                while True:
                    while (line := client.line()) is None:
                        await client.exchange_soon()
                    if answer in (told := parse(line)):
                        return told[answer]
        except TimeoutError:
            raise Late("error.program_late", ms=round(1000 * limit)) from None

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self.client is not None and self.client.alive

    async def end(self) -> None:
        """Ends the process, whatever it does."""
        client, self.client = self.client, None
        self.loaded, self.fast = set(), set()
        if client:
            await asyncio.to_thread(client.stop)


@dataclass
class Question:
    """What a table asks: everything was dealt anew that the seat cannot know."""

    table: str
    game: Game[Any]
    level: str
    world: Any
    seed: int
    choices: dict[tuple[int, ...], str]
    """The legal moves by their actions."""
    since: float = 0.0
    """When it was asked; the wait for a place in the line counts."""
    answer: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, move: str) -> None:
        """Answers it, unless whoever asked has gone."""
        if not self.answer.done():
            self.answer.set_result(move)


class BotPool:
    """Workers, and the tables that wait for them."""

    def __init__(
        self,
        processes: int,
        command: Sequence[str] | None = None,
        limit: float = LIMIT,
        most: int = MOST,
        compiles: bool = True,
    ) -> None:
        self.processes = max(1, processes)
        self.command = list(command or process.command())
        self.limit = limit
        self.compiles = compiles
        self.places = asyncio.Semaphore(most)
        self.line: deque[str] = deque()
        """Tables in the order in which they are served."""
        self.questions: dict[str, Question] = {}
        """What each table in the line asks."""
        self.changed = asyncio.Condition()
        self.kept: dict[type[Flat], str] = {}
        """Families whose rules lie compiled in the cache, with a game of each."""
        self.searched = asyncio.Event()
        """Set when a bot was asked that searches."""
        self.tasks: list[asyncio.Task[None]] = []
        self.metrics: Metrics | None = None
        self.workers = [Worker(self.command, NICE) for _ in range(self.processes)]

    # Asking

    async def move(self, table: str, sight: Sight, level: str, seed: int) -> str:
        """The move of a bot of a level: its honest answer, however loaded or broken the workers are."""
        return await self.ask(self.question(table, sight, level, seed))

    def question(self, table: str, sight: Sight, level: str, seed: int) -> Question:
        """A question from what a seat may know now: the match may go on before it is answered."""
        if searches(sight.game, level):
            self.searched.set()
        seed &= MOST_SEED
        choices = {actions: move for move, actions in sight.choices.items()}
        return Question(table, sight.game, level, sight.sample(seed), seed, choices)

    async def ask(self, question: Question) -> str:
        """The answer to a question, when it is its table's turn."""
        if len(question.choices) == 1:
            return next(iter(question.choices.values()))
        table = question.table
        question.since = asyncio.get_running_loop().time()
        async with self.places:
            async with self.changed:
                if before := self.questions.get(table):
                    before.answer.cancel()  # a table asks one thing; it keeps its place in the line
                else:
                    self.line.append(table)
                self.questions[table] = question
                self.changed.notify()
            try:
                return await question.answer
            finally:
                if self.metrics:
                    self.metrics.thinking.observe(asyncio.get_running_loop().time() - question.since)
                if self.questions.get(table) is question:
                    del self.questions[table]

    def pace(self, game: Game[Any], level: str) -> int:
        """By how many milliseconds all answers of a level are put off: while searches are interpreted they may take
        longer than a bot is seen to think, and how much longer must not be seen."""
        ready = all(game.state in worker.fast for worker in self.workers)
        return family_of(game).plain_pace if searches(game, level) and not ready else 0

    @property
    def waiting(self) -> int:
        """How many tables wait."""
        return len(self.questions)

    @property
    def alive(self) -> bool:
        """Whether at least one worker has a process that runs, or is about to start one."""
        at_work = self.tasks[: len(self.workers)]
        return any(not task.done() for task in at_work) and any(worker.alive for worker in self.workers)

    # Working

    async def start(self) -> None:
        """Starts the workers, and a process that compiles while they play interpreted."""
        if not self.tasks:
            self.tasks = [asyncio.create_task(self.work(worker), name="worker") for worker in self.workers]
            if self.compiles:
                self.tasks.append(asyncio.create_task(self.compile_all(), name="compiler"))

    async def stop(self) -> None:
        """Ends all processes."""
        tasks, self.tasks = self.tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def work(self, worker: Worker) -> None:
        """A worker's life: questions first, compiled rules when there are none; a worker that dies has a successor."""
        try:
            with suppress(Failed):
                worker.start()
            while True:
                job = await self.next_job(worker)
                if job is None:
                    await self.replace(worker)
                elif isinstance(job, Question):
                    await self.answer(worker, job)
                else:
                    await self.load(worker, job)
        finally:
            await worker.end()

    async def replace(self, worker: Worker) -> None:
        """Starts the process of a worker anew that was ended while nobody asked it anything."""
        await self.end(worker)
        try:
            worker.start()
        except Failed:
            await asyncio.sleep(REST)

    async def end(self, worker: Worker) -> None:
        """Ends the process of a worker; what it could not load, its successor does not try again."""
        given_up = worker.loaded - worker.fast
        await worker.end()
        worker.loaded = given_up

    async def next_job(self, worker: Worker) -> Question | type[Flat] | None:
        """The next thing to do; None if its process is gone."""
        async with self.changed:
            while True:
                while self.line:
                    if question := self.questions.pop(self.line.popleft(), None):
                        return question
                if not worker.alive:
                    return None
                for family in self.kept:
                    if family not in worker.loaded:
                        return family
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK):
                        await self.changed.wait()

    async def load(self, worker: Worker, family: type[Flat]) -> None:
        """Has a worker load what was compiled; if it cannot, it goes on interpreting."""
        try:
            if await worker.ask({"load": self.kept[family]}, "loaded", COMPILING):
                worker.fast.add(family)
        except Failed:
            LOG.warning("a worker could not load the compiled rules of %s", self.kept[family])
            await self.end(worker)
            await asyncio.sleep(REST)
        worker.loaded.add(family)

    async def answer(self, worker: Worker, question: Question) -> None:
        """Answers a question by any means: the level's bot, then greedy, then the first legal move."""
        tries = TRIES
        while tries >= 0:
            late = asyncio.get_running_loop().time() - question.since > PATIENCE
            fast = question.game.state in worker.fast
            spec = played_by(question.level, question.game, self.waiting / self.processes, fast)
            if late or not tries:
                spec = GREEDY if spec.startswith("search") else spec
            asked = process.question(question.game, spec, question.world, question.seed, fast and spec != GREEDY)
            try:
                told = tuple(await worker.ask(asked, "actions", self.limit))
                return question.settle(question.choices[told])
            except (Failed, KeyError, TypeError) as fault:
                LOG.warning("a worker failed (%s) at table %s", type(fault).__name__, question.table)
                tries = 0 if isinstance(fault, Late) and tries else tries - 1
                await worker.end()
        question.settle(next(iter(question.choices.values())))

    # Compiling

    async def compile_all(self) -> None:
        """Has the rules of every family compiled into the cache, by a process that steps aside for everything else."""
        compiler = Worker(self.command, NICEST)
        with suppress(TimeoutError):
            async with asyncio.timeout(QUIET):
                await self.searched.wait()
        try:
            for family, name in families().items():
                for _ in range(TRIES):
                    try:
                        kept = await compiler.ask({"compile": name}, "kept", COMPILING)
                        break
                    except Failed:
                        await compiler.end()
                        kept = False
                if not kept:
                    LOG.info("bots of %s stay interpreted: nothing compiles their rules, or keeps them", name)
                    continue
                async with self.changed:
                    self.kept[family] = name
                    self.changed.notify_all()
        finally:
            await compiler.end()


def families() -> dict[type[Flat], str]:
    """Every family of games, and a game of it: their decisions are compiled together."""
    found: dict[type[Flat], str] = {}
    for game in GAMES.values():
        found.setdefault(game.state, game.name)
    return found
