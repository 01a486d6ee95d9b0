"""The signs of the page: lines of 2 on 24 by 24 in `currentColor`, round ends."""

from __future__ import annotations

from art.pen import CURRENT, dot, element, flat, line


def round_(x: float, y: float, r: float) -> str:
    return element("circle", cx=x, cy=y, r=r)


def box(x: float, y: float, width: float, height: float, rx: float = 1.5) -> str:
    return element("rect", x=x, y=y, width=width, height=height, rx=rx)


ICONS = {
    "menu": line("M4 6h16M4 12h16M4 18h16"),
    "close": line("M6 6l12 12M18 6L6 18"),
    "link": line(
        "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3"
    ),
    "sound": line("M4 10v4h3l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11"),
    "mute": line("M4 10v4h3l5 4V6l-5 4zM16 9.5l5 5M21 9.5l-5 5"),
    "speed": line("M4 17a8.5 8.5 0 1 1 16 0zM12 15l4-5"),
    "play": flat(CURRENT, "M7 4.5v15l12-7.5z"),
    "pause": line("M8 5v14M16 5v14"),
    "skip": line("M5 6l7 6-7 6zM12 6l7 6-7 6zM20.5 6v12"),
    "again": line("M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5") + flat(CURRENT, "M10.5 9v6l4.5-3z"),
    "undo": line("M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3"),
    "chat": line("M4 5h16v11h-8l-5 4v-4H4zM8 9h8M8 12h5"),
    "log": line("M6 4h10a2 2 0 0 1 2 2v14H8a2 2 0 0 1-2-2zM18 17H8a2 2 0 0 0-2 1.5M10 8h4M10 12h4"),
    "text": line("M5 5h6M8 5v14M5 19h6M14 9h6M14 14h6M14 19h4"),
    "eye": line("M2.5 12C5 7.5 8.5 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-6 6.5-9.5 6.5S5 16.5 2.5 12z") + round_(12, 12, 3),
    "clock": round_(12, 12, 8.5) + line("M12 7v5l3.5 2"),
    "bot": line("M6 19v-8a6 6 0 0 1 12 0v8zM6 12h12M12 5V3M4 19h16")
    + dot(CURRENT, 9.5, 15.5, 1.3)
    + dot(CURRENT, 14.5, 15.5, 1.3),
    "person": round_(12, 8, 4) + line("M4.5 20.5c0-5 3-7.5 7.5-7.5s7.5 2.5 7.5 7.5z"),
    "check": line("M4 12.5l5.5 5.5L20 6.5"),
    "info": round_(12, 12, 8.5) + line("M12 11v5.5M12 7.5v.1"),
    "share": round_(6, 12, 2.5) + round_(17, 5.5, 2.5) + round_(17, 18.5, 2.5) + line("M8.2 10.8l6.6-4M8.2 13.2l6.6 4"),
    "qr": box(4, 4, 6, 6, 0.5)
    + box(14, 4, 6, 6, 0.5)
    + box(4, 14, 6, 6, 0.5)
    + line("M14 14h2.5M20 14v2.5M14 20v-2M17.5 17.5H20V20M7 7v.1M17 7v.1M7 17v.1"),
    "moon": line("M14 3.5A8.8 8.8 0 1 0 20.5 15 7.5 7.5 0 0 1 14 3.5z"),
    "sun": round_(12, 12, 4)
    + line("M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7"),
    "globe": round_(12, 12, 8.5) + line("M3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z"),
    "flag": line("M5 21V4c5-2 8 2 14 0l-2.5 4.5L19 13c-6 2-9-2-14 0"),
    "hand": line(
        "M8 13V6a1.5 1.5 0 0 1 3 0v5V4.5a1.5 1.5 0 0 1 3 0V11 6a1.5 1.5 0 0 1 3 0v8c0 4-2 7-5.5 7S6.5 19 5 "
        "16l-1.5-3c.8-1.5 2.5-1 3.5.5z"
    ),
    "arrow": line("M4 12h15M13 6l6 6-6 6"),
    "hourglass": line(
        "M6 3h12M6 21h12M7.5 3c0 5 1.5 7 4.5 9 3-2 4.5-4 4.5-9M7.5 21c0-5 1.5-7 4.5-9 3 2 4.5 4 4.5 9M10.5 19h3"
    ),
    "crowned": line("M5 18L3 8l5 3.5L12 5l4 6.5L21 8l-2 10zM5 21h14"),
    "download": line("M12 3v12M7 10.5l5 5 5-5M4 20h16"),
    "cards": box(9, 6.5, 11, 14) + line("M6 17.5V4.5A1.5 1.5 0 0 1 7.5 3H16M3 14V3"),
    "pin": line("M12 21c-5-6-7-9-7-12a7 7 0 0 1 14 0c0 3-2 6-7 12z") + round_(12, 9, 2.5),
}
