"""A game that has ended, as its log tells it, whether or not its rules and its deck file are this program's: nothing is
played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import DECK_FILE
from intrigue.engine.record import COMMON, Record, join_names
from intrigue.games import GAMES
from intrigue.web.table import fair, log_entries
from intrigue.web.table.fold import FOLD, Done, deal_in, notice
from intrigue.web.table.log_entries import Entry
from intrigue.web.table.table import Table, unfollowed_versions


def begin(table: Bygone, content: log_entries.Began, entry: Entry) -> Done:
    deal_in(table, content)
    table.played = Record.parse(table.start).moves if table.start else []
    return [notice(table, content)], []


def move(table: Bygone, content: log_entries.Moved, entry: Entry) -> Done:
    table.played.append(content.move)
    table.ended_at = entry.at
    return [], []


def take_back(table: Bygone, content: log_entries.TookBack, entry: Entry) -> Done:
    del table.played[content.standing :]
    return [notice(table, content)], []


class Bygone(Table):
    """Who sat there, which moves stand, and how it ended; it has no match."""

    fold = {**FOLD, log_entries.Began: begin, log_entries.Moved: move, log_entries.TookBack: take_back}

    def __init__(self, id: str, secret: bytes) -> None:
        super().__init__(id, secret)
        self.played: list[str] = []

    @property
    def can_be_replayed(self) -> bool:
        """Whether it was dealt, by the rules of this program and with its deck file."""
        name = self.settings.game
        return self.rules > 0 and self.rules == rules_of(name) and GAMES[name].is_played_with(self.deck)

    def record_text(self) -> str:
        """The record that a program of those rules wrote. The cards are those that this program deals from the same
        secret and nonces: a change of rules that deals otherwise must keep the old deal."""
        chosen = self.settings
        told = {"Game": chosen.game, "Edition": chosen.edition, "Players": str(chosen.players), **self.deal_headers()}
        told |= {"Names": join_names(fair.record_names(self)), "Rules": str(self.rules)}
        record = Record(told, self.played)
        return str(record) if self.start else f"{fair.proof(self)}{record}"

    def deal_headers(self) -> dict[str, str]:
        """The headers that tell how the game began."""
        if self.start:
            headers = Record.parse(self.start).headers
            return {name: value for name, value in headers.items() if name not in COMMON}
        try:
            dealt = self.new_match().deal
        except IntrigueError:  # an edition or a kind that this program does not know
            return {}
        told = {name: value for name, value in dealt.items() if name != DECK_FILE}  # with any deck it is dealt alike
        return told | ({DECK_FILE: self.deck} if self.deck else {})


def foreign_part(entries: Sequence[Entry]) -> Literal["", "rules", "deck"]:
    """What a game began with that is not this program's: its rules, or its deck file; nothing, if it can go on here."""
    after, before = unfollowed_versions(entries)
    name = ""
    for version, _, _, content in entries:
        if isinstance(content, log_entries.Opened | log_entries.Changed):
            name = content.settings.game
        elif isinstance(content, log_entries.Began) and not after < version < before:
            if content.rules != rules_of(name):
                return "rules"
            return "" if GAMES[name].is_played_with(content.deck) else "deck"
    return ""


def rules_of(game: str) -> int:
    """The version of a game's rules; 0 for one that this program does not know."""
    return GAMES[game].version if game in GAMES else 0


def fold_bygone(id: str, secret: bytes, entries: Sequence[Entry], phase: str) -> Bygone:
    """The game of a log that has ended; how it ended stands beside it."""
    table = Bygone.of(id, secret, entries)
    table.phase = phase
    return table
