"""A data set in a folder: records as text, rows as arrays, and a description. Whatever interrupts it, it is whole.

Every portion is appended behind what the files say they hold; then they say that they hold it, the description last.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import IO, Any

import intrigue
from intrigue.arena.machine import machine, today
from intrigue.arena.play import code_of, rules_of
from intrigue.terminal import files
from intrigue.terminal.dataset_rows import MEANING, Rows, columns
from intrigue.terminal.series import Played, Series

FORMAT = 1
ABOUT = "about.json"
RECORDS = "records.jsonl"
HEADER = 128
"""Bytes before the numbers of a `.npy` file: enough for any number of rows."""


class Column:
    """A `.npy` file that grows. Its header tells the rows that are whole, so it can be read at any time."""

    def __init__(self, path: str, dtype: str, shape: tuple[int, ...]) -> None:
        self.dtype, self.shape = dtype, shape
        self.rows = 0
        self.file = open(path, "xb")
        self.tell()

    def append(self, array: Any) -> None:
        """Rows that nobody knows of until `tell`."""
        self.file.write(array.data)
        self.rows += len(array)

    def tell(self) -> None:
        """Writes the header, then goes back to the end."""
        self.file.flush()
        self.file.seek(0)
        self.file.write(header(self.dtype, (self.rows, *self.shape)))
        self.file.seek(0, os.SEEK_END)
        self.file.flush()


def header(dtype: str, shape: tuple[int, ...]) -> bytes:
    """The beginning of a `.npy` file, version 1.0, always of the same length."""
    magic = b"\x93NUMPY\x01\x00"
    told = repr({"descr": dtype, "fortran_order": False, "shape": shape}).encode()
    told = told.ljust(HEADER - len(magic) - 3) + b"\n"
    return magic + len(told).to_bytes(2, "little") + told


class DataSet:
    """A data set that is being written."""

    def __init__(self, folder: str, series: Series, wanted: int, settings: Sequence[str] = ()) -> None:
        self.folder, self.series, self.wanted, self.settings = folder, series, wanted, list(settings)
        self.games = self.decisions = 0
        self.columns: dict[str, Column] = {}
        self.records: IO[bytes] | None = None
        try:
            self.begin()
            self.describe()
        except BaseException:
            self.close()
            raise

    def begin(self) -> None:
        """Makes the folder and its files, where there are none yet."""
        found = columns(self.series)
        try:
            if any(os.path.lexists(self.place(name)) for name in (ABOUT, RECORDS, *map(file_of, found))):
                raise files.BadFile(self.folder, "file.data_set")
            os.makedirs(self.folder, exist_ok=True)
            self.records = open(self.place(RECORDS), "xb")
            for name, (dtype, shape) in found.items():
                self.columns[name] = Column(self.place(file_of(name)), dtype, shape)
        except (OSError, ValueError) as fault:
            raise files.bad_file(self.folder, fault) from None

    def place(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def add(self, games: Sequence[tuple[Played, str]], rows: Rows) -> None:
        """The next games with their records, and their rows."""
        assert self.records
        try:
            for name, column in self.columns.items():
                column.append(getattr(rows, name))
            self.records.write(b"".join(line(self.series, played, record) for played, record in games))
            self.records.flush()
            for column in self.columns.values():
                column.tell()
        except OSError as fault:
            raise files.bad_file(self.folder, fault) from None
        self.games += len(games)
        self.decisions += len(rows.actions)
        self.describe()

    def describe(self) -> None:
        files.write(self.place(ABOUT), json.dumps(self.about(), indent=1, ensure_ascii=False) + "\n")

    def about(self) -> dict[str, Any]:
        """All that there is to know about the data set."""
        series = self.series
        return {
            "format": FORMAT,
            "version": intrigue.__version__,
            "rules": rules_of(series.game.name),
            "code": code_of(series.game.name),
            "game": series.game.name,
            "players": series.players,
            "edition": series.edition,
            "settings": self.settings,
            "bots": list(series.bots),
            "seed": series.seed,
            "games": self.games,
            "wanted": self.wanted,
            "decisions": self.decisions,
            "records": RECORDS,
            "arrays": {
                name: {"file": file_of(name), "dtype": dtype, "entry": list(shape), "meaning": MEANING[name]}
                for name, (dtype, shape) in columns(series).items()
            },
            "observation": layout(series),
            "date": today(),
            "machine": machine(),
        }

    def close(self) -> None:
        """Lets go of the files. What they say they hold was written before; a full disk may refuse the rest."""
        for file in (self.records, *(column.file for column in self.columns.values())):
            with suppress(OSError):
                if file:
                    file.close()


def file_of(name: str) -> str:
    return f"{name}.npy"


def line(series: Series, played: Played, record: str) -> bytes:
    """A game in the file of records."""
    seed = series.seed_of(played.number)
    told = {"game": played.number, "seed": seed, "winners": played.winners, "scores": played.scores, "record": record}
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"


def layout(series: Series) -> list[dict[str, Any]]:
    """Which cells of an observation tell what."""
    module = import_module(f"{type(series.game).__module__.rpartition('.')[0]}.observation")
    found, at = [], 0
    for name, length, meaning in module.LAYOUT:
        found.append({"name": name, "at": at, "length": length, "meaning": meaning})
        at += length
    return found
