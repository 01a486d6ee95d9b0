"""A result as texts of files: JSON with everything, CSV for spreadsheets. Whoever asked for them writes them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from intrigue.arena.contest import Contest
from intrigue.arena.machine import machine, today
from intrigue.arena.play import code_of, rules_of
from intrigue.arena.timing import Thought

FORMAT = 1
Summary = Mapping[str, Any]


def result(
    contest: Contest, figures: Summary, thoughts: Mapping[str, Thought], version: str, cores: int, way: str
) -> dict[str, Any]:
    """Everything there is to know about a contest. What may differ from run to run comes last."""
    return {
        "format": FORMAT,
        "version": version,
        "rules": rules_of(contest.name),
        "code": code_of(contest.name),
        "arguments": {**contest.arguments(), "games": contest.games},
        **figures,
        "run": {
            "date": today(),
            "way": way,
            "used_cores": cores,
            "machine": machine(),
            "decision_ms": {
                spec: {"mean": round(one.mean, 4), "p95": round(one.most, 4), "decisions": one.decisions}
                for spec, one in thoughts.items()
            },
        },
    }


def json_text(told: Mapping[str, Any]) -> str:
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def results_csv(told: Mapping[str, Any]) -> str:
    """A line a bot, or in duels a line a pairing."""
    spans = [f"{name}{part}" for name in ("win_share", "score", "rating") for part in ("", "_low", "_high")]
    head = ["bot", "against", "seats", *spans, "mean_ms", "p95_ms", "knows_policy"]
    rows = []
    knowing = {name for pair in told["knows_policy"] for name in pair}
    for bot in told["bots"]:
        times = told["run"]["decision_ms"].get(bot["bot"], {})
        row = [bot["bot"], "", bot["seats"], *span(bot["win_share"]), *span(bot["score"]), *span(bot["rating"])]
        rows.append([*row, times.get("mean", ""), times.get("p95", ""), int(bot["bot"] in knowing)])
    for one in told["pairings"]:
        row = [one["bot"], one["against"], one["games"], *span(one["win_share"]), *span(one["score"]), "", "", ""]
        rows.append([*row, "", "", int(one["knows_policy"])])
    return text_of([head, *rows])


def matrix_csv(told: Mapping[str, Any]) -> str:
    """A line a pair of bots: how often the first is ahead of the second."""
    names = [bot["bot"] for bot in told["bots"]]
    rows: list[list[Any]] = [["bot", "other", "games", "ahead", "ahead_low", "ahead_high", "knows_policy"]]
    for name, row in zip(names, told["matrix"], strict=True):
        for other, cell in zip(names, row, strict=True):
            if cell:
                rows.append([name, other, cell["games"], *span(cell), int(cell["knows_policy"])])
    return text_of(rows)


def span(interval: Mapping[str, float]) -> list[float]:
    return [interval["value"], interval["low"], interval["high"]]


def text_of(rows: list[list[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
