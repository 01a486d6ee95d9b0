"""Measures frames: processor time per viewer and move, from a table's moment to the JSON that is sent.

usage: python bench/frames.py [--games 6] [--viewers 5] [--languages en,fr] [--rounds 4]

Random games of every game with all seats taken by people, and spectators up to the number of viewers, who read
different languages. "Shared" is what the site does. "Everything" renders, for every viewer and move, all
regions anew, without memory of pieces, as if each viewer were sent whole pages. The best of several rounds counts:
whatever else the machine does makes a round slower and none faster. The budget is 0.5 ms.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import _lru_cache_wrapper
from random import Random
from typing import Any

import msgspec

from intrigue.games import GAMES
from intrigue.locale import words
from intrigue.web.games.richelieu import questions as at_court
from intrigue.web.render import frames, game_log
from intrigue.web.server.compression import PACKERS
from intrigue.web.server.gc import collect_rarely
from intrigue.web.table import fair, log_entries
from intrigue.web.table.log_entries import AnyContent, Entry
from intrigue.web.table.settings import Settings
from intrigue.web.table.table import Moment, Table
from intrigue.web.view import scene_builder
from intrigue.web.view.cache import ViewCache
from intrigue.web.view.scene import Viewer

BUDGET = 0.5
WINDOW = 15
"""Bits, as browsers ask for."""


def beginning(game: str, players: int, secret: bytes) -> list[AnyContent]:
    """What is done at a table until its cards are dealt."""
    chosen = Settings(game=game, edition=GAMES[game].editions[0], players=players)
    seats = range(1, players + 1)
    return [
        log_entries.Opened(chosen, fair.commitment(secret)),
        *(log_entries.Sat(seat, seat, f"Player {seat}") for seat in seats),
        *(log_entries.Readied(seat, f"{seat:032x}") for seat in seats),
        log_entries.Began(),
    ]


def new_game(game: str, players: int, seed: int) -> Table:
    """A table whose cards are dealt."""
    secret = seed.to_bytes(32, "big")
    table = Table(f"{game}{seed}", secret)
    for content in beginning(game, players, secret):
        do(table, content)
    return table


def do(table: Table, content: AnyContent) -> Moment:
    return table.apply(Entry(table.version + 1, 1000 * table.version, None, content))


MADE_OF = ("intrigue.web.html", "intrigue.web.games", "intrigue.web.render.frames")
"""Where what is rendered is remembered."""


def pieces_forget() -> None:
    """Everything that was remembered is gone."""
    for module in [one for name, one in sys.modules.items() if name.startswith(MADE_OF)]:
        for name, made in vars(module).items():
            if isinstance(made, _lru_cache_wrapper) and name not in ("environment", "macro", "sprite", "html_of"):
                made.cache_clear()
    frames.RENDERED.clear()
    MADE.clear()
    VIEWS.clear()
    game_log.SENTENCES.clear()
    game_log.LINES.clear()
    at_court.SAID.clear()


VIEWS: dict[str, ViewCache] = {}
"""What was made of each table lately; a server holds it beside the table."""
MADE: dict[tuple[int, Viewer, str], dict[str, Any]] = {}
"""The frames of the last version: the hub makes each once for all who look with the same eyes."""


def shared_frame(table: Table, viewer: Viewer, moment: Moment, language: str) -> dict[str, Any]:
    key = (moment.version, viewer, language)
    if not any(version == moment.version for version, *_ in MADE):
        MADE.clear()
    if key not in MADE:
        views = VIEWS.setdefault(table.id, ViewCache())
        MADE[key] = frames.frame(scene_builder.change(table, viewer, moment, views), words(language))
    return MADE[key]


def whole_snapshot(table: Table, viewer: Viewer, moment: Moment, language: str) -> dict[str, Any]:
    pieces_forget()
    return frames.snapshot(scene_builder.scene(table, viewer, ViewCache()), words(language))


Way = Callable[[Table, Viewer, Moment, str], dict[str, Any]]


def measure(game: str, players: int, games: int, viewers: int, languages: list[str], way: Way) -> tuple[float, ...]:
    """Milliseconds of processor time per viewer and move; bytes of a frame, and packed as a line packs it."""
    spent, made, size, packed = 0.0, 0, 0, 0
    for seed in range(games):
        table, chooser = new_game(game, players, seed), Random(seed)
        eyes = [Viewer(seat, (seat,), seat == 1) for seat in range(1, players + 1)][:viewers]
        eyes += [Viewer(0)] * (viewers - len(eyes))
        while table.to_act is not None:
            assert table.match is not None
            moment = do(table, log_entries.Moved(table.to_act, chooser.choice(table.match.moves())))
            for number, viewer in enumerate(eyes):
                begin = time.process_time()
                sent = msgspec.json.encode(way(table, viewer, moment, languages[number % len(languages)]))
                spent += time.process_time() - begin
                made += 1
                size += len(sent)
                packed += len(PACKERS.pack(sent, WINDOW))
    return 1000 * spent / made, size / made, packed / made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--viewers", type=int, default=5)
    parser.add_argument("--languages", default="en,fr")
    parser.add_argument("--rounds", type=int, default=4)
    chosen = parser.parse_args()
    languages = chosen.languages.split(",")
    collect_rarely()  # as the server does
    for game, rules in GAMES.items():
        players = max(rules.seats)
        settings = (game, players, chosen.games, chosen.viewers, languages)
        pieces_forget()
        ours, size, packed = min(measure(*settings, shared_frame) for _ in range(chosen.rounds))
        whole, _, _ = min(
            measure(game, players, 1, chosen.viewers, languages, whole_snapshot) for _ in range(chosen.rounds)
        )
        verdict = "within" if ours <= BUDGET else "OVER"
        print(f"{game:14} {players} players, {chosen.viewers} viewers: {ours:.3f} ms each a move ({verdict} {BUDGET})")
        print(f"{'':14} a frame has {size / 1024:.1f} KB, packed {packed / 1024:.1f} KB")
        print(f"{'':14} everything anew: {whole:.2f} ms ({whole / ours:.1f} times)")


if __name__ == "__main__":
    main()
