"""The entries of a table's log: append-only, in the past tense; the table is what they leave standing.

The version of a table is the number of its entries. Nothing secret of a seat changes it (standing orders and talk are
kept elsewhere), so the version tells nobody anything.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from intrigue.web.table.settings import Settings


class EntryContent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="did"):
    """What an entry says: one thing that was done at a table."""


class Opened(EntryContent, frozen=True, tag="opened"):
    """The first entry: somebody opened the table, and the server committed itself to a secret."""

    settings: Settings
    commitment: str
    """SHA-256 of the secret, in hexadecimal, shown before any seat sends its nonce."""
    start: str = ""
    """A record that the game goes on from instead of a deal. It holds hidden cards: nobody is shown it."""
    origin: str = ""
    """Where such a start comes from: `what-if`, `sandbox` or `lesson:` and its name; else empty."""


class Changed(EntryContent, frozen=True, tag="changed"):
    """The host chose other settings; everybody must say ready again."""

    settings: Settings


class Sat(EntryContent, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    person: int
    name: str


class Rose(EntryContent, frozen=True, tag="rose"):
    """A person gave the seat up: before the deal it is free, during the game a bot takes it."""

    seat: int


class Filled(EntryContent, frozen=True, tag="filled"):
    """A bot was put into a seat that nobody holds."""

    seat: int
    level: str


class Lent(EntryContent, frozen=True, tag="lent"):
    """A seat that nobody holds was given to a program outside; a bot of the level plays while it is away."""

    seat: int
    name: str
    level: str
    key: str
    """SHA-256 of the token that the program shows, in hexadecimal."""


class Emptied(EntryContent, frozen=True, tag="emptied"):
    """A bot was taken from its seat, before the deal."""

    seat: int


class Renamed(EntryContent, frozen=True, tag="renamed"):
    """The person in a seat is called otherwise."""

    seat: int
    name: str


class Readied(EntryContent, frozen=True, tag="readied"):
    """The person in a seat is ready, and adds a nonce to the deal."""

    seat: int
    nonce: str


class Began(EntryContent, frozen=True, tag="began"):
    """All were ready: the cards were dealt from the secret and the nonces."""

    rules: int = 1
    """The version of the game's rules then; the first logs hold none, and had the first."""
    deck: str = ""
    """The name and hash of the deck file that was played with, as records carry it; empty, and missing in the first
    logs, for the box that we ship."""


class Moved(EntryContent, frozen=True, tag="moved"):
    """A seat moved: by its person, its bot, or a standing order. Others are told of a person in both latter cases."""

    seat: int
    move: str
    by: Literal["person", "bot", "order"] = "person"


class TookBack(EntryContent, frozen=True, tag="tookback"):
    """A seat took its last move back; so many moves stand."""

    seat: int
    standing: int


class Lapsed(EntryContent, frozen=True, tag="lapsed"):
    """A seat's clock ran out, or it kept others waiting who asked for a bot: one plays on until its person returns."""

    seat: int
    by: int = 0
    """The seat that asked for it; 0 if it was the clock."""


class Returned(EntryContent, frozen=True, tag="returned"):
    """A person came back to a seat that a bot played on."""

    seat: int


class HandedOver(EntryContent, frozen=True, tag="handedover"):
    """Another device took the seat by a code from the first."""

    seat: int
    person: int


class Resigned(EntryContent, frozen=True, tag="resigned"):
    """A person gave the game up; a bot plays on to the end."""

    seat: int


class Voted(EntryContent, frozen=True, tag="voted"):
    """A person is for ending the game here, or no longer is."""

    seat: int
    end: bool


class Ended(EntryContent, frozen=True, tag="ended"):
    """The game was ended before its end: by consent, because no person is left, because bots alone would play for ever,
    by the host before the deal, by whoever runs the site, or because its rules are not those of this program any
    more."""

    why: Literal["consent", "deserted", "stalled", "closed", "operator", "rules"]
    note: str = ""
    """What whoever runs the site has to say about it, in their words."""
    kept: int = 0
    """If not 0: what came after this version cannot be followed by the program that closed the table; it stays in the
    log, and is passed over."""


CLOSED = ("operator", "rules")
"""Why a table ended that its people did not end themselves."""


class Followed(EntryContent, frozen=True, tag="followed"):
    """A new table goes on with the same people, seats rotated."""

    table: str


AnyContent: TypeAlias = (
    Opened
    | Changed
    | Sat
    | Rose
    | Filled
    | Lent
    | Emptied
    | Renamed
    | Readied
    | Began
    | Moved
    | TookBack
    | Lapsed
    | Returned
    | HandedOver
    | Resigned
    | Voted
    | Ended
    | Followed
)


class Unreadable(EntryContent, frozen=True, tag="unreadable"):
    """In place of a content that this program cannot read. No table follows it, and it is never written."""


UNREADABLE: Any = Unreadable()


def tag_of(content: EntryContent) -> str:
    """What the log calls an entry of this content."""
    return str(content.__struct_config__.tag)


class Entry(NamedTuple):
    """A line of the log: what was done, as which version, when and by whom."""

    version: int
    """Counted from 1."""
    at: int
    """Milliseconds since 1970, by the server's clock."""
    person: int | None
    """Who did it; None for the server itself."""
    content: AnyContent


READ: msgspec.json.Decoder[AnyContent] = msgspec.json.Decoder(AnyContent)


def encode(content: AnyContent) -> bytes:
    """What an entry says, as the log stores it."""
    return msgspec.json.encode(content)


def decode(data: bytes | str) -> AnyContent:
    """What `encode` wrote; `UNREADABLE` where another program wrote one that this one does not know."""
    try:
        return READ.decode(data)
    except msgspec.MsgspecError:
        unreadable: AnyContent = UNREADABLE
        return unreadable
