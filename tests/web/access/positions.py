"""Tables in every state that a page can show, dealt from numbers, played by chance, written where a site finds them."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import b32encode
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import sample_pages

from intrigue.games import GAMES
from intrigue.lessons import ORIGIN, lesson
from intrigue.rulebook.registry import family_of
from intrigue.web.runtime.table_rows import results
from intrigue.web.runtime.tokens import token_hash
from intrigue.web.store import TableRow
from intrigue.web.store.factory import open_store
from intrigue.web.table import fair, log_entries, opening
from intrigue.web.table.log_entries import AnyContent, Entry
from intrigue.web.table.settings import Settings, default_settings
from intrigue.web.table.table import Table

ANN, BOB, EVE = 1, 2, 5
"""Whose eyes the tests look with: Ann opens every table and is asked, Bob waits for her, Eve watches where she can."""
NAMES = ("Ann", "Maximilienne de Montfort", "Cyd", "Dee", "Eve")
START = 1_700_000_000_000
DEALS = 200
"""So many deals are tried for a position; all are found much sooner."""

View = dict[str, Any]
Reached = Callable[[View], bool]


def token(person: int) -> str:
    """The cookie of a person."""
    return f"{person:043d}"


def address(name: str) -> str:
    """The id of a table with this name."""
    return b32encode(hashlib.sha256(name.encode()).digest()).decode().lower()[:10]


class Story:
    """A table and its log."""

    def __init__(self, name: str, settings: Settings, seed: int = 0) -> None:
        self.secret = seed.to_bytes(32, "big")
        self.table = Table(address(name), self.secret)
        self.log: list[Entry] = []
        self.chooser = Random(seed)
        self.do(log_entries.Opened(settings, fair.commitment(self.secret)), ANN)

    def do(self, content: AnyContent, person: int | None = None) -> None:
        version = self.table.version + 1
        entry = Entry(version, START + 1000 * version, person, content)
        self.log.append(entry)
        self.table.apply(entry)

    def sit(self, seats: int) -> Story:
        """People in so many seats; on a hot seat all of them are Ann."""
        for seat in range(1, seats + 1):
            person = ANN if self.table.settings.hot_seat else seat
            self.do(log_entries.Sat(seat, person, NAMES[seat - 1]), person)
        return self

    def begin(self) -> Story:
        """The cards dealt to people in all seats."""
        self.sit(len(self.table.seats))
        for seat in list(self.table.seats):
            self.do(log_entries.Readied(seat.number, f"{seat.number * 7919:032x}"), seat.person)
        self.do(log_entries.Began())
        return self

    def play(self) -> Iterator[View]:
        """Moves by chance to the end, cards mostly waiting so that the row grows; gives what Ann sees before each."""
        match = self.table.match
        assert match is not None
        while self.table.to_act is not None:
            yield match.view(ANN)
            legal = match.moves()
            move = self.chooser.choice([move for move in legal if move == "wait"] * 5 + legal)
            self.do(log_entries.Moved(self.table.to_act, move), self.table.seat(self.table.to_act).person)

    def over(self) -> Story:
        """Played to the end."""
        for _ in self.play():
            pass
        return self

    def until(self, reached: Reached) -> bool:
        """Plays until Ann is asked in such a position; False if that does not come."""
        return any(self.table.to_act == ANN and reached(view) for view in self.play())


def story_at(name: str, settings: Settings, reached: Reached) -> Story:
    """The first deal in which chance reaches a position."""
    for seed in range(DEALS):
        story = Story(name, settings, seed).begin()
        if story.until(reached):
            return story
    raise AssertionError(f"no deal reaches {name}")


# Rich positions


def verb(view: View) -> str:
    return str(view["legal"][0].split()[0])


def long_row(asked: str, slots: int) -> Reached:
    """Before a row of so many slots in which cards lie upon cards."""
    return lambda view: verb(view) == asked and len(view["row"]) >= slots and max(map(len, view["row"])) >= 3


def full_court(asked: str, figure: bool = False) -> Reached:
    """With two thirds of the spaces taken, and a figure on one if that is wanted."""

    def is_reached(view: View) -> bool:
        taken = sum(agent is not None for zone in view["zones"] for side in "ro" for agent in zone[side])
        return verb(view) == asked and taken >= 20 and (not figure or (view["grey"] or view["queen"]) is not None)

    return is_reached


def all_cards(view: View) -> bool:
    """With a hand of which nothing but the least is played."""
    return len(view["players"][0]["hand"]) == 7 and len(view["row"]) > 2


def all_actions(view: View) -> bool:
    """With everything to do that a turn can offer."""
    return sum(" " not in move for move in view["legal"]) > 2 and len(view["players"][0]["hand"]) > 7


def last_action(view: View) -> bool:
    """With one action left, and as much to do with it as can be: end the turn, take income, sell, buy an office that
    brings most and has the longest name."""
    return {"end", "income", "office", "sell"} <= set(view["legal"]) and view["players"][0]["military"] == 1


def both_sets(asked: str) -> Reached:
    """Of two players, with every kind of agent in the hand, own and neutral."""

    def is_reached(view: View) -> bool:
        kinds = len(set(view["players"][0]["hand"])), len(set(view["neutral"][0]["hand"]))
        return verb(view) == asked and min(kinds) > 2 and sum(kinds) > 6

    return is_reached


ROW = {
    "hand": all_cards,
    "place": long_row("place", 14),
    "reveal": long_row("reveal", 16),
    "target": long_row("hit", 12),
}
COURT = {
    "hand": all_actions,
    "place": full_court("agent", figure=True),
    "free": full_court("decline"),
    "target": full_court("corrupt"),
}
FAMILIES: dict[str, dict[str, Reached]] = {"oriflamme": ROW, "richelieu": COURT}
RICH = {game: FAMILIES.get(family_of(game), {"hand": lambda view: True}) for game in GAMES}
"""Of every game, by what Ann is asked: all that she may be asked at first, where nothing richer is known."""


def settings(game: str, **more: Any) -> Settings:
    chosen = {"players": GAMES[game].seats[-1], "watch": "anyone", **more}
    return Settings(game=game, edition=default_settings(game, "en").edition, **chosen)


class Taught(Story):
    """A lesson that Ann takes, after so many lines of its script."""

    def __init__(self, name: str, taught: str, lines: int) -> None:
        found = lesson(taught)
        self.secret = bytes(32)
        self.table = Table(address(name), self.secret)
        self.log = []
        chosen = default_settings(found.game, "en")
        start = found.start(chosen.edition)
        for content in opening.table_from_start(
            start, f"{ORIGIN}{taught}", chosen, ANN, NAMES[0], found.seat, self.secret
        ):
            self.do(content, ANN)
        for line in found.script[:lines]:
            match = self.table.match
            assert match is not None and self.table.to_act is not None
            move = next(move for move in line.moves if move in match.choices())
            self.do(log_entries.Moved(self.table.to_act, move), self.table.seat(self.table.to_act).person)


def stories() -> list[Story]:
    """Every table of the house."""
    made = [story_at(f"{game} {asked}", settings(game), so) for game in GAMES for asked, so in RICH[game].items()]
    two = settings("richelieu", players=2)
    made += [story_at(f"richelieu two {asked}", two, both_sets(asked)) for asked in ("agent", "neutral")]
    made.append(story_at("richelieu last action", settings("richelieu"), last_action))
    for game in ("oriflamme", "richelieu"):
        made.append(Story(f"{game} hot", settings(game, players=3, hot_seat=True)).begin())
        made.append(Story(f"{game} over", settings(game)).begin().over())
    aborted = Story("aborted", settings("ablaze")).begin()
    aborted.do(log_entries.Ended("consent"))
    lobby = Story("lobby", settings("oriflamme", listed=True)).sit(2)
    lobby.do(log_entries.Filled(3, "page"), ANN)
    lobby.do(log_entries.Readied(BOB, "0" * 32), BOB)
    made += [Taught(f"{game} lesson", game, 0) for game in ("oriflamme", "richelieu")]
    made.append(Taught("ablaze lesson over", "ablaze", 1000))
    return [*made, aborted, lobby]


def furnish(url: str) -> None:
    """Writes all people and tables, and the samples of pages, into an empty database."""
    asyncio.run(write_tables(url))


async def write_tables(url: str) -> None:
    store = await open_store(url)
    try:
        for person, name in enumerate(NAMES, start=1):
            known = await store.save_person(token_hash(token(person)), name, "en", {"speed": "none"}, START)
            assert known.id == person
        for story in stories():
            log = [entry.content for entry in story.log]
            row = TableRow(**story.table.row(), results=results(story.table))
            await store.create(story.table.id, story.secret, ANN, "story", START, log, row)
        await sample_pages.write(store, ANN)
    finally:
        await store.close()
