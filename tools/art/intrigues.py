"""The intrigues: things in a quatrefoil, on a ground of 64 by 64."""

from __future__ import annotations

from art.pen import (
    FAM,
    FAM_INK,
    GOLD,
    LEAF,
    LINE,
    PAPER,
    RED,
    STEEL,
    arc,
    both,
    disc,
    dot,
    eyes,
    flat,
    ground,
    group,
    limb,
    line,
    mirror,
    move,
    shadow,
    shape,
)

QUATREFOIL = ground("M17 17a15 15 0 0 1 30 0a15 15 0 0 1 0 30a15 15 0 0 1-30 0a15 15 0 0 1 0-30z")


def assassination() -> str:
    return (
        QUATREFOIL
        + shape(PAPER, "M22 20h20l-2.5 17L32 50l-7.5-13z")
        + flat(STEEL, "M32 21h9l-2.3 16L32 48.5z")
        + line("M32 22v15M22 20h20l-2.5 17L32 50l-7.5-13z")
        + limb(FAM, "M32 8v9", 5)
        + line("M29.5 9l5 2M29.5 13l5 2", FAM_INK, 1.3)
        + shape(GOLD, "M9 14c4 0 6 2 9 2h28c3 0 5-2 9-2 2 5-2 9-7 8H16c-5 1-9-3-7-8z")
        + disc(GOLD, 32, 5.5, 4.5)
        + disc(RED, 32, 19, 2, stroke_width=1.2)
        + shape(RED, "M32 47c5 6 6 8 6 10.5a6 6 0 0 1-12 0c0-2.5 1-4.5 6-10.5z")
        + line("M29.5 57.5q.3 2.3 2 2.8", PAPER, 1.5)
    )


def royal_decree() -> str:
    return (
        QUATREFOIL
        + shape(PAPER, "M12 9h38v42H12z")
        + shadow("M44 9h6v42h-6z", 0.1)
        + shape(PAPER, "M10 3h42c4 0 4 8 0 8H10c-4 0-4-8 0-8z")
        + shape(PAPER, "M10 47h42c4 0 4 8 0 8H10c-4 0-4-8 0-8z")
        + shadow(
            "M10 7h44.5c0 2-1 4-2.5 4H10c-1.5 0-2.5-2-2.5-4zM10 51h44.5c0 2-1 4-2.5 4H10c-1.5 0-2.5-2-2.5-4z", 0.14
        )
        + shape(FAM, "M16 15h13v14H16z", stroke_width=1.5)
        + flat(GOLD, "M18 27l-.6-9 2.6 3 2.5-5 2.5 5 2.6-3-.6 9z")
        + line("M33 17h13M33 22h13M33 27h9M16 33h30M16 38h30M16 43h13", width=1.8)
        + shape(FAM, "M38 44h12v19l-6-4-6 4z", stroke_width=1.6)
        + shape(RED, "M44 34c2 0 3 1 5 2s4 2 4 4-1 3 0 5-2 4-4 5-3 1-5 1-4 0-5-2-4-2-4-4 1-4 1-6 2-3 4-4 2-1 4-1z")
        + flat(GOLD, "M39.5 47l-1-8 3 2.5 2.5-4.5 2.5 4.5 3-2.5-1 8z")
    )


def ambush() -> str:
    leaf = shape(LEAF, "M0 0C-9-5-11-15-7-24C2-19 6-9 0 0z") + line("M0 0C-3-7-5-14-6.5-21", width=1.2)
    return (
        QUATREFOIL
        + move(18, 60, 0.95, leaf, turn=-42)
        + move(46, 60, 0.95, leaf, turn=66)
        + limb(FAM, "M10 53C24 62 54 60 50 48C47 39 17 43 17 30C17 19 27 15 35 15", 8)
        + line(
            "M13 57l2-4M21 60l1-5M30 60.5v-5M39 59.5l-1-5M47 55l-3-4M45 45l1.5-4.5M37 42l1.5-4.5M28 40l2-4.5"
            "M20 34l4.5-2.5M18.5 26l4.5 1.5M23.5 19l3 3.5",
            FAM_INK,
            1.4,
        )
        + line("M53 17l6 1M59 18l4-3M59 18l3 3.5", RED, 2)
        + shape(FAM, "M32 10c5-5 17-4 22 4 1 3 0 5-3 6-7 4-14 3-19 0-3-3-3-7 0-10z")
        + line("M54 16c-5 1-9 1-13 0", width=1.4)
        + disc(GOLD, 43, 11.5, 2.6, stroke_width=1.2)
        + dot(LINE, 43.5, 11.5, 1.1)
        + move(30, 64, 1.05, leaf, turn=-16)
        + move(40, 64, 1, leaf, turn=40)
        + move(15, 64, 0.9, leaf, turn=-70)
        + move(52, 64, 0.8, leaf, turn=84)
    )


def conspirator(hood: str) -> str:
    """Who whispers from the left."""
    return (
        shape(PAPER, "M12 14c8-2 13 2 13 7 0 2 5 6 4 8l-3 1v4l-2 1 1 4c-1 3-5 3-8 2l-6 3z")
        + shape(hood, "M0 64C0 52 1 46 4 42-1 26 1 9 14 5c6-1 10 2 11 6-6 0-10 4-11 9-1 8 2 13 3 21 6 5 9 12 9 23z")
        + dot(LINE, 21.5, 22, 1.6)
        + line("M18.5 18c2-1.5 4-1.5 6-.5M24 35h-4", width=1.4)
        + line("M7 60c0-8 2-13 6-17", width=1.4)
    )


