"""The contract of a game: one stateless object that knows the rules, the notation and who may see what."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from intrigue.engine import kernels
from intrigue.engine.chance import words as generator_words
from intrigue.engine.drafts import Drafts
from intrigue.engine.errors import IntrigueError
from intrigue.engine.events import Event
from intrigue.engine.numbers import ACTIONS, members
from intrigue.engine.speaker import Speaker
from intrigue.engine.state import Flat, i8
from intrigue.engine.targets import Compiler
from intrigue.locale import Words
from intrigue.locale.languages import TABLE

DECK_FILE = "Deck-file"
"""The header that names a deck file."""
Headers = Mapping[str, str]
Options = Mapping[str, Any]
View = dict[str, Any]
"""What a seat sees, as the notation writes it; everything, if it is a position."""
Places = dict[str, Any]
"""Numbers of the pieces on a board: lists or mappings by where they lie, under a name of the game's own."""


class Playable(Flat):
    """What the engine asks of every game's state."""

    legal: int
    to_act: int
    generator: list[int]


class Printed(Flat):
    """What is printed in a game's box and never changes: tables of cards and tracks."""


class Box(Printed):
    """The box of a game without tables."""

    nothing: int = i8("no table at all")


State = TypeVar("State", bound=Playable)


class Game(ABC, Generic[State]):
    """A game. Seats are counted from 1 for people (0 is a spectator) and from 0 inside states.

    A subclass names itself, its editions (the default first), its numbers of players, and the rules that stand for
    `deal`, `step`, `observe`, `sample`, `score`, `winners` and `halfway`.
    """

    name: str
    editions: tuple[str, ...]
    seats: range
    version: int
    state: type[State]
    observation_size: int
    rules: dict[str, Any]
    box: Printed = Box()
    """What the rules read and never write."""
    headers: tuple[str, ...] = ()
    """Headers of a record that the game adds to the common ones."""
    choices: frozenset[str] = frozenset()
    """What people may choose of a table in this game beside what all games have: `kinds` (which are in play),
    `screens` (open or closed), `stall_guard`."""
    kinds_in_play: int = 0
    """How many kinds are chosen, or drawn with the deal, in a game with `kinds` among its choices."""
    deck_file: str | None = None
    """The name and hash of the file that the box was read from, as records carry it; None for the box that we ship."""

    def is_played_with(self, deck_file: str | None) -> bool:
        """Whether the box was read from a file of that name and hash (None or nothing: is the one that we ship). The
        file may have been renamed since: the hash is what counts."""
        return (deck_file or "").rpartition(" ")[2] == (self.deck_file or "").rpartition(" ")[2]

    @property
    def deck_name(self) -> str:
        """How that file is called; empty for the box that we ship."""
        return (self.deck_file or "").rpartition(" ")[0]

    @property
    def deck_header(self) -> dict[str, str]:
        """The header by which a record names that file; none for the box that we ship."""
        return {DECK_FILE: self.deck_file} if self.deck_file else {}

    @property
    def printed_box(self) -> dict[str, Any] | None:
        """What is printed in the box, as JSON, for whoever does not have it; None for a game without tables."""
        return None

    @property
    def with_shipped_box(self) -> Game[State]:
        """The same game with the box that we ship."""
        return self

    def printed_on_removed(self, before: View, after: View) -> list[Any]:
        """What an example of the rulebook may also tell: of cards that left the board between two positions, what is
        printed on them and shows in neither."""
        return []

    @property
    def is_reconstruction(self) -> bool:
        """Whether what is printed in the box is our guess at it, so that whoever sees it must be told."""
        return False

    @property
    def usual_players(self) -> int:
        """How many sit down to play unless somebody says otherwise."""
        return self.seats[0]

    def usual_edition(self, language: str) -> str:
        """The edition that a table made in a language begins with."""
        wanted = TABLE[language].editions.split()
        return next((edition for edition in wanted if edition in self.editions), self.editions[0])

    # Beginning

    @abstractmethod
    def blank(self, players: int, edition: str, options: Options) -> State:
        """A state of this game before the deal."""

    def first_in(self, players: int, options: Options) -> int:
        """Who was chosen to begin, counted from 1; 0 if each deal draws that."""
        first = options.get("first") or 0
        if not isinstance(first, int) or first not in range(players + 1):
            raise IntrigueError("error.first", value=str(first)[:60], count=players)
        return int(first)

    @abstractmethod
    def options_of(self, g: State) -> dict[str, Any]:
        """What was chosen of a deal, as far as its headers tell that it was: `blank` takes the same."""

    def start(self, players: int, edition: str, source: bytes | int, options: Options, listener: Any = None) -> State:
        """A game dealt from a seed or from secret bytes."""
        g = self.blank(players, edition, options)
        g.generator = generator_words(source)
        g.listener = listener
        self.deal(g)
        return g

    @abstractmethod
    def from_headers(
        self, headers: Headers, players: int, edition: str, listener: Any = None
    ) -> tuple[State, dict[str, str]]:
        """The game whose deal or position a record's headers tell, and these headers, explicit; raises `BadHeader`."""

    @abstractmethod
    def to_headers(self, g: State) -> dict[str, str]:
        """The deal of a game that has just begun, as headers."""

    # Playing

    def deal(self, g: State) -> None:
        """A new game of the same kind, from the state's own generator."""
        self.rules["deal"](g, self.box)

    def legal(self, g: State) -> list[int]:
        """The actions that may be chosen now."""
        return members(g.legal)

    def step(self, g: State, action: int) -> None:
        """One action; the state goes on to the next choice."""
        if not 0 <= action < ACTIONS or not g.legal >> action & 1:
            raise IntrigueError("error.illegal_action", action=action, legal=", ".join(map(str, self.legal(g))))
        self.rules["step"](g, self.box, action)

    @abstractmethod
    def moves(self, g: State) -> dict[str, tuple[int, ...]]:
        """Every legal move in the notation, in plain string order, with the actions it is made of."""

    def play(self, g: State, actions: tuple[int, ...]) -> None:
        """One whole move."""
        for action in actions:
            self.rules["step"](g, self.box, action)

    def scores(self, g: State) -> list[int]:
        """Each player's points now."""
        return [self.rules["score"](g, self.box, player) for player in range(self.players(g))]

    def winners(self, g: State) -> list[int] | None:
        """The winners, counted from 1; None while the game goes on."""
        return [player + 1 for player in members(self.rules["winners"](g, self.box))] if g.to_act < 0 else None

    @abstractmethod
    def speaker(self, words: Words, players: int, names: Sequence[str] = ()) -> Speaker:
        """Who tells this game in a language."""

    def acting(self, g: State) -> str | None:
        """The kind of card whose effect asks the player to act, if everybody may know it."""
        return None

    def effect(self, g: State) -> str | None:
        """The kind whose effect that card applies: its own, unless it copies another one's."""
        return self.acting(g)

    @abstractmethod
    def players(self, g: State) -> int:
        """How many play."""

    # Seeing

    @abstractmethod
    def position(self, g: State) -> dict[str, Any]:
        """Everything, as the notation writes it."""

    @abstractmethod
    def view(self, g: State, seat: int) -> dict[str, Any]:
        """What a seat sees, built field by field; seat 0 is a spectator."""

    def own_view(self, g: State, public: dict[str, Any], seat: int) -> dict[str, Any]:
        """The view of a seat, made from a spectator's of the same state, with which it shares what both see alike."""
        return self.view(g, seat)

    def check_seat(self, g: State, seat: int) -> None:
        """Seats are 1 to the number of players, and 0 for a spectator; anything else is refused."""
        if seat not in range(self.players(g) + 1):
            raise IntrigueError("error.seat", seat=seat, count=self.players(g))

    @abstractmethod
    def public(self, g: State, move: str) -> str:
        """A move that is about to be played, as all other seats are shown it."""

    def move_for(self, g: State, move: str, seat: int) -> str:
        """A move that is about to be played, as a seat is shown it."""
        return move if seat == g.to_act + 1 else self.public(g, move)

    @abstractmethod
    def event(self, code: int, a: int, b: int, c: int) -> Event:
        """An event that the rules told."""

    @abstractmethod
    def event_for(self, event: Event, seat: int) -> Event:
        """An event as a seat may hear it."""

    def sample(self, g: State, seat: int, source: bytes | int) -> State:
        """A full state that this seat cannot tell from the true one; all such states are equally likely."""
        self.check_seat(g, seat)
        other = g.copy()
        other.generator = generator_words(source)
        self.rules["sample"](other, self.box, seat - 1)
        return other

    def observe(self, g: State, seat: int) -> list[int]:
        """What a seat sees, as numbers for networks."""
        self.check_seat(g, seat)
        out = [0] * self.observation_size
        self.rules["observe"](g, self.box, seat - 1, out)
        return out

    # At a table of people: pieces that keep a number of their own, and what is hidden

    def pieces(self, g: State) -> Places:
        """All that lies on the board: for each piece a number that no other piece on it has."""
        return {}

    def pieces_in(self, position: View) -> Places:
        """The same of a position that somebody wrote, which need not be possible."""
        return {}

    def moved_piece(self, event: Event) -> tuple[int, int | None] | None:
        """A piece that this event gives another number, if it does: before and after it; None where the piece is no
        longer the same when it comes again."""
        return None

    def waiting_piece(self, g: State) -> int | None:
        """The piece of which it is asked whether it waits, so that its player may answer `wait` beforehand."""
        return None

    def own_pieces(self, view: View, things: Places, seat: int) -> dict[int, Any]:
        """What a seat knows of its own pieces that lie face down, by what `things` calls them."""
        return {}

    def with_own_pieces(self, view: View, things: Places, known: dict[int, Any]) -> View:
        """What everybody sees, with what a seat knows of such pieces."""
        return view

    def reveals(self, g: State, event: Event) -> bool:
        """Whether somebody learned by an event, told at this state, what was hidden before: no move is taken back
        across it. A game names the events that do not."""
        return True

    def moves_tell(self, view: View) -> bool:
        """Whether the moves of a seat's view tell the others what it holds, if they read along."""
        return True

    def behind_screens(self, view: View, seat: int) -> View:
        """A view without what the others keep behind closed screens, in a game that has them."""
        return view

    # Setting up

    @property
    @abstractmethod
    def drafts(self) -> Drafts:
        """Positions that are being set up."""

    # Running fast

    @property
    def compiler(self) -> Compiler:
        """The compiled rules; needs numba. Games with the same rules share them."""
        return compiler_of(self.state, type(self.box), tuple(self.rules.items()))

    def box_array(self) -> Any:
        """The box as the compiled loops read it: an array of one record."""
        import numpy

        return numpy.frombuffer(self.box.to_bytes(), type(self.box).dtype())


@cache
def compiler_of(state: type[Flat], box: type[Flat], rules: tuple[tuple[str, Any], ...]) -> Compiler:
    return Compiler(state, box, {getattr(kernels, name): rule for name, rule in rules})


class BadHeader(IntrigueError):
    """A header whose value is wrong, or (with no key) a deal that is wrong as a whole."""

    def __init__(self, header: str, key: str, **values: Any) -> None:
        super().__init__(key, header=header, **values)
        self.header = header
