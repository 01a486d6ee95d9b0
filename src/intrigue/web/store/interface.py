"""What a store promises, whichever database is below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from intrigue.web.table.log_entries import AnyCommand, Entry

STEP = 500
"""Milliseconds by which a wall clock goes forward and is merely followed; more of them are an outage."""
SILENCE, GAP = 5000, 1500
"""Milliseconds without a pulse that are still no outage: while servers run, one that has much to do may be late with
it; where it is known to have been broken, half a second more than lies between two."""


class Agreed(NamedTuple):
    """What a sign of life has come to."""

    at: int
    """Where the site's time stands."""
    outage: tuple[int, int] | None
    """From when to when nobody was there, if that was longer than it may be."""


def agreed_time(last: int, now: int, wall: int, silence: int = SILENCE) -> Agreed:
    """The site's time after a sign of life that a server gives at `now` while its machine's wall clock says `wall`. The
    last sign may be later than either: other servers give some too, and wall clocks are set back.

    >>> agreed_time(9_000, 10_000, 10_000), agreed_time(9_000, 10_000, 8_000)
    (Agreed(at=10000, outage=None), Agreed(at=10000, outage=None))
    >>> agreed_time(9_000, 10_000, 70_000), agreed_time(9_000, 7_000, 7_000, GAP)
    (Agreed(at=70000, outage=(10000, 70000)), Agreed(at=9000, outage=None))
    """
    at = max(last, now, wall)
    silent = now - last > silence
    began = last if silent else max(last, now)
    return Agreed(at, (began, at) if silent or at - began > STEP else None)


class Result(NamedTuple):
    """How a finished game ended for one seat."""

    seat: int
    person: int | None
    """Who held it; None for a bot, and for somebody who was forgotten."""
    level: str
    """Of a bot; empty for a person."""
    game: str
    edition: str
    players: int
    points: int
    place: int
    """1 for whoever won, alone or with others."""
    ended: int
    resigned: bool = False
    """Whether its person gave the game up and a bot played on."""


class Played(NamedTuple):
    """A finished game: how it ended for every seat."""

    table: str
    results: tuple[Result, ...]
    names: tuple[str, ...] = ()
    """What whoever still holds each seat is called there, empty where nobody does; nothing if all are."""


class Row(NamedTuple):
    """A table in the index, written in one transaction with its log."""

    table: str
    game: str
    phase: str
    listed: bool
    free: int
    """Seats that nobody holds."""
    version: int
    created: int
    changed: int
    due: int | None
    """When something happens by itself, in milliseconds; None if nothing does."""
    results: tuple[Result, ...] = ()
    """How the game ended, if it has and counts; written once, and not read back with the row."""


class Person(NamedTuple):
    """Somebody who once posted something: no account, only what the cookie's hash leads to."""

    id: int
    """Counted from 1, never given again."""
    name: str
    language: str
    settings: dict[str, Any]


class Push(NamedTuple):
    """Where a browser of a person takes web push, and the keys to write to it."""

    endpoint: str
    p256dh: str
    auth: str
    site: str = ""
    """How the site was called when the browser asked for it."""
    failures: int = 0
    """Days with a call that did not work, and none with one that did between them."""


class Hook(NamedTuple):
    """A person's webhook."""

    url: str
    site: str
    """How the site was called when they gave it."""
    failures: int
    """Days with a call that did not work, and none with one that did between them."""


class Channels(NamedTuple):
    """How a person is told that it is their move at a table."""

    language: str
    pushes: tuple[Push, ...]
    hook: Hook | None
    quiet: bool
    """Whether they want no notices of that table."""


class Ban(NamedTuple):
    """Somebody who may not come in."""

    id: int
    kind: str
    """`person` or `network`."""
    value: str
    """The person's number, or the network as a prefix."""
    why: str
    at: int
    until: int | None
    """None: for good."""


class Said(NamedTuple):
    """A line of a table's talk."""

    number: int
    """Counted from 1 for each table, without gaps."""
    at: int
    seat: int
    """0 for somebody who watches."""
    name: str
    """What the speaker was called then."""
    kind: str
    """`text` or `phrase`."""
    text: str
    speaker: int
    """The number of the first line at this table by the same person, whatever they were called then."""


class Written(NamedTuple):
    """What became of an append."""

    version: int
    """The table's version right after it."""
    again: bool
    """The log held this key before (or the database's first answer was lost): read the log, nothing was added now."""


