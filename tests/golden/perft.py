"""The perft table: how many sequences of notation moves there are to a depth, from fixed deals and from mid-game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from golden.playthrough import TABLES, Dice

import intrigue
from intrigue.engine.parity import compiled_perft
from intrigue.games import GAMES

PERFT = Path(__file__).parent / "perft.json"
DEPTH = {"richelieu": 3}
USUAL_DEPTH = 5
STARTS = {"richelieu": (0, 12, 30, 60, 100)}
USUAL_STARTS = (0, 12, 30)
"""Moves played from the deal before counting begins."""


def starts(game: str, edition: str, players: int) -> list[int]:
    """After how many moves a game's lines of play are counted: only while it goes on."""
    wanted = STARTS.get(game, USUAL_STARTS)
    return [moves for moves in wanted if start(game, edition, players, moves).to_act >= 0]


def name_of(game: str, edition: str, players: int, moves: int) -> str:
    """The name of a line of the table."""
    return f"{game} {edition} {players} after {moves}"


def start(game: str, edition: str, players: int, moves: int) -> Any:
    """The state to count from."""
    match = intrigue.new(game, players, edition, seed=100 + players)
    dice = Dice(game, f"perft {game} {edition} {players}")
    for _ in range(moves):
        if not match.over:
            match.play(dice.choose(match.moves()))
    return match.state


def table() -> dict[str, list[int]]:
    """Every number, by the compiled rules."""
    found = {}
    for game, edition, players in TABLES:
        for moves in starts(game, edition, players):
            state = start(game, edition, players, moves)
            counts = [compiled_perft(GAMES[game], state, depth) for depth in range(1, DEPTH.get(game, USUAL_DEPTH) + 1)]
            found[name_of(game, edition, players, moves)] = counts
    return found
