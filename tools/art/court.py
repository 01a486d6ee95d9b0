"""Richelieu: arms of factions and nobles, agents, prizes and figures, on 48 by 48 (small ones on 32 by 32)."""

from __future__ import annotations

from art.heraldry import LILY
from art.pen import (
    EARTH,
    GOLD,
    INK,
    LINE,
    PAPER,
    RED,
    STEEL,
    around,
    both,
    disc,
    dot,
    element,
    eyes,
    flat,
    limb,
    line,
    move,
    ring,
    shadow,
    shape,
    star,
    turn,
)

NOBLES = ("#a32017", "#14489a", "#e0b02c", "#3f9560")
NOBLE_INKS = ("#fff8e6", "#fff8e6", "#1c1208", "#1c1208")
AZURE, SABLE, FOREST, SCARLET = "#259", "#211", "#365", "#b22"

SHIELD = "M5 4h38v18c0 12-8 18-19 23C13 40 5 34 5 22z"
"""A heater shield on 48 by 48."""


def tinctures(noble: int) -> tuple[str, str]:
    return f"var(--noble-{noble},{NOBLES[noble - 1]})", f"var(--noble-{noble}-ink,{NOBLE_INKS[noble - 1]})"


def charge(noble: int) -> str:
    """What tells the nobles apart without colour, on 32 by 32: a chevron, a saltire, a star, a trefoil."""
    return (
        "M16 6L29 19v7L16 13 3 26v-7z",
        "M3 7l4-4 9 9 9-9 4 4-9 9 9 9-4 4-9-9-9 9-4-4 9-9z",
        star(16, 16, 14.5, 6.5, 6),
        ring(16, 9, 6.4) + ring(8.6, 18.6, 6.4) + ring(23.4, 18.6, 6.4) + "M15 17h2c0 6 1 9 4 12H11c3-3 4-6 4-12z",
    )[noble - 1]


def noble(number: int) -> str:
    colour, ink = tinctures(number)
    return (
        shape(colour, SHIELD)
        + move(9.6, 6, 0.9, flat(ink, charge(number)))
        + shadow("M24 4h19v18c0 12-8 18-19 23z", 0.12)
        + line("M8.5 7.5h31V22c0 10-6.5 15-15.5 19.5C15 37 8.5 32 8.5 22z", GOLD, 1.5)
    )


def rim(colour: str) -> str:
    """An agent lying on its face: a turned disc with a milled edge."""
    return (
        element("circle", fill=SABLE, stroke="none", cx=24, cy=25.5, r=22)
        + disc(colour, 24, 23.5, 21)
        + element("circle", cx=24, cy=23.5, r=18, stroke=GOLD, stroke_width=1.6)
    )


def agent(number: int) -> str:
    colour, ink = tinctures(number)
    return rim(colour) + move(10.4, 9.9, 0.85, flat(ink, charge(number)))


def neutral() -> str:
    return (
        rim("var(--noble-none,#6f675b)")
        + flat(PAPER, "M24 11c-6 0-9 4-9 10 0 4-3 6-4 13h26c-1-7-4-9-4-13 0-6-3-10-9-10z")
        + flat(SABLE, "M24 15c-3.5 0-5 3-5 6.5S21 29 24 29s5-4 5-7.5-1.5-6.5-5-6.5z")
    )


def hat() -> str:
    """The cardinal: his hat with cords and tassels."""
    rows = ((10, 24), (6, 31), (14, 31), (4, 38), (10, 38), (16, 38))
    tassels = line("M17 15C10 16 9 20 10 24", RED, 2) + shape(
        RED, "".join(f"M{x} {y}l2.6 6h-5.2z" for x, y in rows), stroke_width=1.2
    )
    knots = "".join(ring(x, y, 1.3) for x, y in rows)
    return (
        both(48, tassels, flat(GOLD, knots))
        + shape(RED, "M15 11c0-5 3-8 9-8s9 3 9 8z")
        + shape(RED, "M1 13c0-3 10-5 23-5s23 2 23 5-10 6-23 6S1 16 1 13z")
        + shadow("M24 19c13 0 23-3 23-6-4 2-13 3-23 3S5 15 1 13c0 3 10 6 23 6z", 0.3)
        + line("M15.5 9.5c5-1.5 12-1.5 17 0", GOLD, 1.8)
    )


