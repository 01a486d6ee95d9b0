"""The client of a process that is told lines of JSON and answers with lines, each in its time.

It serves programs from outside (`command`), where the one who asks waits, and our own process that thinks (`process`),
which the command line waits for and the site does not.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

from intrigue.engine.errors import IntrigueError

LONGEST = 1 << 16
"""Bytes of an answer, and of all that a process may say on the side for the log."""
QUOTED = 60
LOOK = 0.01
"""Seconds between two looks at pipes where one cannot wait for them."""

log = logging.getLogger("intrigue.bots")


class Failed(IntrigueError):
    """The process gives no answer; it is to be stopped."""


class Late(Failed):
    """It took too long."""


def encode(message: Mapping[str, Any]) -> bytes:
    """A message as it travels."""
    return json.dumps(message).encode() + b"\n"


class Client:
    """One process. Its pipes never block us, so it may read and write as slowly as it likes, or not at all. It leads a
    group of processes, so that whatever it starts ends with it.
    """

    def __init__(
        self, words: Sequence[str], environment: Mapping[str, str] | None = None, logs_errors: bool = True
    ) -> None:
        """Starts it. Without `logs_errors` nobody hears what it says on the side."""
        self.name = words[0]
        self.owner = os.getpid()
        self.gone = False
        self.unsaid, self.heard, self.aside = b"", b"", b""
        self.spare = LONGEST
        self.ready = asyncio.Event()
        """Set when a pipe is ready, or when anybody has read: an answer may be there that the pipe holds no more."""
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                words,
                bufsize=0,
                env=environment,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe if logs_errors else subprocess.DEVNULL,
                start_new_session=True,  # an interrupt is for us
            )
        except (OSError, ValueError) as fault:
            reason = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
            raise Failed("error.program_start", name=quote(self.name), reason=quote(reason)) from None
        assert self.process.stdin and self.process.stdout
        self.input, self.output, self.errors = self.process.stdin, self.process.stdout, self.process.stderr
        for stream in filter(None, (self.input, self.output, self.errors)):
            os.set_blocking(stream.fileno(), False)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Writes a line, or as much of it as goes through now."""
        self.unsaid += encode(message)
        self.write()

    def ask(self, question: Mapping[str, Any], ms: int) -> bytes:
        """The line that answers a question. A program that speaks unasked has failed."""
        until = time.monotonic() + ms / 1000
        self.read()
        if self.heard:
            raise Failed("error.program_unasked", text=quote(self.heard))
        self.tell(question)
        while (answer := self.line()) is None:
            if (left := until - time.monotonic()) <= 0:
                raise Late("error.program_late", ms=ms)
            self.exchange(left)
        return answer

    def line(self) -> bytes | None:
        """The next line that has come whole, if any; raises where none will come."""
        if b"\n" not in self.heard and len(self.heard) <= LONGEST:
            if self.gone:
                raise Failed("error.program_ended")
            return None
        line, _, self.heard = self.heard.partition(b"\n")
        if len(line) > LONGEST:
            raise Failed("error.program_long", most=LONGEST)
        return line

    @property
    def alive(self) -> bool:
        """Whether it has not closed its output. Anybody may ask, also while somebody waits for an answer."""
        self.read()
        return not self.gone

    # Its pipes

    def exchange(self, seconds: float) -> None:
        """Waits until something can be read or written, at most so long, and does it."""
        if os.name == "nt":  # one cannot wait for pipes there
            time.sleep(min(seconds, 0.001))
        else:
            with selectors.DefaultSelector() as ready:
                ready.register(self.output, selectors.EVENT_READ)
                if self.errors and not self.errors.closed:
                    ready.register(self.errors, selectors.EVENT_READ)
                if self.unsaid:
                    ready.register(self.input, selectors.EVENT_WRITE)
                ready.select(seconds)
        self.write()
        self.read()

    async def exchange_soon(self) -> None:
        """The same without standing still: whatever else the loop has to do goes on until then."""
        if os.name == "nt":
            await asyncio.sleep(LOOK)
        else:
            loop = asyncio.get_running_loop()
            self.ready.clear()
            loop.add_reader(self.output, self.ready.set)
            if self.unsaid:
                loop.add_writer(self.input, self.ready.set)
            try:
                await self.ready.wait()
            finally:
                loop.remove_reader(self.output)
                loop.remove_writer(self.input)
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
        if said is not None:
            self.ready.set()
        if self.errors and not self.errors.closed:
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

    def stop(self, seconds: float = 0.0) -> None:
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
        if self.errors:
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


def parse(line: bytes) -> Any:
    """A line of our own process."""
    try:
        return json.loads(line)
    except ValueError:
        raise Failed("error.program_broken", text="") from None  # it could hold cards


# What it says, on one line


def quote(text: str | bytes) -> str:
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
