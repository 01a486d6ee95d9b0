"""The characters: half-length figures in a Gothic niche, on a ground of 64 by 64."""

from __future__ import annotations

from art.pen import (
    EARTH,
    FAM,
    FAM_INK,
    GOLD,
    INK,
    LEAF,
    LINE,
    PAPER,
    RED,
    STEEL,
    both,
    disc,
    dot,
    eyes,
    flat,
    ground,
    limb,
    line,
    mirror,
    move,
    number,
    shadow,
    shape,
)

NICHE = ground("M7.5 64V31C7.5 17 19 8 32 .8c13 7.2 24.5 16.2 24.5 30.2v33")


def features(x: float, y: float, apart: float = 5, mouth: str = "m-3 0q3 2 6 0") -> str:
    """Eyes, nose and mouth, about the root of the nose."""
    brow = f"{number(y - 3.4)}q"
    return (
        eyes(y, x - apart, x + apart)
        + line(
            f"M{number(x - apart - 2.4)} {brow}2.4-1.6 4.6-.4M{number(x + apart + 2.4)} {brow}-2.4-1.6-4.6-.4",
            width=1.2,
        )
        + line(f"M{number(x + 0.4)} {number(y)}l-1.4 5h2M{number(x)} {number(y + 9)}{mouth}", width=1.3)
    )


def archer() -> str:
    return (
        NICHE
        + shape(FAM, "M3 64C3 50 9 41 21 40c9 0 14 5 16 12l3 12z")
        + shadow("M22 64c4-8 6-15 5-23 6 1 9 5 10 11l3 12z")
        + shape(PAPER, "M14 20c-1 11 3 20 11 20 4 0 6-3 6-7l4-1-3-5 1-9z")
        + shape(EARTH, "M13 18c-4 6-4 14 0 20 3 1 5-1 5-5l1-13z")
        + dot(LINE, 29, 24, 1.5)
        + line("M27 34h4", width=1.2)
        + shape(FAM, "M8 20C9 8 20 3 30 8l17 9c-12 5-27 6-39 3z")
        + shape(GOLD, "M18 13C10 12 5 8 3 2c9 0 15 4 18 9z")
        + limb(GOLD, "M43 6C60 17 60 51 43 62", 2.6, 3.4)
        + line("M43 6L23 36L43 62", INK, 1.3)
        + limb(FAM, "M32 47L49 36", 6)
        + limb(FAM, "M14 49L7 41L19 37", 6)
        + line("M18 36H58", INK, 2.2)
        + shape(STEEL, "M63 36l-9-4v8z", stroke_width=1.4)
        + flat(RED, "M14 32.6l9 0 3.4 3.4-3.4 3.4h-9l3-3.4z")
        + disc(PAPER, 25, 37, 3.2, stroke_width=1.5)
        + disc(PAPER, 53, 36, 3.2, stroke_width=1.5)
    )


def soldier() -> str:
    return (
        NICHE
        + shape(STEEL, "M7 64C7 48 14 38 29 38s23 10 23 26z")
        + line("M36 47h11M36 51h13M36 55h7M36 59h8", width=1.1)
        + shape(FAM, "M28 11C24 1 12 0 8 6c5-1 8 2 9 7z")
        + shape(STEEL, "M16 14c4-7 20-7 24 0l1 17-13 9-13-9z")
        + shadow("M30 9c5 0 8 2 10 5l1 17-11 8z", 0.16)
        + shape(LINE, "M17 20h22v3.6H17z", stroke_width=1)
        + line("M28 10v29", GOLD, 2.4)
        + line("M21 28v.1M21 32v.1M24.4 30v.1M35 28v.1M35 32v.1M31.6 30v.1", width=1.8)
        + shape(PAPER, "M50 9l3-7 3 7v35h-6z")
        + shadow("M53 2l3 7v35h-3z", 0.22)
        + limb(EARTH, "M53 46v9", 2.4, 3)
        + shape(GOLD, "M45 42h16v4H45z")
        + disc(GOLD, 53, 58, 3)
        + limb(FAM, "M43 61l5-5", 6)
        + shape(PAPER, "M48 52c0-4 10-4 10 0v2c0 3-10 3-10 0z", stroke_width=1.6)
        + shape(FAM, "M3 36h31v10c0 9-7 14-15.5 18C10 60 3 55 3 46z")
        + flat(FAM_INK, "M15.5 37h6v7h11.5v6H21.5v11.5l-3 1.6-3-1.6V50H4v-6h11.5z")
        + line("M3 36h31v10c0 9-7 14-15.5 18C10 60 3 55 3 46z")
    )


