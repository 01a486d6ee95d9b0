"""What a table chooses before its first game; values a stranger sends are checked in `checked`."""

from __future__ import annotations

from typing import Literal

import msgspec

ClockKind = Literal["none", "friendly", "live", "days"]
Watching = Literal["nobody", "link", "anyone"]
Screens = Literal["open", "closed"]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long one decision may take. Friendly only reminds; live and days let a bot play on at zero."""

    kind: ClockKind = "none"
    seconds: int = 0


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's choices."""

    game: str
    edition: str
    players: int
    kinds: tuple[str, ...] = ()
    """Of the mix: the ten kinds in play; empty if they are drawn with the deal."""
    clock: Clock = Clock()
    watch: Watching = "link"
    """Who may watch: nobody, whoever has the link, or anyone (the table is listed while it is played)."""
    listed: bool = False
    """Whether strangers find the table in the list while seats are free."""
    screens: Screens = "open"
    """Of Richelieu: whether the others' ecus and jewels are shown."""
    level: str = "knight"
    """The bots that fill seats, and that play on for somebody whose clock ran out."""
    hot_seat: bool = False
    """Whether one device holds all seats of people and is passed round."""
