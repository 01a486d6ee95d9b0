"""Sets in one integer and insertion into arrays: the interpreted and the compiled form agree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intrigue.engine import numbers

MASKS = st.integers(0, 2**63 - 1)


@given(MASKS)
def test_count(mask):
    assert numbers.count(mask) == numbers.count_twin(mask) == bin(mask).count("1")


@given(MASKS.filter(bool))
def test_lowest_and_member(mask):
    assert numbers.lowest(mask) == numbers.lowest_twin(mask) == numbers.members(mask)[0]
    assert [numbers.member(mask, rank) for rank in range(numbers.count(mask))] == numbers.members(mask)


@pytest.mark.parametrize("length", range(5))
def test_insert_and_remove(length):
    for at in range(length + 1):
        plain, array = (
            [*range(1, length + 1), *[0] * (6 - length)],
            np.array([*range(1, length + 1), *[0] * (6 - length)]),
        )
        numbers.insert(plain, at, length, 99)
        numbers.insert_twin(array, at, length, 99)
        assert plain == array.tolist() and plain[at] == 99 and len(plain) == 6
        numbers.remove(plain, at, length + 1)
        numbers.remove_twin(array, at, length + 1)
        assert plain == array.tolist() == [*range(1, length + 1), *[0] * (6 - length)]


@given(MASKS)
def test_mark(mask):
    array = [0] * 70
    numbers.mark(array, 5, mask, 3)
    assert array == [3 * (n - 5 in numbers.members(mask)) for n in range(70)]


def test_clear():
    plain, array = [1] * 5, np.ones(5, int)
    numbers.clear(plain, 3)
    numbers.clear_twin(array, 3)
    assert plain == array.tolist() == [0, 0, 0, 1, 1]
