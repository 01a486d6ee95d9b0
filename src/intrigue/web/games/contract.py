"""What the site asks of a game's HTML: pure functions of what one viewer may see, in the viewer's language.

`games/<game>/html.py` offers all of it, gathered from the modules beside it; `registry.py` lists the games.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup

from intrigue.engine.events import Event
from intrigue.locale import Words
from intrigue.web.html.points import Points, Swing
from intrigue.web.html.rule_links import About
from intrigue.web.html.setup_pieces import Draft
from intrigue.web.html.templates import Sewn
from intrigue.web.view.scene import Scene, Step

View = dict[str, Any]
Things = dict[str, Any]


class Tries(NamedTuple):
    """How the page calls the ready positions of a game."""

    title: str
    """The key of their heading."""
    picture: str
    """How the names of their pictures begin."""
    name: str
    """How the keys of their names begin; they end with `.name`."""


class GameHtml(Protocol):
    """What the module of a game offers, for all games that are played with its pieces."""

    # Names and colours

    @property
    def COLOUR(self) -> str:
        """How the classes of the players' colours begin; a seat's number follows."""

    @property
    def EMBLEM(self) -> str:
        """How the names of the players' emblems begin."""

    @property
    def SIGNS(self) -> Mapping[str, str]:
        """The picture of each game in the sprite."""

    @property
    def MINUTES(self) -> Mapping[str, int]:
        """About how long each game takes people who know it."""

    @property
    def WEIGHTS(self) -> Mapping[str, int]:
        """How much there is to learn and to plan in each game, from 1 to 3 (`web.weight.…`)."""

    # The table

    def head(self, scene: Scene, words: Words) -> Markup:
        """Which game it is and how far it has come."""

    def players(self, scene: Scene, view: View, words: Words, old: View | None = None) -> Sewn:
        """Who plays, and what lies before them; only those of whom an old view says something else, if one is given."""

    def of_all_players(self, view: View) -> tuple[Any, ...]:
        """What a view says that may change what lies before every player."""

    def board_parts(
        self, scene: Scene, view: View, things: Things, words: Words, old: tuple[View, Things] | None = None
    ) -> Mapping[str, str | Sewn]:
        """The parts of the board that are regions of their own (`board` where there are none), but for those that look
        as they did in an old view with its things."""

    def whole_board(self, parts: Mapping[str, str], words: Words) -> Markup:
        """The board around its parts."""

    def hand(self, scene: Scene, words: Words) -> Markup:
        """What the viewer's seat holds."""

    def peek(self, scene: Scene, words: Words) -> Markup:
        """What the seat that is asked may look at under cover of a hand."""

    @property
    def HAS_ORDERS(self) -> bool:
        """Whether a seat can answer beforehand."""

    def orders(self, scene: Scene, ordered: Sequence[int], words: Words) -> Markup:
        """The standing orders of the viewer's seat, to change: a box to tick for each."""

    # Questions

    def prompt(self, scene: Scene, words: Words) -> Markup:
        """What is asked of the viewer, or whom everybody waits for."""

    def law(self, scene: Scene, view: View) -> About:
        """What the paragraph is about to which that leads."""

    # What happens

    def board_at(self, step: Step, after: Things) -> tuple[View, Things]:
        """The board of a step with what its event tells, also where the rules tell before they do."""

    def effects(self, event: Event, view: View, things: Things) -> list[dict[str, Any]]:
        """What moves on the page when this happens."""

    @property
    def PAUSES(self) -> Mapping[str, int]:
        """Milliseconds that an event is looked at, where that is not as long as usual."""

    @property
    def SOUNDS(self) -> Mapping[str, str]:
        """What is heard when an event happens."""

    @property
    def PLAIN(self) -> Collection[str]:
        """Events that a digest leaves out: they are plain to see, or what follows says it, too."""

    def about_event(self, event: Event) -> About:
        """What the paragraph is about to which a line of the log leads."""

    def points(self, scene: Scene) -> Points:
        """Where the points of a finished game come from."""

    def swings(self, moves: Sequence[Sequence[Event]]) -> Sequence[Swing]:
        """What each move of a game did to the points, from the events of all moves in order."""

    # Explanations

    def hints(self, game: str, edition: str, words: Words) -> Markup:
        """Every explanation of a game in an edition, as templates."""

    def about_hint(self, hint: str) -> About:
        """What an explanation is about."""

    def with_signs(self, html: Markup, game: str, edition: str, words: Words) -> Markup:
        """A text of the rulebook in which each sign of the game says what it is."""

    def parts_in_example(self, views: Sequence[View]) -> Sequence[str] | None:
        """The parts of the board that an example of the rulebook is about; None: all of them."""

    def is_empty_place(self, label: str, words: Words) -> bool:
        """Whether a label of the board tells of a place where nothing lies, so that an example need not say it."""

    # Choosing and setting up

    @property
    def KINDS(self) -> Sequence[Sequence[str]]:
        """What can be chosen to be in play, box by box, in a game with `kinds` among its choices."""

    @property
    def FIELDS(self) -> Mapping[str, str]:
        """How the page calls the numbers of a position."""

    def setup(self, position: Draft, words: Words) -> Markup:
        """A draft to be changed."""

    def setup_head(self, position: Draft, words: Words) -> Markup:
        """The head of the page as a draft says it."""

    @property
    def TRIES(self) -> Tries:
        """How ready positions are called."""

    def tries(self, game: str, edition: str) -> list[tuple[str, str]]:
        """What can be tried in a game, by name, each with its way."""
