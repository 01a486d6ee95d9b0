"""Tables worth a picture: played by seeded chance to a moment that is wanted, and written into a site's store."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from intrigue.bots import LEVELS
from intrigue.lessons import ORIGIN, lesson
from intrigue.web.runtime.table_rows import results
from intrigue.web.runtime.tokens import token_hash
from intrigue.web.store import SeatResult, Store, TableRow
from intrigue.web.table import log_entries, opening, requests
from intrigue.web.table.log_entries import AnyContent, Entry
from intrigue.web.table.settings import Clock, default_settings
from intrigue.web.table.table import Table, move_by, new_table

NAMES = ("Anne", "Maximilien de Montfort", "Олена", "Élodie", "Борис")
"""Who sits at the tables: a name as long as names come, and the letters of all our languages."""
WATCHER = "Zoé"
TRIES = 12
"""Games that chance plays in search of a moment."""
LONG_AGO = 30
"""Games that the first person can look back on."""
DAY = 86_400_000
PATIENCE = 0.75
"""How often chance lets a card wait: a row grows long only if people are patient."""

Wanted = Callable[[Table, dict[str, Any]], float]
"""How well a table suits, with what seat 1 sees of it; 0 if not at all."""


@dataclass(frozen=True)
class Position:
    """A table to be made."""

    name: str
    game: str
    players: int = 4
    wanted: Wanted | None = None
    """The moment to stop at; None: nobody begins."""
    bots: Sequence[int] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    free: Sequence[int] = ()
    talk: Sequence[tuple[int, str, str]] = ()
    """Seat, `text` or `phrase`, what was said."""
    waits: bool = False
    """Whether seat 1 has standing orders for its cards."""
    then: tuple[AnyContent, ...] = ()
    """What follows the moment."""


def cookie(name: str) -> str:
    """The identity of one of the people, as it stands in the cookie."""
    return (sha256(name.encode()).hexdigest())[:43]


def table_id(name: str) -> str:
    """The id of a position's table."""
    return "".join(chr(ord("a") + byte % 26) for byte in sha256(name.encode()).digest()[:10])


# Moments


def mine(table: Table) -> bool:
    return table.to_act == 1


def asks(verb: str, length: int = 0) -> Wanted:
    """Seat 1 is asked for a move that begins so, with about so many slots in the row."""

    def suits(table: Table, view: dict[str, Any]) -> float:
        fits = mine(table) and any(move.startswith(verb) for move in view["legal"])
        return 1 / (1 + abs(len(view.get("row", "")) - length)) if fits else 0

    return suits


def first(table: Table, view: dict[str, Any]) -> float:
    """The first question to seat 1."""
    return 1 / (1 + table.moves) if mine(table) else 0


def others(table: Table, view: dict[str, Any]) -> float:
    """Everybody waits for somebody else, in the middle of the game."""
    return min(table.moves, 20) if not mine(table) and len(view.get("row", "long row")) > 4 else 0


def rich_row(table: Table, view: dict[str, Any]) -> float:
    """A long row with stacks, influence, bribes and cards of all sorts, and seat 1 to place."""
    if not mine(table) or not any(move.startswith("place") for move in view["legal"]):
        return 0
    cards = [card for slot in view["row"] for card in slot]
    stacked = sum(len(slot) - 1 for slot in view["row"])
    bribes = sum(card["controller"] != card["family"] for card in cards)
    up = sum(card["up"] for card in cards)
    return 2 * len(view["row"]) + 3 * stacked + 4 * bribes + min(up, len(cards) - up)


def rich_court(table: Table, view: dict[str, Any]) -> float:
    """All zones full of agents, both figures at court, and seat 1 to choose an action."""
    if not mine(table) or not any(move.startswith("agent") for move in view["legal"]):
        return 0
    spaces = [agent for zone in view["zones"] for side in "ro" for agent in zone[side] or () if agent]
    figures = sum(view[name] is not None for name in ("grey", "queen"))
    won = sum(len(player["cards"]) for player in view["players"])
    held = len(set(view["players"][0]["hand"]))
    return len(spaces) + 3 * figures + won / 2 + 2 * held


def over(table: Table, view: dict[str, Any]) -> float:
    return float(table.phase == "over")


# Making


