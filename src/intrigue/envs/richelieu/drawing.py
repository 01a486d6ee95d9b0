"""A view of Richelieu: three zones of two cards, the agents on them, the prestige track and the players.

What is printed on a card (the cost of its spaces, its prizes, the cardinal's step) is that of our own deck file; a sign
and a line below say that it is a reconstruction.
"""

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
    outlined_text,
    path,
    picture,
    rect,
    shield,
    star,
    words,
)
from intrigue.games.richelieu.box import our_box
from intrigue.games.richelieu.cards import CARDS, FACTIONS, ICONS, WIDTH
from intrigue.games.richelieu.sketch import FIGURES, NO_ZONE
from intrigue.games.richelieu.words import SIGN

View = dict[str, Any]

FACTION_COLOURS = ("#8e1f2f", "#3b4f78", "#2d6a8a", "#8a6a1f", "#4d4d4d")
ZONE, HIGH, GAP = 300, 118, 22
SPACE = 54
MARGIN, TOP = 28, 70
TRACK = 96
LAST_SPACE = 30
"""Of the prestige track; those past it stand there."""
PLAYER = 58
SIDES = (("r", "richelieu"), ("o", "opposing"))
NOTE = f"{SIGN} our reconstruction, not the printed card"
NUMBERS = ("prestige", "income", "military", "ecu", "jewels")


# Text


def text(view: View) -> str:
    """The zones as a sketch writes them, `?` for a value that may not be seen; then the tracks and the players."""
    lines = [heading(view)]
    lines += [f"{number}    {zone_line(view, number)}" for number in range(1, len(view["zones"]) + 1)]
    lines.append(f"     cardinal {view['cardinal']}; jewels {view['jewels']}; deck {view['deck'][0]}")
    lines += [player_line(view, number, player) for number, player in enumerate(view["players"], 1)]
    lines += [f" n{number}  {agents(held)}" for number, held in enumerate(view["neutral"], 1)]
    if view["legal"]:
        lines.append("legal " + ", ".join(view["legal"]))
    return "\n".join(lines)


def heading(view: View) -> str:
    parts = [view["game"], view["edition"], view["phase"]]
    if view["to_act"]:
        parts += [f"turn {view['turn']}", f"to act {view['to_act']}", f"actions left {view['actions_left']}"]
    parts.append(f"seen by {view['for']}" if view["for"] else "seen by all")
    return " · ".join(parts)


def zone_line(view: View, number: int) -> str:
    zone = view["zones"][number - 1]
    if zone["richelieu"] is None:
        return NO_ZONE
    return " ".join(f"{zone[name]}[{' '.join(spaces(view, number, side))}]" for side, name in SIDES)


def spaces(view: View, number: int, side: str) -> list[str]:
    """The five spaces of a card as a sketch writes them."""
    found = [agent_text(agent) if agent else "." for agent in view["zones"][number - 1][side]]
    for letter, figure in FIGURES.items():
        if (view[figure] or "").startswith(f"{number}.{side}."):
            found[int(view[figure][-1]) - 1] = letter
    return found


def agent_text(agent: dict[str, Any]) -> str:
    holder = f"n{agent['set']}" if "set" in agent else agent["player"]
    return f"{holder}:{value(agent)}{'+' if agent['up'] else ''}"


def value(agent: dict[str, Any]) -> str:
    return "?" if agent["value"] is None else str(agent["value"])


def player_line(view: View, number: int, player: dict[str, Any]) -> str:
    mark = ">" if number == view["to_act"] else "*" if number in (view["winners"] or []) else " "
    numbers = [f"{name} {player[name]}" for name in NUMBERS]
    if view["scores"]:
        numbers.insert(0, f"score {view['scores'][number - 1]}")
    return f"{mark}{number}   " + "; ".join([*numbers, agents(player), f"cards {pile_text(player['cards'])}"])


def agents(held: dict[str, Any]) -> str:
    return f"hand {pile_text(held['hand'])}; city {pile_text(held['city'])}"


def pile_text(pile: int | list[Any]) -> str:
    """A pile that may be seen, or how many are in it."""
    return f"({pile})" if isinstance(pile, int) else " ".join(map(str, pile)) or "-"


# Picture


def svg(view: View) -> str:
    """Three zones side by side, the track under them, then one panel a player."""
    parts = [part for number in range(1, len(view["zones"]) + 1) for part in draw_zone(view, number)]
    under = TOP + 2 * HIGH + 50
    parts += track(view, under)
    rows = [*view["players"], *view["neutral"]]
    for at, player in enumerate(view["players"]):
        parts += panel(view, at + 1, player, under + TRACK + at * PLAYER)
    for at, held in enumerate(view["neutral"], len(view["players"])):
        parts += neutral_panel(at - len(view["players"]) + 1, held, under + TRACK + at * PLAYER)
    tall = under + TRACK + len(rows) * PLAYER + MARGIN - 10
    note = words(width() - MARGIN, tall - 8, NOTE, 11, FAINT, "end")
    return picture(width(), tall, heading(view), [*title(view), *parts, note])


