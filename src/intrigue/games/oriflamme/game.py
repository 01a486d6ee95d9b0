"""The games of this folder as the engine knows them: Oriflamme, Ablaze, the mix of both, and two yardsticks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intrigue.engine.chance import words as generator_words
from intrigue.engine.errors import IntrigueError
from intrigue.engine.events import Event
from intrigue.engine.game import BadHeader, Game, Headers, Options, Places, View
from intrigue.engine.headers import position_in, refuse_beside, seed_in
from intrigue.games.oriflamme import (
    editions,
    effects,
    ending,
    events,
    flow,
    hidden,
    moves,
    observation,
    pieces,
    sample_hidden,
    view,
)
from intrigue.games.oriflamme.deal import DEAL, HEADERS, chosen_kinds, read_deal, written_deal
from intrigue.games.oriflamme.drafts import Drafts
from intrigue.games.oriflamme.kinds import (
    ALL_ABLAZE,
    ALL_BASE,
    AMBUSH,
    CONSPIRACY,
    MIXED,
    NAMES,
    NO_CARD,
    SOLDIER,
    kind_of,
)
from intrigue.games.oriflamme.setup import KEYS, setup
from intrigue.games.oriflamme.state import REVEAL_OR_WAIT, State
from intrigue.games.oriflamme.view import names as kind_names
from intrigue.games.oriflamme.words import Speaker
from intrigue.locale import Words


class Oriflamme(Game[State]):
    """A game of the Oriflamme family: a set of kinds, the editions it can be played in, its size and its seats."""

    version = 1
    state = State
    observation_size = observation.SIZE
    rules = {
        "deal": flow.deal,
        "step": flow.step,
        "observe": observation.observe,
        "sample": sample_hidden.sample,
        "score": ending.score,
        "winners": ending.winners,
        "halfway": effects.halfway,
    }
    headers = HEADERS

    def __init__(
        self,
        name: str,
        kinds: int,
        flags: dict[str, editions.Edition],
        size: editions.Size = editions.FULL,
        seats: range = range(3, 6),  # R1
    ) -> None:
        self.name = name
        self.kinds = kinds
        self.flags = flags
        self.editions = tuple(flags)
        self.size = size
        self.seats = seats

    @property
    def usual_players(self) -> int:
        return 4 if 4 in self.seats else self.seats[0]

    def blank(self, players: int, edition: str, options: Options) -> State:
        rest = [option for option in options if option != "first"]
        if rest:
            raise IntrigueError("error.no_option", game=self.name, option=", ".join(rest))
        g = State()
        g.players = players
        g.chosen_first = self.first_in(players, options)
        g.kinds = self.kinds
        g.edition = self.editions.index(edition)
        for flag, value in self.flags[edition]._asdict().items():
            setattr(g, flag, value)
        g.rounds = self.size.rounds
        g.set_aside = self.size.set_aside
        g.below = [NO_CARD] * len(g.below)
        return g

    def from_headers(
        self, headers: Headers, players: int, edition: str, listener: Any = None
    ) -> tuple[State, dict[str, str]]:
        if "Position" in headers:
            return self.from_position(headers, players, edition, listener)
        g = self.blank(players, edition, self.options_in(headers))
        g.listener = listener
        if "Seed" in headers:
            g.generator = generator_words(seed_in(headers, (*DEAL, "Position")))
            self.deal(g)
        else:
            read_deal(g, headers)
            flow.begin(g)
        return g, self.to_headers(g)

    def from_position(
        self, headers: Headers, players: int, edition: str, listener: Any
    ) -> tuple[State, dict[str, str]]:
        refuse_beside(headers, [header for header in self.headers if header != "Position"], "error.position_and_deal")
        told = position_in(headers["Position"], KEYS)
        g = self.blank(players, edition, {})
        g.draws_kinds = 0
        g.listener = listener
        setup(g, told, self.name, edition, self.kinds, self.size.kinds)
        return g, {"Position": headers["Position"]}

    def options_in(self, headers: Headers) -> Options:
        return {}

    def options_of(self, g: State) -> dict[str, Any]:
        return {"first": g.chosen_first} if g.chosen_first else {}

    def to_headers(self, g: State) -> dict[str, str]:
        return written_deal(g)

    def speaker(self, words: Words, players: int, names: Sequence[str] = ()) -> Speaker:
        return Speaker(words, players, names)

    def acting(self, g: State) -> str | None:
        """The kind of the card that asks, if it lies open: the one resolved, copied or used."""
        return NAMES[kind_of(g.actor)] if g.actor != NO_CARD and g.ask != REVEAL_OR_WAIT else None

    def effect(self, g: State) -> str | None:
        return None if self.acting(g) is None else NAMES[g.effect]

    def players(self, g: State) -> int:
        return g.players

    def moves(self, g: State) -> dict[str, tuple[int, ...]]:
        return moves.moves(g)

    def position(self, g: State) -> dict[str, Any]:
        return view.position(g, self.name, self.editions[g.edition])

    def view(self, g: State, seat: int) -> dict[str, Any]:
        self.check_seat(g, seat)
        return view.view(g, self.name, self.editions[g.edition], seat)

    def own_view(self, g: State, public: dict[str, Any], seat: int) -> dict[str, Any]:
        self.check_seat(g, seat)
        return view.own_view(g, public, seat)

    def public(self, g: State, move: str) -> str:
        return moves.public(move)

    def event(self, code: int, a: int, b: int, c: int) -> Event:
        return events.event(code, a, b, c)

    def event_for(self, event: Event, seat: int) -> Event:
        return events.event_for(event, seat)

    def pieces(self, g: State) -> Places:
        return pieces.pieces(g)

    def pieces_in(self, position: View) -> Places:
        return pieces.pieces_in(position)

    def moved_piece(self, event: Event) -> tuple[int, int | None] | None:
        return pieces.moved_piece(event)

    def waiting_piece(self, g: State) -> int | None:
        return pieces.waiting_piece(g)

    def own_pieces(self, view: View, things: Places, seat: int) -> dict[int, Any]:
        return pieces.own_pieces(view, things, seat)

    def with_own_pieces(self, view: View, things: Places, known: dict[int, Any]) -> View:
        return pieces.with_own_pieces(view, things, known)

    @property
    def drafts(self) -> Drafts:
        return Drafts(self)

    def reveals(self, g: State, event: Event) -> bool:
        return hidden.reveals(g, event)

    def moves_tell(self, view: View) -> bool:
        return hidden.moves_tell(view)


class Mix(Oriflamme):
    """Ten kinds of the two boxes, the same for all: chosen, or drawn with each deal."""

    headers = (*HEADERS, "Kinds")
    choices = frozenset({"kinds"})
    kinds_in_play = editions.FULL.kinds

    def blank(self, players: int, edition: str, options: Options) -> State:
        rest = {key: value for key, value in options.items() if key != "kinds"}
        g = super().blank(players, edition, rest)
        g.draws_kinds = self.size.kinds
        if options.get("kinds"):
            g.draws_kinds = 0
            g.kinds = chosen_kinds("Kinds", ", ".join(options["kinds"]), self.kinds, self.size.kinds)
        return g

    def options_in(self, headers: Headers) -> Options:
        if "Kinds" in headers:
            return {"kinds": headers["Kinds"].split(",")}
        if "Seed" in headers:
            return {}
        raise BadHeader("Kinds", "error.missing_header")

    def to_headers(self, g: State) -> dict[str, str]:
        deal = super().to_headers(g)
        first: dict[str, str] = {header: deal.pop(header) for header in ("First", "First-drawn") if header in deal}
        return {**first, "Kinds": ", ".join(kind_names(g.kinds)), **deal}


ORIFLAMME = Oriflamme("oriflamme", ALL_BASE, editions.ORIFLAMME)
ABLAZE = Oriflamme("ablaze", ALL_ABLAZE, editions.ABLAZE)
MIX = Mix("oriflamme-mix", MIXED, editions.MIX)

# Yardsticks: small enough to be solved. A Soldier hunts a Conspiracy that wants to wait, and fears an Ambush that wants
# to be hit: what lies face down decides.
TINY2 = Oriflamme(
    "tiny2", 1 << SOLDIER | 1 << AMBUSH | 1 << CONSPIRACY, editions.TINY, editions.Size(2, 3, 1), range(2, 3)
)
TINY3 = Oriflamme("tiny3", 1 << SOLDIER | 1 << AMBUSH, editions.TINY, editions.Size(2, 2, 0), range(3, 4))
