"""Bots in any language: an outside program that speaks one JSON object a line. If it fails, `random` plays on.

The program hears what its seat may know and nothing else. It plays one seat of one game and ends with it.
"""

from __future__ import annotations

import json
import logging
import os
import re
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from contextlib import suppress
from typing import IO, Any

from intrigue.bots.bot import Bot
from intrigue.bots.plain import Random
from intrigue.bots.sight import Sight
from intrigue.engine.depth import check_depth
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game

PROTOCOL = 1
BUDGET = 5000
"""Milliseconds for an answer, unless `ms` says otherwise."""
START = 10000
"""Milliseconds more for the first answer, unless `start` says otherwise: a program has to load."""
LONGEST = 1 << 16
"""Bytes of an answer, and of all that a program may say on the side for the log."""
FAREWELL = 1.0
"""Seconds in which a program may end by itself when its game is over."""
LONGEST_WAIT = 86_400_000
"""Milliseconds that an option may name: a day."""
QUOTED = 60

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
            raise IntrigueError("error.program_written", bot=quoted(spec), most=LONGEST_WAIT)

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
        self.program: Program | None = None
        try:
            self.program = Program(command.words)
            weakref.finalize(self, self.program.end)  # a forgotten game, or the interpreter's exit
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

    def answer(self, program: Program, sight: Sight) -> str:
        legal = sight.legal
        patience, self.delay = self.ms + self.delay, 0
        question = {"view": sight.view, "moves": sight.moves, "legal": legal, "ms": self.ms}
        move = move_in(program.ask(question, patience))
        if move not in legal:
            raise IntrigueError("error.program_illegal", move=quoted(move))
        return move

    def hand_over(self, fault: IntrigueError) -> None:
        """Ends the program and says why."""
        told = {"bot": quoted(self.spec), "seat": self.seat, "game": self.game, "reason": fault}
        log.warning("%s", IntrigueError("error.program_failed", **told))
        if self.program:
            self.program.end()
        self.program = None

    def leave(self) -> None:
        """Lets the program end, or ends it."""
        if self.program:
            self.program.end(FAREWELL)


class Program:
    """A process that is told lines and answers with lines, each in its time.

    Its pipes never block us, so it may read and write as slowly as it likes, or not at all. It leads a group of
    processes, so that whatever it starts ends with it.
    """

    def __init__(self, words: list[str]) -> None:
        self.name = words[0]
        self.owner = os.getpid()
        self.gone = False
        self.unsaid, self.heard, self.aside = b"", b"", b""
        self.spare = LONGEST
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                words, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            raise IntrigueError("error.program_start", name=quoted(self.name), reason=quoted(reason)) from None
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.input, self.output, self.errors = self.process.stdin, self.process.stdout, self.process.stderr
        for stream in (self.input, self.output, self.errors):
            os.set_blocking(stream.fileno(), False)

    def tell(self, message: dict[str, Any]) -> None:
        """Writes a line, or as much of it as goes through now."""
        self.unsaid += json.dumps(message).encode() + b"\n"
        self.write()

    def ask(self, question: dict[str, Any], ms: int) -> bytes:
        """The line that answers a question."""
        until = time.monotonic() + ms / 1000
        self.read()
        if self.heard:
            raise IntrigueError("error.program_unasked", text=quoted(self.heard))
        self.tell(question)
        while b"\n" not in self.heard and len(self.heard) <= LONGEST:
            if self.gone:
                raise IntrigueError("error.program_ended")
            if (left := until - time.monotonic()) <= 0:
                raise IntrigueError("error.program_late", ms=ms)
            self.exchange(left)
        answer, _, self.heard = self.heard.partition(b"\n")
        if len(answer) > LONGEST:
            raise IntrigueError("error.program_long", most=LONGEST)
        return answer

    # Its pipes

    def exchange(self, seconds: float) -> None:
        """Waits until something can be read or written, at most so long, and does it."""
        if os.name == "nt":  # one cannot wait for pipes there
            time.sleep(min(seconds, 0.001))
        else:
            with selectors.DefaultSelector() as ready:
                ready.register(self.output, selectors.EVENT_READ)
                if not self.errors.closed:
                    ready.register(self.errors, selectors.EVENT_READ)
                if self.unsaid:
                    ready.register(self.input, selectors.EVENT_WRITE)
                ready.select(seconds)
        self.write()
        self.read()

    def write(self) -> None:
        """Writes what goes through now."""
        try:
            while self.unsaid and (count := self.input.write(self.unsaid)):
                self.unsaid = self.unsaid[count:]
        except OSError:
            self.gone, self.unsaid = True, b""

    def read(self) -> None:
        """Reads what lies ready, a portion of each kind at most."""
        said = portion(self.output)
        self.heard += said or b""
        self.gone = self.gone or said == b""
        if not self.errors.closed:
            said = portion(self.errors)
            self.note(said or b"")
            if said == b"":
                self.errors.close()

    def note(self, said: bytes) -> None:
        """Hands on to the log what the program says on the side, line by line and up to a bound."""
        said = said[: self.spare]
        self.spare -= len(said)
        *lines, self.aside = (self.aside + said).split(b"\n")
        for line in lines:
            log.debug("%s: %s", self.name, visible(line))

    # Its end

    def end(self, seconds: float = 0.0) -> None:
        """Closes the program's input, gives it some time to end, and ends what is left of it and its group."""
        if os.getpid() != self.owner or self.process.returncode is not None:
            return  # it has ended, or it is the program of the process that we were forked from
        self.unsaid = b""
        self.input.close()
        until = time.monotonic() + seconds
        while not self.gone and (left := until - time.monotonic()) > 0:
            self.exchange(left)
            self.heard = b""
        self.kill()
        self.process.wait()
        self.output.close()
        self.errors.close()

    def kill(self) -> None:
        """Ends the group. Nobody has waited for its leader yet, so that its number cannot be another's."""
        if os.name == "nt":
            self.process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


def portion(stream: IO[bytes]) -> bytes | None:
    """What can be read now: None if nothing, no bytes at the end."""
    try:
        return stream.read(LONGEST)
    except OSError:
        return b""


# What is written and answered


def hello(game: Game[Any], players: int, seat: int) -> dict[str, Any]:
    """The first line for a program: what is played, its seat, and what is printed in the box where that is tables."""
    first = {"protocol": PROTOCOL, "game": game.name, "players": players, "seat": seat}
    return first if game.printed is None else first | {"box": game.printed}


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
        raise IntrigueError("error.program_broken", text=quoted(answer))
    return move


def quoted(text: str | bytes) -> str:
    """The beginning of a text from outside, on one line."""
    text = visible(text)
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."


def visible(text: str | bytes) -> str:
    r"""A text from outside with nothing in it that a terminal would obey.

    >>> visible(b"pass\x1b[2J\xff")
    'pass?[2J?'
    """
    text = text if isinstance(text, str) else text.decode(errors="replace")
    return "".join(sign if sign.isprintable() and sign != "\ufffd" else "?" for sign in text)
