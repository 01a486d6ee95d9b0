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
def mix(x: int) -> int:
    """A number of 32 bits, scrambled so that near ones become far."""
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & WORD
    x = ((x ^ (x >> 15)) * 0x735A2D97) & WORD
    return x ^ (x >> 15)


@rule
def combine(seen: int, more: int) -> int:
    """A number of 30 bits for two: others give others, but for one in a thousand million."""
    return mix(seen ^ mix(more + 1)) >> 2


@rule
def derive(seed: int, a: int, b: int) -> int:
    """A new seed of 62 bits, from a seed and two numbers that say what it is for."""
    low = mix((seed & WORD) ^ mix(a + 0x9E3779B9 & WORD))
    high = mix(((seed >> 32) & WORD) ^ mix(b + 0x85EBCA6B & WORD) ^ low)
    low = mix(low ^ high)
    return (high >> 2) << 32 | low


@rule
def sow(g: Chancy, seed: int) -> None:
    """Starts the generator from a seed of at most 63 bits."""
    x = mix((seed & WORD) ^ 0x3C6EF372)
    for i in range(4):
        x = mix(x ^ ((seed >> 32) & WORD) ^ (i + 1))
        g.generator[i] = x
    g.generator[3] |= 1  # never all zero


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
