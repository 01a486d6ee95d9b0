"""A declared state: class, record, bytes, value."""

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intrigue.engine.state import Flat, chance, i8, i8s, i16s, i32, i64, u8, u8s
from intrigue.games import GAMES


class Odd(Flat):
    """Fields in an order that needs padding."""

    small: int = i8("")
    wide: int = i64("")
    words: list[int] = i16s(3, "")
    middle: int = i32("")
    generator: list[int] = chance("")
    tail: list[int] = i8s(5, "")
    byte: int = u8("")
    bytes: list[int] = u8s(2, "")


STATES = [Odd, *{game.state for game in GAMES.values()}]


@pytest.mark.parametrize("state", STATES)
def test_the_bytes_are_laid_out_as_the_aligned_record(state):
    dtype = state.dtype()
    assert dtype.isalignedstruct
    assert dtype.itemsize == state.size == len(state().to_bytes())
    assert {name: dtype.fields[name][1] for name in dtype.names} == state.layout.offsets


@given(st.integers(-128, 127), st.lists(st.integers(-32768, 32767), min_size=3, max_size=3), st.integers(0, 2**32 - 1))
def test_bytes_and_records_tell_the_same(small, words, chance):
    odd = Odd()
    odd.small, odd.words, odd.generator[2] = small, words, chance
    record = np.frombuffer(odd.to_bytes(), Odd.dtype())[0]
    assert (record["small"], list(record["words"]), record["generator"][2]) == (small, words, chance)
    assert Odd.from_bytes(record.tobytes()) == odd


def test_unsigned_numbers_go_to_255_and_no_further():
    odd = Odd()
    odd.byte, odd.bytes[1] = 255, 254
    record = np.frombuffer(odd.to_bytes(), Odd.dtype())[0]
    assert (record["byte"], list(record["bytes"])) == (255, [0, 254]) and Odd.from_bytes(record.tobytes()) == odd
    odd.byte = 256
    with pytest.raises(struct.error):
        odd.to_bytes()


def test_copies_are_equal_and_independent():
    odd = Odd()
    other = odd.copy()
    assert other == odd and hash(other) == hash(odd)
    other.tail[4] = 1
    assert other != odd and odd.tail[4] == 0


def test_chance_is_no_part_of_the_value_but_of_the_bytes():
    odd, other = Odd(), Odd()
    other.generator[0] = 9
    assert other == odd and hash(other) == hash(odd) and other.to_bytes() != odd.to_bytes()


def test_listeners_are_no_part_of_the_state():
    odd = Odd()
    odd.listener = []
    assert odd.copy().listener is None and odd.copy() == odd


def test_states_of_other_games_are_never_equal():
    assert Odd() != 0 and Odd() != GAMES["oriflamme"].state()


def test_repr_names_every_field():
    assert repr(Odd()).startswith("Odd(small=0, wide=0, words=[0, 0, 0]")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_state_is_small(game):
    assert game.state.size <= 512
