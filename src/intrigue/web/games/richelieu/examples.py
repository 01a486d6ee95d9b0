"""Ready positions in which a prize is won, one for each prize, as sketches."""

from __future__ import annotations

from intrigue.games.richelieu.cards import CARDS, ICONS, RICHELIEU_CARDS
from intrigue.games.richelieu.words import PRIZES
from intrigue.web.games.richelieu.box import box
from intrigue.web.view.sandbox_link import link_to_sketch

SKETCHES = {
    "prestige": "R2[1:3 2:1 1:1 2:1 .] E1",
    "money": "R6[1:3 2:1 1:1 2:1 .] E1",
    "income": "R1[1:3 2:1 1:1 2:1 .] E1",
    "military": "R4[1:3 2:1 1:1 2:1 .] E1",
    "agent": "R8[1:3 2:1 1:1 2:1 .] E1 | R2[2:2 . . . .] E2",
    "corruption": "R9[1:3 2:1 1:1 2:1 .] E1 | R2[2:3 3:1 3:1 2:1 .] E2[3:2 . . . .]",
    "grey": "R12[1:3 2:1 2:1 2:2 .] E1 | R2 E2[3:2 . . . .]",
    "queen": "R7[1:3 2:1 2:1 2:2 .] E1 | R2[Q . . . .] E2",
}
"""One agent is missing, and the zone is resolved for that prize, the first of its card as we ship it."""
ICON_OF = {name: icon for icon, name in PRIZES.items()}


def with_prize(name: str) -> tuple[str, str]:
    """A prize with a sketch in which it is won: on the card that we ship it on, or on the first of the cardinal's whose
    first prize it is with the deck file that is played with; without a sketch where there is none."""
    text, printed = SKETCHES[name], box()
    usual, icon = text.partition("[")[0], ICONS.index(ICON_OF[name])
    others = [card for card in RICHELIEU_CARDS if f" {card}[" not in text and f" {card} " not in text]
    for card in (usual, *others):
        if icon in printed.icon[CARDS.index(card) * 4 :][:2]:
            return name, card + text.removeprefix(usual)
    return name, ""


def tries(game: str, edition: str) -> list[tuple[str, str]]:
    """The prizes that can be tried, each with its way."""
    return [(name, link_to_sketch(game, text)) for name, text in map(with_prize, SKETCHES) if text]
