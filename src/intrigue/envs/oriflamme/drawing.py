"""A view of a game of the Oriflamme family: the row, the pointer and the players."""

from __future__ import annotations

from typing import Any

from intrigue.envs.canvas import (
    CARD,
    EDGE,
    FAINT,
    GOLD_EDGE,
    INK,
    NARROW,
    arrow,
    box,
    circle,
    clad,
    coin,
    colour,
    outlined_text,
    path,
    picture,
    rect,
    shield,
    star,
    words,
)
from intrigue.games.oriflamme.kinds import NAMES, is_character

View = dict[str, Any]

WIDTH, HEIGHT, GAP, RISE = 96, 132, 14, 42
"""Of a card; between cards; what is seen of a covered card."""
A_LINE = 9
MARGIN, TOP = 28, 62
PLAYER = 62


# Text


def text(view: View) -> str:
    """The row as a sketch writes it, `?` for a kind that may not be seen; then the players and the legal moves."""
    lines = [heading(view)]
    row = ["/".join(map(card_text, slot)) for slot in view["row"]]
    pointer = view["pointer"]
    lines.append("row  " + " ".join(f"[{slot}]" if number == pointer else slot for number, slot in enumerate(row, 1)))
    lines += [player_line(view, number, player) for number, player in enumerate(view["players"], 1)]
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
    kind = card["kind"] or "?"
    influence = f":{card['influence']}" if card["influence"] else ""
    controller = f">{card['controller']}" if card["controller"] != card["family"] else ""
    return f"{card['family']}{kind.capitalize() if card['up'] else kind}{influence}{controller}"


def player_line(view: View, number: int, player: dict[str, Any]) -> str:
    mark = ">" if number == view["to_act"] else "*" if number in (view["winners"] or []) else " "
    piles = [f"{pile} {pile_text(player[pile])}" for pile in ("hand", "aside", "discard")]
    return f"{mark}{number}   " + "; ".join([f"influence {player['influence']}", *piles])


def pile_text(pile: int | list[str]) -> str:
    """A pile that may be seen, or how many cards it has."""
    return str(pile) if isinstance(pile, int) else " ".join(pile) or "-"


# Picture


def svg(view: View) -> str:
    """The row in lines of nine slots, stacks from back to front, over one panel a player."""
    parts, bottom = draw_row(view)
    players = view["players"]
    parts += [part for number in range(1, len(players) + 1) for part in panel(view, number, bottom)]
    return picture(width(), bottom + len(players) * PLAYER + MARGIN - 10, heading(view), [*title(view), *parts])


def width() -> int:
    return 2 * MARGIN + A_LINE * (WIDTH + GAP) - GAP


def title(view: View) -> list[str]:
    game, *rest = heading(view).split(" · ")
    return [
        words(MARGIN, 38, game.replace("-", " ").title(), 24, font_weight="bold"),
        words(width() - MARGIN, 36, " · ".join(rest), 14, FAINT, "end"),
        path(f"M{MARGIN} 48H{width() - MARGIN}", stroke=EDGE, stroke_width=1.5),
    ]


def draw_row(view: View) -> tuple[list[str], float]:
    """All slots, and how far down they reach."""
    row, parts, y = view["row"], [], TOP + 10
    for start in range(0, max(len(row), 1), A_LINE):
        line = row[start : start + A_LINE]
        high = max((len(slot) for slot in line), default=1)
        for at, slot in enumerate(line):
            x, base = MARGIN + at * (WIDTH + GAP), y + (high - len(slot)) * RISE
            for covered, card in enumerate(slot):
                parts += draw_card(x, base + covered * RISE, card, top=covered == len(slot) - 1)
            floor = y + (high - 1) * RISE + HEIGHT
            parts += slot_number(x, floor, start + at + 1, start + at + 1 == view["pointer"])
        if not line:
            parts.append(path(box(MARGIN, y, WIDTH, HEIGHT, 8), fill="none", stroke=EDGE, stroke_dasharray="5 5"))
        y += (high - 1) * RISE + HEIGHT + 40
    return parts, y


def slot_number(x: float, y: float, number: int, pointed: bool) -> list[str]:
    middle = x + WIDTH / 2
    if not pointed:
        return [words(middle, y + 20, number, 13, FAINT, "middle")]
    plate = path(f"M{middle:g} {y + 3:g}l14 11v13h-28v-13z", fill=INK)
    return [plate, words(middle, y + 24, number, 13, "#fff", "middle", font_weight="bold")]


def draw_card(x: float, y: float, card: dict[str, Any], top: bool) -> list[str]:
    parts = [rect(x + 2, y + 3, WIDTH, HEIGHT, rx=8, fill=INK, opacity=0.18)]
    parts += face(x, y, card) if card["up"] else back(x, y, card)
    if card["kind"] and not top:
        parts.append(strip(x, y, card["kind"]))
    if card["influence"]:
        parts.append(coin(x + WIDTH - 16, y + HEIGHT - 18 if top else y + 15, card["influence"], 13 if top else 11))
    if card["controller"] != card["family"]:
        parts += ribbon(x, y, card["controller"])
    return parts