def arms(field: str, *charges: str) -> str:
    """A shield with what it bears."""
    return shape(field, SHIELD) + "".join(charges) + shadow("M24 4h19v18c0 12-8 18-19 23z", 0.1) + line(SHIELD)


def richelieu() -> str:
    rows = ((8, 15), (18, 13), (28, 8))
    chevrons = "".join(f"M24 {y}l{w} {w * 4 // 5}v6l-{w}-{w * 4 // 5}-{w} {w * 4 // 5}v-6z" for y, w in rows)
    return arms(PAPER, flat(SCARLET, chevrons))


def england() -> str:
    petals = "".join(disc(PAPER, x, y, 6.2, stroke_width=1.5) for x, y in around(24, 23, 9, 5))
    sepals = flat("#474", star(24, 23, 14, 6, 5, -54))
    inner = "".join(disc(SCARLET, x, y, 3.6, stroke_width=1.2) for x, y in around(24, 23, 4.5, 5))
    return arms(SCARLET, sepals, petals, inner, disc(GOLD, 24, 23, 3, stroke_width=1.3))


def lily(x: float, y: float, size: float) -> str:
    return move(x, y, size, flat(GOLD, LILY))


def france() -> str:
    return arms(AZURE, lily(7.4, 6.6, 0.5), lily(24.6, 6.6, 0.5), lily(16, 24, 0.5))


def habsburgs() -> str:
    wing = "M24 15C20 15 18 12 18 9c-3-1-5 0-6 3 2 0 3 1 3 3-3-1-5-3-6-6-3 7-2 14 2 18l-1 2 4-1 0 3 4-2 1 4 3-2z"
    half = shape(SABLE, wing, stroke="none") + dot(PAPER, 15.8, 11, 0.8)
    return arms(
        GOLD,
        both(48, half),
        flat(SABLE, "M24 14c4 3 5 11 3 18l4 7-4-1-3 4-3-4-4 1 4-7c-2-7-1-15 3-18z"),
        flat(SCARLET, "M20.5 19h7v6c0 2.5-1.5 4-3.5 5-2-1-3.5-2.5-3.5-5z"),
        flat(PAPER, "M20.5 22.5h7v2.5h-7z"),
        move(19.5, 4.5, 0.28, flat(SCARLET, "M5 26L2 9l8 6 6-10 6 10 8-6-3 17z")),
    )


def protestants() -> str:
    return arms(
        FOREST,
        flat(GOLD, star(24, 22, 16, 9, 16)),
        shape(PAPER, "M24 20c-4-3-9-3-13-1v13c4-2 9-2 13 1 4-3 9-3 13-1V19c-4-2-9-2-13 1z", stroke_width=1.8),
        line(
            "M24 20v13M14 22.5c2.5-.7 5-.5 7 .5M14 26.5c2.5-.7 5-.5 7 .5M34 22.5c-2.5-.7-5-.5-7 .5"
            "M34 26.5c-2.5-.7-5-.5-7 .5",
            width=1.2,
        ),
    )


def piece() -> str:
    """An écu in little, without its beads, on 32 by 32."""
    return disc(GOLD, 16, 16, 14, stroke_width=3) + move(5.6, 5, 0.65, flat(LINE, LILY))


def ecu() -> str:
    """A piece of silver and gold with the lily, on 32 by 32."""
    return (
        disc(GOLD, 16, 16, 14)
        + shadow("M16 2a14 14 0 0 1 0 28 18 18 0 0 0 0-28z", 0.16)
        + element("circle", cx=16, cy=16, r=11.2, stroke_width=0.9, stroke_dasharray=".1 2.24", stroke_linecap="round")
        + move(7.8, 7.4, 0.51, flat(LINE, LILY))
    )


