"""What the server writes down about itself: where something went wrong, never what was on the table or in a cookie."""

from __future__ import annotations

import logging
import re
import sys
import threading
import traceback
from collections import Counter
from typing import Any

log = logging.getLogger("intrigue.web")

LONG = re.compile(r"[0-9A-Za-z_=-]{24,}")
"""Tokens, secrets, nonces and keys are longer than any word of ours."""
NOISE = (
    "ASGI callable returned without completing handshake",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
)
"""What uvicorn says of everything that it refused: strangers could fill a disk with it."""
MINUTE = 60.0
OFTEN = 5
"""How often the same line is written within a minute."""
MANY = 50
"""How many different lines are told apart within a minute; all further ones count as one."""
CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+@")


def safe_summary(fault: BaseException) -> str:
    """An exception as a log may have it: its class and the places it passed, without its sentence, which may quote a
    move or a hand.

    >>> try:
    ...     raise ValueError("archer")
    ... except ValueError as fault:
    ...     safe_summary(fault).partition(" ")[0]
    'ValueError'
    """
    places = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(fault.__traceback__)]
    cause = fault.__cause__ or fault.__context__
    return " < ".join([type(fault).__name__, *reversed(places)]) + (f" after {safe_summary(cause)}" if cause else "")


def plain(value: Any) -> Any:
    """What may stand in a log line: numbers, and short words without tokens; of anything else only its kind."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, BaseException):
        return safe_summary(value)
    return scrub(value) if isinstance(value, str) else type(value).__name__


def scrub(text: str) -> str:
    """A text without what looks like a token or a password.

    >>> scrub("at postgresql://ann:secret@castle/db, key 0123456789abcdef0123456789abcdef")
    'at postgresql://…@castle/db, key …'
    """
    return LONG.sub("…", CREDENTIALS.sub("…@", text))


class Discreet(logging.Filter):
    """A filter for handlers, through which nothing secret passes, whoever wrote it."""

    def filter(self, record: logging.LogRecord) -> bool:
        ours = record.name.startswith("intrigue")
        if record.exc_info and record.exc_info[1]:
            fault: str | None = safe_summary(record.exc_info[1])
        else:
            fault = None
        record.exc_info = record.exc_text = record.stack_info = None
        text = str(record.msg)
        if text.startswith(NOISE):
            return False
        if ours:
            arguments = record.args if isinstance(record.args, tuple) else ()
            text = text % tuple(plain(argument) for argument in arguments) if arguments else scrub(text)
        else:  # others print whole objects into their lines: their first line without its values must do
            text = re.sub(r"%[-+ #0-9.]*[a-zA-Z]", "…", text.strip().partition("\n")[0])
            text = scrub(re.sub(r"<.*", "…", text))
        record.msg = f"{text} ({fault})" if fault else text
        record.args = ()
        return True


class Sparse(logging.Filter):
    """A filter for handlers, through which the same line passes only so often: what fails again and again fills no
    disk, whoever makes it fail."""

    def __init__(self) -> None:
        super().__init__()
        self.since = 0.0
        self.lines: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if not 0 <= record.created - self.since < MINUTE:
            self.since, before = record.created, self.lines
            self.lines = Counter()
            left_out = sum(max(0, times - OFTEN) for times in before.values())
            if left_out:
                record.msg, record.args = f"{record.getMessage()} ({left_out} lines were left out before this one)", ()
        line = f"{record.name} {record.getMessage()}"
        if line not in self.lines and len(self.lines) >= MANY:
            line = ""
        self.lines[line] += 1
        return self.lines[line] <= OFTEN


def discreet(level: int = logging.WARNING) -> None:
    """Sends the log of this process to standard error, through the filter; and so what Python itself would print of
    faults that nobody caught."""
    handler = logging.StreamHandler()
    handler.addFilter(Discreet())
    handler.addFilter(Sparse())  # after it, by which time lines are text
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    threading.excepthook = sys.unraisablehook = uncaught


def uncaught(found: Any) -> None:
    """A fault in a thread, or where none can be raised."""
    if found.exc_value:
        log.error("nobody caught: %s", found.exc_value)
