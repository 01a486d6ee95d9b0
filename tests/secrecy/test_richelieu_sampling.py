"""A sample of Richelieu fits what a seat knows, is drawn from nothing else, and all such worlds are equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import sqrt
from random import Random
from typing import Any

import pytest
from properties.richelieu_play import PLAYERS, frames

import intrigue
from intrigue.games.richelieu import sample_hidden, sketch
from intrigue.games.richelieu.cards import KINDS, VALUES
from intrigue.games.richelieu.game import RICHELIEU

Pieces = dict[tuple[int, int], Counter[int]]


def own_sets(seat: int) -> tuple[int, int]:
    return seat - 1, seat + 3


# What fits


@PLAYERS
def test_a_sample_does_not_depend_on_the_hidden_truth(players: int) -> None:
    for frame in [frame for frame in frames(players) if not frame.over][::5]:
        for seat in range(players + 1):
            other = RICHELIEU.sample(frame.state, seat, f"world {frame.number}".encode())
            again = RICHELIEU.sample(other, seat, frame.number)
            assert again.key() == RICHELIEU.sample(frame.state, seat, frame.number).key(), str(frame)


def hidden(state: Any) -> Pieces:
    """The kinds that lie face down or in a hand, by set and filling."""
    found: Pieces = {}
    for space in range(30):
        if 0 <= state.who[space] < 6 and not state.up[space]:
            found.setdefault((state.who[space], state.filled[space]), Counter())[state.kind[space]] += 1
    for which in range(6):
        hand = Counter({kind: state.hand[which * KINDS + kind] for kind in range(KINDS)})
        if hand.total():
            found.setdefault((which, state.filling[which]), Counter()).update(hand)
    return {pool: +kinds for pool, kinds in found.items()}


@PLAYERS
def test_pieces_of_one_filling_never_mix_with_those_of_another(players: int) -> None:
    """And what a seat sees, or holds itself, stays as it is."""
    two_fillings = 0
    for frame in [frame for frame in frames(players) if not frame.over][::2]:
        state, seat = frame.state, frame.number // 2 % (players + 1)
        other = RICHELIEU.sample(state, seat, frame.number)
        assert hidden(other) == hidden(state), str(frame)
        two_fillings += len(hidden(state)) > len({which for which, _ in hidden(state)})
        assert (other.who, other.up, other.filled, other.filling) == (state.who, state.up, state.filled, state.filling)
        for space in range(30):
            if state.up[space] or state.who[space] in own_sets(seat):
                assert other.kind[space] == state.kind[space], str(frame)
        drawn = state.drawn
        for start in (0, 13):
            assert other.deck[start : start + drawn] == state.deck[start : start + drawn]
            assert sorted(other.deck[start : start + 13]) == sorted(state.deck[start : start + 13])
        assert other.city == state.city
    assert two_fillings > 20


@PLAYERS
def test_a_sample_leaves_the_true_state_alone_and_can_be_played_to_its_end(players: int) -> None:
    for number, frame in enumerate([frame for frame in frames(players) if not frame.over][::40]):
        data, chooser = frame.state.to_bytes(), Random(number)
        other = RICHELIEU.sample(frame.state, number % (players + 1), number)
        for _ in range(2000):
            if other.to_act < 0:
                break
            RICHELIEU.step(other, chooser.choice(RICHELIEU.legal(other)))
        assert other.to_act < 0 or not other.guard
        assert frame.state.to_bytes() == data


# Equally likely

World = tuple[Any, ...]


def excess(counts: Counter[World], pieces: Counter[World]) -> float:
    """Chi-square in standard deviations above that of a fair sampler; endless if an impossible world came up.

    `pieces` tells in how many ways physical pieces make each world.
    """
    if not set(counts) <= set(pieces):
        return float("inf")
    each = counts.total() / pieces.total()
    square = sum((counts[one] - each * ways) ** 2 / (each * ways) for one, ways in pieces.items())
    free = len(pieces) - 1
    return (square - free) / sqrt(2 * free)


FAIR = 4.0
"""Above this the worlds are not equally likely. The seeds are fixed: a fair sampler does not fail now and then."""

TABLE = (
    "R1[. 1:1 . . 1:3+] E1[1:2 . . . 1:1+] | R3[. 2:1 . . .] E3[. 2:2 . . 1:2+] | R2[. . . . 1:-2+] H1;"
    " hand 1 3; city 1 -2 1 2; players 3; ecu 20 20 20"
)
"""Player 1 has one agent left in the hand, two face down, three in the city."""


def match_after(text: str, *moves: str) -> intrigue.Match:
    match = intrigue.load(sketch.record(text))
    for move in moves:
        match.play(move)
    return match


def two_fillings() -> intrigue.Match:
    """Player 1 has 3 face-down agents of the first filling, then one of the second and two in the hand."""
    return match_after(TABLE, "agent 3 2.r.1", "agent 1 3.o.1", "income", "end", "income", "end")


def world(state: Any, which: int) -> World:
    """A set's face-down values, space 1.r.1 first, and its hand."""
    lying = [VALUES[state.kind[space]] for space in range(30) if state.who[space] == which and not state.up[space]]
    hand = [VALUES[kind] for kind in range(KINDS) for _ in range(state.hand[which * KINDS + kind])]
    return (*lying, tuple(hand))


