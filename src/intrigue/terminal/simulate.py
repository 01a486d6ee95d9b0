"""`intrigue simulate`: bots play against each other, and the games are written down."""

from __future__ import annotations

import importlib.util
import os
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from babel.numbers import format_decimal

from intrigue.bots.registry import compiler
from intrigue.engine import extras, targets
from intrigue.engine.errors import IntrigueError
from intrigue.engine.match import check_table
from intrigue.locale import Words
from intrigue.terminal import bot_errors, files, opponents, registry, series, streams
from intrigue.terminal.series import Played, Series
from intrigue.terminal.streams import Bar

if TYPE_CHECKING:
    from intrigue.terminal.dataset import DataSet

PATIENCE = 1.0
"""Seconds before a progress bar appears."""

Writer = Callable[[list[Played]], None]


def run(options: Namespace, words: Words) -> int:
    """Plays the games; nothing is written before a game is over."""
    if options.out is not None and options.record is not None:
        raise IntrigueError("cli.out_or_record")
    wanted = series_of(options)
    with bot_errors.reporting(words):
        if options.out is not None:
            return into_a_data_set(options, wanted, words)
        if options.games != 1:
            return many(options, wanted, words)
        return simulate_one(options, wanted, words)


def series_of(options: Namespace) -> Series:
    """What is to be played; the first fault in it is told before anything is made."""
    game = registry.game_for(options.game, options)
    options.players = registry.players_of(game, options.players)
    if options.players not in game.seats:  # before anything is made for each of them
        raise IntrigueError("error.players", game=game.name, low=game.seats[0], high=game.seats[-1])
    bots = opponents.specs_by_seat(options.bots, options.players)
    registry.check_first(options.first, options.players)
    deal = registry.deal(game.name, options)
    edition = check_table(game, options.players, options.edition, ())
    wanted = Series(game, options.players, edition, tuple(bots), options.seed, deal)
    wanted.begin(0)  # what is wrong with the deal is wrong before the first game
    return wanted


def simulate_one(options: Namespace, wanted: Series, words: Words) -> int:
    """One game, printed or into a file."""
    if options.record is not None:
        files.check(options.record)
    record = ""
    for games in play_series(wanted, 1, words):
        record = str(series.record_of(wanted, games[0]))
    if options.record is None:
        print(record, end="")
    else:
        files.write(options.record, record)
    return 0


def many(options: Namespace, wanted: Series, words: Words) -> int:
    """Several games, into a folder if one is named; says who won how often."""
    digits = max(4, len(str(options.games)))

    def write(games: list[Played]) -> None:
        for game in games if options.record is not None else ():
            make_folder(options.record)
            name = os.path.join(options.record, f"{game.number + 1:0{digits}}.game")
            files.write(name, str(series.record_of(wanted, game)))

    summed_up(play_series(wanted, options.games, words), write, wanted, words)
    return 0


def summed_up(portions: Iterator[list[Played]], write: Writer, wanted: Series, words: Words) -> None:
    """Writes every portion of games; then says who won how often."""
    wins, scores, number = [0] * wanted.players, [0] * wanted.players, 0
    for games in portions:
        write(games)
        for game in games:
            number += 1
            for winner in game.winners:
                wins[winner - 1] += 1
            scores = [total + score for total, score in zip(scores, game.scores, strict=True)]
    print(words("simulate.summary", n=number))
    average = registry.family_of(wanted.game.name).average
    for player, name in enumerate(wanted.game.speaker(words, wanted.players).names) if number else ():
        score = format_decimal(scores[player] / number, format="0.0", locale=words.language)
        print("  " + words(average, player=name, n=wins[player], score=score))


# Data sets


def into_a_data_set(options: Namespace, wanted: Series, words: Words) -> int:
    """The games as records and arrays in a folder; whatever interrupts it, what lies there is whole."""
    if importlib.util.find_spec("numpy") is None:
        raise IntrigueError("error.no_numpy", command=extras.command("fast", "numpy"))
    from intrigue.terminal.dataset import DataSet  # numpy is not everywhere
    from intrigue.terminal.dataset_rows import rows_of

    settings = registry.typed_deal(wanted.game.name, options, "simulate")
    data = DataSet(options.out, wanted, options.games, settings)
    compiled = series.worth_compiling(wanted, options.games)

    def write(games: list[Played]) -> None:
        told = [(game, str(series.record_of(wanted, game))) for game in games]
        data.add(told, rows_of(wanted, games, compiled))

    try:
        summed_up(play_series(wanted, options.games, words), write, wanted, words)
    except KeyboardInterrupt:
        streams.complain(what_was_written(data, words))
        raise
    finally:
        data.close()
    count = format_decimal(data.decisions, locale=words.language)
    print(words("simulate.written", folder=options.out, n=data.decisions, decisions=count))
    return 0


def what_was_written(data: DataSet, words: Words) -> str:
    count = format_decimal(data.games, locale=words.language)
    return words("simulate.kept", folder=data.folder, n=data.games, count=count)


# Playing


def play_series(wanted: Series, games: int, words: Words) -> Iterator[list[Played]]:
    """The games in portions, with a bar on a terminal when it takes long."""
    bar, start, drawn, done = Bar(), time.monotonic(), 0.0, 0

    def compiling(step: int, steps: int) -> None:
        if steps > 1:
            bar.draw(step, steps, words("bench.compiling", done=step, all=steps))

    compiled = series.worth_compiling(wanted, games)
    if compiled or (targets.available() and wanted.searches()):
        compiler(wanted.game).progress = compiling
    try:
        for portion in series.play(wanted, games, compiled):
            yield portion
            done += len(portion)
            now = time.monotonic()
            if now - start > PATIENCE and now - drawn > 0.1:
                bar.draw(done, games, words("simulate.progress", done=done, all=games))
                drawn = now
    finally:
        bar.clear()


def make_folder(name: str) -> None:
    try:
        os.makedirs(name, exist_ok=True)
    except (OSError, ValueError) as fault:
        raise files.bad_file(name, fault) from None