def spy() -> str:
    return (
        NICHE
        + shape(FAM, "M40 2C24 1 13 12 13 27c0 7-7 15-9 37h53c-1-19-7-30-7-37 0-9-4-15-9-18z")
        + shadow("M40 2c6 6 9 12 10 25 0 7 6 18 7 37H44c4-14 5-21 2-32 1-13 0-22-6-30z")
        + shape(LINE, "M31 13c-8 0-12 7-12 14s5 14 12 14 12-7 12-14-4-14-12-14z")
        + shape(PAPER, "M20.5 26q5-5 9.5 0-4.5 4.5-9.5 0zM33 26q5-5 9.5 0-4.5 4.5-9.5 0z", stroke="none")
        + eyes(26, 27.5, 40, 4)
        + line("M14 58c1-8 3-13 8-17M30 45v18", width=1.5)
        + limb(FAM, "M24 60l14-6", 6)
        + disc(PAPER, 41, 52, 3.4)
        + line("M40 49c0-4 8-5 9 0", INK, 2)
        + shape(GOLD, "M38 50l6-5h2l6 5z")
        + shape(PAPER, "M39 50h12v10H39z")
        + flat(GOLD, "M45 51c4 4 3 7 0 8-3-1-4-4 0-8z")
        + shape(GOLD, "M37 60h16v3.5H37z")
        + line("M56 44l4-3M57 52h5M56 59l4 2", GOLD, 2)
    )


def heir() -> str:
    return (
        NICHE
        + shape(FAM, "M9 64c1-9 8-14 23-14s22 5 23 14z")
        + shape(GOLD, "M28 52h8l2 12H26z", stroke_width=1.5)
        + shape(EARTH, "M15 30C8 32 8 41 12 44c-2 6 4 10 8 8h24c4 2 10-2 8-8 4-3 4-12-3-14z")
        + shape(PAPER, "M17 30c-1 14 6 23 15 23s16-9 15-23z")
        + shape(EARTH, "M16 34c5 0 8-2 10-5 3 3 14 4 22 4v-8H16z", stroke_width=1.5)
        + features(32, 39, 6)
        + flat(RED, "M19 43a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM39 43a3 3 0 1 0 6 0 3 3 0 1 0-6 0z", 0.35)
        + shape(PAPER, "M17 54c5-4 25-4 30 0l-6 5-9-3-9 3z")
        + shape(GOLD, "M12 28L7 8l13 8L32 2l12 14 13-8-5 20c-12-4-28-4-40 0z")
        + shadow("M32 2l12 14 13-8-5 20c-7-2-13-3-20-3z", 0.14)
        + both(64, disc(FAM, 8, 8, 2.6, stroke_width=1.5))
        + disc(RED, 32, 18, 3, stroke_width=1.5)
        + line("M13 24c12-4 26-4 38 0", width=1.2)
    )


