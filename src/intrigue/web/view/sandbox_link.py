"""A sandbox as a link: its record packed into letters that an address can hold, or a sketch that people can read.

Pure: what a link holds was written by anybody, so it is unpacked to a bound and then read like any other text.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from urllib.parse import quote

from intrigue.engine.drafts import Position
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import DECK_FILE
from intrigue.engine.record import Record

LONGEST = 12 * 1024
"""Bytes of a sandbox; a position is a quarter of them."""
LONGEST_LINK = 4 * 1024
"""Letters of a packed record."""
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


def pack(record: Record) -> str:
    """A record in letters that an address can hold."""
    machine = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=WORDS)
    data = machine.compress(str(without_deck(shorten(record))).encode()) + machine.flush()
    return FIRST + base64.urlsafe_b64encode(data).decode().rstrip("=")


def without_deck(record: Record) -> Record:
    """A position without the deck file that it was set up with: each site shows it with its own."""
    if not is_bare(record):
        return record
    return Record({name: value for name, value in record.headers.items() if name != DECK_FILE})


def unpack(letters: str) -> str:
    """The text of a packed record; what cannot be one, or would be too long, raises.

    >>> print(unpack(pack(Record({"Game": "oriflamme", "Players": "3", "Seed": "7"}, ["place spy first"]))))
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
        unpacked = machine.decompress(data, LONGEST + 1)
        if len(unpacked) > LONGEST:
            raise IntrigueError("sandbox.fault.long", n=LONGEST // 1024)
        if not machine.eof or machine.unused_data:
            raise ValueError
        return unpacked.decode()
    except (ValueError, zlib.error, binascii.Error):
        raise IntrigueError("sandbox.fault.link") from None


def link_to(record: Record) -> str:
    """Where a sandbox is found on any site."""
    return f"/sandbox?r={pack(record)}"


def link_to_sketch(game: str, text: str, moves: str = "") -> str:
    """Where a sketch is found on any site, in an address that people can read.

    >>> link_to_sketch("oriflamme", "1Soldier 2ambush @1", "hit 2")
    '/sandbox?game=oriflamme&sketch=1Soldier%202ambush%20@1&moves=hit%202'
    """
    more = f"&moves={quote(moves, safe=',')}" if moves else ""
    return f"/sandbox?game={game}&sketch={quote(text, safe='/:@;.,')}{more}"


def position_text(position: Position) -> str:
    """The JSON of a position on one line."""
    return json.dumps(position, separators=(",", ":"))


def is_bare(record: Record) -> bool:
    """Whether a record is a position and no moves: as that it can be looked at with any deck file."""
    return "Position" in record.headers and not record.moves


def shorten(record: Record) -> Record:
    """A record as links hold it: without the version of the rules, the position as short as it can be."""
    headers = {name: value for name, value in record.headers.items() if name != "Rules"}
    if "Position" in headers:
        headers["Position"] = position_text(json.loads(headers["Position"]))
    return Record(headers, record.moves)
