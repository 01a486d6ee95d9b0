"""Brackets within brackets are bounded by us, alike on every interpreter."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import intrigue
from intrigue.bots.command import move_in
from intrigue.engine.depth import DEEPEST, TooDeep, check_depth
from intrigue.engine.headers import BadHeader, position_in

TEXTS = some.text(alphabet='[]{}"\\,:a\u2028é', max_size=8)
VALUES: some.SearchStrategy[Any] = some.recursive(
    some.none() | TEXTS,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=60,
)
DEEP = "[" * DEEPEST + "]" * DEEPEST
"""As deep as it gets; within anything else it is too deep."""


def depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def is_taken(text: str | bytes) -> bool:
    try:
        check_depth(text)
    except TooDeep:
        return False
    return True


@given(VALUES, some.integers(DEEPEST - 4, DEEPEST + 1), some.booleans())
def test_the_depth_of_a_value_is_that_of_its_brackets(value: Any, around: int, ascii: bool) -> None:
    for _ in range(around):
        value = [value]
    text = json.dumps(value, ensure_ascii=ascii)
    assert is_taken(text) == is_taken(text.encode()) == (depth(value) <= DEEPEST)


@pytest.mark.parametrize("text", ["[" * 99, '{"a":' * 99, '"' + "[" * 99 + '"' + "[" * 99, "[]" * 99 + "[" * 99])
def test_what_never_ends_is_too_deep_as_well(text: str) -> None:
    assert not is_taken(text)


@pytest.mark.parametrize("text", ["", '"' + "[" * 99, '"\\"' + "[" * 99, "]" * 99, "[]" * 99, '"\\' * 99, "nonsense"])
def test_what_is_not_deep_is_for_the_decoder_to_judge(text: str) -> None:
    assert is_taken(text)


def test_a_position_has_an_end() -> None:
    with pytest.raises(BadHeader) as fault:
        position_in(f'{{"game": {DEEP}}}', {"game"})
    assert fault.value.key == "position.not_json"
    assert position_in(f'{{"game": {DEEP[1:-1]}}}', {"game"})


def test_the_answer_of_a_program_has_an_end() -> None:
    with pytest.raises(intrigue.IntrigueError) as fault:
        move_in(f'{{"move": "wait", "why": {DEEP}}}'.encode())
    assert fault.value.key == "error.program_broken"
    assert move_in(f'{{"move": "wait", "why": {DEEP[1:-1]}}}'.encode()) == "wait"


def test_the_answer_of_a_program_is_utf_8() -> None:
    with pytest.raises(intrigue.IntrigueError):
        move_in('{"move": "wait"}'.encode("utf-16"))