def lord() -> str:
    throne = shape(EARTH, "M11 64V20l6-8 6 8V64z") + disc(GOLD, 17, 9, 3.4)
    return (
        NICHE
        + both(64, throne)
        + shape(EARTH, "M20 18L32 4l12 14v30H20z")
        + shape(FAM, "M2 64c1-12 8-19 18-21h24c10 2 17 9 18 21z")
        + shadow("M38 43h6c10 2 17 9 18 21H46z")
        + shape(PAPER, "M17 43c-2 6 3 12 15 14 12-2 17-8 15-14l-6-3H23z")
        + line("M22 47v3M28 51v3M42 47v3M36 51v3", width=2)
        + shape(PAPER, "M21 24v10c0 7 5 11 11 11s11-4 11-11V24z")
        + features(32, 28, 5, "")
        + shape(STEEL, "M21 31c0 11 3 18 7 22l4-5 4 5c4-4 7-11 7-22-3 4-5 4-8 3h-6c-3 1-5 1-8-3z")
        + line("M29 38h6M27 43l1 5M37 43l-1 5", width=1.3)
        + shape(FAM, "M15 19C16 9 23 7 32 7s16 2 17 12c2 4-3 6-5 4H20c-2 2-7 0-5-4z")
        + shadow("M38 8c6 1 10 4 11 11 2 4-3 6-5 4h-5c2-6 2-11-1-15z")
        + shape(GOLD, "M17 18c9-2.5 21-2.5 30 0v5c-9-2-21-2-30 0z")
        + disc(RED, 32, 13, 2.4, stroke_width=1.5)
        + line("M12 48c4 9 12 13 20 13s16-4 20-13", GOLD, 2.4)
        + disc(GOLD, 32, 60, 3.4, stroke_width=1.5)
    )


def shapeshifter() -> str:
    return (
        NICHE
        + limb(RED, "M11 30C5 36 9 44 3 52", 2.4, 3)
        + limb(RED, "M53 32c5 5 2 12 8 19", 2.4, 3)
        + shape(PAPER, "M32 7C17 7 9 17 9 29c0 16 11 29 23 33z")
        + shape(EARTH, "M32 7C17 7 9 17 9 29l3 1c3-9 10-13 20-14z")
        + shape(FAM, "M32 10c4 0 6 1 9 2L54 1c3 10 4 18 2 26-1 7-4 10-8 15-4 8-9 17-16 20z")
        + shape(PAPER, "M45 14l7-7c1 6 1 10 0 15z", stroke_width=1.5)
        + shape(PAPER, "M32 35c7 2 11 6 13 10-3 7-8 14-13 17z", stroke_width=1.5)
        + shape(LINE, "M32 36c5 0 8 2 8 4s-4 4-8 4z", stroke_width=1)
        + shape(GOLD, "M37 29c3-5 8-6 12-6-1 5-6 8-12 6z", stroke_width=1.5)
        + line("M43.6 24.5l-1.5 4", width=2)
        + line("M32 50c4 0 7-1 10-3", width=1.5)
        + flat(LINE, "M36 49.5l2 5 2-6z")
        + shape(LINE, "M14 30q6-5 13 0-6 5-13 0z", stroke_width=1)
        + dot(PAPER, 20.5, 30, 1.7)
        + line("M13 24q7-5 14-1M32 30l-4 11 4 1M21 50q6 4 11 1", width=1.6)
        + line("M32 7v55", GOLD, 2)
    )


