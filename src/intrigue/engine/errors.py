"""What can go wrong, as one clear sentence that says what to do. The sentences live in `locale/`."""

from __future__ import annotations

from typing import Any

from intrigue.locale import words


class IntrigueError(Exception):
    """Bad input: the key of a sentence and what it is about.

    >>> print(IntrigueError("error.no_game", name="chess", known="oriflamme"))
    There is no game "chess"; there are: oriflamme.
    """

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (type(self), self.args, self.__dict__)

    def __str__(self) -> str:
        return self.text("en")

    def text(self, language: str) -> str:
        """The sentence in a language."""
        return words(language)(self.key, **self.values)


class IllegalMove(IntrigueError):
    """A move that may not be played now, or that is no move at all; names the legal ones."""

    SHOWN = 40
    QUOTED = 60

    def __init__(self, move: str, legal: list[str]) -> None:
        move = move if len(move) <= self.QUOTED else f"{move[: self.QUOTED]}..."
        some, more = ", ".join(legal[: self.SHOWN]), len(legal) - self.SHOWN
        if not legal:
            super().__init__("error.game_over", move=move)
        elif more > 0:
            super().__init__("error.illegal_move_many", move=move, legal=some, n=more)
        else:
            super().__init__("error.illegal_move", move=move, legal=some)


class BadLine(IntrigueError):
    """A fault in a line of a text: `line` is counted from 1."""

    def __init__(self, line: int, fault: IntrigueError) -> None:
        super().__init__(fault.key, **fault.values)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.text('en')}"


def restore(kind: type[IntrigueError], arguments: tuple[Any, ...], content: dict[str, Any]) -> IntrigueError:
    """An error that was sent to another process."""
    fault = kind.__new__(kind)
    fault.args = arguments
    fault.__dict__.update(content)
    return fault
