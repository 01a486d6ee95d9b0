"""A sandbox as a link: its record packed into letters that an address can hold, or a sketch that people can read.

What a link holds was written by anybody: it is unpacked to a bound and then read like any other text.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from contextlib import suppress
from urllib.parse import quote

from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.game import DECK_FILE
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games import GAMES
from intrigue.web.runtime.sandbox import LONGEST, bounded, is_bare, parsed, plain, record_of

LONGEST_LINK = 4 * 1024
"""Letters of a packed record."""
LONGEST_SKETCH = 1024
"""Letters of a sketch that somebody wrote."""
HEADER = re.compile(r"[A-Za-z][\w-]*:")
"""How a record begins, and no sketch does."""
FIRST = "1"
"""How links begin that were packed with the words below; others would need another sign."""
WORDS = (
    b'"value":-2,"up":false,"set":2},null,"city":[],"cards":["F1","H1","P1"]}],"neutral":[{"hand":[1,1,1,2,2,2,-2]'
    b"free agent corrupt to grey queen income office buy sell end decline neutral 1.r.1 2.o.3 3.r.5 "
    b'{"game":"richelieu","edition":"ru","phase":"action","first":1,"turn":1,"to_act":1,"actions_left":2,"cardinal":7,'
    b'"grey":null,"queen":null,"zones":[{"richelieu":"R1","opposing":"E1","r":[null,null,null,null,null],'
    b'"o":[null,null,null,null,null]}],"deck":[10,10],"jewels":2,"players":[{"prestige":0,"income":1,"military":0,'
    b'"ecu":7,"jewels":2,"hand":[-2,-2,1,1,1,2,2,2,3,3],"city":[],"cards":[]},{"player":1,"value":1,"up":true}'
    b"twin bribe use take again wait reveal hit rob copy move place first last on "
    b'"apothecary","bribery","combination","cutthroat","felon","prince","queen","schemer","substitution","trap",'
    b'"ambush","archer","assassination","conspiracy","heir","lord","royal_decree","shapeshifter","soldier","spy",'
    b'"influence":0,"controller":2}],[{"family":3,"kind":"","up":true,"influence":0,"controller":3}]],"players":['
    b'{"influence":1,"hand":["'
    b'"],"aside":["archer","heir","lord"],"discard":["ambush"],"twin":false},{"influence":1,"hand":["'
    b"Game: ablaze\nEdition: uk\nPlayers: 4\nPosition: "
    b"Game: richelieu\nEdition: ru\nPlayers: 2\nPosition: "
    b"Game: oriflamme\nEdition: fr\nPlayers: 3\nPosition: "
    b'{"game":"oriflamme","edition":"fr","round":1,"phase":"placement","first":1,"to_act":1,"pointer":null,"row":[],'
    b'"phase":"resolution","to_act":1,"pointer":1,"row":[[{"family":1,"kind":"","up":false,"influence":0,"controller":1}'
)
"""What most sandboxes have in common, so that links stay short. Never to be changed: links that people have need it."""


def packed(record: Record) -> str:
    """A record in letters that an address can hold."""
    machine = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=WORDS)
    data = machine.compress(str(for_any_site(plain(record))).encode()) + machine.flush()
    return FIRST + base64.urlsafe_b64encode(data).decode().rstrip("=")


def for_any_site(record: Record) -> Record:
    """A position without the deck file that it was set up with: each site shows it with its own."""
    if not is_bare(record):
        return record
    return Record({name: value for name, value in record.headers.items() if name != DECK_FILE})


def unpacked(letters: str) -> str:
    """The text of a packed record; what cannot be one, or would be too long, raises.

    >>> print(unpacked(packed(Record({"Game": "oriflamme", "Players": "3", "Seed": "7"}, ["place spy first"]))))
    Game: oriflamme
    Players: 3
    Seed: 7
    <BLANKLINE>
    place spy first
    <BLANKLINE>
    """
    if len(letters) > LONGEST_LINK:
        raise IntrigueError("sandbox.fault.long", n=LONGEST // 1024)
    try:
        if not letters.startswith(FIRST) or not letters.isascii():
            raise ValueError
        data = base64.b64decode(letters[1:] + "=" * (-len(letters[1:]) % 4), altchars=b"-_", validate=True)
        machine = zlib.decompressobj(-zlib.MAX_WBITS, zdict=WORDS)
        found = machine.decompress(data, LONGEST + 1)
        if len(found) > LONGEST:
            raise IntrigueError("sandbox.fault.long", n=LONGEST // 1024)
        if not machine.eof or machine.unused_data:
            raise ValueError
        return found.decode()
    except (ValueError, zlib.error, binascii.Error):
        raise IntrigueError("sandbox.fault.link") from None


def sketched(game: str, text: str, moves: str = "") -> Record:
    """The record that a sketch stands for, and moves with commas between them."""
    if max(len(text), len(moves)) > LONGEST_SKETCH:
        raise IntrigueError("sandbox.fault.sketch", n=LONGEST_SKETCH)
    return Record(GAMES[game].drafts.record(text).headers, [move.strip() for move in moves.split(",") if move.strip()])


def typed(text: str, game: str, edition: str) -> Record:
    """What somebody typed on the page of a game: a record, or a sketch with moves after an empty line as in a record.
    What is wrong with the position of a sketch stands on its first line.

    >>> typed("2heir 1Soldier @2\\n\\nhit 1\\n", "oriflamme", "ru").moves
    ['hit 1']
    """
    lines = text.removeprefix("\ufeff").split("\n")
    contents = [line.partition("#")[0].strip() for line in lines]
    first = next((at for at, content in enumerate(contents) if content), None)
    if first is None or HEADER.match(contents[first]) or game not in GAMES:
        return parsed(text)
    end = next((at for at, line in enumerate(lines) if at > first and not line.strip()), len(lines))
    try:
        record = of_page(" ".join(filter(None, contents[first:end])), game, edition)
    except IntrigueError as fault:
        raise BadLine(first + 1, fault) from None
    read = Record.parse("\n".join(["Sketch:", *["#"] * (end - 1), *lines[end:]]))
    read.headers, read.header_lines = record.headers, dict.fromkeys(record.headers, first + 1)
    return bounded(read)


def of_page(text: str, game: str, edition: str) -> Record:
    """The record of a sketch in the game and edition of a page, unless it says others or has cards of another box."""
    record = sketched(game, text)
    said = {part.split()[0] for part in text.split(";")[1:] if part.strip()}
    if "game" not in said:
        ours = GAMES[game].drafts.record(GAMES[game].drafts.with_names(text))
        with suppress(IntrigueError):
            Match.begin(GAMES[game], ours)
            record = ours
    if record.headers["Game"] == game and "edition" not in said and edition in GAMES[game].editions:
        return record_of(json.loads(record.headers["Position"]) | {"edition": edition})
    return record


def way(record: Record) -> str:
    """Where a sandbox is found on any site."""
    return f"/sandbox?r={packed(record)}"


def sketch_way(game: str, text: str, moves: str = "") -> str:
    """Where a sketch is found on any site, in an address that people can read.

    >>> sketch_way("oriflamme", "1Soldier 2ambush @1", "hit 2")
    '/sandbox?game=oriflamme&sketch=1Soldier%202ambush%20@1&moves=hit%202'
    """
    more = f"&moves={quote(moves, safe=',')}" if moves else ""
    return f"/sandbox?game={game}&sketch={quote(text, safe='/:@;.,')}{more}"
