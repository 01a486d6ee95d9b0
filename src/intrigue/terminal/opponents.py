"""Who sits in the other seats. A choice follows from the seed and the number of moves so far, so that a saved game goes
on as it would have."""

from __future__ import annotations

import time

from intrigue import bots
from intrigue.bots.bot import Bot
from intrigue.bots.builtin import Search, Thinker, move_of
from intrigue.bots.client import Failed
from intrigue.bots.decision_memory import Thought
from intrigue.bots.sight import Sight, decision_seed
from intrigue.engine.errors import IntrigueError
from intrigue.engine.match import Match
from intrigue.engine.speaker import Speaker
from intrigue.locale import Words
from intrigue.terminal import bot_process, streams
from intrigue.terminal.console import Talk
from intrigue.terminal.style import visible

USUAL = "knight"
"""The level of the bots if nothing else is said."""
PATIENCE = 1.0
"""Seconds before a person is told what we are waiting for."""
PROGRAM = "cmd:"


def bot_specs(text: str) -> list[str]:
    """The bots of a list, one of them or more, each of which can be made.

    >>> bot_specs("duke,greedy")
    ['duke', 'greedy']
    """
    specs = bots.specs(text)
    for spec in specs:
        if not spec.isprintable():  # a saved game has one line for all of them
            raise IntrigueError("error.no_bot", name=visible(spec[:60]), known=", ".join(bots.BOTS))
        bots.make(spec)
    return specs


def specs_by_seat(text: str, players: int, seat: int | None = None) -> list[str]:
    """A bot for each seat, or for each but the person's, who counts as none."""
    specs, seats = bot_specs(text), players - (seat is not None)
    if len(specs) not in (1, seats):
        raise IntrigueError("cli.number_of_bots" if seat is None else "cli.number_of_opponents", n=seats)
    specs = specs * seats if len(specs) == 1 else specs
    return specs if seat is None else [*specs[: seat - 1], "", *specs[seat - 1 :]]


def bot_name(words: Words, spec: str) -> str:
    """A bot's name for people: its rank, or as it is written."""
    return words(f"level.{spec}") if spec in bots.LEVELS else visible(spec)


def bot_options(text: str) -> list[str]:
    """The bots as one types them for `intrigue play`."""
    return [] if text == USUAL else ["--level", text] if text in bots.LEVELS else ["--bots", text]


def starts_programs(text: str) -> bool:
    """Whether some of the bots are programs from outside."""
    return any(spec.startswith(PROGRAM) for spec in bots.specs(text))


def move_without_waiting(bot: Bot, sight: Sight, seed: int) -> str:
    """A bot's move, interpreted where that is quick: nobody waits for a compiler before a few sums."""
    if isinstance(bot, Thinker) and not isinstance(bot, Search):
        plan = bot.plan_of(sight.game)
        return move_of(sight, bot.decide(Thought(sight.game, plan, sight.sample(seed), fast=False), seed))
    return bot.choose(sight, seed)


class Opponents:
    """The bots of a game with one person. They sit down when it begins, and leave when it ends or the person does.

    Searching is done by a process of our own, which warms up while the person reads.
    """

    def __init__(self, text: str, players: int, seat: int, seed: int) -> None:
        self.text, self.seat, self.seed = text, seat, seed
        self.specs = specs_by_seat(text, players, seat)
        self.bots: list[Bot | None] = []
        self.thinker: bot_process.Thinker | None = None
        self.cold = False
        """Whether the first answer of the process is still to come, which only warms it up."""

    def description(self, speaker: Speaker) -> str:
        """Every opponent's name and rank."""
        told = [
            f"{speaker.name(number)} ({bot_name(speaker.words, spec)})"
            for number, spec in enumerate(self.specs, 1)
            if spec
        ]
        return speaker.words.listing(told)

    def sit(self, match: Match, talk: Talk) -> None:
        """The game begins or goes on."""
        self.talk = talk
        for seat, spec in enumerate(self.specs, start=1):
            self.bots.append(bots.make(spec).sit(match.game, match.players, seat) if spec else None)
        if any(isinstance(bot, Search) for bot in self.bots) and not match.over:
            self.thinker = bot_process.Thinker(match.game)
            self.thinker.ask("search:sims=1", Sight(match).sample(0), 0)
            self.cold = True

    def move(self, match: Match) -> str:
        """The move of the bot that is asked."""
        assert match.to_act
        bot = self.bots[match.to_act - 1]
        assert bot
        seed = decision_seed(self.seed, len(match.played), match.to_act)
        if self.thinker and isinstance(bot, Search):
            try:
                return self.search(self.thinker, bot, Sight(match), seed)
            except Failed:
                self.thinker.stop()
                self.thinker = None
        return move_without_waiting(bot, Sight(match), seed)

    def search(self, process: bot_process.Thinker, bot: Search, sight: Sight, seed: int) -> str:
        """The move that the process finds; the person hears what takes so long."""
        if len(sight.legal) == 1:
            return sight.legal[0]
        process.ask(bot.spec, sight.sample(seed), seed)
        notice = Notice(self.talk, process)
        try:
            if self.cold:
                process.answer(lambda: notice("play.warming"))
                self.cold = False
            return move_of(sight, process.answer(lambda: notice("play.thinking")))
        finally:
            notice.bar.clear()

    def leave(self) -> None:
        """Everybody gets up, programs and processes too."""
        for bot in self.bots:
            if bot:
                bot.leave()
        self.bots = []
        if self.thinker:
            self.thinker.stop()
            self.thinker = None


class Notice:
    """Tells a person once what is going on, and with a bar how far it is."""

    def __init__(self, talk: Talk, process: bot_process.Thinker) -> None:
        self.talk, self.process = talk, process
        self.start = time.monotonic()
        self.bar = streams.Bar()
        self.said = False

    def __call__(self, key: str) -> None:
        if time.monotonic() - self.start < PATIENCE:
            return
        if not self.said:
            self.talk.say(key)
            self.talk.target.flush()
            self.said = True
        done, total = self.process.done, self.process.total
        if key == "play.warming" and total > 1:
            self.bar.draw(done, total, self.talk.words("bench.compiling", done=done, all=total))