def prince() -> str:
    return (
        NICHE
        + shape(FAM, "M4 64c1-13 9-19 24-19s23 6 24 19z")
        + shadow("M33 45c11 1 18 7 19 19H38z")
        + shape(EARTH, "M14 18c-5 10-5 22-2 30 5 3 9 2 11-1h11c2 3 6 4 11 1 3-8 3-20-2-30z")
        + shape(PAPER, "M18 22c-1 15 3 26 10.5 26S40 37 39 22z")
        + shape(EARTH, "M17 30c4-2 6-4 7-8 4 3 10 4 16 3V17H17z", stroke_width=1.5)
        + features(28.5, 32, 4.6)
        + shape(PAPER, "M44 8C50 0 60 0 62 6c-6-1-9 3-16 9z", stroke_width=1.6)
        + shape(GOLD, "M13 21L11 9l7 5 4-8 6.5 7L35 6l4 8 7-5-2 12c-9-3-22-3-31 0z")
        + disc(RED, 28.5, 17, 2, stroke_width=1.2)
        + shape(GOLD, "M17 47c7 5 16 5 23 0l3 5c-9 6-20 6-29 0z")
        + limb(GOLD, "M54 62V32", 2, 3)
        + shape(GOLD, "M54 16c5 6 4 9 0 14-4-5-5-8 0-14z", stroke_width=1.6)
        + shape(GOLD, "M53 31c-1-8-7-9-9-5 3 0 4 4 7 8h6c3-4 4-8 7-8-2-4-8-3-9 5z", stroke_width=1.6)
        + limb(FAM, "M42 60l9-7", 6)
        + disc(PAPER, 54, 51, 3.6)
    )


def queen() -> str:
    return (
        NICHE
        + shape(PAPER, "M14 18C6 30 6 48 4 64h56c-2-16-2-34-10-46z")
        + shadow("M50 18c8 12 8 30 10 46H50c2-16 2-32-4-42z", 0.14)
        + shape(FAM, "M12 64c2-10 8-14 20-14s18 4 20 14z")
        + shape(PAPER, "M26 44h12v6l-6 8-6-8z")
        + shape(PAPER, "M21 27c0 13 4 21 11 21s11-8 11-21z")
        + features(32, 34, 4.6)
        + flat(RED, "M29.5 43q2.5-1.6 5 0-2.5 2.6-5 0z")
        + shape(
            FAM, "M32 29C25 22 16 25 15 33 8 26 6 15 12 8c7-6 17-2 20 8 3-10 13-14 20-8 6 7 4 18-3 25-1-8-10-11-17-4z"
        )
        + shadow("M52 8c6 7 4 18-3 25-1-8-10-11-17-4V16c5 3 10 3 14 0 5-2 6-5 6-8z")
        + line("M13 20l8-8M18 24l9-9M51 20l-8-8M46 24l-9-9", FAM_INK, 1.2)
        + shape(GOLD, "M22 17L18 3l8 5 6-7 6 7 8-5-4 14c-6-3-14-3-20 0z")
        + disc(RED, 32, 11, 2.2, stroke_width=1.2)
        + line("M24 51c3 6 13 6 16 0", GOLD, 2.2)
        + disc(RED, 32, 57, 2.6, stroke_width=1.5)
    )


def cutthroat() -> str:
    return (
        NICHE
        + shape(EARTH, "M3 64c1-9 9-14 18-16h22c9 2 17 7 18 16z")
        + shape(FAM, "M15 50c8 7 26 7 34 0l4 7c-11 9-31 9-42 0z")
        + shape(PAPER, "M15 20v14c0 12 7 20 17 20s17-8 17-20V20z")
        + shape(EARTH, "M16 38c-1 12 6 18 16 18s17-6 16-18c-4 4-28 4-32 0z")
        + shape(FAM, "M50 18c6-4 11-4 13 0-4 0-7 2-9 5 4 2 6 6 5 10-4-1-8-4-10-9z")
        + shape(FAM, "M13 24C11 9 20 3 32 3s21 6 19 21c-12-5-26-5-38 0z")
        + shadow("M36 3c10 1 16 8 15 21-4-2-8-3-12-3.5C42 14 41 8 36 3z")
        + line("M15 17c10-5 24-5 34 0M17 12c4-3 7-4 11-4.5", FAM_INK, 1.4)
        + line("M19 26l9 3M45 26l-9 3", width=2.4)
        + eyes(31, 25, 39, 3.6)
        + line("M40 33l4 8M41 38l4-2", RED, 1.4)
        + line("M32 30l-2 6h3", width=1.3)
        + shape(PAPER, "M46 40H20C13 40 6 43 1 49c7 1 13-1 19-1h26z")
        + shadow("M1 49c7 1 13-1 19-1h26v-3H17c-6 0-11 2-16 4z", 0.22)
        + shape(GOLD, "M44 37h4v14h-4z")
        + limb(EARTH, "M50 44h9", 3.4, 3)
        + disc(GOLD, 61, 44, 2.2, stroke_width=1.5)
        + line("M26 42v4M30 42v4M34 42v4M38 42v4", width=1.3)
    )


