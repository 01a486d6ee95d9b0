"""Small sets of small numbers as one integer, and insertion into arrays: what rules need beyond plain arithmetic.

A legal mask is such a set: bit n stands for action n. Every game has at most 63 actions, so a mask is one number.
"""

from __future__ import annotations

from intrigue.engine.rules import rule

ACTIONS = 63
"""The size of a legal mask."""
MOST_ACTIONS = ACTIONS - 1
"""What a game may use of it: search keeps the last number for what its seat cannot see."""


def check_bound(what: str, number: int, most: int, place: str) -> None:
    """Refuses a game that declares more of something than its numbers can hold; `place` says where they are declared.

    >>> check_bound("suits", 5, 4, "a suit is a number of two bits in state.py")
    Traceback (most recent call last):
    ValueError: 5 suits, but at most 4 fit: a suit is a number of two bits in state.py
    """
    if number > most:
        raise ValueError(f"{number} {what}, but at most {most} fit: {place}")


def count_twin(mask: int) -> int:
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    mask = mask + (mask >> 8)
    mask = mask + (mask >> 16)
    return (mask + (mask >> 32)) & 0x7F


@rule(compiled=count_twin)
def count(mask: int) -> int:
    """How many numbers the set holds."""
    return mask.bit_count()


def lowest_twin(mask: int) -> int:
    return count((mask & -mask) - 1)


@rule(compiled=lowest_twin)
def lowest(mask: int) -> int:
    """The smallest number of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


@rule
def member(mask: int, rank: int) -> int:
    """The number with that many smaller ones in the set."""
    while rank > 0:
        mask &= mask - 1
        rank -= 1
    return lowest(mask)


def insert_twin(array: list[int], at: int, length: int, value: int) -> None:
    for i in range(length, at, -1):
        array[i] = array[i - 1]
    array[at] = value


@rule(compiled=insert_twin)
def insert(array: list[int], at: int, length: int, value: int) -> None:
    """Puts a value into the first `length` entries of an array; the later ones move up."""
    array.insert(at, value)
    array.pop()


def remove_twin(array: list[int], at: int, length: int) -> None:
    for i in range(at, length - 1):
        array[i] = array[i + 1]
    array[length - 1] = 0


@rule(compiled=remove_twin)
def remove(array: list[int], at: int, length: int) -> None:
    """Takes a value out of the first `length` entries of an array; the later ones move down, a 0 follows them."""
    array.pop(at)
    array.insert(length - 1, 0)


def clear_twin(array: list[int], length: int) -> None:
    for i in range(length):
        array[i] = 0


@rule(compiled=clear_twin)
def clear(array: list[int], length: int) -> None:
    """Sets the first `length` entries of an array to 0."""
    array[:length] = [0] * length


@rule
def mark(array: list[int], at: int, mask: int, value: int) -> None:
    """Writes a value for each number of a set, counted from `at`."""
    while mask != 0:
        array[at + lowest(mask)] = value
        mask &= mask - 1


def members(mask: int) -> list[int]:
    """The numbers of a set, smallest first.

    >>> members(0b1011)
    [0, 1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
