"""What bots have to complain of, as a line on standard error in the person's language."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from intrigue.engine.errors import IntrigueError
from intrigue.locale import Words
from intrigue.terminal import streams
from intrigue.terminal.style import visible

LOG = logging.getLogger("intrigue.bots")


class Teller(logging.Handler):
    """Puts the sentence of a fault, and of the fault that it speaks of, into a language."""

    def __init__(self, words: Words) -> None:
        super().__init__(logging.WARNING)
        self.words = words

    def emit(self, record: logging.LogRecord) -> None:
        values = [self.in_words(one) for one in record.args] if isinstance(record.args, tuple) else []
        streams.complain(visible(record.msg % tuple(values) if values else record.getMessage()))

    def in_words(self, what: object) -> object:
        if not isinstance(what, IntrigueError):
            return what
        return self.words(what.key, **{name: self.in_words(value) for name, value in what.values.items()})


@contextmanager
def reporting(words: Words) -> Iterator[None]:
    """While this lasts, complaints are heard."""
    teller = Teller(words)
    LOG.addHandler(teller)
    try:
        yield
    finally:
        LOG.removeHandler(teller)
