"""Bots in any language: an outside program that speaks one JSON object a line. If it fails, `random` plays on.

The program hears what its seat may know and nothing else. It plays one seat of one game and ends with it.
"""

from __future__ import annotations

import json
import logging
import re
import shlex
import weakref
from typing import Any

from intrigue.bots.bot import Bot
from intrigue.bots.builtin import Random
from intrigue.bots.client import Client, quote
from intrigue.bots.sight import Sight
from intrigue.engine.depth import check_depth
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game

PROTOCOL = 1
BUDGET = 5000
"""Milliseconds for an answer, unless `ms` says otherwise."""
START = 10000
"""Milliseconds more for the first answer, unless `start` says otherwise: a program has to load."""
FAREWELL = 1.0
"""Seconds in which a program may end by itself when its game is over."""
LONGEST_WAIT = 86_400_000
"""Milliseconds that an option may name: a day."""

log = logging.getLogger("intrigue.bots")


class Command(Bot):
    """A program as it is written, `cmd:./mybot` or `cmd:./mybot,ms=500`; it is started when it sits down.

    >>> bot = Command("cmd:python3 'my bot.py' --fast,ms=500")
    >>> bot.words, bot.ms, bot.start
    (['python3', 'my bot.py', '--fast'], 500, 10000)
    """

    def __init__(self, spec: str) -> None:
        super().__init__(spec)
        line, options = parts(spec.partition(":")[2])
        try:
            self.words = shlex.split(line)
            self.ms = milliseconds(options.pop("ms", str(BUDGET)))
            self.start = milliseconds(options.pop("start", str(START)))
        except ValueError:
            self.words = []
        if not self.words or options:
            raise IntrigueError("error.program_written", bot=quote(spec), most=LONGEST_WAIT)

    def sit(self, game: Game[Any], players: int, seat: int) -> Bot:
        """The program at work for one seat of one game."""
        return Seated(self, game, players, seat)

    def choose(self, sight: Sight, seed: int) -> str:
        """A move of a program that is started for this one decision."""
        bot = self.sit(sight.game, sight.players, sight.seat)
        try:
            return bot.choose(sight, seed)
        finally:
            bot.leave()


class Seated(Bot):
    """A program that plays one seat of one game; after its first fault `random` plays in its place."""

    def __init__(self, command: Command, game: Game[Any], players: int, seat: int) -> None:
        super().__init__(command.spec)
        self.game, self.seat, self.ms, self.delay = game.name, seat, command.ms, command.start
        self.random = Random("random")
        self.program: Client | None = None
        try:
            self.program = Client(command.words)
            weakref.finalize(self, self.program.stop)  # a forgotten game, or the interpreter's exit
            self.program.tell(hello(game, players, seat))
        except IntrigueError as fault:
            self.hand_over(fault)

    def choose(self, sight: Sight, seed: int) -> str:
        """The program's move, or one of `random`."""
        if self.program:
            try:
                return self.answer(self.program, sight)
            except IntrigueError as fault:
                self.hand_over(fault)
        return self.random.choose(sight, seed)

    def answer(self, program: Client, sight: Sight) -> str:
        legal = sight.legal
        patience, self.delay = self.ms + self.delay, 0
        question = {"view": sight.view, "moves": sight.moves, "legal": legal, "ms": self.ms}
        move = move_in(program.ask(question, patience))
        if move not in legal:
            raise IntrigueError("error.program_illegal", move=quote(move))
        return move

    def hand_over(self, fault: IntrigueError) -> None:
        """Ends the program and says why."""
        told = {"bot": quote(self.spec), "seat": self.seat, "game": self.game, "reason": fault}
        log.warning("%s", IntrigueError("error.program_failed", **told))
        if self.program:
            self.program.stop()
        self.program = None

    def leave(self) -> None:
        """Lets the program end, or ends it."""
        if self.program:
            self.program.stop(FAREWELL)


# What is written and answered


def hello(game: Game[Any], players: int, seat: int) -> dict[str, Any]:
    """The first line for a program: what is played, its seat, and what is printed in the box where that is tables."""
    first = {"protocol": PROTOCOL, "game": game.name, "players": players, "seat": seat}
    return first if game.printed_box is None else first | {"box": game.printed_box}


def parts(text: str) -> tuple[str, dict[str, str]]:
    """A command and the options behind it: the last pieces that look like one.

    >>> parts("./mybot 1,2 a=b,ms=500")
    ('./mybot 1,2 a=b', {'ms': '500'})
    """
    pieces = text.split(",")
    options: dict[str, str] = {}
    while len(pieces) > 1 and (found := re.fullmatch(r"\s*(\w+)=(\w*)", pieces[-1])):
        options.setdefault(found[1], found[2])
        pieces.pop()
    return ",".join(pieces), options


def milliseconds(text: str) -> int:
    """A number of milliseconds; a `ValueError` if it is none, or longer than a day."""
    if not re.fullmatch("[0-9]{1,8}", text) or int(text) > LONGEST_WAIT:
        raise ValueError(text)
    return int(text)


def move_in(answer: bytes) -> str:
    """The move that an answer names."""
    try:
        check_depth(answer)
        said = json.loads(answer.decode())
    except ValueError:
        said = None
    move = said.get("move") if isinstance(said, dict) else None
    if not isinstance(move, str):
        raise IntrigueError("error.program_broken", text=quote(answer))
    return move
