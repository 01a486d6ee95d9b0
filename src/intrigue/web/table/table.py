"""A table as its log tells it: `Table.of` folds the entries, `apply` adds one, `answer` says what a request becomes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Self

from intrigue.engine.match import Match
from intrigue.games import game
from intrigue.web.table import clocks, decide, event_steps, fair, lesson_script, log_entries
from intrigue.web.table.decide import follow, hand_over, move_by
from intrigue.web.table.errors import Denied
from intrigue.web.table.event_steps import EventStep, Numbering, Things
from intrigue.web.table.fold import FOLD
from intrigue.web.table.log_entries import AnyContent, Entry
from intrigue.web.table.moment import KEPT, LogLine, Moment
from intrigue.web.table.opening import match_from_start, new_table, rematch
from intrigue.web.table.requests import AnyRequest
from intrigue.web.table.seats import Seat
from intrigue.web.table.settings import LAPSING, Settings, options
from intrigue.web.table.standing_orders import order_applies, pending_card

__all__ = [
    "KEPT",
    "Moment",
    "Seat",
    "EventStep",
    "Table",
    "LogLine",
    "follow",
    "hand_over",
    "move_by",
    "new_table",
    "order_applies",
    "pending_card",
    "rematch",
]


class Table:
    """One table. Its truth is the log; everything here follows from it."""

    fold = FOLD

    def __init__(self, id: str, secret: bytes) -> None:
        self.id = id
        self.secret = secret
        self.version = 0
        self.settings = Settings("", "", 0)
        self.phase = "gathering"
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.commitment = ""
        self.start = ""
        """The record that the game goes on from, if it does not begin with a deal."""
        self.origin = ""
        self.match: Match | None = None
        self.things: Things = {}
        self.began_at = 0
        """When the pending decision began, or went on after a take-back."""
        self.spent: tuple[clocks.Span, ...] = ()
        """What was used of its clock before a take-back gave it back."""
        self.lapses = 0
        """How often its clock ran out, or its person left it to a bot."""
        self.next_table = ""
        self.rules = 0
        """The version of the rules by which the game began; 0 before."""
        self.deck = ""
        """The deck file that it is played with, as records name it; empty: the box that we ship."""
        self.why = ""
        self.note = ""
        self.ended_at = 0
        """When the game came to its end, or was ended before; 0 until then."""
        self.created = 0
        self.changed = 0
        self.lines: list[LogLine] = []
        self.line_versions: list[int] = []
        """Of each line of the log: the version that a look back at it shows; 0 before the deal."""
        self.moments: deque[Moment] = deque(maxlen=KEPT)
        self.sealed = 0
        """So many moves stand for good."""
        self.knows: dict[int, set[int]] = {}
        """Which seats' secrets each person has seen since the deal."""
        self.given_up: dict[int, set[int]] = {}
        """Which seats each person has resigned, or took over resigned: these stay with a bot for them."""
        self.bots_at_deal: tuple[int, ...] = ()
        self.nonces: tuple[str, ...] = ()
        self.numbering: Numbering | None = None
        """Of the pieces on the board; None before the deal."""
        self.decisions: list[tuple[clocks.Span, ...]] = []
        """Of each move that was made here and stands: when it was thought about."""
        self.choices: list[tuple[int, int]] = []
        """Of each of these moves: the seat, 0 unless its person chose it, and how many lines the log had before."""
        self.before = 0
        """How many moves the start holds."""
        self.taken_back = 0

    @classmethod
    def of(cls, id: str, secret: bytes, entries: Iterable[Entry]) -> Self:
        """The table that a log leaves standing."""
        entries, table = list(entries), cls(id, secret)
        after, before = unfollowed_versions(entries)
        for entry in entries:
            if after < entry.version < before:
                table.version = entry.version
            else:
                table.apply(entry)
        return table

    # Asking

    def seat(self, number: int) -> Seat:
        """The seat of that number."""
        if not 1 <= number <= len(self.seats):
            raise Denied("refused.no_seat", n=len(self.seats))
        return self.seats[number - 1]

    def seats_of(self, person: int | None) -> tuple[int, ...]:
        """The seats that a person holds."""
        return tuple(seat.number for seat in self.seats if person is not None and seat.person == person)

    @property
    def alone(self) -> Seat | None:
        """The only seat that a person holds; None if there are more, or none."""
        held = [seat for seat in self.seats if seat.person is not None]
        return held[0] if len(held) == 1 else None

    def driver(self, seat: int) -> str:
        """Who chooses a seat's moves: `person`, `program` or `bot`."""
        return self.seat(seat).driver

    @property
    def to_act(self) -> int | None:
        """The seat that must choose; None where the game does not run."""
        return self.match.to_act if self.match is not None and self.phase == "playing" else None

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return len(self.match.played) if self.match is not None else 0

    @property
    def bot_moves(self) -> int:
        """How many moves of bots stand since the last one of a seat that somebody else plays."""
        played = self.match.played if self.match is not None else []
        others = (count for count, (_, by) in enumerate(reversed(played)) if self.driver(by) != "bot")
        return next(others, len(played))

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat may take its last move back: nobody acted since, and nothing came to light."""
        return self.taker == seat

    @property
    def taker(self) -> int | None:
        """The seat that may take its last move back, if one may; while a lesson lasts, nobody."""
        if self.match is None or self.phase != "playing" or self.moves <= self.sealed or lesson_script.line(self):
            return None
        by = self.match.played[-1][1]
        return by if self.driver(by) == "person" else None

    def answer(
        self, request: AnyRequest, person: int | None, now: int, outages: Sequence[clocks.Span] = ()
    ) -> list[AnyContent]:
        """The entries that a person's request becomes; raises `Denied` with a sentence of what to do."""
        return decide.answer(self, request, person, now, outages)

    # Clocks

    def deadline(self, outages: Sequence[clocks.Span] = ()) -> int | None:
        """When the clock of the pending decision is at zero; None where no clock runs (a bot's seat needs none)."""
        if self.to_act is None or self.settings.clock.kind == "none" or self.driver(self.to_act) != "person":
            return None
        return clocks.deadline(self.settings.clock, self.spent, self.began_at, outages)

    def warning(self, outages: Sequence[clocks.Span] = ()) -> int | None:
        """When the seat is warned that its clock runs out."""
        end = self.deadline(outages)
        return None if end is None else end - clocks.warning(self.settings.clock)

    def left(self, now: int, outages: Sequence[clocks.Span] = ()) -> int:
        """Milliseconds until the deadline, never below 0; 0 where no clock runs."""
        end = self.deadline([*outages])
        return 0 if end is None else clocks.left(self.settings.clock.seconds * clocks.SECOND, end, now)

    def patience(self, now: int, outages: Sequence[clocks.Span] = ()) -> int:
        """How many milliseconds whoever is asked may still keep the others waiting, where no clock decides that."""
        clock = clocks.patient(self.settings.clock)
        end = clocks.deadline(clock, self.spent, self.began_at, outages)
        return clocks.left(clock.seconds * clocks.SECOND, end, now)

    def answer_by(self, outages: Sequence[clocks.Span] = ()) -> int:
        """Until when a program outside may answer."""
        return clocks.after(self.began_at, clocks.PROGRAM, outages)

    def due(self, outages: Sequence[clocks.Span] = ()) -> int | None:
        """When something happens by itself: a bot moves, or a clock lets a bot play on."""
        if self.to_act is None:
            return None
        if self.driver(self.to_act) == "bot":
            return self.began_at + clocks.share_of(clocks.shown_delay(self.secret, self.began_at), self.bot_moves)
        if self.driver(self.to_act) == "program":
            return self.answer_by(outages)
        return self.deadline(outages) if self.settings.clock.kind in LAPSING else None

    def lapse(self, now: int, outages: Sequence[clocks.Span] = ()) -> list[AnyContent]:
        """The entry of a clock that has run out; none where it has not, or where it is friendly."""
        end, seat = self.deadline(outages), self.to_act
        if end is None or seat is None or self.settings.clock.kind not in LAPSING or now < end:
            return []
        return [log_entries.Lapsed(seat)]

    def row(self, outages: Sequence[clocks.Span] = ()) -> dict[str, Any]:
        """The fields of the index row beside the log."""
        free = sum(seat.free for seat in self.seats)
        listed = self.settings.listed if self.phase == "gathering" else self.settings.watch == "anyone"
        return {
            "table": self.id,
            "game": self.settings.game,
            "phase": self.phase,
            "listed": listed,
            "free": free,
            "version": self.version,
            "created": self.created,
            "changed": self.changed,
            "due": self.due(outages),
        }

    # The log

    def apply(self, entry: Entry) -> Moment:
        """Adds the next entry of the log and says what it did."""
        if entry.version != self.version + 1:
            raise ValueError(f"entry {entry.version} cannot follow version {self.version}")
        lines, steps = self.fold[type(entry.content)](self, entry.content, entry)
        self.version = entry.version
        self.changed = entry.at
        self.lines += lines
        self.line_versions += [entry.version if self.match is not None else 0] * len(lines)
        moment = Moment(
            entry.version,
            entry.at,
            entry.content,
            tuple(steps),
            tuple(lines),
            len(self.lines),
            self.phase,
            self.settings,
            tuple(self.seats),
            self.host,
            None
            if self.match is None
            else event_steps.PackedState(type(self.match.state), self.match.state.to_bytes()),
            self.things,
            self.taker,
            self.began_at,
            self.spent,
            self.why,
            self.next_table,
            self.moves - self.before,
            self.last_choices(),
        )
        self.moments.append(moment)
        return moment

    def last_choices(self) -> tuple[int, ...]:
        """By seat: how many lines the log had before what its person chose last; 0 before the first choice."""
        found = dict(self.choices)
        return tuple(found.get(seat.number, 0) for seat in self.seats)

    def deal_cards(self) -> tuple[Match, Numbering]:
        """Deals, for the first time or again: the same cards."""
        self.match = self.new_match()
        self.numbering = Numbering(self.match.game)
        return self.match, self.numbering

    def new_match(self) -> Match:
        """The match before its first move here: what the start tells, else a function of the secret and the nonces."""
        if self.start:
            return match_from_start(self.start)
        seed = fair.deal_seed(self.id, self.secret, self.nonces)
        chosen = self.settings
        return Match.new(game(chosen.game), chosen.players, chosen.edition, seed, **options(chosen))

    def record_text(self) -> str:
        """The finished or aborted game as a record, with the proof of its deal in comments."""
        return fair.record_text(self)


def unfollowed_versions(entries: Sequence[Entry]) -> tuple[int, int]:
    """Between which versions of a log nothing is followed: whoever runs the site closed the table because of them."""
    for entry in reversed(entries):
        if isinstance(entry.content, log_entries.Ended) and entry.content.kept:
            return entry.content.kept, entry.version
    return 0, 0