class Story:
    """A table and its log while chance plays at it."""

    def __init__(self, position: Position, people: Sequence[int], seed: int, now: int) -> None:
        self.position = position
        self.people = people
        self.now = now
        self.log: list[Entry] = []
        self.secret = sha256(f"{position.name} {seed}".encode()).digest()
        self.chance = Random(seed)
        self.table = Table(table_id(position.name), self.secret)
        usual = default_settings(position.game, "en")
        settings = msgspec.structs.replace(usual, players=position.players, **position.settings)
        self.write(new_table(settings, people[0], NAMES[0], None, self.secret), people[0])
        self.seat()

    def write(self, found: Sequence[AnyContent], person: int | None) -> None:
        for content in found:
            entry = Entry(self.table.version + 1, self.now, person, content)
            self.table.apply(entry)
            self.log.append(entry)

    def ask(self, person: int, request: Any) -> None:
        self.write(self.table.answer(request, person, self.now), person)

    def seat(self) -> None:
        for seat in [seat.number for seat in self.table.seats]:
            if seat in self.position.free:
                continue
            if seat in self.position.bots:
                self.ask(self.people[0], requests.Fill(seat, "knight"))
            elif self.position.settings.get("hot_seat"):
                self.ask(self.people[0], requests.Rename(seat, NAMES[seat - 1]))
            elif seat > 1:
                self.ask(self.people[seat - 1], requests.Sit(seat, NAMES[seat - 1]))

    def begin(self) -> None:
        for seat in list(self.table.seats):
            if seat.person is not None:
                self.ask(seat.person, requests.Ready(seat.number, f"{seat.number:032x}"))

    def move(self) -> None:
        table = self.table
        assert table.match is not None and table.to_act is not None
        moves, seat = table.match.moves(), table.to_act
        move = "wait" if "wait" in moves and self.chance.random() < PATIENCE else self.chance.choice(moves)
        by = table.seats[seat - 1].person
        if by is None:
            self.write(move_by(table, seat, move, "bot"), None)
        else:
            self.ask(by, requests.Move(seat, move))

    def best(self, wanted: Wanted) -> tuple[float, int]:
        """Plays to the end; how good the best moment was, and after how many entries."""
        best, at = 0.0, 0
        while True:
            assert self.table.match is not None
            worth = wanted(self.table, self.table.match.view(1))
            if worth > best:
                best, at = worth, len(self.log)
            if self.table.phase != "playing":
                return best, at
            self.move()


def make_position(position: Position, people: Sequence[int], now: int) -> tuple[bytes, list[Entry]]:
    """The secret and the log of a position, the best that a few games of chance come to."""
    if position.wanted is None:
        story = Story(position, people, 0, now)
        return story.secret, story.log
    best: tuple[float, Story, int] | None = None
    for seed in range(TRIES):
        story = Story(position, people, seed, now)
        story.begin()
        worth, at = story.best(position.wanted)
        if worth and (best is None or worth > best[0]):
            best = (worth, story, at)
    if best is None:
        raise LookupError(f"no game of {TRIES} came to {position.name}")
    _, story, at = best
    log = story.log[:at]
    log += [Entry(at + n, now, people[0], content) for n, content in enumerate(position.then, start=1)]
    return story.secret, log


async def write(store: Store, positions: Sequence[Position]) -> int:
    """Puts the people and the tables into a store; returns the number of the first of the people."""
    now = int(time.time() * 1000)
    people = []
    for name in (*NAMES, WATCHER):
        likings = {"theme": "auto", "confirm": "on", "speed": "normal", "sound": False}
        person = await store.save_person(token_hash(cookie(name)), name, "en", likings, now)
        people.append(person.id)
    for position in positions:
        secret, log = make_position(position, people, now)
        table = Table.of(table_id(position.name), secret, log)
        found = [entry.content for entry in log]
        await store.create(
            table.id, secret, people[0], "open", now, found, TableRow(**table.row(), results=results(table))
        )
        for n, (seat, kind, text) in enumerate(position.talk):
            speaker = people[seat - 1] if seat else people[-1]
            await store.add_chat_line(table.id, speaker, seat, f"said-{n:08}", now, kind, text)
        if position.waits:
            await store.set_orders(table.id, 1, own_cards(table)[:1])
    for name, (taught, steps) in TAUGHT.items():
        secret, log = lesson_log(name, taught, steps, people[0], now)
        table = Table.of(table_id(name), secret, log)
        await store.create(
            table.id, secret, people[0], "learn", now, [entry.content for entry in log], TableRow(**table.row())
        )
    await look_back(store, people, now)
    return people[0]


TAUGHT = {
    "lesson-row": ("oriflamme", 3),
    "lesson-reveal": ("oriflamme", 11),
    "lesson-ablaze": ("ablaze", 8),
    "lesson-mix": ("oriflamme-mix", 8),
    "lesson-court": ("richelieu", 2),
    "lesson-neutral": ("richelieu", 11),
    "lesson-end": ("oriflamme", 0),
    "lesson-court-end": ("richelieu", 0),
}
"""Tables of lessons: which, and the step that is due there; 0 if it is over."""


def lesson_log(name: str, taught: str, due: int, person: int, now: int) -> tuple[bytes, list[Entry]]:
    """The secret and the log of a lesson that has come to a step."""
    found, secret = lesson(taught), sha256(name.encode()).digest()
    usual = default_settings(found.game, "en")
    settings = msgspec.structs.replace(usual, watch="nobody", level=LEVELS[0])
    start = found.start(usual.edition)
    begun = opening.table_from_start(start, f"{ORIGIN}{taught}", settings, person, NAMES[0], found.seat, secret)
    log = [Entry(version, now, person, content) for version, content in enumerate(begun, start=1)]
    table = Table.of(table_id(name), secret, log)
    for line in found.script:
        if (line.step, line.mine) == (due, True) or table.match is None or table.to_act is None:
            break
        move = next(move for move in line.moves if move in table.match.choices())
        log.append(Entry(table.version + 1, now, None, log_entries.Moved(table.to_act, move, "bot")))
        table.apply(log[-1])
    return secret, log


