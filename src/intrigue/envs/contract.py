"""What the environments ask of a family of games: how it is dealt by chance nodes, and how a view of it is drawn.

An outcome of chance is a number; all outcomes of a node are equally likely. `dealt` is the tuple of outcomes so far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from intrigue.engine.game import Game
from intrigue.engine.match import check_table
from intrigue.engine.state import Flat

View = dict[str, Any]
Move = tuple[int, str]
"""The seat that played it, counted from 1, and the move in the notation."""


class Memory(NamedTuple):
    """What a seat remembers of a game so far, as numbers."""

    state: Any
    dealt: tuple[int, ...]
    actions: Sequence[tuple[int, int]]
    """For each action that was made for all to know: the player, and which action, or -1 if this seat may not know."""
    seen: Sequence[tuple[int, int, int]]
    """What came to light: of which player, which one of `Dealing.public`, after which move."""


class Dealing(ABC):
    """How one game, edition and number of players is dealt. `first` is the first player, 0 if chance names one."""

    steps: list[str]
    """What each chance node decides."""
    widest: int
    """Outcomes are numbers below this."""
    longest: int
    """More actions no game can have."""

    def __init__(self, game: Game[Any], players: int, edition: str, first: int, **choices: str) -> None:
        self.game = game
        self.players = players
        self.edition = check_table(game, players, edition or None, ())
        if first:
            game.check_seat(self.blank(), first)
        self.first = first

    def blank(self) -> Any:
        return self.game.blank(self.players, self.edition, {})

    @classmethod
    def choices(cls, game: Game[Any]) -> dict[str, str]:
        """What else can be chosen of a deal, each with what stands for no choice."""
        return {}

    @abstractmethod
    def outcomes(self, dealt: tuple[int, ...]) -> Sequence[int]:
        """What the next chance node may decide."""

    @abstractmethod
    def text(self, dealt: tuple[int, ...], outcome: int) -> str:
        """The outcome of the next node in words."""

    @abstractmethod
    def start(self, dealt: tuple[int, ...]) -> Any:
        """The state at the first choice of a game that has been dealt; it tells its events to a list."""

    @abstractmethod
    def redeal(
        self, dealt: tuple[int, ...], moves: Sequence[Move], true: Any, other: Any
    ) -> tuple[list[int], list[str]]:
        """The deal and the moves of a game that led to `other`, a sample of the true state."""

    def known_deal(self, dealt: tuple[int, ...], seat: int) -> list[str]:
        """What a seat (0 is a spectator) knows of the deal before anything has happened."""
        return [f"first {dealt[self.steps.index('first')] + 1}"] if self.knows_first(dealt) else []

    def knows_first(self, dealt: tuple[int, ...]) -> bool:
        return "first" in self.steps[: len(dealt)]

    def first_of(self, dealt: tuple[int, ...]) -> int:
        """The first player, counted from 0."""
        return self.first - 1 if self.first else dealt[self.steps.index("first")]

    def text_of_first(self, outcome: int) -> str:
        return f"first {outcome + 1}"

    # For the tensor of all that a seat remembers

    def hides_choice(self, g: Any) -> bool:
        """Whether the others may not know which action the player to act chooses now."""
        return False

    def public(self, g: Any) -> list[int]:
        """What everybody saw of each player, as masks; what counts is when it was seen first."""
        return []

    def memory_shapes(self) -> dict[str, tuple[int, ...]]:
        """The pieces of the tensor; none where it would be too long."""
        return {}

    def write_memory(self, pieces: Mapping[str, Any], memory: Memory, seat: int) -> None:
        """Fills the pieces, where there are any, with what a seat (0 is a spectator) remembers."""
        raise NotImplementedError


class Family(NamedTuple):
    """One family: games that share a state."""

    state: type[Flat]
    dealing: type[Dealing]
    text: Callable[[View], str]
    """A view in the words of the notation, for a terminal."""
    svg: Callable[[View], str]
    """A view as a picture. What is printed on cards that lie open is that of our own boxes."""