def count_worlds(match: intrigue.Match, seat: int, *sets: int, times: int) -> Counter[World]:
    """How often each world of these sets is drawn for a seat."""
    found: Counter[World] = Counter()
    for seed in range(times):
        state = match.sample(seat, seed)
        found[tuple(world(state, which) for which in sets)] += 1
    return found


def deals(pool: list[int], lying: int) -> Counter[World]:
    """The ways of laying so many of these pieces face down; the rest is the hand."""
    found: Counter[World] = Counter()
    for order in permutations(pool):
        found[(*order[:lying], tuple(sorted(order[lying:])))] += 1
    return found


def test_the_case_of_two_fillings_is_what_it_is_meant_to_be() -> None:
    match = two_fillings()
    assert (match.state.filling[0], match.to_act) == (1, 1)
    assert hidden(match.state)[0, 0] == Counter({1: 1, 2: 1, 3: 1})
    assert hidden(match.state)[0, 1] == Counter({0: 1, 1: 1, 2: 1})
    assert world(match.state, 0) == (1, 2, 3, 1, (-2, 2))


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_each_filling_of_a_hand_is_dealt_by_itself_and_evenly(seat: int) -> None:
    """Three old agents face down, one new one and two in the hand: 6 x 3 ways, and not 6! / 2 of them."""
    expected: Counter[World] = Counter()
    for old, new in product(deals([1, 2, 3], 3), deals([-2, 1, 2], 1)):
        expected[((*old[:3], *new),)] += 1
    assert len(expected) == 18
    assert excess(count_worlds(two_fillings(), seat, 0, times=1800), expected) < FAIR


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_equal_values_are_different_pieces(seat: int) -> None:
    """Player 2 has ten agents of the first filling, two of them face down: 90 ways that make 16 worlds, or fewer."""
    match = two_fillings()
    own = [-2, -2, 1, 1, 1, 2, 2, 2, 3, 3]
    expected: Counter[World] = Counter()
    for first, second in permutations(range(10), 2):
        rest = tuple(value for at, value in enumerate(own) if at not in (first, second))
        expected[((own[first], own[second], rest),)] += 1
    assert (len(expected), expected.total()) == (16, 90)
    assert excess(count_worlds(match, seat, 1, times=1800), expected) < FAIR


def test_a_seat_knows_its_own_agents() -> None:
    match = two_fillings()
    assert set(count_worlds(match, 1, 0, times=20)) == {(world(match.state, 0),)}
    assert set(count_worlds(match, 2, 1, times=20)) == {(world(match.state, 1),)}


NEUTRAL = (
    "R1[n1:1 1:1 1:-2+ . .] E1[1:2 n1:2 . . 1:3+] | R3[1:1+ 2:1 . . .] E3[. . . . 1:2+] | R2[1:2+ . . . .] H1;"
    " hand 1 3; city 1 -2 1; hand n1 -2; city n1 1 1 2 2; players 2; ecu 20 20"
)