async def look_back(store: Store, people: Sequence[int], now: int) -> None:
    """Games that the first person finished long ago: only how they ended."""
    chance = Random(7)
    for number in range(LONG_AGO):
        game, players = chance.choice((("oriflamme", 4), ("oriflamme", 3), ("ablaze", 4), ("richelieu", 3)))
        at, mine = now - (LONG_AGO - number) * DAY, chance.randint(1, players)
        points = [chance.randint(4, 14) + (number // 6 if seat == mine else 0) for seat in range(1, players + 1)]
        ended = [
            SeatResult(
                seat,
                people[0] if seat == mine else people[1] if seat % 2 else None,
                "" if seat == mine or seat % 2 else chance.choice(LEVELS[:4]),
                game,
                "fr",
                players,
                own,
                1 + sum(other > own for other in points),
                at,
            )
            for seat, own in enumerate(points, start=1)
        ]
        opened = log_entries.Opened(default_settings(game, "en"), "")
        row = TableRow(table_id(f"past {number}"), game, "over", False, 0, 1, at, at, None, tuple(ended))
        await store.create(row.table, bytes(32), people[0], "open", at, [opened], row)


def own_cards(table: Table) -> list[int]:
    """The things of seat 1 that lie face down on top."""
    assert table.match is not None
    row = table.match.view(1)["row"]
    return [
        things[-1]
        for slot, things in zip(row, table.things["row"], strict=True)
        if slot[-1]["controller"] == 1 and not slot[-1]["up"]
    ]


CHAT = (
    (1, "phrase", "hello"),
    (2, "text", "Bonjour, tout le monde !"),
    (3, "phrase", "luck"),
    (0, "text", "I bet on the one who says least."),
    (2, "phrase", "well_played"),
)
DAYS = Clock("days", 3 * 86_400)

POSITIONS = (
    Position("lobby", "oriflamme-mix", 5, bots=(3,), free=(4, 5), settings={"listed": True}),
    Position("lobby-hot", "oriflamme", 3, settings={"hot_seat": True}),
    Position("open-1", "richelieu", 3, free=(2, 3), settings={"listed": True, "clock": Clock("live", 180)}),
    Position("open-2", "ablaze", 5, free=(5,), settings={"listed": True, "clock": DAYS}),
    Position("early", "oriflamme", wanted=first, bots=(2, 3, 4)),
    Position("placing", "oriflamme", wanted=asks("place", 5), bots=(2, 3)),
    Position("reveal", "oriflamme", wanted=asks("reveal", 7), bots=(3, 4)),
    Position("target", "oriflamme", wanted=asks("hit", 8), bots=(2, 4)),
    Position("waiting", "oriflamme", wanted=others, talk=CHAT),
    Position("watched", "oriflamme", 5, wanted=others, talk=CHAT),
    Position("ablaze-early", "ablaze", wanted=first, bots=(2, 3, 4)),
    Position("ablaze-rich", "ablaze", 5, wanted=rich_row, bots=(2, 4, 5), talk=CHAT),
    Position("mix-rich", "oriflamme-mix", 5, wanted=rich_row, bots=(5,)),
    Position("days", "oriflamme", 4, wanted=asks("place", 9), settings={"clock": DAYS}, waits=True),
    Position("live", "ablaze", 4, wanted=others, settings={"clock": Clock("friendly", 60)}),
    Position("hot", "oriflamme", 3, wanted=asks("place", 4), settings={"hot_seat": True}),
    Position("hot-open", "oriflamme", 3, wanted=asks("reveal", 4), settings={"hot_seat": True}),
    Position("court-early", "richelieu", 3, wanted=first, bots=(2, 3)),
    Position("court-two", "richelieu", 2, wanted=rich_court, bots=(2,)),
    Position("court-rich", "richelieu", 4, wanted=rich_court, bots=(3,), talk=CHAT),
    Position("court-corrupt", "richelieu", 4, wanted=asks("corrupt"), bots=(3,)),
    Position("court-waiting", "richelieu", 3, wanted=others, settings={"screens": "closed"}),
    Position("end", "oriflamme", wanted=over),
    Position("ablaze-end", "ablaze", 5, wanted=over, bots=(3,)),
    Position("mix-end", "oriflamme-mix", 3, wanted=over),
    Position("court-end", "richelieu", 4, wanted=over, bots=(4,)),
    Position("aborted", "oriflamme", wanted=asks("place", 3), then=(log_entries.Ended("consent"),)),
)
