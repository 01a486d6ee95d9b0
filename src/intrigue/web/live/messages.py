"""Messages as they travel over a connection: JSON, out and in."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from intrigue.engine.depth import check_depth

DONE, REFUSED, RESTART = 1000, 1008, 1012
"""With which codes sockets close: all is said; whoever is there may not be; the server starts anew."""
RESYNC = '{"type":"resync"}'
"""A page asks for everything anew."""
ALIVE = '{"type":"alive"}'
"""A page's connection still is one."""

Message = TypeVar("Message")


def encode(message: dict[str, Any]) -> str:
    """A message as it travels."""
    return msgspec.json.encode(message, enc_hook=str).decode()


def decode(text: str | bytes, kind: type[Message]) -> Message:
    """JSON from outside as what it must be."""
    check_depth(text)
    return msgspec.json.decode(text, type=kind)