def test_own_and_neutral_agents_of_an_opponent_are_dealt_evenly_and_independently() -> None:
    """The neutral set is refilled, too: its last agent goes to 2.o.2."""
    match = match_after(NEUTRAL, "agent 3 3.r.2", "end", "neutral -2 2.o.2")
    assert match.state.filling == [1, 0, 0, 0, 1, 0] and match.to_act == 2
    expected: Counter[World] = Counter()
    own, neutral = deals([1, 2, 3], 3), deals([-2, 1, 2], 3)
    for mine, others in product(own, neutral):
        expected[(*mine[:3], (-2, 1)), (*others[:3], (1, 1, 2, 2))] += own[mine] * neutral[others]
    assert len(expected) == 36
    for seat in (0, 2):
        assert excess(count_worlds(match, seat, 0, 4, times=1800), expected) < FAIR
    assert set(count_worlds(match, 1, 0, 4, times=20)) == {(world(match.state, 0), world(match.state, 4))}


DECKS = "R1 E1 | R3 E3 | R2 H1; players 3; deck 3; cards 1 R4 E2 E4 F1; cards 2 R5 R6 R7"


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_order_of_both_decks_is_even(seat: int) -> None:
    """No seat knows it, the one to act neither."""
    match = match_after(DECKS)
    decks = [match.state.deck[start + 10 : start + 13] for start in (0, 13)]
    expected = Counter({(*red, *yellow): 1 for red in permutations(decks[0]) for yellow in permutations(decks[1])})
    found: Counter[World] = Counter()
    for seed in range(1440):
        deck = match.sample(seat, seed).deck
        found[(*deck[10:13], *deck[23:26])] += 1
    assert len(expected) == 36
    assert excess(found, expected) < FAIR


# These tests can fail


def test_a_sampler_that_mixes_fillings_is_found_out() -> None:
    match = two_fillings()
    truth = hidden(match.state)
    match.state.filled = [0] * 30
    match.state.filling = [0] * 6
    expected = Counter({((*old[:3], *new),): 1 for old, new in product(deals([1, 2, 3], 3), deals([-2, 1, 2], 1))})
    assert excess(count_worlds(match, 2, 0, times=300), expected) > FAIR
    assert hidden(match.sample(2, 1)) != truth


def test_a_sampler_that_counts_equal_values_once_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match = two_fillings()
    fair = sample_hidden.below

    def by_kind(pool: int, number: int) -> int:
        kinds = [kind for kind in range(KINDS) if pool >> 4 * kind & 15]
        return kinds[number % len(kinds)]

    monkeypatch.setattr(sample_hidden, "piece", by_kind)
    monkeypatch.setattr(sample_hidden, "below", lambda g, n: fair(g, 12))
    own = [-2, -2, 1, 1, 1, 2, 2, 2, 3, 3]
    expected: Counter[World] = Counter()
    for first, second in permutations(range(10), 2):
        rest = tuple(value for at, value in enumerate(own) if at not in (first, second))
        expected[((own[first], own[second], rest),)] += 1
    assert excess(count_worlds(match, 1, 1, times=1800), expected) > FAIR


def test_a_biased_sampler_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = sample_hidden.below
    monkeypatch.setattr(sample_hidden, "below", lambda g, n: 0 if fair(g, 5) == 0 else fair(g, n))
    expected = Counter({((*old[:3], *new),): 1 for old, new in product(deals([1, 2, 3], 3), deals([-2, 1, 2], 1))})
    assert excess(count_worlds(two_fillings(), 2, 0, times=1800), expected) > FAIR


def test_a_sampler_that_peeks_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match, fair = two_fillings(), sample_hidden.redeal

    def peeking(g: Any, which: int, filling: int) -> None:
        if sample_hidden.below(g, 6):
            fair(g, which, filling)

    monkeypatch.setattr(sample_hidden, "redeal", peeking)
    expected = Counter({((*old[:3], *new),): 1 for old, new in product(deals([1, 2, 3], 3), deals([-2, 1, 2], 1))})
    assert excess(count_worlds(match, 2, 0, times=1800), expected) > FAIR