def face(x: float, y: float, card: dict[str, Any]) -> list[str]:
    """A card that lies face up: banner of its family, initial, name; a round frame for a character."""
    family, kind = card["family"], card["kind"]
    middle, down = x + WIDTH / 2, y + 74
    frame = {"fill": "none", "stroke": colour(family), "stroke_width": 2.5}
    square = path(f"M{middle:g} {down - 29:g}l29 29l-29 29l-29 -29z", **frame)
    return [
        path(box(x, y, WIDTH, HEIGHT, 8), fill=CARD, stroke=colour(family), stroke_width=2.5),
        clad(family, box(x + 1.2, y + 1.2, WIDTH - 2.4, 27, 7)),
        outlined_text(x + 15, y + 20, family, 15),
        circle(middle, down, 25, **frame) if is_character(NAMES.index(kind)) else square,
        words(middle, down + 11, kind[0].upper(), 31, colour(family), "middle", font_weight="bold"),
        words(middle, y + HEIGHT - 9, name(kind), 12.5, INK, "middle", font_family=NARROW, font_weight="bold"),
    ]


def back(x: float, y: float, card: dict[str, Any]) -> list[str]:
    """A card that lies face down; its kind in small letters if the seat may know it."""
    family, kind = card["family"], card["kind"]
    middle = x + WIDTH / 2
    parts = [
        clad(family, box(x, y, WIDTH, HEIGHT, 8), stroke=INK, stroke_width=1),
        path(box(x + 6, y + 6, WIDTH - 12, HEIGHT - 12, 5), fill="none", stroke="#fff", stroke_width=1.2, opacity=0.7),
        outlined_text(x + 17, y + 23, family, 15),
        outlined_text(middle, y + 78, kind[0].upper() if kind else "?", 34),
    ]
    if kind:
        parts.append(rect(x + 6, y + HEIGHT - 46, WIDTH - 12, 18, fill=CARD, opacity=0.92))
        parts.append(words(middle, y + HEIGHT - 33, name(kind), 11.5, INK, "middle", font_family=NARROW))
    return parts


def strip(x: float, y: float, kind: str) -> str:
    """The kind on what is seen of a covered card."""
    plate = rect(x + 7, y + 27, WIDTH - 14, 15, fill=CARD, opacity=0.92)
    return plate + words(x + WIDTH / 2, y + 38, name(kind), 11, INK, "middle", font_family=NARROW)


def ribbon(x: float, y: float, controller: int) -> list[str]:
    """Who controls a card of another family."""
    return [shield(x + WIDTH - 14, y + 15, controller, 19)]


def name(kind: str) -> str:
    return kind.replace("_", " ")


def panel(view: View, number: int, y: float) -> list[str]:
    """What may be seen of a player."""
    player = view["players"][number - 1]
    y += (number - 1) * PLAYER
    left, wide = MARGIN, width() - 2 * MARGIN
    acts = number == view["to_act"]
    look = {"stroke": INK if acts else EDGE, "stroke_width": 2 if acts else 1}
    parts = [rect(left, y, wide, PLAYER - 10, rx=7, fill=CARD, **look)]
    parts += [shield(left + 30, y + 24, number, 28), coin(left + 76, y + 26, player["influence"], 15)]
    if acts:
        parts.append(arrow(left + 1, y + 26, 10))
    if number in (view["winners"] or []):
        parts.append(star(left + 124, y + 26, 12))
    elif number == view["first"] and view["to_act"]:
        parts.append(words(left + 124, y + 31, "1st", 13, GOLD_EDGE, "middle", font_weight="bold"))
    at = left + 148
    for pile, room in (("hand", 330), ("aside", 200), ("discard", 260)):
        parts.append(words(at, y + 17, pile, 11, FAINT))
        parts += draw_pile(at, y + 21, player[pile], number, room)
        at += room
    return parts


def draw_pile(x: float, y: float, pile: int | list[str], player: int, room: float) -> list[str]:
    """Small backs for cards that may not be seen, names for those that may."""
    if isinstance(pile, int):
        return [clad(player, box(x + at * 19, y, 15, 21, 2.5), stroke=INK, stroke_width=0.8) for at in range(pile)]
    lines = wrap_lines([name(kind) for kind in pile], int(room / 6.2))
    return [words(x, y + 11 + at * 13, line, 11.5, INK, font_family=NARROW) for at, line in enumerate(lines)]


def wrap_lines(texts: list[str], room: int) -> list[str]:
    """The texts joined by commas in lines of at most so many letters."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) + 2 <= room:
            lines[-1] += f", {text}"
        else:
            lines.append(text)
    return lines
