"""The one generator (xoshiro128++): the same numbers interpreted, compiled and on a GPU, on every platform.

Its four words of 32 bits live in the state. They deal, and they drive random playouts; no rule rolls dice.
"""

from __future__ import annotations

import hashlib
from typing import Protocol

from intrigue.engine.numbers import count, member
from intrigue.engine.rules import rule

WORD = 0xFFFFFFFF


class Chancy(Protocol):
    """A state that carries the generator."""

    generator: list[int]


def words(source: bytes | int) -> list[int]:
    """The generator's start, from a seed or from secret bytes of any length.

    >>> words(7) == words(b"7"), words(7) == words(8)
    (True, False)
    """
    data = source if isinstance(source, bytes) else str(source).encode()
    digest = hashlib.sha256(b"intrigue deal 1\n" + data).digest()
    return [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4)]


@rule
def draw(g: Chancy) -> int:
    """The next number, of 32 bits."""
    s = g.generator
    a, b, c, d = s[0], s[1], s[2], s[3]
    total = (a + d) & WORD
    result = (((total << 7) | (total >> 25)) + a) & WORD
    c ^= a
    d ^= b
    s[1] = b ^ c
    s[0] = a ^ d
    s[2] = c ^ ((b << 9) & WORD)
    s[3] = ((d << 11) | (d >> 21)) & WORD
    return result


@rule
def below(g: Chancy, n: int) -> int:
    """A number from 0 to n - 1, each equally likely (to within n in four thousand million)."""
    return (draw(g) * n) >> 32


@rule
def any_of(g: Chancy, mask: int) -> int:
    """One number of a set that is not empty, each equally likely."""
    return member(mask, below(g, count(mask)))


@rule
def some_of(g: Chancy, mask: int, n: int) -> int:
    """A subset of n numbers, each subset equally likely."""
    chosen = 0
    for _ in range(n):
        chosen |= 1 << any_of(g, mask & ~chosen)
    return chosen
