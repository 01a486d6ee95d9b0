"""A table's fair deal, and its record with the proof when the game is over or aborted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue.engine.fair import Finding, Proof, bot_nonce, commitment, deal_seed
from intrigue.engine.fair import verify as verify_game
from intrigue.engine.record import Record
from intrigue.web.table.errors import Denied
from intrigue.web.table.seats import LONGEST_NAME, unique_name
from intrigue.web.table.settings import offered_game

if TYPE_CHECKING:
    from intrigue.web.table.table import Table

__all__ = ["Finding", "Proof", "bot_nonce", "commitment", "deal_seed", "record_text", "verify"]


def record_text(table: Table) -> str:
    """The finished or aborted game as a record with its proof; while a game runs its record is the server's."""
    if table.phase not in ("over", "aborted"):
        raise Denied("refused.no_record_yet")
    if table.match is None:
        raise Denied("refused.no_record")
    match = table.match.copy()
    match.names = record_names(table)
    return str(match.record) if table.start else f"{proof(table)}{match.record}"


def record_names(table: Table) -> list[str]:
    """A name for every seat: the person's, else the bot's level; no two alike."""
    names: list[str] = []
    people = [seat.name for seat in table.seats if seat.name]
    for seat in table.seats:
        name = f"bot: {seat.name}"[:LONGEST_NAME].rstrip() if seat.key else seat.name
        names.append(name or unique_name(seat.level or table.settings.level, [*people, *names]))
    return names


def proof(table: Table) -> Proof:
    """What anybody can make the deal again from; holds the secret."""
    drawing = "kinds" in offered_game(table.settings.game).choices
    kinds = "fixed" if not drawing else "chosen" if table.settings.kinds else "drawn"
    return Proof(table.id, table.commitment, table.secret, table.nonces, table.bots_at_deal, kinds)


def verify(text: str | bytes) -> list[Finding]:
    """Checks such a record (see `intrigue.engine.fair.verify`)."""
    return verify_game(offered_game(Record.parse(text).headers.get("Game", "")), text)
