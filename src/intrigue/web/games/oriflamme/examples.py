"""Ready positions in which a card acts, one for each kind, as sketches."""

from __future__ import annotations

from intrigue.web.view.sandbox_link import link_to_sketch

BASE = {
    "archer": "2lord:1 3Heir 1archer:1 2spy 3soldier:2 @3",
    "soldier": "3Lord 2spy:1 1soldier:1 3heir:2 2Archer @3",
    "spy": "3heir 2Lord 1spy:1 3soldier 2archer @3; stock 1 4 2",
    "heir": "2Heir 1heir:2 3heir 2soldier 3lord @2",
    "lord": "1Archer 1lord:1 1spy 2soldier 3heir @2",
    "shapeshifter": "2Soldier 1shapeshifter:1 3Lord 3spy 2heir:2 @2",
    "assassination": "2Lord 1assassination:1 3Heir 2ambush:1 3spy:3 @2",
    "royal_decree": "2Heir 1royal_decree 3Lord 2soldier 3archer @2",
    "ambush": "1ambush:3 2soldier 3lord 2Heir 3Spy @2",
    "conspiracy": "2Lord 1conspiracy:3 3soldier 2spy 3heir @2",
}
"""Of Oriflamme: player 1 is asked about the card, or player 2 attacks it."""
ABLAZE = {
    "prince": "2Queen 1prince:1 3felon 2schemer 3trap @2",
    "twin": "1Prince 1Twin 2cutthroat 3Queen 2felon @1",
    "queen": "2Cutthroat 1queen:1 3apothecary 2felon @2",
    "cutthroat": "2queen:1 1cutthroat 3Queen 2felon 3trap @2",
    "apothecary": "2Queen 3felon:1 1apothecary 2trap:2 3Schemer @3",
    "felon": "2Queen 1felon:1 3Schemer 2trap 3queen @2; stock 3 2 1",
    "schemer": "2queen/2trap 3Felon 1schemer:1 2Apothecary 3queen @3",
    "trap": "1trap:2 2apothecary 3Queen 2felon 3schemer @2; stock 1 5 2",
    "bribery": "1bribery:1 2Queen 3Felon 2schemer 3trap/3apothecary @1",
    "combination": "1Queen/1combination:3 2Felon 3Schemer 2apothecary 3trap @1",
    "substitution": "1substitution:1 2Queen 3felon:2 2Schemer 3apothecary @1; discard 1 queen",
}


def tries(game: str, edition: str) -> list[tuple[str, str]]:
    """The kinds that can be tried in a game, each with its way."""
    boxes = {"oriflamme": BASE, "ablaze": ABLAZE}.get(game, BASE | ABLAZE)
    return [(kind, link_to_sketch(game, f"{text}; game {game}; edition {edition}")) for kind, text in boxes.items()]
