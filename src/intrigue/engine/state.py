"""A flat state: declared once as named small integers, it is a class, a record, bytes and a value.

>>> class Tally(Flat):
...     turn: int = i8("whose turn it is")
...     heaps: list[int] = i16s(3, "what lies on each heap")
>>> tally = Tally()
>>> tally.heaps[1] = 300
>>> twin = tally.copy()
>>> twin == tally, Tally.from_bytes(tally.to_bytes()) == tally, Tally.size
(True, True, 8)
"""

from __future__ import annotations

import struct
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

SIZES = {"b": 1, "B": 1, "h": 2, "i": 4, "q": 8}


class Field(NamedTuple):
    """One declared field: its integer type, its length (0 for a single number) and what it means."""

    code: str
    length: int
    meaning: str
    counts: bool

    @property
    def items(self) -> int:
        return self.length or 1

    @property
    def dtype(self) -> str:
        return f"<{'u' if self.code.isupper() else 'i'}{SIZES[self.code]}"


def i8(meaning: str, counts: bool = True) -> Any:
    """A number from -128 to 127; one that does not count is left out of equality and hash, like chance."""
    return Field("b", 0, meaning, counts)


def u8(meaning: str) -> Any:
    """A number from 0 to 255."""
    return Field("B", 0, meaning, True)


def i16(meaning: str) -> Any:
    """A number of two bytes."""
    return Field("h", 0, meaning, True)


def i32(meaning: str) -> Any:
    """A number of four bytes."""
    return Field("i", 0, meaning, True)


def i64(meaning: str) -> Any:
    """A number of eight bytes."""
    return Field("q", 0, meaning, True)


def i8s(length: int, meaning: str) -> Any:
    """That many numbers from -128 to 127."""
    return Field("b", length, meaning, True)


def u8s(length: int, meaning: str) -> Any:
    """That many numbers from 0 to 255."""
    return Field("B", length, meaning, True)


def i16s(length: int, meaning: str) -> Any:
    """That many numbers of two bytes."""
    return Field("h", length, meaning, True)


def i32s(length: int, meaning: str) -> Any:
    """That many numbers of four bytes."""
    return Field("i", length, meaning, True)


def chance(meaning: str) -> Any:
    """The generator's four words. They belong to the bytes, but not to equality, hash, views or records."""
    return Field("q", 4, meaning, False)


class Layout(NamedTuple):
    """Where each field lies in the bytes; the same offsets as numpy gives an aligned record."""

    fields: dict[str, Field]
    offsets: dict[str, int]
    size: int
    packing: struct.Struct

    @classmethod
    def of(cls, fields: dict[str, Field]) -> Layout:
        offsets, end, widest, packing = {}, 0, 1, ["<"]
        for name, field in fields.items():
            size = SIZES[field.code]
            padding = -end % size
            packing += [f"{padding}x"] if padding else []
            packing.append(f"{field.items}{field.code}")
            offsets[name] = end + padding
            end += padding + field.items * size
            widest = max(widest, size)
        padding = -end % widest
        packing += [f"{padding}x"] if padding else []
        return cls(fields, offsets, end + padding, struct.Struct("".join(packing)))


def method(name: str, arguments: str, lines: list[str], names: dict[str, Any]) -> Any:
    """A method written for one class, as `dataclasses` does it: a loop over the fields would cost far more."""
    space: dict[str, Any] = {}
    exec(f"def {name}({arguments}):\n " + "\n ".join(lines), names, space)
    return space[name]


class Declaration(type):
    """Turns the declared fields of a `Flat` class into slots and fast methods."""

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Declaration:
        fields = {key: value for key, value in space.items() if isinstance(value, Field)}
        for key in fields:
            del space[key]
        space["__slots__"] = tuple(fields) if bases else ("listener",)
        if fields:
            layout = Layout.of(fields)
            space["layout"] = layout
            space["size"] = layout.size
            space.update(mcs.methods(layout))
        made = super().__new__(mcs, name, bases, space)
        if fields:
            space["copy"].__globals__["made"] = made
        return made

    @staticmethod
    def methods(layout: Layout) -> dict[str, Any]:
        fields = layout.fields
        blank = {name: f"[0] * {field.length}" if field.length else "0" for name, field in fields.items()}
        flat = [f"*self.{name}" if field.length else f"self.{name}" for name, field in fields.items()]
        flat_value = [text for text, field in zip(flat, fields.values(), strict=True) if field.counts]
        names: dict[str, Any] = {
            "new": object.__new__,
            "pack": layout.packing.pack,
            "unpack": layout.packing.unpack,
        }
        copied = [f"it.{name} = self.{name}" + ("[:]" if field.length else "") for name, field in fields.items()]
        taken, at = ["numbers = unpack(data)"], 0
        for name, field in fields.items():
            here = f"list(numbers[{at}:{at + field.length}])" if field.length else f"numbers[{at}]"
            taken.append(f"self.{name} = {here}")
            at += field.items
        return {
            "__init__": method(
                "__init__", "self", [f"self.{k} = {v}" for k, v in blank.items()] + ["self.listener = None"], names
            ),
            "copy": method("copy", "self", ["it = new(made)", *copied, "it.listener = None", "return it"], names),
            "to_bytes": method("to_bytes", "self", [f"return pack({', '.join(flat)})"], names),
            "load": method("load", "self, data", taken, names),
            "key": method("key", "self", [f"return ({', '.join(flat_value)},)"], names),
        }


class Flat(metaclass=Declaration):
    """The base of every state. Fields are declared with `i8`, `i8s` and their like, widest first."""

    layout: ClassVar[Layout]
    size: ClassVar[int]
    listener: list[tuple[int, int, int, int]] | None
    """Who hears the events of this object (see `events.tell`); no part of the state."""

    if TYPE_CHECKING:  # written for each class by its declaration

        def copy(self) -> Self:
            """Another state of equal content; nobody listens to it."""

        def to_bytes(self) -> bytes:
            """The whole state, chance included, laid out as the compiled rules see it."""

        def load(self, data: bytes) -> None:
            """Takes over all that the bytes say."""

        def key(self) -> tuple[int, ...]:
            """What equality and hash look at: everything but chance."""

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The state that `to_bytes` wrote."""
        state = cls()
        state.load(data)
        return state

    @classmethod
    @cache
    def dtype(cls) -> Any:
        """The aligned record type of numpy with the same fields; one object, which compiled loops know faster."""
        import numpy

        parts = [
            (name, field.dtype, (field.length,)) if field.length else (name, field.dtype)
            for name, field in cls.layout.fields.items()
        ]
        return numpy.dtype(parts, align=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flat) and type(other) is type(self) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)}" for name in self.layout.fields)
        return f"{type(self).__name__}({shown})"
