"""How fast the games run in each way, beside other libraries measured in the same run. Never a timed test."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from intrigue.bench import ours, peers
from intrigue.bench.timing import Row
from intrigue.engine.batch import cores

HEAD = ["what", "way of running", "decisions/s", "games/s", "bytes", "seconds", "ours / theirs"]


def run(peers_too: bool, out: str | None, seconds: float, write: Callable[[str, str], None]) -> int:
    """Measures, prints a table, and writes it (JSON, and Markdown beside it) where asked: `write` puts a text there."""
    rows: list[Row] = []
    steps = [*ours.STEPS, *(peers.STEPS if peers_too else [])]
    for number, step in enumerate(steps, start=1):
        progress(f"[{number}/{len(steps)}] {step.__doc__}")
        rows += step(seconds)
    progress("")
    text = table(rows)
    print(text)
    if out:
        write(out, json.dumps({"machine": machine(), "rows": [row.as_json() for row in rows]}, indent=1) + "\n")
        write(str(Path(out).with_suffix(".md")), f"{machine()}\n\n{text}\n")
    return 0


def progress(text: str) -> None:
    """One line on a terminal that the next one overwrites."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def machine() -> str:
    model = next(
        (line.split(":")[1].strip() for line in cpuinfo() if line.startswith("model name")), platform.machine()
    )
    return f"{model}, {cores()} cores, Python {platform.python_version()}"


def cpuinfo() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table that also reads well in a terminal."""
    ratios = reference(rows)
    head = HEAD
    body = [
        [
            row.what,
            row.way,
            amount(row.decisions),
            amount(row.games),
            str(row.bytes or ""),
            f"{row.compile:.1f}" if row.compile else "",
            f"{ratios[row.way] / row.decisions:.1f}" if row.way in ratios and row.decisions else "",
        ]
        for row in rows
    ]
    widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
    lines = [head, ["-" * width for width in widths], *body]
    return "\n".join(
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " |" for line in lines
    )


def amount(number: float | None) -> str:
    return "" if not number else f"{number / 1e6:.2f} M" if number >= 1e6 else f"{number:,.0f}"


def reference(rows: list[Row]) -> dict[str, float]:
    """What ratios are to: base Oriflamme with 4 players in the comparable way."""
    mine = {row.way: row.decisions or 0.0 for row in rows if row.what == ours.REFERENCE}
    alike = {"native": ours.COMPILED, "step": ours.INTERPRETED, "step + observation": ours.OBSERVED}
    return {theirs: mine[way] for theirs, way in alike.items() if way in mine}