def jewel() -> str:
    """A cut stone, on 32 by 32."""
    return (
        shape("#4aa3c9", "M9 5h14l7 8-14 16L2 13z")
        + flat(PAPER, "M9 5h7l-5 8H2z", 0.55)
        + flat(PAPER, "M16 5l5 8h-5z", 0.3)
        + shadow("M30 13L16 29l5-16z", 0.25)
        + line("M2 13h28M11 13l5 16 5-16-5-8z", width=1.3)
    )


def office() -> str:
    """A bought office: a shield with a baton and a key of the king's household, on 32 by 32."""
    return (
        shape(AZURE, "M4 3h24v12c0 8-5 12-12 15C9 27 4 23 4 15z")
        + limb(GOLD, "M9 24L22 8", 1.8, 2.4)
        + limb(STEEL, "M23 24L11 10", 1.8, 2.4)
        + line("M22 20l-3 2.5M20 17.5l-2 1.7", STEEL, 1.8)
        + disc(AZURE, 9.5, 8.5, 2.6, stroke=STEEL, stroke_width=1.6)
        + line("M4 3h24v12c0 8-5 12-12 15C9 27 4 23 4 15z")
    )


def swords() -> str:
    sword = (
        shape(PAPER, "M14.5 5L16 1l1.5 4v16h-3z", stroke_width=1.3)
        + shape(GOLD, "M11 20h10v2.6H11z", stroke_width=1.3)
        + limb(EARTH, "M16 23.5v4", 1.4, 2)
        + disc(GOLD, 16, 29, 1.7, stroke_width=1.2)
    )
    return turn(-42, 16, 16, sword) + turn(42, 16, 16, sword)


def prestige() -> str:
    """Laurels about a star."""
    leaf = (
        "M16 29C9 28 4 23 4 15 4 12 5 9 6 7c1 2 1.5 4 1 6 1.5-2 3-2.5 4.5-2-.5 2-2 3.5-4 4 2 0 3.5 1 4 2.5-2 "
        "1-3.5 1-5 .5.5 2 1.5 3.5 2.5 4.5 0-2 .5-3.5 2-4.5 1 1.5 1.5 4 0 6 1.5 1.3 3 2 5 2.5z"
    )
    return both(32, flat(INK, leaf)) + shape(GOLD, star(16, 12, 7.5, 3.2, 5), stroke_width=1.4)


def money() -> str:
    return move(1, 10, 0.65, piece()) + move(10, 1.5, 0.65, piece())


def income() -> str:
    """A coin, and a step up."""
    return move(0.5, 11, 0.64, piece()) + shape(GOLD, "M24 2l7 8h-4v19h-6V10h-4z", stroke_width=1.6)


def man() -> str:
    """A hooded agent, 20 wide and 22 high."""
    return shape(EARTH, "M10 1C5 1 3 5 3 9c0 4-2 6-3 13h20c-1-7-3-9-3-13 0-4-2-8-7-8z", stroke_width=1.6) + flat(
        LINE, "M10 4.5c-2.6 0-3.8 2.2-3.8 4.8S7.6 15 10 15s3.8-3 3.8-5.7S12.6 4.5 10 4.5z"
    )


def place() -> str:
    return move(2, 8, 1, man()) + line("M25.5 3v10M20.5 8h10", INK, 2.6)


def corruption() -> str:
    """An agent who is led away with a coin."""
    return (
        move(0, 9, 0.9, man())
        + move(18.5, 2, 0.38, piece())
        + line("M19.5 23h10.5M25.5 18.5l4.5 4.5-4.5 4.5", INK, 2.4)
    )


def grey() -> str:
    """The Grey Eminence: a Capuchin's hood, a beard, a rope."""
    return (
        shape(STEEL, "M25 1C13 2 9 11 10 20 9 27 4 33 3 48h42c-1-15-6-21-7-28 1-8-3-16-13-19z")
        + shadow("M25 1c10 3 14 11 13 19 1 7 6 13 7 28H33c2-12 4-19 0-27 1-8-2-14-8-20z", 0.25)
        + shape(LINE, "M24 8c-7 0-9 6-9 11 0 6 4 11 9 11s9-5 9-11c0-5-2-11-9-11z")
        + flat(PAPER, "M17 20c0-4 3-6 7-6s7 2 7 6c0 5-3 8-7 8s-7-3-7-8z")
        + shape(EARTH, "M17 23c-1 9 2 13 7 17 5-4 8-8 7-17-1 2-3 2.5-4 1.5h-6c-1 1-3 .5-4-1.5z", stroke_width=1.5)
        + line("M21.5 27.5h5", PAPER, 1.2)
        + line("M18.5 17.5l4 1.3M29.5 17.5l-4 1.3M24.2 19.5v3", width=1.3)
        + eyes(20.6, 20.8, 27.2, 2.4)
        + line("M9 43c9 4 21 4 30 0", GOLD, 2)
    )


