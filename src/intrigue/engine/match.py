"""A running game as people use it: ask for the moves, play one, see what a seat sees, write it down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from intrigue.engine.errors import BadLine, IllegalMove, IntrigueError
from intrigue.engine.events import Event
from intrigue.engine.game import BadHeader, Game
from intrigue.engine.record import COMMON, Record, join_names, names_of


class Match:
    """One game being played. Wrong input raises one clear error and changes nothing.

    >>> import intrigue
    >>> match = intrigue.new("oriflamme", players=3, seed=7)
    >>> match.to_act
    3
    >>> match.moves()[:2]
    ['place archer first', 'place assassination first']
    >>> match.play("place archer first")[0].name
    'card_placed'
    >>> match.play("pass")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    intrigue.engine.errors.IllegalMove: "pass" cannot be played now; legal: place ambush first, ...
    """

    def __init__(self, game: Game[Any], state: Any, edition: str, names: Sequence[str], deal: dict[str, str]) -> None:
        self.game = game
        self.state = state
        self.edition = edition
        self.names = list(names)
        self.version = game.version
        self.deal = deal
        self.played: list[tuple[str, int]] = []
        self.public: list[str] = []
        self.events: list[Event] = []
        self.known_moves: dict[str, tuple[int, ...]] | None = None
        self.collect_events()

    @classmethod
    def new(
        cls,
        game: Game[Any],
        players: int,
        edition: str | None = None,
        seed: bytes | int = 0,
        names: Sequence[str] = (),
        **options: Any,
    ) -> Match:
        """A game dealt from a seed (or secret bytes)."""
        edition = check_table(game, players, edition, names)
        state = game.start(players, edition, seed, options, [])
        return cls(game, state, edition, names, game.to_headers(state))

    @classmethod
    def begin(cls, game: Game[Any], record: Record) -> Match:
        """The game of a record before its first move. A fault raises `BadLine`."""
        try:
            for header in record.headers:
                if header not in COMMON + game.headers:
                    raise BadHeader(header, "error.unknown_header")
            players = number(record, "Players")
            if "Rules" in record.headers and number(record, "Rules") != game.version:
                raise BadHeader("Rules", "error.rules_version", version=game.version)
            edition = record.headers.get("Edition")
            names = names_of(record.headers["Names"], players) if "Names" in record.headers else []
            edition = check_table(game, players, edition, names)
            state, deal = game.from_headers(record.headers, players, edition, [])
        except BadHeader as fault:
            raise BadLine(record.line_of(fault.header), fault) from None
        except IntrigueError as fault:
            header = {"error.no_edition": "Edition", "error.players": "Players"}.get(fault.key, "Names")
            raise BadLine(record.line_of(header), fault) from None
        return cls(game, state, edition, names, deal)

    @classmethod
    def replay(cls, game: Game[Any], record: Record) -> Iterator[Match]:
        """The match of a record before its first move and after each; one object that goes on."""
        match = cls.begin(game, record)
        yield match
        for index, move in enumerate(record.moves):
            try:
                match.play(move)
            except IllegalMove as fault:
                raise BadLine(record.line_of_move(index), fault) from None
            yield match
        if record.fault:
            raise record.fault

    @classmethod
    def load(cls, game: Game[Any], record: Record) -> Match:
        """The match at the end of a record."""
        *_, match = cls.replay(game, record)
        return match

    # Playing

    @property
    def players(self) -> int:
        """How many play."""
        return self.game.players(self.state)

    @property
    def to_act(self) -> int | None:
        """The seat that must choose, counted from 1; None when the game is over."""
        return self.state.to_act + 1 if self.state.to_act >= 0 else None

    @property
    def acting(self) -> str | None:
        """The kind of card whose effect asks the player to act, if everybody may know it."""
        return self.game.acting(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.to_act < 0)

    def moves(self) -> list[str]:
        """The legal moves, in plain string order."""
        return list(self.choices())

    def choices(self) -> dict[str, tuple[int, ...]]:
        """The legal moves, in plain string order, each with the actions it is made of."""
        if self.known_moves is None:
            self.known_moves = self.game.moves(self.state)
        return self.known_moves

    def play(self, move: str) -> list[Event]:
        """Plays one move and returns what happened."""
        choices = self.choices()
        if move not in choices:
            raise IllegalMove(str(move), list(choices))
        self.played.append((move, self.state.to_act + 1))
        self.public.append(self.game.public(self.state, move))
        actions, self.known_moves = choices[move], None
        self.game.play(self.state, actions)
        return self.collect_events()

    def collect_events(self) -> list[Event]:
        heard = self.state.listener or []
        new = [self.game.event(*told) for told in heard]
        self.state.listener = []
        self.events += new
        return new

    # Seeing

    @property
    def position(self) -> dict[str, Any]:
        """Everything about the game now (notation, section 5)."""
        return self.game.position(self.state)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees; 0 is a spectator (notation, section 7)."""
        return self.game.view(self.state, seat)

    def events_for(self, seat: int) -> list[Event]:
        """What a seat has heard so far."""
        self.game.check_seat(self.state, seat)
        return [self.game.event_for(event, seat) for event in self.events]

    def moves_for(self, seat: int) -> list[str]:
        """The moves so far as a seat was shown them."""
        self.game.check_seat(self.state, seat)
        return [move if by == seat else public for (move, by), public in zip(self.played, self.public, strict=True)]

    def sample(self, seat: int, seed: bytes | int) -> Any:
        """A full state that this seat cannot tell from the true one."""
        return self.game.sample(self.state, seat, seed)

    def observe(self, seat: int) -> list[int]:
        """What a seat sees, as numbers for networks."""
        return self.game.observe(self.state, seat)

    @property
    def scores(self) -> list[int]:
        """Each player's points now."""
        return self.game.scores(self.state)

    @property
    def winners(self) -> list[int] | None:
        """The winners, counted from 1; None while the game goes on."""
        return self.game.winners(self.state)

    # Writing down

    @property
    def record(self) -> Record:
        """The game so far as text that can be replayed."""
        headers = {"Game": self.game.name, "Edition": self.edition, "Players": str(self.players), **self.deal}
        if self.names:
            headers["Names"] = join_names(self.names)
        headers["Rules"] = str(self.version)
        return Record(headers, [move for move, _ in self.played])

    def copy(self) -> Match:
        """Another match that goes its own way from here."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        other.state.listener = []
        other.names, other.deal = self.names[:], dict(self.deal)
        other.played, other.public, other.events = self.played[:], self.public[:], self.events[:]
        return other

    def __repr__(self) -> str:
        turn = "over" if self.over else f"player {self.to_act} to act"
        return f"<Match {self.game.name} {self.edition}, {self.players} players, {len(self.played)} moves, {turn}>"


def check_table(game: Game[Any], players: int, edition: str | None, names: Sequence[str]) -> str:
    """The edition to play, after a look at all that a table chooses."""
    if not isinstance(players, int) or players not in game.seats:
        raise IntrigueError("error.players", game=game.name, low=game.seats[0], high=game.seats[-1])
    if edition is None:
        edition = game.editions[0]
    if edition not in game.editions:
        raise IntrigueError("error.no_edition", game=game.name, edition=edition, known=", ".join(game.editions))
    if names and (isinstance(names, str) or len(names) != players):
        raise IntrigueError("error.names", count=players)
    join_names(names)
    return edition


def number(record: Record, header: str) -> int:
    """The number in a header that must be there."""
    value = record.headers.get(header)
    if value is None:
        raise BadHeader(header, "error.missing_header")
    if not (value.isascii() and value.isdigit() and len(value) < 10 and str(int(value)) == value):
        raise BadHeader(header, "error.not_a_number", value=value[:60])
    return int(value)
