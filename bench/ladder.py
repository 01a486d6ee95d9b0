"""Plays the contests behind docs/ladder.md and prints their tables: levels, targets, and strength against simulations.

usage: python bench/ladder.py [levels] [targets] [sims] [--game GAME] [--scale 1.0] [--out build/ladder]

With --scale 0.1 a tenth of the games is played. Result files are those of `intrigue arena --out`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import intrigue
from intrigue.arena import report
from intrigue.arena.contest import Contest, checked_contest
from intrigue.arena.play import chunks
from intrigue.arena.runner import play
from intrigue.arena.summary import summary
from intrigue.bots import specs
from intrigue.engine.batch import cores


class Row(NamedTuple):
    """One contest of a table."""

    game: str
    players: int
    bots: str
    games: int


RANDOM_SEARCH = "search:sims=1000,playout=random"
SIMS = {
    "oriflamme": ("greedy", *(f"search:sims={sims}" for sims in (10, 30, 100, 300, 1000))),
    "richelieu": ("greedy", *(f"search:sims={sims}" for sims in (5, 10, 20, 40))),
}
TABLES = {
    "levels": [
        *(Row(game, 4, "random,page,squire,knight", 20000) for game in ("oriflamme", "ablaze", "oriflamme-mix")),
        *(Row(game, 4, "knight,knight,count,count", 4000) for game in ("oriflamme", "ablaze", "oriflamme-mix")),
        *(Row(game, 4, "knight,count,count,duke", 1500) for game in ("oriflamme", "ablaze", "oriflamme-mix")),
        Row("richelieu", 3, "random,page,squire,knight,count", 40000),
        Row("richelieu", 3, "count,count,duke", 1500),
    ],
    "targets": [
        *(Row("oriflamme", players, "greedy,random", 20000) for players in (3, 4, 5)),
        Row("ablaze", 4, "greedy,random", 20000),
        Row("oriflamme-mix", 4, "greedy,random", 20000),
        *(Row("richelieu", players, "greedy,random", 20000) for players in (2, 3, 4)),
        *(Row(game, 4, f"{RANDOM_SEARCH},random", 400) for game in ("oriflamme", "ablaze", "oriflamme-mix")),
        *(Row(game, 4, f"{RANDOM_SEARCH},greedy", 400) for game in ("oriflamme", "ablaze", "oriflamme-mix")),
        *(Row("oriflamme", 4, f"{level},{RANDOM_SEARCH}", 400) for level in ("knight", "count", "duke")),
    ],
    "sims": [
        Row("oriflamme", 4, ",".join(SIMS["oriflamme"]), 400),
        Row("richelieu", 3, ",".join(SIMS["richelieu"]), 200),
    ],
}


def play_contest(row: Row, scale: float, seed: int) -> dict[str, Any]:
    """The result of one contest."""
    bots = tuple(specs(row.bots))
    games = max(row.players, int(row.games * scale))
    contest = checked_contest(Contest(row.game, row.players, "", bots, games, seed), None)
    parts = chunks(contest, range(contest.blocks), compiled=True)
    blocks = [block for found in play(parts, cores()) for block in found]
    return report.result(contest, summary(contest, blocks), {}, intrigue.__version__, cores(), "compiled")


def span(interval: dict[str, float], digits: int) -> str:
    """A figure with how far its interval reaches."""
    reach = max(interval["high"] - interval["value"], interval["value"] - interval["low"])
    return f"{interval['value']:.{digits}f} ± {reach:.{digits}f}"


def rating_rows(told: dict[str, Any]) -> list[str]:
    """A table of ratings, weakest first, with what each is above the one before."""
    above = {gap["stronger"]: span(gap["points"], 0) for gap in told["gaps"]}
    lines = ["| bot | rating | above the next weaker | win share, % |", "|---|---|---|---|"]
    for bot in sorted(told["bots"], key=lambda bot: bot["rating"]["value"]):
        share = {name: 100 * value for name, value in bot["win_share"].items()}
        lines.append(f"| {bot['bot']} | {span(bot['rating'], 0)} | {above.get(bot['bot'], '')} | {span(share, 1)} |")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", default=list(TABLES), metavar="TABLE")
    parser.add_argument("--game")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    for table in options.tables:
        for row in TABLES[table]:
            if options.game in (None, row.game):
                start = time.perf_counter()
                told = play_contest(row, options.scale, options.seed)
                seconds = time.perf_counter() - start
                print(f"\n{table}: {row.game}, {row.players} players, {told['games']} games, {seconds:.0f} s\n")
                if told["pairings"]:
                    for pair in told["pairings"]:
                        share = {name: 100 * value for name, value in pair["win_share"].items() if name != "bot"}
                        print(f"one {pair['bot']} against {row.players - 1} {pair['against']}: {span(share, 1)} %")
                else:
                    print("\n".join(rating_rows(told)), flush=True)
                if options.out:
                    options.out.mkdir(parents=True, exist_ok=True)
                    name = f"{table}-{row.game}-{row.players}-{row.bots.count(',') + 1}.json"
                    (options.out / name).write_text(report.json_text(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