def width() -> int:
    return 2 * MARGIN + 3 * ZONE + 2 * GAP


def title(view: View) -> list[str]:
    game, *rest = heading(view).split(" · ")
    return [
        words(MARGIN, 38, game.title(), 24, font_weight="bold"),
        words(width() - MARGIN, 36, " · ".join(rest), 14, FAINT, "end"),
        path(f"M{MARGIN} 48H{width() - MARGIN}", stroke=EDGE, stroke_width=1.5),
    ]


def draw_zone(view: View, number: int) -> list[str]:
    x = MARGIN + (number - 1) * (ZONE + GAP)
    zone = view["zones"][number - 1]
    if zone["richelieu"] is None:
        return [path(box(x, TOP, ZONE, 2 * HIGH + 8, 10), fill="none", stroke=EDGE, stroke_dasharray="5 5")]
    parts = []
    for row, (side, name) in enumerate(SIDES):
        parts += draw_card(view, number, side, zone[name], x, TOP + row * (HIGH + 8))
    return [*parts, words(x + ZONE / 2, TOP + 2 * HIGH + 28, number, 14, FAINT, "middle")]


def draw_card(view: View, number: int, side: str, card: str, x: float, y: float) -> list[str]:
    """An intrigue card: faction, cardinal's step, prizes, and five spaces."""
    index, printed = CARDS.index(card), our_box()
    faction = printed.faction[index]
    hue = FACTION_COLOURS[faction]
    parts = [
        rect(x + 2, y + 3, ZONE, HIGH, rx=9, fill=INK, opacity=0.18),
        path(box(x, y, ZONE, HIGH, 9), fill=CARD, stroke=hue, stroke_width=2.5),
        path(box(x + 1.2, y + 1.2, ZONE - 2.4, 27, 8), fill=hue),
        words(x + 12, y + 20, card, 16, "#fff", font_weight="bold"),
        words(x + 56, y + 20, f"{FACTIONS[faction]} {SIGN}", 12, "#fff", font_style="italic"),
        words(x + ZONE - 12, y + 20, f"{printed.step[index]:+d}", 15, "#fff", "end", font_weight="bold"),
        words(x + ZONE - 46, y + 20, prizes(index), 12, "#fff", "end", font_family=NARROW),
    ]
    for at, what in enumerate(spaces(view, number, side)):
        agent = view["zones"][number - 1][side][at]
        middle, down = x + 15 + SPACE * (at + 0.5), y + 73
        if agent:
            parts += draw_agent(middle, down, agent)
        elif what != ".":
            parts += draw_figure(middle, down, what)
        else:
            parts += free_space(middle, down, printed.cost[index * WIDTH + at])
    return parts


def prizes(card: int) -> str:
    """Both prizes as the deck file writes them."""
    printed = our_box()
    found = []
    for prize in range(2):
        icons = [card * 4 + prize * 2 + slot for slot in range(2)]
        found.append(" ".join(icon(printed.icon[at], printed.amount[at]) for at in icons if printed.icon[at]) or "-")
    return " / ".join(found)


def icon(which: int, amount: int) -> str:
    return f"{amount}{ICONS[which]}" if len(ICONS[which]) == 1 else ICONS[which]


def free_space(x: float, y: float, cost: int) -> list[str]:
    look = {"fill": "none", "stroke": EDGE, "stroke_width": 1.8, "stroke_dasharray": "4 4" if cost else "none"}
    return [circle(x, y, 22, **look), words(x, y + 6, cost, 16, FAINT, "middle")]


def draw_agent(x: float, y: float, agent: dict[str, Any]) -> list[str]:
    """An agent: a disc if it lies face up, a tile with a small value or `?` if face down."""
    holder = agent["player"]
    parts = []
    if agent["up"]:
        disc = f"M{x - 22:g} {y:g}a22 22 0 1 1 44 0a22 22 0 1 1 -44 0z"
        parts.append(path(disc, fill=CARD, stroke=INK, stroke_width=1))
        parts.append(clad(holder, disc, stroke=INK, stroke_width=1))
        parts.append(outlined_text(x, y + 9, value(agent), 25))
    else:
        parts.append(clad(holder, box(x - 21, y - 21, 42, 42, 6), stroke=INK, stroke_width=1))
        parts.append(path(box(x - 17, y - 17, 34, 34, 4), fill="none", stroke="#fff", stroke_width=1.2, opacity=0.8))
        known = agent["value"] is not None
        parts.append(outlined_text(x, y + 7, f"({value(agent)})" if known else "?", 17 if known else 22))
    label = f"n{agent['set']}" if "set" in agent else str(holder)
    return [*parts, words(x, y + 37, label, 11.5, INK, "middle", font_weight="bold")]


