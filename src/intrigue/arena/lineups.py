"""Who sits at which table: pure functions of the seed, fair to every bot and every pair.

`duel`: one against copies of another, for all ordered pairs. `mixed`: as many different bots as there are seats, or all
bots repeated evenly where there are fewer. `auto`: duels for two bots, mixed tables otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations
from random import Random

TABLES = ("auto", "mixed", "duel")
Lineup = tuple[int, ...]


def tables(kind: str, bots: int, players: int, blocks: int, seed: int) -> list[Lineup]:
    """The line-up of every block: numbers of bots, seat by seat. More blocks begin with the same ones.

    >>> tables("auto", 2, 4, 3, seed=1)
    [(0, 1, 1, 1), (1, 0, 0, 0), (0, 1, 1, 1)]
    """
    endless = duels(bots, players) if is_duel(kind, bots) else mixed_lineups(bots, players, seed)
    return list(islice(endless, blocks))


def is_duel(kind: str, bots: int) -> bool:
    """Whether tables are of one against copies of another."""
    return bots > 1 and (kind == "duel" or kind == "auto" and bots == 2)


def duels(bots: int, players: int) -> Iterator[Lineup]:
    """One against the rest, pair after pair; with two players the two rotations are both sides of a pair already."""
    pairs = [pair for pair in permutations(range(bots), 2) if players > 2 or pair[0] < pair[1]]
    while True:
        for one, other in pairs:
            yield (one, *[other] * (players - 1))


def mixed_lineups(bots: int, players: int, seed: int) -> Iterator[Lineup]:
    """All bots equally often, in an order of seats that is drawn; those who fill up the table take turns."""
    dice = Random(f"tables {seed}")
    every, more = divmod(players, bots)
    guests = groups(bots, more, dice)
    while True:
        seats = [*list(range(bots)) * every, *next(guests)]
        dice.shuffle(seats)
        yield tuple(seats)


def groups(bots: int, size: int, dice: Random) -> Iterator[list[int]]:
    """Groups of different bots, each the one that evens out best how often everybody played and met everybody."""
    played = [0] * bots
    met = [[0] * bots for _ in range(bots)]
    while True:
        group: list[int] = []
        for _ in range(size):
            rest = [bot for bot in range(bots) if bot not in group]
            tie = {bot: dice.random() for bot in rest}
            group.append(min(rest, key=lambda bot: (sum(met[bot][one] for one in group), played[bot], tie[bot])))
        for bot in group:
            played[bot] += 1
            for other in group:
                met[bot][other] += bot != other
        yield group
