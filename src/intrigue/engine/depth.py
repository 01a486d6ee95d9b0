"""How deep JSON from outside may nest: looked at before it is decoded, because each interpreter has a limit of its own,
and some have hardly any."""

from __future__ import annotations

import re

DEEPEST = 32
"""Brackets within brackets; what we read has a quarter of them."""
PARTS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)
"""Texts, in which brackets mean nothing, and brackets. A text without an end goes on to the end."""


class TooDeep(ValueError):
    """Brackets within brackets within brackets."""


def check_depth(text: str | bytes) -> None:
    """Raises `TooDeep` if a JSON text, in UTF-8 where it is bytes, nests deeper than we read.

    >>> check_depth('{"a": [[1], [2]], "b": "[[[["}')
    >>> check_depth("[" * 33 + "]" * 33)
    Traceback (most recent call last):
        ...
    intrigue.engine.depth.TooDeep
    """
    data = text.encode(errors="replace") if isinstance(text, str) else text
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return
    depth = 0
    for part in PARTS.finditer(data):
        sign = part[0]
        if sign in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise TooDeep
        elif sign in b"]}":
            depth -= 1