class Stale(Exception):
    """The version expected is not the table's; `version` is, and 0 if there is no such table."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Missing(LookupError):
    """There is no such table."""


class Forgotten(LookupError):
    """Somebody was taken out meanwhile, and this would write of them; nothing was written."""

    def __init__(self, person: int) -> None:
        super().__init__(person)
        self.person = person


class Full(Exception):
    """The database takes no more; nothing was written."""


class Unavailable(Exception):
    """The database is away or too busy. A write may have come through all the same (never half of it), its answer lost:
    the same call with the same key tells."""


class Busy(Unavailable):
    """Somebody else holds what a write needs, for longer than it waits; nothing was written. Reading goes on."""


class TooNew(Exception):
    """A later version of the program wrote this database."""


class BadOption(ValueError):
    """The address of a database has an option that there is not, or a value that it cannot have."""


class Store(Protocol):
    """Durable before it answers. Times are milliseconds from the caller. Any call may raise Full or Unavailable."""

    async def create(
        self,
        table: str,
        secret: bytes,
        person: int | None,
        key: str,
        at: int,
        commands: Sequence[AnyCommand],
        row: Row,
    ) -> Written:
        """Put a new table with its first commands. The key makes a second sending harmless; Stale if another table of
        this name exists."""

    async def append(
        self,
        table: str,
        expected: int,
        person: int | None,
        key: str,
        at: int,
        commands: Sequence[AnyCommand],
        row: Row,
    ) -> Written:
        """Add all commands or none. The key (of this person at this table) makes a second sending harmless, even when
        `expected` is stale by then; else the table must be at `expected`. Versions are counted here, not in `row`."""

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The log beyond a version."""

    async def added(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        """What was added to some logs beyond the versions that are known of them."""

    async def standing_at(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        """At which version tables are, and how many lines of talk each has had."""

    async def secret(self, table: str) -> bytes | None:
        """The secret behind the table's commitment; None: no such table."""

    async def rewritings(self, table: str) -> int:
        """How often somebody was taken out of a table."""

    async def row(self, table: str) -> Row | None:
        """The table in the index."""

    async def open_tables(self, limit: int) -> list[Row]:
        """Listed tables that gather and have free seats, newest first."""

    async def tables_of(self, person: int, limit: int, under_way: bool | None = None) -> list[Row]:
        """Tables where a person holds a seat, latest changed first; if asked for, only those that gather or are played,
        or only those that have ended."""

    async def games_of(self, person: int, limit: int) -> list[Row]:
        """Tables under way at which a person holds a seat, games first, of these the longest unchanged; no exercise."""

    async def due(self, now: int, limit: int) -> list[tuple[str, int]]:
        """Tables where something should have happened by itself by now, and when, longest overdue first."""

    async def all_open(self) -> list[str]:
        """All tables that gather or are played, oldest first."""

    async def person(self, token_hash: bytes) -> Person | None:
        """Whose cookie has this hash."""

    async def remember(self, token_hash: bytes, name: str, language: str, settings: dict[str, Any], at: int) -> Person:
        """Put the person of a device, or what is new about one."""

    async def speaks(self, token_hash: bytes, settings: dict[str, Any], language: str, at: int) -> Person | None:
        """Let the person of a device read another language, and nothing else; if their settings are not these any more,
        not even that. Who they are then; None if there is nobody."""

    async def put_recovery(self, code_hash: bytes, person: int, at: int) -> None:
        """Let a code lead to a person once; their earlier code is void."""

    async def recovery(self, code_hash: bytes) -> int | None:
        """The person a code leads to."""

    async def recover(self, code_hash: bytes, token_hash: bytes, fresh_hash: bytes, at: int) -> int | None:
        """Let a device be the person of a code from now on, and the next code stand in its place: all of it or nothing;
        None if the code leads nowhere. Whoever the device was before stays where they sat and spoke. If no other device
        is theirs, their notices go to the person; if no code leads to them either, they are forgotten together with the
        person, and at once where they neither sat nor spoke."""

    async def results_of(self, person: int, limit: int = 1_000) -> list[Played]:
        """Finished games that count in which a person held a seat, latest first."""

    async def results_at(self, table: str) -> tuple[Result, ...]:
        """How a finished game ended for every seat, if it counts."""

    async def uncounted(self, limit: int) -> list[str]:
        """Finished games whose results nobody wrote yet: an earlier version of the program finished them."""

    async def count(self, table: str, results: Sequence[Result]) -> None:
        """Write the results of such a game; none if it does not count."""

    async def forget(self, person: int) -> list[str]:
        """Take a person out, and whom they left behind: devices, codes, notices, what they said, and every name they
        gave themselves or took over with a seat, in the log too. Their number stays where it stood and leads nowhere.
        Tables and records on the shelf that are not as others remember them are named (`listen` tells other processes
        -1 of each). Let them rise from open tables before."""

    async def everything(self, person: int) -> dict[str, Any]:
        """All that is kept of a person, as values of JSON: no secrets of games, no cards, no hashes."""

    async def put_push(self, person: int, endpoint: str, p256dh: str, auth: str, at: int, site: str = "") -> None:
        """Let a browser take web push; an endpoint belongs to whoever put it last. Of many of a person the latest
        are kept."""

    async def pushes(self, person: int) -> list[Push]:
        """Where a person takes web push, oldest first."""

    async def drop_push(self, endpoint: str) -> None:
        """An endpoint is no more."""

    async def count_push(self, endpoint: str, worked: bool, at: int) -> int:
        """Whether a call of an endpoint worked: on how many days it failed since one did. A day is 24 hours from a
        failure that was counted."""

    async def set_hook(self, person: int, url: str, site: str = "") -> None:
        """Where a person's webhook is; empty for none. Failures are counted anew."""

    async def hook(self, person: int) -> str:
        """A person's webhook; empty for none."""

    async def count_hook(self, person: int, url: str, worked: bool, at: int) -> None:
        """Whether a call of a person's webhook worked, counted alike; of one that is theirs no longer nothing is."""

    async def reachable(self) -> set[int]:
        """Everybody who has web push or a webhook."""

    async def channels(self, person: int, table: str) -> Channels | None:
        """How a person is told about a table; None if there is no such person."""

    async def changed_since(self, at: int, limit: int) -> list[str]:
        """Games under way that changed after a time, where somebody sits who can be told; latest first."""

    async def key(self, name: str, fresh: bytes) -> bytes:
        """What the site signs with: what was put first under a name stays."""

    async def set_quiet(self, person: int, table: str, quiet: bool) -> None:
        """Whether a person wants no notices of a table."""

    async def quiet(self, person: int) -> set[str]:
        """Tables of which a person wants no notices."""

    async def running_out(self, before: int, limit: int) -> list[str]:
        """Tables where something happens by itself until then, and somebody sits who can be told; earliest first."""

    async def closed_since(self, at: int) -> list[str]:
        """Tables that whoever runs the site closed after a time, or new rules did, and where somebody sits who can be
        told; earliest closed first."""

    async def claim_notice(self, person: int, table: str, version: int) -> bool:
        """Whether the caller is the first who tells a person of a table at a version, and nobody has of a later one."""

    async def ban(self, kind: str, value: str, why: str, at: int, until: int | None) -> int:
        """Keep somebody out; the number to lift it by."""

    async def bans(self, now: int) -> list[Ban]:
        """Bans in force, earliest first."""

    async def unban(self, id: int) -> bool:
        """Lift a ban; whether there was one."""

    async def shelve(self, id: str, text: str, person: int | None, at: int) -> None:
        """Keep a record that somebody brought. The first of an id stays."""

    async def shelved(self, id: str, now: int) -> str | None:
        """A record that was brought less than 90 days ago."""

    async def tidy(self, now: int) -> None:
        """Take out what nobody can use any more: records that lay for 90 days, codes that ran out."""

    async def say(self, table: str, person: int | None, seat: int, key: str, at: int, kind: str, text: str) -> Said:
        """Add a line to the talk; the same key again gives the same line."""

    async def talk(self, table: str, after: int = 0, limit: int = 200) -> list[Said]:
        """The latest lines beyond a number, oldest first."""

    async def set_orders(self, table: str, seat: int, things: Sequence[int]) -> None:
        """Replace a seat's standing orders; an append in which somebody sits down, rises or resigns there ends them."""

    async def orders(self, table: str) -> dict[int, tuple[int, ...]]:
        """Standing orders by seat."""

    async def ordered(self) -> list[str]:
        """Running games in which somebody has standing orders."""

    async def put_code(self, code_hash: bytes, table: str, seat: int, expires: int) -> None:
        """Let a code hand a seat over once; an earlier code of the seat is void."""

    async def use_code(self, code_hash: bytes, table: str, now: int) -> int | None:
        """The seat a code opens; it never does again."""

    async def pulse(self, now: int, broken: bool = False, wall: int = 0) -> int:
        """Say that the site lives, and how late it is by this machine's wall clock; where the site's time stands then.
        A silence of over `SILENCE` before becomes an outage, of over `GAP` if the pulse is known to have been broken:
        whoever says so begins, or could not write. So does what a wall clock goes forward (`agreed_time`)."""

    async def last_pulse(self) -> int:
        """Where the site's time stood at the last sign of life; 0 if there was none."""

    async def outages(self, since: int) -> list[tuple[int, int]]:
        """From when to when the site was away: those that ended after a time, earliest first."""

    async def up_to_date(self) -> bool:
        """Whether the database is as this program knows it; a later program may have changed it meanwhile."""

    async def has_room(self) -> bool:
        """Whether the database takes what is written, as far as is known: after a write found no room, one is tried."""

    def is_busy(self) -> bool:
        """Whether the last write was not made because others held what it needed."""

    def waits(self) -> tuple[int, int]:
        """How many writes and how many reads are under way."""

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Be told (table, version) of what other processes append, (table, 0) of talk, (table, -1) of a table that is
        not as it was because somebody was forgotten, or of a record that left the shelf. It may come twice or late."""

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