def lady() -> str:
    """The Queen of Richelieu's day: a crown, curls and a great collar."""
    return (
        shape(RED, "M4 48c1-9 8-13 20-13s19 4 20 13z")
        + shape(EARTH, "M13 18c-6 3-7 14-3 18 3 2 6 1 7-1h14c1 2 4 3 7 1 4-4 3-15-3-18z")
        + shape(PAPER, "M9 39c3-6 8-6 15-2 7-4 12-4 15 2l-9 3-6-2-6 2z")
        + shape(PAPER, "M15 18c-1 12 3 20 9 20s10-8 9-20z")
        + shape(EARTH, "M14 22c5 0 8-2 10-5 2 3 5 5 10 5v-6H14z", stroke_width=1.5)
        + eyes(26, 20.5, 27.5, 2.4)
        + line("M24.3 26l-1 3.5h1.5", width=1.1)
        + flat(RED, "M22 32.8q2-1.4 4 0-2 2-4 0z")
        + shape(GOLD, "M13 17L10 4l7 5 7-8 7 8 7-5-3 13c-7-3-15-3-22 0z")
        + disc(RED, 24, 11, 2, stroke_width=1.2)
        + dot(PAPER, 24, 44, 1.6)
        + dot(PAPER, 20, 43.3, 1.3)
        + dot(PAPER, 28, 43.3, 1.3)
    )


def hood() -> str:
    """The Grey Eminence in little: a hood with eyes in its dark."""
    return (
        shape(STEEL, "M17 1C8 1 6 8 6.5 14 6 19 3 23 2 31h28c-1-8-4-12-4.5-17C26 8 23 2 17 1z")
        + shape(LINE, "M16 7c-4 0-6 3.5-6 7.5S12.5 22 16 22s6-3.5 6-7.5S20 7 16 7z", stroke_width=1)
        + dot(PAPER, 13.6, 14.5, 1.5)
        + dot(PAPER, 18.4, 14.5, 1.5)
        + line("M7 27c6 3 12 3 18 0", GOLD, 1.8)
    )


def diadem() -> str:
    """The Queen in little: her crown, lined with red."""
    return (
        shape(RED, "M5 22C3 14 9 9 16 9s13 5 11 13z")
        + shape(GOLD, "M4 28L2 9l7 7 7-11 7 11 7-7-2 19z")
        + flat(RED, "M9 22l3-3 3 3-3 3zM17 22l3-3 3 3-3 3z")
        + disc(PAPER, 16, 4.6, 2.4, stroke_width=1.3)
        + both(32, disc(PAPER, 3, 8, 2, stroke_width=1.3))
    )


COURT_48 = {
    **{f"noble-{n}": noble(n) for n in range(1, 5)},
    **{f"agent-{n}": agent(n) for n in range(1, 5)},
    "agent-neutral": neutral(),
    "faction-richelieu": richelieu(),
    "faction-england": england(),
    "faction-france": france(),
    "faction-habsburgs": habsburgs(),
    "faction-protestants": protestants(),
    "figure-grey": grey(),
    "figure-queen": lady(),
    "cardinal": hat(),
}
COURT_32 = {
    "prize-prestige": prestige(),
    "prize-money": money(),
    "prize-income": income(),
    "prize-military": swords(),
    "prize-agent": place(),
    "prize-corruption": corruption(),
    "prize-grey": hood(),
    "prize-queen": diadem(),
    "ecu": ecu(),
    "jewel": jewel(),
    "shield-office": office(),
}
