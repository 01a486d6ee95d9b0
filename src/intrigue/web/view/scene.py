"""What leaves the server: everything that one viewer may see of a table, and nothing else.

`scene_builder` builds scenes field by field from a table; pages, boards and frames know only scenes. A test keeps the
table, the match and the state out of their imports.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from intrigue.engine.events import Event
from intrigue.engine.game import Places, View
from intrigue.web.table.settings import Settings


class Viewer(NamedTuple):
    """Who looks: a seat (0 is a spectator). On a hot-seat table the device that holds the seats looks as seat 0, and
    asks for a seat's own knowledge when the curtain is up; `seats` are all it holds."""

    seat: int
    seats: tuple[int, ...] = ()
    host: bool = False
    open: bool = False
    """Whether everything lies open, as after a game; `viewers` gives such eyes only where nothing is secret."""
    barred: tuple[int, ...] = ()
    """Seats that nobody holds and that they may not take all the same."""

    @property
    def hot(self) -> bool:
        """Whether this device is passed round."""
        return self.seat == 0 and bool(self.seats)


class SeatSeen(NamedTuple):
    """A seat as everybody sees it."""

    number: int
    name: str
    """The person's name, or a program's; empty for any other bot or a free seat."""
    held_by: str
    """`person`, `bot` or `nobody`."""
    level: str
    """Of a bot: its level, else empty."""
    ready: bool
    away: bool
    """The clock ran out: a bot of the table's level plays on."""
    resigned: bool
    for_ending: bool
    """Votes to end the game here."""
    mine: bool
    """Whether the viewer holds it."""
    program: bool = False
    """Whether the bot is a program outside, which has a name."""


@dataclass(frozen=True)
class ClockSeen:
    """The clock of the seat that is to act."""

    kind: str
    seat: int
    left: int
    """Milliseconds from the moment of the scene."""
    whole: int


@dataclass(frozen=True)
class Step:
    """One fact as the viewer may hear it, and the board at that moment (without legal moves)."""

    event: Event
    view: View
    things: Places
    """Which physical thing lies where, for ids that stay (see `Scene.things`)."""


@dataclass(frozen=True)
class Scene:
    """A table at one version, as one viewer sees it."""

    table: str
    version: int
    phase: str
    """`gathering`, `playing`, `over` or `aborted`."""
    settings: Settings
    viewer: Viewer
    seats: tuple[SeatSeen, ...]
    commitment: str
    view: View | None
    """The game's view (notation, section 7), screens closed where they are; None before the deal."""
    acting: str | None
    """`Game.acting`: the kind of card whose effect asks, if everybody may know it."""
    things: Places
    """Ids of the physical things on the board, by placement order, a public fact: by where they lie, as the game writes
    it (`Game.pieces`)."""
    can_take_back: bool
    """Whether the viewer may take the own last move back."""
    clock: ClockSeen | None
    why: str
    """Why an aborted game ended: `consent`, `left` (a lesson), `alone` (by the only person), `deserted`,
    `stalled`, `closed`, `operator` or `rules`; else empty."""
    next_table: str
    """The rematch, if there is one."""
    lines: tuple[Any, ...] = ()
    """The log so far, oldest first: `Event`s of the game as heard, and `TableNotice`s between them."""
    line_versions: tuple[int, ...] = ()
    """Of each line of the log: the version to look back at; 0 before the deal."""
    taker: int = 0
    """The seat whose last move the viewer may take back; 0 if there is none."""
    effect: str | None = None
    """`Game.effect`: the kind whose effect it is, where the acting card copies another one's."""
    origin: str = ""
    """Of a game that begins in the middle, where that comes from: `what-if`, `sandbox` or `lesson:` and its name."""
    moves: int = 0
    """Of such a game: how many moves were made here."""
    note: str = ""
    """What whoever runs the site said when they closed the table."""
    nonces: tuple[str, ...] = ()
    """What each seat added to the deal; only when the game is over, as its record tells it."""
    bots_at_deal: tuple[int, ...] = ()
    """The seats that bots held then, whoever may have them now; told with the nonces."""
    chosen: int = 0
    """How many lines the log had before the viewer's last choice; 0 before the first one, and for who holds no seat."""
    recent: tuple[Event, ...] = ()
    """What happened since then in a game that goes on, as heard and without what was taken back; nothing for who holds
    no seat."""
    prints: dict[str, dict[str, tuple[int, ...]]] = field(init=False, default_factory=dict, compare=False, repr=False)
    """By language: what the page was last sent, region by region, as numbers (see `frames.prints_of`)."""
    called: dict[str, tuple[str, ...]] = field(init=False, default_factory=dict, compare=False, repr=False)
    """By language: what the seats are called (see `html.names.names_of`)."""

    def with_log(self, lines: tuple[Any, ...], line_versions: tuple[int, ...], clock: ClockSeen | None) -> Scene:
        """The same scene with the log so far and another clock, which no region shows: a page that is sent one of the
        two has the regions of the other."""
        scene = replace(self, lines=lines, line_versions=line_versions, clock=clock)
        object.__setattr__(scene, "prints", self.prints)
        return scene

    @property
    def names(self) -> list[str]:
        """What each seat is called, empty where nobody gave a name."""
        return [seat.name for seat in self.seats]


@dataclass(frozen=True)
class SceneChange:
    """What one entry did, as one viewer sees it: the steps in order, then the scene they lead to."""

    version: int
    lines: tuple[Any, ...]
    """New lines of the log: `TableNotice`s and the events of `steps`."""
    steps: tuple[Step, ...]
    after: Scene
    """While the game runs, without the log so far."""
    before: Scene | None = None
    """The scene one version earlier, as this viewer saw it; None if that is not remembered."""
