"""Reading what a record's headers tell of a beginning: a seed, a first player, or the JSON of a position."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from intrigue.engine.depth import check_depth
from intrigue.engine.game import BadHeader, Headers

LONGEST_SEED = 40


def refuse_beside(headers: Headers, others: Iterable[str], key: str) -> None:
    """A seed or a position is the whole beginning: nothing else of it may stand beside."""
    for other in others:
        if other in headers:
            raise BadHeader(other, key)


def seed_in(headers: Headers, instead_of: Iterable[str]) -> int:
    """The seed; it stands instead of the explicit deal."""
    refuse_beside(headers, instead_of, "error.seed_and_deal")
    value = headers["Seed"]
    if not (value.isascii() and value.isdigit() and len(value) <= LONGEST_SEED):
        raise BadHeader("Seed", "error.not_a_number", value=value[:60])
    return int(value)


def first_in(headers: Headers, players: int) -> int:
    """The first player, counted from 0."""
    first = headers.get("First")
    if first is None:
        raise BadHeader("First", "error.missing_header")
    if first not in [str(player) for player in range(1, players + 1)]:
        raise BadHeader("First", "error.no_such_player", value=first[:60], count=players)
    return int(first) - 1


def is_first_drawn(headers: Headers) -> bool:
    """Whether it was drawn who begins; `First-drawn: no` says that the table chose."""
    value = headers.get("First-drawn", "yes")
    if value not in ("yes", "no"):
        raise BadHeader("First-drawn", "error.yes_or_no", value=value[:60])
    return value == "yes"


def written_first(first: int, chosen: int) -> dict[str, str]:
    """The headers that tell who begins, counted from 0, and whether it was chosen."""
    return {"First": str(first + 1), **({"First-drawn": "no"} if chosen else {})}


# Positions (notation, section 8)

Position = dict[str, Any]


def wrong(key: str, **values: Any) -> BadHeader:
    """A fault of a position."""
    return BadHeader("Position", f"position.{key}", **values)


def position_in(text: str, keys: set[str]) -> Position:
    """The JSON of a position with exactly these keys, each of them once."""
    try:
        check_depth(text)
        told = json.loads(text, object_pairs_hook=once)
    except ValueError:
        raise wrong("not_json") from None
    return check_keys(told, keys, "position")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError
    return dict(pairs)


def check_keys(told: Any, keys: set[str], what: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(told, dict) or set(told) != keys:
        raise wrong("keys", what=what, keys=", ".join(sorted(keys)))
    return told


def whole(told: Any, low: int, high: int, what: str) -> int:
    """A whole number in a range."""
    if not isinstance(told, int) or isinstance(told, bool) or not low <= told <= high:
        raise wrong("number", what=what, low=low, high=high)
    return told


def truth(told: Any, what: str) -> bool:
    """True or false."""
    if not isinstance(told, bool):
        raise wrong("truth", what=what)
    return told


def check_list(told: Any, what: str, length: int | None = None) -> list[Any]:
    """A list, of that length where one is named."""
    if not isinstance(told, list):
        raise wrong("list", what=what)
    if length is not None and len(told) != length:
        raise wrong("list_of", what=what, n=length)
    return told