def apothecary() -> str:
    return (
        NICHE
        + shape(FAM, "M16 64c-1-16 3-25 14-27h10c12 2 20 11 21 27z")
        + shadow("M44 38c10 3 16 12 17 26H47c2-11 1-19-3-26z")
        + shape(PAPER, "M28 18c12-3 22 2 22 12 0 8-6 12-14 11-4-4-10-4-16-2-7 2-13 6-17 11C4 38 14 24 28 18z")
        + line("M7 46c5-6 14-11 24-12", width=1.4)
        + line("M15 35v.1M20 31.5v.1", width=2.2)
        + disc(GOLD, 36, 27, 6)
        + disc(LINE, 36, 27, 3, stroke_width=0)
        + dot(PAPER, 37.2, 26, 1.1)
        + line("M42 27h9", width=1.6)
        + shape(EARTH, "M26 14L29 1h19l4 14z")
        + shape(FAM, "M26.5 11h24.5l1.5 5.5H26z")
        + shape(EARTH, "M13 18c12-5 38-6 48-1 2 2 0 4-3 4-14-3-29-2-41 1-5 1-7-2-4-4z")
        + limb(FAM, "M53 60L44 52", 6)
        + shape(PAPER, "M33 40h8v8c5 2 8 6 8 9 0 4-4 6-12 6s-12-2-12-6c0-3 3-7 8-9z")
        + shape(LEAF, "M26.5 55c7-3 14 3 21 0l1.5 2c0 4-4 6-12 6s-12-2-12-6z", stroke_width=1.5)
        + shape(EARTH, "M32 38h10v4H32z", stroke_width=1.5)
        + dot(LEAF, 36, 51, 1.4)
        + dot(LEAF, 39.5, 47, 1.1)
        + disc(PAPER, 46, 50, 3.2)
    )


def felon() -> str:
    fist = (
        disc(LINE, 10, 37, 6.5)
        + shape(PAPER, "M5 40c-1-5 1-8 5-8s6 3 5 8l-1 12c-1 3-7 3-8 0z")
        + line("M8.5 45v6M11.6 45v6", width=1.1)
    )
    return (
        NICHE
        + shape(FAM, "M17 48h30l5 16H12z")
        + line("M24 50l-2 14M32 50v14M40 50l2 14", FAM_INK, 2.4)
        + shape(EARTH, "M1 25h62v23H1z")
        + shadow("M1 37h62v11H1z", 0.22)
        + line("M17 30h4M43 29h5M4 44.5h8M44 44h8", width=1)
        + line("M1 37h62", width=1.6)
        + disc(LINE, 32, 37, 12)
        + both(64, fist)
        + shape(PAPER, "M21 19v14c0 9 5 14 11 14s11-5 11-14V19z")
        + shape(EARTH, "M20 25C17 11 22 4 33 4c10 0 15 7 11 21l-3-6-4 4-3-6-5 6-3-5-3 6z", stroke_width=1.6)
        + shadow("M20 25C17 11 22 4 33 4c10 0 15 7 11 21l-3-6-4 4-3-6-5 6-3-5-3 6z", 0.45)
        + line("M24 26l6 2M40 26l-6 2", width=2)
        + eyes(31, 27.5, 36.5, 3)
        + line("M32.4 31l-1.4 4.5h2M28 42q4-3.5 8 0M25 39v.1M39 39v.1", width=1.4)
        + both(64, disc(STEEL, 4, 28, 1.3, stroke_width=1))
    )


