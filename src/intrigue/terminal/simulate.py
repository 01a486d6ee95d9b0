"""`intrigue simulate`: bots play against each other, and the games are written down."""

from __future__ import annotations

import os
import time
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from babel.numbers import format_decimal

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.locale import Words
from intrigue.terminal import families, files
from intrigue.terminal.ink import visible
from intrigue.terminal.opponents import OPPONENTS
from intrigue.terminal.streams import Bar

PATIENCE = 1.0
"""Seconds before a progress bar appears."""


def run(options: Namespace, words: Words) -> int:
    """Plays the games; nothing is written before a game is over."""
    game = families.game_for(options.game, options)
    if options.players not in game.seats:  # before anything is made for each of them
        raise IntrigueError("error.players", game=game.name, low=game.seats[0], high=game.seats[-1])
    bots(options.bots, options.players)
    if options.games != 1:
        return many(options, game, words)
    if options.record is not None:
        files.check(options.record)
    record = str(simulated(options, game, options.seed).record)
    if options.record is None:
        print(record, end="")
    else:
        files.write(options.record, record)
    return 0


def many(options: Namespace, game: Game[Any], words: Words) -> int:
    """Several games, into a folder if one is named; says who won how often."""
    digits = max(4, len(str(options.games)))
    wins = [0] * options.players
    scores = [0] * options.players
    for number in counted(options.games, words):
        match = simulated(options, game, options.seed + number)
        if options.record is not None:
            make_folder(options.record)
            files.write(os.path.join(options.record, f"{number + 1:0{digits}}.game"), str(match.record))
        for winner in match.winners or []:
            wins[winner - 1] += 1
        scores = [total + score for total, score in zip(scores, match.scores, strict=True)]
    print(words("simulate.summary", n=options.games))
    average = families.family_of(game.name).average
    for player, name in enumerate(game.speaker(words, options.players).names) if options.games else ():
        score = format_decimal(scores[player] / options.games, format="0.0", locale=words.language)
        print("  " + words(average, player=name, n=wins[player], score=score))
    return 0


def simulated(options: Namespace, game: Game[Any], seed: int) -> Match:
    """One game from its deal to its end."""
    more = families.family_of(game.name).deal(options)
    match = Match.new(game, options.players, options.edition, seed, **more)
    seats = bots(options.bots, options.players)
    while match.to_act:
        choose = OPPONENTS[seats[match.to_act - 1]]
        match.play(choose(match.moves(), seed, len(match.played)))
    return match


def bots(listed: str, players: int) -> list[str]:
    """Who sits where."""
    names = [name.strip() for name in listed.split(",")]
    for name in names:
        if name not in OPPONENTS:
            raise IntrigueError("cli.no_bot", name=visible(name[:60]), known=", ".join(OPPONENTS))
    if len(names) not in (1, players):
        raise IntrigueError("cli.number_of_bots", n=players)
    return names if len(names) == players else names * players


def make_folder(name: str) -> None:
    try:
        os.makedirs(name, exist_ok=True)
    except (OSError, ValueError) as fault:
        raise files.bad_file(name, fault) from None


def counted(games: int, words: Words) -> Iterator[int]:
    """The numbers of the games, with a bar on a terminal when it takes long."""
    start = drawn = time.monotonic()
    bar = Bar()
    try:
        for number in range(games):
            now = time.monotonic()
            if now - start > PATIENCE and now - drawn > 0.1:
                bar.draw(number, games, words("simulate.progress", done=number, all=games))
                drawn = now
            yield number
    finally:
        bar.clear()
