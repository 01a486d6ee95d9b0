"""What the site refuses, each refusal with the status that says so and the key of its sentence."""

from __future__ import annotations

from intrigue.engine.errors import IntrigueError


class Refusal(IntrigueError):
    """What may not be done, with the status that says so."""

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key, **values)
        self.status = status


class NoTable(Refusal):
    """There is no table of that id."""

    def __init__(self) -> None:
        super().__init__(404, "serve.fault.no_table")


class Unplayable(NoTable):
    """A game that this program cannot follow: it began by other rules or with another deck file, or its log does not
    follow from them. It is not touched, nor shown as something it was not; whoever runs the site may close it."""

    def __init__(self, key: str = "serve.fault.rules") -> None:
        Refusal.__init__(self, 409, key)


class Banned(Refusal):
    """A person is kept out; what is kept of them they may still fetch and delete."""

    def __init__(self) -> None:
        super().__init__(403, "serve.fault.banned")


class TooMany(IntrigueError):
    """Too much at once; `wait` is seconds until the next may pass."""

    def __init__(self, wait: int) -> None:
        super().__init__("serve.too_many", n=wait)
        self.wait = wait
