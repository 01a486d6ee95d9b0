"""Trifle as the engine knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intrigue.engine.chance import words as generator_words
from intrigue.engine.errors import IntrigueError
from intrigue.engine.events import Event
from intrigue.engine.game import Game, Headers, Options, Places, View
from intrigue.engine.headers import position_in, refuse_beside, seed_in
from intrigue.games.trifle import ending, events, flow, hidden, moves, observation, pieces, sample_hidden, view
from intrigue.games.trifle.cards import NO_CARD
from intrigue.games.trifle.deal import DEAL, HEADERS, read_deal, written_deal
from intrigue.games.trifle.drafts import Drafts
from intrigue.games.trifle.setup import KEYS, setup
from intrigue.games.trifle.state import State
from intrigue.games.trifle.words import Speaker
from intrigue.locale import Words


class Trifle(Game[State]):
    """Two to four players, twenty-four cards."""

    name = "trifle"
    editions = ("fr",)
    seats = range(2, 5)  # R1
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
        "halfway": flow.halfway,
    }
    headers = HEADERS

    def blank(self, players: int, edition: str, options: Options) -> State:
        rest = [option for option in options if option != "first"]
        if rest:
            raise IntrigueError("error.no_option", game=self.name, option=", ".join(rest))
        g = State()
        g.players = players
        g.chosen_first = self.first_in(players, options)
        g.laid = [NO_CARD] * len(g.laid)
        return g

    def from_headers(
        self, headers: Headers, players: int, edition: str, listener: Any = None
    ) -> tuple[State, dict[str, str]]:
        g = self.blank(players, edition, {})
        g.listener = listener
        if "Position" in headers:
            refuse_beside(headers, (*DEAL, "Seed"), "error.position_and_deal")
            setup(g, position_in(headers["Position"], KEYS), edition)
            return g, {"Position": headers["Position"]}
        if "Seed" in headers:
            g.generator = generator_words(seed_in(headers, (*DEAL, "Position")))
            self.deal(g)
        else:
            read_deal(g, headers)
            flow.begin(g)
        return g, self.to_headers(g)

    def options_of(self, g: State) -> dict[str, Any]:
        return {"first": g.chosen_first} if g.chosen_first else {}

    def to_headers(self, g: State) -> dict[str, str]:
        return written_deal(g)

    def speaker(self, words: Words, players: int, names: Sequence[str] = ()) -> Speaker:
        return Speaker(words, players, names)

    def players(self, g: State) -> int:
        return g.players

    def moves(self, g: State) -> dict[str, tuple[int, ...]]:
        return moves.moves(g)

    def position(self, g: State) -> dict[str, Any]:
        return view.position(g, self.editions[g.edition])

    def view(self, g: State, seat: int) -> dict[str, Any]:
        self.check_seat(g, seat)
        return view.view(g, self.editions[g.edition], seat)

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

    def own_pieces(self, view: View, things: Places, seat: int) -> dict[int, Any]:
        return pieces.own_pieces(view, things, seat)

    def with_own_pieces(self, view: View, things: Places, known: dict[int, Any]) -> View:
        return pieces.with_own_pieces(view, things, known)

    @property
    def drafts(self) -> Drafts:
        return Drafts()

    def reveals(self, g: State, event: Event) -> bool:
        return hidden.reveals(event)

    def moves_tell(self, view: View) -> bool:
        return hidden.moves_tell(view)


TRIFLE = Trifle()