def conspiracy() -> str:
    return (
        QUATREFOIL
        + conspirator(FAM)
        + mirror(64, conspirator(STEEL))
        + shape(PAPER, "M28.5 46h7v18h-7z")
        + shape(GOLD, "M25 60h14v4H25z", stroke_width=1.6)
        + shape(GOLD, "M32 45c-4-1-5-5-3-8 1-2 2-3 3-7 1 4 2 5 3 7 2 3 1 7-3 8z", stroke_width=1.5)
        + flat(RED, "M32 44c-1.5-.6-2-2.5 0-5.5 2 3 1.5 4.9 0 5.5z")
        + line("M32 22v-6M28 16l-2-4M36 16l2-4", GOLD, 2)
    )


def trap() -> str:
    upper = shape(
        PAPER, "M9 27l9 3 0-11zM18 19l9 7 1-12zM28 14l4 12 4-12zM36 14l1 12 9-7zM46 19l0 11 9-3z", stroke_width=1.5
    )
    lower = shape(
        PAPER, "M10 42l8-4 1 11zM19 49l7-8 4 11zM29 52l3-11 3 11zM34 52l4-11 7 8zM45 49l1-11 8 4z", stroke_width=1.5
    )
    return (
        QUATREFOIL
        + limb(STEEL, "M57 45c5 4 5 8 0 10s-5 6 1 8", 1.8, 3)
        + upper
        + limb(STEEL, "M6 31C7 16 17 8 32 8s25 8 26 23", 5)
        + lower
        + limb(STEEL, "M6 38c1 13 11 20 26 20s25-7 26-20", 5)
        + both(64, shape(FAM, "M1 27h12v15H1z"), disc(GOLD, 7, 34.5, 2.6, stroke_width=1.5))
        + disc(GOLD, 32, 34, 7)
        + line("M32 30.5v7M29.5 32.5h5", width=1.5)
    )


def bribery() -> str:
    return (
        QUATREFOIL
        + shape(FAM, "M0 46h11l3 18H0z")
        + shape(GOLD, "M10 45h5l3 19h-6z")
        + shape(PAPER, "M15 47c6-3 10-1 15 1h9c5 0 5 6 1 6l14-5c5-1 7 3 3 6l-16 8H17z")
        + line("M30 54h10", width=1.5)
        + shape(FAM, "M27 17C13 25 12 47 23 49c6 1 16 1 22 0 11-2 10-24-4-32z")
        + shadow("M38 18c14 7 17 29 7 31-3 .6-6 1-9 1 8-9 8-22 2-32z")
        + shape(FAM, "M25 5c2 2 4 2 5 0 2 2 5 2 7 0 2 2 4 2 6 0-1 5-2 8-3 11H28c-1-3-2-6-3-11z")
        + limb(GOLD, "M26 17.5h16", 2.2, 3)
        + limb(GOLD, "M41 18c5 1 6 4 6 8", 1.6, 2.6)
        + disc(GOLD, 34, 34, 8)
        + flat(
            LINE,
            "M34 28.5c2.5 3 2 4.5 1 6.5 1-2 4-2 4 .5 0 2-2 2-3 1.5l1 2.5h-6l1-2.5c-1 .5-3 .5-3-1.5 0-2.5 3-2.5 "
            "4-.5-1-2-1.5-3.5 1-6.5z",
        )
        + disc(GOLD, 56, 36, 5)
        + disc(GOLD, 54, 22, 4)
        + line("M56 34v4M54 20.5v3", width=1.3)
    )


def combination() -> str:
    """Three annulets; each passes over one other on the outside and under it within."""
    fam, gold, steel = (32, 22.5), (22, 39.8), (42, 39.8)

    def whole(tone: str, centre: tuple[float, float]) -> str:
        return disc("none", *centre, 15.5, stroke_width=8.2) + disc(
            "none", *centre, 15.5, stroke=tone, stroke_width=4.2
        )

    def over(tone: str, centre: tuple[float, float], middle: float) -> str:
        # The outline ends a little before the tone, or its end would show on the ring.
        edge, core = arc(*centre, 15.5, middle - 19, middle + 19), arc(*centre, 15.5, middle - 21, middle + 21)
        return group(line(edge, width=8.2), line(core, tone, 4.2), stroke_linecap="butt")

    return (
        QUATREFOIL
        + whole(FAM, fam)
        + whole(GOLD, gold)
        + whole(STEEL, steel)
        + over(FAM, fam, 170)
        + over(FAM, fam, 110)
        + over(GOLD, gold, 50)
    )


def pawn(coat: str, mouth: str) -> str:
    """A little figure, 26 wide and 36 high."""
    return (
        shape(coat, "M0 36c0-12 4-17 13-17s13 5 13 17z")
        + shape(PAPER, "M5 10c0 9 3 14 8 14s8-5 8-14z")
        + shape(coat, "M4 13C1 4 6 0 13 0s12 4 9 13c-5-4-13-4-18 0z")
        + eyes(15, 10, 16, 2.6)
        + line(mouth, width=1.3)
    )


def substitution() -> str:
    return (
        QUATREFOIL
        + move(2, 28, 1, pawn(STEEL, "M10.5 20.5q2.5-2 5 0"))
        + move(36, 1, 1, pawn(FAM, "M10.5 19.5q2.5 2 5 0"))
        + limb(GOLD, "M8 23C8 13 16 6 25 8", 3.6)
        + shape(GOLD, "M24 1l10 8-11 7z")
        + limb(GOLD, "M57 42c0 11-9 17-18 15", 3.6)
        + shape(GOLD, "M40 49l-10 7.5 10 7z")
    )


INTRIGUES = {
    "assassination": assassination,
    "royal_decree": royal_decree,
    "ambush": ambush,
    "conspiracy": conspiracy,
    "trap": trap,
    "bribery": bribery,
    "combination": combination,
    "substitution": substitution,
}
