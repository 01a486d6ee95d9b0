"""Whether a server can serve: what its parts say when they are asked, as sentences for whoever runs it."""

from __future__ import annotations

import asyncio

from intrigue.web.house import House
from intrigue.web.store import Full, Unavailable

PATIENCE = 3.0
"""Seconds in which the database must answer."""


async def ailments(house: House) -> list[str]:
    """Why the server is not ready, as keys of sentences; nothing if it is."""
    found = []
    if house.hub.closing:
        found.append("health.stopping")
    try:
        async with asyncio.timeout(PATIENCE):
            if not await house.store.up_to_date():
                found.append("health.migrations")
            if not await house.store.has_room():
                found.append("health.full")
    except (Unavailable, Full, TimeoutError):
        found.append("health.database")
    return found + house.ailing()