def draw_figure(x: float, y: float, letter: str) -> list[str]:
    """The Grey Eminence or the Queen."""
    fill = "#6f6f6f" if letter == "G" else "#a8356c"
    diamond = path(f"M{x:g} {y - 24:g}l24 24l-24 24l-24 -24z", fill=fill, stroke=INK, stroke_width=1.2)
    return [diamond, outlined_text(x, y + 8, letter, 22), words(x, y + 37, FIGURES[letter], 11.5, INK, "middle")]


def track(view: View, y: float) -> list[str]:
    """The prestige track with the players over it and the cardinal under it."""
    left, long = MARGIN + 14, width() - 2 * MARGIN - 28
    step = long / LAST_SPACE
    line = y + 42
    parts = [path(f"M{left} {line}H{left + long}", stroke=INK, stroke_width=2)]
    for space in range(LAST_SPACE + 1):
        tall = 7 if space % 5 == 0 else 4
        parts.append(path(f"M{left + space * step:g} {line - tall}v{2 * tall}", stroke=INK, stroke_width=1.2))
        if space % 5 == 0:
            parts.append(words(left + space * step, line + 21, space, 11, FAINT, "middle"))
    crowd: dict[int, int] = {}
    for number, player in enumerate(view["players"], 1):
        space = min(player["prestige"], LAST_SPACE)
        parts.append(shield(left + space * step, line - 20 - 20 * crowd.get(space, 0), number, 18))
        crowd[space] = crowd.get(space, 0) + 1
    at = left + min(view["cardinal"], LAST_SPACE) * step
    parts.append(path(f"M{at:g} {line + 3:g}l9 10v14h-18v-14z", fill=FACTION_COLOURS[0], stroke=INK))
    parts.append(words(at, line + 23, view["cardinal"], 11, "#fff", "middle", font_weight="bold"))
    return parts


def panel(view: View, number: int, player: dict[str, Any], y: float) -> list[str]:
    """What may be seen of a player."""
    acts = number == view["to_act"]
    parts = frame(y, acts)
    parts.append(shield(MARGIN + 30, y + 22, number, 27))
    if acts:
        parts.append(arrow(MARGIN + 1, y + 24, 10))
    if number in (view["winners"] or []):
        parts.append(star(MARGIN + 66, y + 24, 12))
    elif number == view["first"] and view["to_act"]:
        parts.append(words(MARGIN + 66, y + 29, "1st", 13, GOLD_EDGE, "middle", font_weight="bold"))
    at = MARGIN + 118
    for name in NUMBERS:
        parts.append(words(at, y + 16, name, 11, FAINT, "middle"))
        parts.append(
            coin(at, y + 33, player[name], 12)
            if name == "ecu"
            else words(at, y + 38, player[name], 17, INK, "middle", font_weight="bold")
        )
        at += 60
    parts += piles(MARGIN + 425, y, number, player)
    parts += [words(MARGIN + 745, y + 16, "cards", 11, FAINT), *cards_won(MARGIN + 745, y + 35, player["cards"])]
    if view["scores"]:
        score = view["scores"][number - 1]
        parts.append(words(width() - MARGIN - 14, y + 33, score, 24, INK, "end", font_weight="bold"))
    return parts


def neutral_panel(number: int, held: dict[str, Any], y: float) -> list[str]:
    """The neutral agents that a player holds in a game of two."""
    label = words(MARGIN + 30, y + 30, f"n{number}", 17, INK, "middle", font_weight="bold")
    return [*frame(y, False), label, *piles(MARGIN + 425, y, 0, held)]


def frame(y: float, acts: bool) -> list[str]:
    look = {"stroke": INK if acts else EDGE, "stroke_width": 2 if acts else 1}
    return [rect(MARGIN, y, width() - 2 * MARGIN, PLAYER - 9, rx=7, fill=CARD, **look)]


def piles(x: float, y: float, player: int, held: dict[str, Any]) -> list[str]:
    """Agents in the hand and in the city."""
    parts = [words(x, y + 16, "hand", 11, FAINT), words(x + 190, y + 16, "city", 11, FAINT)]
    hand = held["hand"]
    if isinstance(hand, int):
        tiles = [
            clad(player, box(x + at * 17, y + 22, 14, 18, 2.5), stroke=INK, stroke_width=0.8) for at in range(hand)
        ]
        parts += tiles
    else:
        parts.append(words(x, y + 36, " ".join(map(str, hand)) or "-", 14, INK))
    parts.append(words(x + 190, y + 36, " ".join(map(str, held["city"])) or "-", 14, INK))
    return parts


def cards_won(x: float, y: float, cards: list[str]) -> list[str]:
    half = (len(cards) + 1) // 2 if len(cards) > 6 else len(cards)
    lines = [" ".join(cards[:half]), " ".join(cards[half:])]
    return [words(x, y - 3 + at * 12, line, 11, INK, font_family=NARROW) for at, line in enumerate(lines) if line]
