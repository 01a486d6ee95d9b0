"""The examples of a rulebook, played and looked at: positions that lie in the book for everybody to read."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.rulebook import Example, book
from intrigue.web.table.event_steps import renumber
from intrigue.web.table.settings import Settings
from intrigue.web.view.rulebook import Book, BookExample
from intrigue.web.view.sandbox_link import link_to
from intrigue.web.view.scene import Scene, SeatSeen, Viewer


@lru_cache(maxsize=32)
def open_book(game: str, edition: str) -> Book:
    """The rules of a game in an edition with all their examples."""
    examples = [
        paragraph.example for section in book(game, edition) for paragraph in section.paragraphs if paragraph.example
    ]
    fitting = [example for example in examples if is_true_here(example, edition, GAMES[game])]
    return Book(game, edition, {example.key: prepare(example, edition) for example in fitting})


def prepare(example: Example, edition: str) -> BookExample:
    """An example as its seat would see it at a table, before and after its moves."""
    match = begin(example, edition)
    link = link_to(match.record)
    scenes = [scene_of(match, example.seat)]
    if example.moves:
        for move in example.moves:
            match.play(move)
        scenes.append(scene_of(match, example.seat))
    return BookExample(tuple(scenes), link)


def begin(example: Example, edition: str, game: Game[Any] | None = None) -> Match:
    """The game that an example begins with, in the edition that is read: of a mix, in that of its box."""
    if example.record:
        record = Record.parse(example.record)
        return Match.load(GAMES[record.headers["Game"]], record)
    position = json.loads(example.position)
    editions = (edition, *edition.split("+"), position["edition"])
    position["edition"] = next(choice for choice in editions if choice in GAMES[position["game"]].editions)
    game = game or GAMES[position["game"]]
    headers = {"Game": game.name, "Edition": position["edition"], "Players": str(len(position["players"]))}
    return Match.begin(game, Record(headers | game.deck_header | {"Position": json.dumps(position)}))


def scene_of(match: Match, seat: int | None) -> Scene:
    """A game as a table would show it to a seat, or to everybody with all cards open; nobody can do anything in it."""
    view = {"for": 0, **match.position} if seat is None else match.view(seat)
    names = match.names or [""] * match.players
    return Scene(
        table="",
        version=0,
        phase="over" if match.over else "playing",
        settings=Settings(match.game.name, match.edition, match.players),
        viewer=Viewer(seat or 0, open=seat is None),
        seats=tuple(
            SeatSeen(n, name, "nobody", "", True, False, False, False, False) for n, name in enumerate(names, start=1)
        ),
        commitment="",
        view=view | {"legal": []},
        acting=None,
        things=without_numbers(match.game.pieces(match.state)),
        can_take_back=False,
        clock=None,
        why="",
        next_table="",
    )


def without_numbers(places: dict[str, Any]) -> dict[str, Any]:
    """Things without numbers of their own: nothing moves in a book."""
    return {name: renumber(part, NOTHING) for name, part in places.items()}


class Nothing(dict[int, int]):
    """Every thing has the number 0."""

    def __missing__(self, piece: int) -> int:
        return 0


NOTHING = Nothing()


# An owner's deck file


def is_true_here(example: Example, edition: str, game: Game[Any]) -> bool:
    """Whether an example goes with a deck file as it goes with the box that we ship, so that its caption is true."""
    return not game.deck_file or course(example, edition, game) == course(example, edition, game.with_shipped_box)


def course(example: Example, edition: str, game: Game[Any]) -> tuple[Any, ...] | None:
    """What happens in an example, how all stands then, and what is printed on the cards that left; None if it cannot be
    played so."""
    try:
        match = begin(example, edition, game)
        before = match.position
        for move in example.moves:
            match.play(move)
    except IntrigueError:
        return None
    position = {key: value for key, value in match.position.items() if key != "legal"}
    return match.events, position, game.printed_on_removed(before, position)
