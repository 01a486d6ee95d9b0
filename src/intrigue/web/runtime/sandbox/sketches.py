"""What somebody typed on the page of a game: a record, or a sketch that people can read, with moves."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.web.runtime.sandbox.drafts import check_length, record_from, record_of

LONGEST_SKETCH = 1024
"""Letters of a sketch that somebody wrote."""
HEADER = re.compile(r"[A-Za-z][\w-]*:")
"""How a record begins, and no sketch does."""


def record_of_sketch(game: str, text: str, moves: str = "") -> Record:
    """The record that a sketch stands for, and moves with commas between them."""
    if max(len(text), len(moves)) > LONGEST_SKETCH:
        raise IntrigueError("sandbox.fault.sketch", n=LONGEST_SKETCH)
    return Record(GAMES[game].drafts.record(text).headers, [move.strip() for move in moves.split(",") if move.strip()])


def record_of_text(text: str, game: str, edition: str) -> Record:
    """What somebody typed on the page of a game: a record, or a sketch with moves after an empty line as in a record.
    What is wrong with the position of a sketch stands on its first line.

    >>> record_of_text("2heir 1Soldier @2\\n\\nhit 1\\n", "oriflamme", "ru").moves
    ['hit 1']
    """
    lines = text.removeprefix("\ufeff").split("\n")
    contents = [line.partition("#")[0].strip() for line in lines]
    first = next((at for at, content in enumerate(contents) if content), None)
    if first is None or HEADER.match(contents[first]) or game not in GAMES:
        return record_from(text)
    end = next((at for at, line in enumerate(lines) if at > first and not line.strip()), len(lines))
    try:
        record = record_on_page(" ".join(filter(None, contents[first:end])), game, edition)
    except IntrigueError as fault:
        raise BadLine(first + 1, fault) from None
    read = Record.parse("\n".join(["Sketch:", *["#"] * (end - 1), *lines[end:]]))
    read.headers, read.header_lines = record.headers, dict.fromkeys(record.headers, first + 1)
    return check_length(read)


def record_on_page(text: str, game: str, edition: str) -> Record:
    """The record of a sketch in the game and edition of a page, unless it says others or has cards of another box."""
    record = record_of_sketch(game, text)
    said = {part.split()[0] for part in text.split(";")[1:] if part.strip()}
    if "game" not in said:
        ours = GAMES[game].drafts.record(GAMES[game].drafts.with_names(text))
        with suppress(IntrigueError):
            Match.begin(GAMES[game], ours)
            record = ours
    if record.headers["Game"] == game and "edition" not in said and edition in GAMES[game].editions:
        return record_of(json.loads(record.headers["Position"]) | {"edition": edition})
    return record
