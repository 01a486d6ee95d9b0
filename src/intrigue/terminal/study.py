"""`intrigue study`: what bots teach about a game; prints a short table, and writes a page of plots where asked."""

from __future__ import annotations

import importlib.util
import os
import time
from argparse import Namespace

import intrigue
from intrigue.engine import extras
from intrigue.engine.errors import IntrigueError
from intrigue.locale import Words
from intrigue.terminal import files, streams
from intrigue.terminal.simulate import PATIENCE, make_folder
from intrigue.terminal.style import SPACE, wrap

RESULTS = tuple(f"{name}.{kind}" for name in ("study",) for kind in ("html", "json"))


def run(options: Namespace, words: Words) -> int:
    """Plays, counts and tells."""
    if importlib.util.find_spec("numpy") is None:
        raise IntrigueError("error.no_numpy", command=extras.command("fast", "numpy"))
    from intrigue.arena.report import json_text  # all of this loads numpy
    from intrigue.arena.study import plan_study, study
    from intrigue.arena.study_page import Page
    from intrigue.terminal.standings import table

    plan = plan_study(
        options.game,
        options.players,
        options.edition,
        options.bot,
        options.games,
        options.seed,
        options.luck_bot,
        options.deals,
        options.replays,
    )
    if options.out is not None:
        make_folder(options.out)
        for name in RESULTS:
            files.check(os.path.join(options.out, name))
    with Progress(words) as progress:
        told = study(plan, intrigue.__version__, progress)
    page = Page(told, words)
    for line in wrap(page.heading(), streams.columns()) + table(page.overview()):
        print(line.replace(SPACE, " "))
    if options.out is not None:
        for name, text in zip(RESULTS, (page.html(), json_text(told)), strict=True):
            files.write(os.path.join(options.out, name), text)
        print(words("arena.written", folder=options.out))
    return 0


class Progress:
    """A bar on a terminal, when it takes long."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.bar = streams.Bar()
        self.start = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        from intrigue.terminal.arena import draw

        spent = time.monotonic() - self.start
        if spent > PATIENCE:
            draw(self.bar, done, total, spent / max(1, done) * (total - done), self.words)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.clear()
