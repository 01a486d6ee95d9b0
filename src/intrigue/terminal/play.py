"""`intrigue play`: what is not said on the command line is asked for, then the game begins or goes on."""

from __future__ import annotations

import secrets
import shutil
import sys
from argparse import Namespace
from os.path import lexists
from typing import Any

import intrigue
from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.game import Game
from intrigue.games.oriflamme.words import Speaker
from intrigue.locale import Words
from intrigue.terminal import files, saves
from intrigue.terminal.dialogue import HELP, Dialogue
from intrigue.terminal.ink import BOLD, Ink, visible
from intrigue.terminal.talk import Leaving, Talk

PLAYERS = 4
"""As many play if nothing else is said."""


def run(options: Namespace, words: Words) -> int:
    """Plays in the terminal; where there is none, tells how to start."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        start = saves.command("play")
        example = saves.command("play", "oriflamme", "--players", str(PLAYERS))
        print(words("play.no_terminal", command=start, example=example, help=saves.command("play", "--help")))
        return 0
    ink = Ink.of(sys.stdout, colour=not options.no_color)
    talk = Talk(words, sys.stdin, sys.stdout, ink, lambda: shutil.get_terminal_size().columns)
    return talked(options, talk)


def talked(options: Namespace, talk: Talk) -> int:
    """The same over any streams."""
    try:
        (resumed(options, talk) if options.resume else begun(options, talk)).run()
    except Leaving:
        pass
    return 0


def resumed(options: Namespace, talk: Talk) -> Dialogue:
    """A saved game, or any record, as it goes on."""
    if (options.game, options.players, options.edition, options.seed, options.name) != (None,) * 5:
        raise IntrigueError("cli.resume_alone")
    if options.save:
        raise IntrigueError("cli.save_twice")
    try:
        saved = saves.read(options.resume)
    except BadLine as fault:
        raise files.BadFile(f"{options.resume}:{fault.line}", fault.key, **fault.values) from None
    seat = options.seat if options.seat is not None else saved.seat if saved.seat is not None else 1
    check_seat(seat, saved.match.players)
    dialogue = Dialogue(talk, saved.match, seat, saved.seed, options.resume, saved.heard)
    talk.say("play.resumed", player=dialogue.speaker.name(seat), file=visible(options.resume))
    return dialogue


def begun(options: Namespace, talk: Talk) -> Dialogue:
    """A new game. What the command line says is checked before anything is asked."""
    game = None if options.game is None else intrigue.game(options.game)
    seats = game.seats if game else range(3, 6)
    if options.players is not None and options.players not in seats:
        raise IntrigueError("error.players", game=options.game or "oriflamme", low=seats[0], high=seats[-1])
    seat = 1 if options.seat is None else options.seat
    check_seat(seat, options.players or seats[-1])
    if options.save and lexists(options.save):
        raise files.BadFile(options.save, "file.exists", command=saves.command("play", "--resume", options.save))
    talk.lines([talk.ink.paint(" ".join(talk.ink.signs.emblems), BOLD)])
    talk.say("play.welcome")
    talk.say("play.how", help=HELP)
    talk.lines([""])
    game = game or asked_game(talk)
    players = options.players or asked_players(talk, game, seat)
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    edition = options.edition or game.usual_edition(talk.words.language)
    names = Speaker(talk.words, players).names if options.name is not None else []
    names[seat - 1 : seat] = [] if options.name is None else [options.name]
    dialogue = Dialogue(talk, intrigue.new(game.name, players, edition, seed, names), seat, seed, options.save)
    talk.say("play.you_are", player=dialogue.speaker.name(seat))
    dialogue.autosave()
    return dialogue


def check_seat(seat: int, players: int) -> None:
    if not 1 <= seat <= players:
        raise IntrigueError("cli.seat", seat=seat, n=players)


def asked_game(talk: Talk) -> Game[Any]:
    names = intrigue.games()
    talk.say("play.which_game")
    talk.lines(f"  {number} {talk.words(f'game.{name}')}" for number, name in enumerate(names, start=1))
    chosen = talk.number(talk.words("play.number_prompt", usual=1), 1, len(names), 1)
    return intrigue.game(names[chosen - 1])


def asked_players(talk: Talk, game: Game[Any], seat: int) -> int:
    low, high = max(seat, game.seats[0]), game.seats[-1]
    usual = max(low, PLAYERS)
    talk.say("play.which_players", low=low, high=high)
    return talk.number(talk.words("play.number_prompt", usual=usual), low, high, usual)
