"""What every file of the rulebook is checked with: nothing unknown, lists of words, small ids, numbers of rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

ID = re.compile(r"[a-z][a-z0-9_-]*")
NUMBER = re.compile(r"[A-Z][1-9]\d*|[1-9]\.[1-9]\d*")


class BadBook(ValueError):
    """A file that cannot be a rulebook, with the place in it and what is wrong there."""


def check_fields(told: dict[str, Any], fields: Iterable[str], place: str) -> None:
    check(told, tuple(fields), place, "key")


def check(found: Iterable[str], known: Iterable[str], place: str, what: str) -> None:
    if wrong := [one for one in found if one not in known]:
        raise BadBook(f"{place}: unknown {what} {wrong[0]}")


def tables(told: Any, place: str) -> list[dict[str, Any]]:
    if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
        raise BadBook(f"{place}: a list of tables must stand there")
    return told


def names_in(told: dict[str, Any], field: str, place: str) -> tuple[str, ...]:
    found = told.get(field, [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadBook(f"{place}: {field} must be a list of words")
    return tuple(found)


def id_in(told: dict[str, Any], what: str) -> str:
    name = told.get("id")
    if not isinstance(name, str) or not ID.fullmatch(name):
        raise BadBook(f"{what} {name}: its id must be a small word")
    return name
