"""Court-intrigue board games: Oriflamme, Ablaze, their mix, and Richelieu, to play, to study and to write bots for.

>>> import intrigue
>>> match = intrigue.new("oriflamme", players=4, seed=2024)
>>> while not match.over:
...     events = match.play(match.moves()[0])
>>> match.scores, match.winners
([5, 6, 7, 7], [3])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from intrigue.engine.batch import Batch as GameBatch
from intrigue.engine.errors import BadLine, IllegalMove, IntrigueError
from intrigue.engine.events import Event
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import GAMES, game

__version__ = "0.1.0"
__all__ = [
    "BadLine",
    "Batch",
    "Event",
    "Game",
    "IllegalMove",
    "IntrigueError",
    "Match",
    "Record",
    "game",
    "games",
    "load",
    "new",
]


def games() -> list[str]:
    """The games that can be played.

    >>> games()
    ['oriflamme', 'ablaze', 'oriflamme-mix', 'richelieu']
    """
    return list(GAMES)


def new(
    name: str,
    players: int,
    edition: str | None = None,
    seed: bytes | int = 0,
    names: Sequence[str] = (),
    **options: Any,
) -> Match:
    """A new match, dealt from a seed or from secret bytes.

    >>> new("oriflamme-mix", players=3, edition="ru+ru", seed=1)
    <Match oriflamme-mix ru+ru, 3 players, 0 moves, player 2 to act>
    """
    return Match.new(game(name), players, edition, seed, names, **options)


class Batch(GameBatch):
    """Many games side by side for the compiled rules; see `intrigue.engine.batch.Batch`."""

    def __init__(
        self,
        name: str,
        size: int,
        players: int,
        edition: str | None = None,
        seed: int = 0,
        target: str = "compiled",
        observe: bool = True,
        arrays: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game(name), size, players, edition, seed, target, observe, arrays, **options)


def load(text: str | bytes | Record) -> Match:
    """The match at the end of a record. A fault raises `BadLine`, which knows its line.

    >>> match = load(str(new("ablaze", players=3, seed=5).record))
    >>> len(match.moves())
    7
    """
    record = text if isinstance(text, Record) else Record.parse(text)
    return Match.load(game_of(record), record)


def game_of(record: Record) -> Game[Any]:
    """The game that a record names."""
    try:
        if "Game" not in record.headers:
            raise IntrigueError("error.missing_header", header="Game")
        return game(record.headers["Game"])
    except IntrigueError as fault:
        raise BadLine(record.line_of("Game"), fault) from None
