"""Richelieu as the engine knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from intrigue.engine.chance import words as generator_words
from intrigue.engine.errors import IntrigueError
from intrigue.engine.events import Event
from intrigue.engine.game import DECK_FILE, BadHeader, Game, Headers, Options, Places, View
from intrigue.engine.headers import position_in, refuse_beside, seed_in
from intrigue.games.richelieu import (
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
from intrigue.games.richelieu.box import Box, fingerprint, our_box, read_box, tables_of
from intrigue.games.richelieu.cards import CARD_PLACES, CARDS, NO_CARD, NOBODY, SPACES
from intrigue.games.richelieu.deal import DEAL, HEADERS, guard_in, read_deal, written_deal
from intrigue.games.richelieu.drafts import Drafts
from intrigue.games.richelieu.setup import KEYS, setup
from intrigue.games.richelieu.state import State
from intrigue.games.richelieu.words import Speaker
from intrigue.locale import Words


class Richelieu(Game[State]):
    """Two to four nobles; with our deck file or an owner's."""

    name = "richelieu"
    editions = ("ru",)  # 8.14
    seats = range(2, 5)
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
    choices = frozenset({"screens", "stall_guard"})

    usual_players = 3

    def __init__(self, box: Box, deck_file: str | None = None) -> None:
        self.box: Box = box
        self.deck_file = deck_file  # an owner's (8.17); None for our own

    @property
    def is_reconstruction(self) -> bool:
        """With our deck file; an owner's holds what is printed."""
        return self.deck_file is None

    @property
    def with_shipped_box(self) -> Richelieu:
        return RICHELIEU

    def printed_on_removed(self, before: View, after: View) -> list[int]:
        """How far the cards that were resolved move the cardinal."""
        lie = view.cards_at_court(after)
        return [self.box.step[CARDS.index(card)] for card in view.cards_at_court(before) if card not in lie]

    @property
    def printed_box(self) -> dict[str, Any]:
        return tables_of(self.box)

    def with_deck(self, name: str, data: bytes) -> Richelieu:
        """The same game played with the cards and tracks of a deck file."""
        if not name or name != name.strip() or "#" in name or not name.isprintable():
            raise IntrigueError("deck.name")
        return Richelieu(read_box(data), f"{name} {fingerprint(data)}")

    def blank(self, players: int, edition: str, options: Options) -> State:
        rest = [option for option in options if option not in ("guard", "first")]
        if rest:
            raise IntrigueError("error.no_option", game=self.name, option=", ".join(rest))
        g = State()
        g.players = players
        g.guard = int(options.get("guard", True))
        g.chosen_first = self.first_in(players, options)
        g.who = [NOBODY] * SPACES
        g.card_at = [NO_CARD] * CARD_PLACES
        return g

    def from_headers(
        self, headers: Headers, players: int, edition: str, listener: Any = None
    ) -> tuple[State, dict[str, str]]:
        if not self.is_played_with(headers.get(DECK_FILE)):
            raise BadHeader(DECK_FILE, "error.deck_file", file=headers.get(DECK_FILE) or self.deck_file)
        g = self.blank(players, edition, {"guard": guard_in(headers)})
        g.listener = listener
        if "Position" in headers:
            refuse_beside(headers, (*DEAL, "Seed"), "error.position_and_deal")
            setup(g, self.box, position_in(headers["Position"], KEYS), edition)
            return g, self.more_headers({"Position": headers["Position"]}, g)
        if "Seed" in headers:
            g.generator = generator_words(seed_in(headers, (*DEAL, "Position")))
            self.deal(g)
        else:
            read_deal(g, headers)
            flow.begin(g, self.box)
        return g, self.to_headers(g)

    def options_of(self, g: State) -> dict[str, Any]:
        return ({} if g.guard else {"guard": False}) | ({"first": g.chosen_first} if g.chosen_first else {})

    def to_headers(self, g: State) -> dict[str, str]:
        return self.more_headers(written_deal(g), g)

    def more_headers(self, deal: dict[str, str], g: State) -> dict[str, str]:
        deal = deal if g.guard else deal | {"Stall-guard": "off"}
        return deal | self.deck_header

    def speaker(self, words: Words, players: int, names: Sequence[str] = ()) -> Speaker:
        return Speaker(words, players, names, self.box)

    def players(self, g: State) -> int:
        return g.players

    def moves(self, g: State) -> dict[str, tuple[int, ...]]:
        return moves.moves(g, self.box)

    def position(self, g: State) -> dict[str, Any]:
        return view.position(g, self.box, self.editions[g.edition])

    def view(self, g: State, seat: int) -> dict[str, Any]:
        self.check_seat(g, seat)
        return view.view(g, self.box, self.editions[g.edition], seat)

    def own_view(self, g: State, public: dict[str, Any], seat: int) -> dict[str, Any]:
        self.check_seat(g, seat)
        return view.own_view(g, self.box, public, seat)

    def public(self, g: State, move: str) -> str:
        return moves.public(g, self.box, move)

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

    def own_pieces(self, view: View, things: Places, seat: int) -> dict[int, Any]:
        return pieces.own_pieces(view, things, seat)

    def with_own_pieces(self, view: View, things: Places, known: dict[int, Any]) -> View:
        return pieces.with_own_pieces(view, things, known)

    @property
    def drafts(self) -> Drafts:
        return Drafts(self, self.box)

    def reveals(self, g: State, event: Event) -> bool:
        return hidden.reveals(event)

    def moves_tell(self, view: View) -> bool:
        return hidden.moves_tell(view)

    def behind_screens(self, view: View, seat: int) -> View:
        return hidden.behind_screens(view, seat)


RICHELIEU = Richelieu(our_box())