def schemer() -> str:
    ribs = "".join(
        f"L{x} {y}M32 62" for x, y in ((6, 47), (12, 39.5), (21, 35), (32, 33.5), (43, 35), (52, 39.5), (58, 47))
    )
    return (
        NICHE
        + shape(
            EARTH, "M32 4C18 4 11 13 12 26c-4 4-5 12-2 17 4 4 9 3 11-1h22c2 4 7 5 11 1 3-5 2-13-2-17C53 13 46 4 32 4z"
        )
        + shape(PAPER, "M20 22c0 15 4 24 12 24s12-9 12-24c-4-6-20-6-24 0z")
        + shape(EARTH, "M19 28c1-8 6-12 13-14 7 2 12 6 13 14 2-8 0-16-13-17-13 1-15 9-13 17z", stroke_width=1.5)
        + shape(PAPER, "M22 27q5-4.5 9 0-4.5 3.5-9 0zM33 27q4-4.5 9 0-4.5 3.5-9 0z", stroke_width=1.3)
        + eyes(26.8, 28, 39, 3.6)
        + line("M22 22q5-3 9 .5M42 20q-5-3-9 1.5", width=1.5)
        + dot(LINE, 41, 31.5, 1)
        + shape(GOLD, "M20 7c7-5 17-5 24 0l-2 4c-6-4-14-4-20 0z", stroke_width=1.6)
        + disc(RED, 32, 6, 2.2, stroke_width=1.3)
        + both(64, disc(GOLD, 14.5, 34, 2.2, stroke_width=1.3))
        + shape(
            FAM,
            "M32 62L3 50C3 46 5 43 8 42c1-4 4-6 8-6 3-3 6-4 10-3 4-2 8-2 12 0 4-1 7 0 10 3 4 0 7 2 8 6 3 1 5 4 5 8z",
        )
        + shadow("M32 62l6-29c4-1 7 0 10 3 4 0 7 2 8 6 3 1 5 4 5 8z", 0.16)
        + line("M32 62" + ribs.removesuffix("M32 62"), FAM_INK, 1.3)
        + line("M14 50c8-7 28-7 36 0", GOLD, 2)
        + disc(PAPER, 32, 60, 4)
    )


def head(hair: str, coat: str, look: str) -> str:
    """One of the twins, 36 wide."""
    return (
        shape(coat, "M0 64c1-12 6-17 18-17s17 5 18 17z")
        + shape(hair, "M6 22c-3 8-3 20-1 27 4 3 8 2 9-1h8c1 3 5 4 9 1 2-7 2-19-1-27z")
        + shape(PAPER, "M9 25c0 14 3 25 9 25s9-11 9-25z")
        + shape(hair, "M5 27C4 14 10 9 18 9s14 5 13 18c-6 0-10-2-12-5-3 4-8 5-14 5z")
        + look
        + line("M5.5 21c8-4 17-4 25 0", GOLD, 2.6)
    )


def twin() -> str:
    look = features(18, 34, 4)
    return (
        NICHE
        + mirror(
            64,
            move(-1, -5, 1, head(EARTH, STEEL, look)),
            shadow("M0 59V20C1 8 8 4 17 4c10 0 15 8 13 22l3 22 2 11z", 0.12),
        )
        + move(-1, 0, 1, head(EARTH, FAM, look))
        + limb(FAM, "M31 60C40 62 46 60 49 55", 5.5)
        + disc(PAPER, 50, 53, 3.4)
    )


PEOPLE = {
    "archer": archer,
    "soldier": soldier,
    "spy": spy,
    "heir": heir,
    "lord": lord,
    "shapeshifter": shapeshifter,
    "prince": prince,
    "queen": queen,
    "cutthroat": cutthroat,
    "apothecary": apothecary,
    "felon": felon,
    "schemer": schemer,
    "twin": twin,
}
