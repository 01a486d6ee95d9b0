"""A view of Trifle: a line of cards for each player."""

from __future__ import annotations

from typing import Any

from intrigue.envs.canvas import CARD, FAINT, INK, arrow, box, clad, path, picture, shield, star, words

View = dict[str, Any]
WIDE, HIGH, GAP, MARGIN, TOP, LINE = 60, 84, 12, 28, 62, 120


def text(view: View) -> str:
    """A line for each player, `?` for a card that may not be seen; then the legal moves."""
    lines = [heading(view)]
    for number, player in enumerate(view["players"], start=1):
        mark = ">" if number == view["to_act"] else "*" if number in (view["winners"] or []) else " "
        laid = " ".join(card_text(card) for card in player["laid"]) or "-"
        lines.append(f"{mark}{number}   won {player['taken']}; laid {laid}; hand {pile_text(player['hand'])}")
    if view["legal"]:
        lines.append("legal " + ", ".join(view["legal"]))
    return "\n".join(lines)


def heading(view: View) -> str:
    parts = [view["game"], view["edition"], f"round {view['round']}", view["phase"]]
    if view["to_act"]:
        parts.append(f"to act {view['to_act']}")
    parts.append(f"seen by {view['for']}" if view["for"] else "seen by all")
    return " · ".join(parts)


def card_text(card: dict[str, Any]) -> str:
    value = "?" if card["value"] is None else str(card["value"])
    return f"{value}+" if card["up"] else value


def pile_text(pile: int | list[int]) -> str:
    return f"({pile})" if isinstance(pile, int) else " ".join(map(str, pile)) or "-"


def svg(view: View) -> str:
    """The cards of all players, one line each."""
    wide = 2 * MARGIN + 60 + 5 * (WIDE + GAP) + 160
    parts = [words(MARGIN, 38, heading(view), 15, INK, font_weight="bold")]
    for number, player in enumerate(view["players"], start=1):
        y = TOP + (number - 1) * LINE
        parts.append(shield(MARGIN + 20, y + HIGH / 2, number, 32))
        if number == view["to_act"]:
            parts.append(arrow(MARGIN + 2, y + HIGH / 2, 9))
        if number in (view["winners"] or []):
            parts.append(star(MARGIN + 20, y + HIGH, 10))
        for turn, card in enumerate(player["laid"]):
            parts += draw_card(MARGIN + 60 + turn * (WIDE + GAP), y, card, number)
        told = f"won {player['taken']} · hand {pile_text(player['hand'])}"
        parts.append(words(wide - MARGIN, y + HIGH / 2, told, 13, FAINT, "end"))
    return picture(wide, TOP + len(view["players"]) * LINE, heading(view), parts)


def draw_card(x: float, y: float, card: dict[str, Any], player: int) -> list[str]:
    shape = box(x, y, WIDE, HIGH, 7)
    value = "?" if card["value"] is None else str(card["value"])
    drawn = path(shape, fill=CARD, stroke=INK) if card["up"] else clad(player, shape, stroke=INK)
    plate = [] if card["up"] else [path(box(x + 12, y + 24, WIDE - 24, 36, 5), fill=CARD)]
    return [drawn, *plate, words(x + WIDE / 2, y + 51, value, 24, INK, "middle", font_weight="bold")]
