"""Drafts and records of the sandbox: read, checked and changed.

All of a sandbox is a record: headers with a `Position:` (notation, section 8), and moves. While it is set up the
position may be impossible: a *draft* has the right shape, so that it can be drawn and changed; whether it can be played
is the engine's affair, in the engine's own words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.game import DECK_FILE
from intrigue.engine.headers import Position, position_in
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.web.table.settings import offered_game
from intrigue.web.view.sandbox_link import LONGEST, is_bare, position_text

MOST_MOVES = 300
"""Moves that are played from a position; whole games are watched, not tried."""
PLAYERS = 3
"""Of a position that nobody chose."""
GAME = re.compile(r'"game"\s*:\s*"([^"]*)"')
"""Which game the JSON of a position names."""


class DraftChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One touch of a draft: a piece is moved, turned or marked, or something is set."""

    do: str
    piece: str = ""
    to: str = ""
    what: str = ""
    value: int | str = 0


# Drafts


def blank_draft(game: str, edition: str, players: int | None = None) -> Position:
    """The beginning of a game, everything in its place.

    >>> blank_draft("oriflamme", "fr")["round"], len(blank_draft("richelieu", "ru", 2)["neutral"])
    (1, 2)
    """
    return GAMES[game].drafts.blank(edition, players or PLAYERS)


def change_draft(position: Position, change: DraftChange) -> Position:
    """A draft after a change; the given one stays as it is. A change that means nothing here raises."""
    if change.do == "set" and change.what == "game":
        game = offered_game(str(change.value))
        return blank_draft(game.name, game.editions[0])
    if change.do == "set" and change.what == "edition":
        if change.value not in GAMES[position["game"]].editions:
            raise IntrigueError("sandbox.fault.change")
        return position | {"edition": change.value}
    if change.do == "fit":
        return fit_draft(position)
    if change.do == "show":
        return position
    return GAMES[position["game"]].drafts.change(json.loads(json.dumps(position)), change)


def fit_draft(position: Position, kept: str = "") -> Position:
    """A draft with what follows from the rest put right: the numbers of cards, whose turn it is, who is asked. The
    piece `kept` stays where somebody has just laid it."""
    return GAMES[position["game"]].drafts.fit(json.loads(json.dumps(position)), kept)


def draft_from(text: str) -> Position:
    """The draft in the JSON of a position: every key, and nothing in it that could not be drawn; else raises."""
    named = GAME.search(text)
    likely = GAMES.get(named[1] if named else "") or next(iter(GAMES.values()))
    position = position_in(text, set(likely.drafts.keys))
    game = offered_game(position["game"] if isinstance(position["game"], str) else "")
    if position["edition"] not in game.editions or position.keys() != game.drafts.keys:
        raise IntrigueError("sandbox.fault.draft")
    game.drafts.check(position)
    return position


def record_of(position: Position, moves: Sequence[str] = ()) -> Record:
    """The record of a game that starts at a position."""
    players = str(len(position["players"]))
    headers = {"Game": position["game"], "Edition": position["edition"], "Players": players}
    headers |= GAMES[position["game"]].deck_header
    return Record(headers | {"Position": position_text(position)}, list(moves))


def match_at(position: Position) -> Match:
    """The game at a position; raises what is wrong with it, in the engine's words."""
    match = Match.begin(GAMES[position["game"]], record_of(position))
    if match.over:
        raise IntrigueError("sandbox.fault.over")
    return match


# Records


def record_from(text: str) -> Record:
    """What somebody wrote or what a link holds, as far as it can be read without playing it."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise IntrigueError("sandbox.fault.long", n=LONGEST // 1024)
    record = check_length(Record.parse(text))
    if "Game" not in record.headers:
        raise BadLine(record.line_of("Game"), IntrigueError("error.missing_header", header="Game"))
    try:
        game = offered_game(record.headers["Game"])
    except IntrigueError as fault:
        raise BadLine(record.line_of("Game"), fault) from None
    if is_bare(record) and DECK_FILE not in record.headers:
        record.headers |= game.deck_header
    if not game.is_played_with(record.headers.get(DECK_FILE)):
        raise BadLine(record.line_of(DECK_FILE), IntrigueError("replay.fault.deck"))
    return record


def with_deck(text: str) -> str:
    """A position as a link holds it, with the deck file that it is shown with here: moves may follow it."""
    try:
        record = record_from(text)
    except IntrigueError:
        return text
    return str(record) if DECK_FILE in record.headers else text


def check_length(record: Record) -> Record:
    """The same record; one that cannot be read to its end, or holds too many moves, raises."""
    if record.fault:
        raise record.fault
    if len(record.moves) > MOST_MOVES:
        raise BadLine(record.line_of_move(MOST_MOVES), IntrigueError("sandbox.fault.moves", n=MOST_MOVES))
    return record


def match_of(record: Record) -> Match:
    """The game at the end of a record, all of which can be played; raises `BadLine`."""
    game = offered_game(record.headers["Game"])
    if Match.begin(game, record).over:
        raise BadLine(record.line_of("Position"), IntrigueError("sandbox.fault.over"))
    return Match.load(game, record)


def draft_of(record: Record) -> Position:
    """What is set up when somebody begins to change a record: its draft, or with moves the last position on the way
    that a game can start from."""
    if "Position" in record.headers and not record.moves:
        return draft_from(record.headers["Position"])
    game = offered_game(record.headers["Game"])
    passed = [as_draft(match.position) for match in Match.replay(game, record)]
    for position in reversed(passed):
        try:
            match_at(position)
        except IntrigueError:
            continue
        return position
    raise IntrigueError("sandbox.fault.draft")


def as_draft(position: dict[str, Any]) -> Position:
    """A position as a set-up writes it."""
    keys = GAMES[position["game"]].drafts.keys
    return {key: value for key, value in position.items() if key in keys}
