"""`intrigue arena`: bots compete; prints how strong they are, and writes it down where asked."""

from __future__ import annotations

import importlib.util
import os
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import intrigue
from intrigue.engine import extras, targets
from intrigue.engine.batch import cores
from intrigue.engine.errors import IntrigueError
from intrigue.locale import Words
from intrigue.terminal import files, registry, streams
from intrigue.terminal.simulate import PATIENCE, make_folder

if TYPE_CHECKING:
    from intrigue.arena.contest import Contest
    from intrigue.arena.play import Block

RESULTS = ("results.json", "results.csv", "matrix.csv", "wins.svg", "ratings.svg", "matrix.svg")


def run(options: Namespace, words: Words) -> int:
    """Plays the contest, or the rest of it, and tells the result."""
    if importlib.util.find_spec("numpy") is None:
        raise IntrigueError("error.no_numpy", command=extras.command("fast", "numpy"))
    contest = contest_of(options)
    from intrigue.arena import play, report, timing
    from intrigue.terminal import standings

    compiled = play.all_compiled(contest)
    blocks = play_all(contest, options, words, compiled)
    from intrigue.arena.summary import summary  # loads numpy

    told = report.result(
        contest,
        summary(contest, blocks),
        timing.thoughts(contest),
        intrigue.__version__,
        options.cores,
        "cluster" if options.cluster else "compiled" if compiled else "processes",
    )
    print("\n".join(standings.lines(told, words)))
    if options.out is not None:
        texts = [
            report.json_text(told),
            report.results_csv(told),
            report.matrix_csv(told),
            *standings.plots(told, words),
        ]
        for name, text in zip(RESULTS, texts, strict=True):
            files.write(os.path.join(options.out, name), text)
        print(words("arena.written", folder=options.out))
    return 0


def contest_of(options: Namespace) -> Contest:
    """The contest that is asked for; the first fault in it is told before anything is played."""
    from intrigue import bots
    from intrigue.arena.contest import Contest, checked_contest

    if options.cores is None:
        options.cores = cores()
    if options.cores < 1:
        raise IntrigueError("error.arena_cores")
    options.players = registry.players_of(intrigue.game(options.game), options.players)
    specs = tuple(bots.specs(options.bots))
    contest = checked_contest(
        Contest(options.game, options.players, "", specs, options.games, options.seed, options.tables), options.edition
    )
    for spec in specs:
        bots.make(spec)
    if options.out is not None:
        make_folder(options.out)
        for name in RESULTS:
            files.check(os.path.join(options.out, name))
    return contest


# Playing


def play_all(contest: Contest, options: Namespace, words: Words, compiled: bool) -> list[Block]:
    """All blocks of the contest; with a folder, those that lie there are not played again."""
    from intrigue.arena import play, runner

    kept = Kept(contest, options.out)
    done = {number: block for number, block in kept.blocks.items() if number < contest.blocks}
    if done:
        streams.complain(
            words(
                "arena.gone_on",
                n=len(done) * contest.players,
                count=count(len(done) * contest.players, words),
                folder=options.out,
            )
        )
    waiting = [number for number in range(contest.blocks) if number not in done]
    parts = play.chunks(contest, waiting, compiled)
    bar = streams.Bar()
    try:
        watch_compiling(contest, bar, words)
        if not compiled and options.cores > 1 and options.cluster is None:
            play.prepare(contest)
        for blocks in with_bar(bar, runner.play(parts, options.cores, options.cluster), len(done), contest, words):
            kept.add(blocks)
            done.update({block.number: block for block in blocks})
    except KeyboardInterrupt:
        games = len(done) * contest.players
        key = "arena.lost" if options.out is None else "arena.kept"
        streams.complain(words(key, n=games, count=count(games, words), folder=options.out))
        raise
    finally:
        bar.clear()
        kept.close()
    return list(done.values())


class Kept:
    """The log of a contest in a folder, or nothing at all; its faults as sentences."""

    def __init__(self, contest: Contest, folder: str | None) -> None:
        from intrigue.arena.log import NAME, Log

        self.place = os.path.join(folder or "", NAME)
        self.log = self.guard(lambda: Log(folder, contest)) if folder is not None else None
        self.blocks: dict[int, Block] = self.log.done if self.log else {}

    def add(self, blocks: Iterable[Block]) -> None:
        if self.log:
            log = self.log
            self.guard(lambda: log.append(blocks))

    def close(self) -> None:
        if self.log:
            self.guard(self.log.close)

    def guard(self, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except OSError as fault:
            raise files.bad_file(self.place, fault) from None
        except IntrigueError as fault:
            raise files.BadFile(self.place, fault.key, **fault.values) from None


def with_bar(
    bar: streams.Bar, played: Iterator[list[Block]], before: int, contest: Contest, words: Words
) -> Iterator[list[Block]]:
    """The same with a bar on a terminal, when it takes long."""
    start, drawn, fresh = time.monotonic(), 0.0, 0
    try:
        for blocks in played:
            yield blocks
            fresh += len(blocks)
            now = time.monotonic()
            if now - start > PATIENCE and now - drawn > 0.1:
                left = (now - start) / fresh * (contest.blocks - before - fresh)
                draw(bar, (before + fresh) * contest.players, contest.all_games, left, words)
                drawn = now
    finally:
        bar.clear()


def watch_compiling(contest: Contest, bar: streams.Bar, words: Words) -> None:
    """Shows how far the compiler is, if it has to work."""
    if targets.available():
        from intrigue.bots.registry import compiler

        def compiling(done: int, total: int) -> None:
            if total > 1:
                bar.draw(done, total, words("bench.compiling", done=done, all=total))

        compiler(contest.game).progress = compiling


def draw(bar: streams.Bar, done: int, total: int, left: float, words: Words) -> None:
    from babel.dates import format_timedelta  # slow to load

    time_left = format_timedelta(max(1, round(left)), threshold=1.2, locale=words.language)
    said = words("arena.progress", done=count(done, words), all=count(total, words), time=time_left)
    bar.draw(done, total, said)


def count(number: int, words: Words) -> str:
    from babel.numbers import format_decimal

    return str(format_decimal(number, locale=words.language))
