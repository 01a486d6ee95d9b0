"""`intrigue play`: what is not said on the command line is asked for, then the game begins or goes on."""

from __future__ import annotations

import secrets
import shutil
import sys
from argparse import Namespace
from contextlib import suppress
from os.path import lexists
from typing import Any

import intrigue
from intrigue.bots import LEVELS
from intrigue.engine.errors import IntrigueError
from intrigue.engine.game import Game
from intrigue.engine.match import Match
from intrigue.engine.record import join_names
from intrigue.locale import Words
from intrigue.terminal import bot_errors, files, opponents, program, registry, saves, streams
from intrigue.terminal.console import Leaving, Talk
from intrigue.terminal.dialogue import HELP, Dialogue, Home
from intrigue.terminal.opponents import Opponents
from intrigue.terminal.style import BOLD, SPACE, Ink, visible, wrap

PLAYERS = 4
"""As many play if nothing else is said."""


def run(options: Namespace, words: Words) -> int:
    """Plays in the terminal; where there is none, tells how to start."""
    ink = Ink.of(sys.stdout, colour=not options.no_color)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typed = ("play",), ("play", intrigue.games()[0], "--players", str(PLAYERS)), ("play", "--help")
        start, example, more = (program.command(*command).replace(" ", SPACE) for command in typed)
        text = words("play.no_terminal", command=start, example=example, help=more)
        print("\n".join(ink.printable(line) for line in wrap(text, streams.columns())))
        return 0
    talk = Talk(words, sys.stdin, sys.stdout, ink, lambda: shutil.get_terminal_size().columns)
    return play(options, talk)


def play(options: Namespace, talk: Talk) -> int:
    """The same over any streams."""
    with suppress(Leaving), bot_errors.reporting(talk.words):
        (resume(options, talk) if options.resume else begin(options, talk)).run()
    return 0


def resume(options: Namespace, talk: Talk) -> Dialogue:
    """A saved game, or any record, as it goes on. A file that was not saved here is left alone."""
    beginning = (options.game, options.players, options.edition, options.seed, options.name, options.first)
    if beginning != (None,) * len(beginning):
        raise IntrigueError("cli.resume_alone")
    saved = saves.read(options.resume, options)
    seat = options.seat if options.seat is not None else saved.seat if saved.seat is not None else 1
    check_seat(seat, saved.match.players)
    check_save(options)
    save = options.save or (options.resume if saved.ours else None)
    if not options.save and save and not saved.match.over:
        files.check(save)
    others = resumed_opponents(options, saved, seat)
    reading = registry.family_of(saved.match.game.name).as_typed(options, "replay")
    going_on = [*reading, *trust_options(others.text)]
    again = ["play", "--resume", options.resume, *reading, *([] if saved.ours else ["--seat", str(seat)])]
    again += opponents.bot_options(others.text) if asked_bots(options) else []
    home = Home(save, again, reading, going_on, options.resume, saved.base)
    dialogue = Dialogue(talk, saved.match, seat, saved.seed, home, saved.heard, others)
    talk.say("play.resumed", player=dialogue.speaker.name(seat), file=visible(options.resume))
    talk.say("play.opponents", bots=others.description(dialogue.speaker))
    if not saved.ours and not saved.match.over:
        key = "play.left_alone.other" if save else "play.left_alone"
        typed = talk.words("play.command.save")
        talk.say(key, file=visible(options.resume), other=visible(save or ""), save=typed)
    return dialogue


def resumed_opponents(options: Namespace, saved: saves.Saved, seat: int) -> Opponents:
    """Those that are asked for, or those of the file. A file may name bots, but it may not start programs."""
    asked = asked_bots(options)
    text = asked or saved.bots or opponents.USUAL
    try:
        found = Opponents(text, saved.match.players, seat, saved.seed)
    except IntrigueError as fault:
        if asked:
            raise
        raise files.BadFile(options.resume, fault.key, **fault.values) from None
    if not asked and trust_options(text):
        command = program.command("play", "--resume", options.resume, *trust_options(text))
        raise files.BadFile(options.resume, "cli.programs_in_file", command=command)
    return found


def asked_bots(options: Namespace) -> str | None:
    """The bots that the command line names."""
    if options.level is not None and options.bots is not None:
        raise IntrigueError("cli.level_or_bots")
    text = options.level if options.bots is None else options.bots
    if text is not None:
        opponents.bot_specs(text)
    return None if text is None else str(text)


def seats_for(bots: str) -> int | None:
    """How many play if that is told by the number of bots; one stands for any number."""
    number = len(opponents.bot_specs(bots))
    return number + 1 if number > 1 else None


def trust_options(text: str) -> list[str]:
    """What the command line must say before bots that start programs may play."""
    return ["--bots", text] if opponents.starts_programs(text) else []


def begin(options: Namespace, talk: Talk) -> Dialogue:
    """A new game. What the command line says is checked before anything is said or asked."""
    bots = asked_bots(options)
    if bots is not None:
        options.players = options.players or seats_for(bots)
    games = possible(options)
    if bots is not None and options.players:
        opponents.specs_by_seat(bots, options.players, seat=1)
    check_save(options)
    talk.lines([talk.ink.paint(" ".join(talk.ink.signs.emblems), BOLD)])
    talk.say("play.welcome")
    talk.say("play.how", help=HELP)
    talk.lines([""])
    game = games[0] if options.game is not None else asked_game(talk, games)
    family = registry.family_of(game.name)
    for paragraph in family.introduction(talk.words, game):
        talk.text(paragraph)
    talk.lines([""])
    seat = options.seat or 1
    asking = options.game is None or options.players is None
    players = options.players or asked_players(talk, game, max(seat, options.first or 0))
    bots = bots or (asked_level(talk) if asking else opponents.USUAL)
    seed = secrets.randbits(62) if options.seed is None else options.seed
    edition = options.edition or game.usual_edition(talk.words.language)
    names = game.speaker(talk.words, players).names if options.name is not None else []
    names[seat - 1 : seat] = [] if options.name is None else [options.name]
    match = Match.new(game, players, edition, seed, names, **registry.deal(game.name, options))
    others = Opponents(bots, players, seat, seed)
    again = ["play", game.name, "--players", str(players), *opponents.bot_options(bots)]
    again += ["--edition", edition, "--seed", str(seed)]
    again += (["--seat", str(seat)] if seat != 1 else []) + ([] if options.name is None else ["--name", options.name])
    reading = family.as_typed(options, "replay")
    home = Home(
        options.save,
        [*again, *registry.typed_deal(game.name, options, "play")],
        reading,
        [*reading, *trust_options(bots)],
    )
    dialogue = Dialogue(talk, match, seat, seed, home, opponents=others)
    talk.say("play.you_are", player=dialogue.speaker.name(seat))
    talk.say("play.opponents", bots=others.description(dialogue.speaker))
    dialogue.autosave()
    return dialogue


def possible(options: Namespace) -> list[Game[Any]]:
    """The games that the options leave; one clear error if there is none."""
    names = intrigue.games() if options.game is None else [options.game]
    games, faults = [], []
    for name in names:
        try:
            games.append(playable_game(name, options))
        except IntrigueError as fault:
            faults.append(fault)
    if not games:
        raise faults[0]
    return games


def playable_game(name: str, options: Namespace) -> Game[Any]:
    """The game as the options want it, if it can be played like that."""
    game = registry.game_for(name, options)
    if options.players is not None and options.players not in game.seats:
        raise IntrigueError("error.players", game=name, low=game.seats[0], high=game.seats[-1])
    if options.edition not in (None, *game.editions):
        known = ", ".join(game.editions)
        raise IntrigueError("error.no_edition", game=name, edition=visible(options.edition[:60]), known=known)
    check_seat(1 if options.seat is None else options.seat, options.players or game.seats[-1])
    registry.check_first(options.first, options.players or game.seats[-1])
    if options.name is not None:
        join_names([options.name])
    return game


def check_seat(seat: int, players: int) -> None:
    if not 1 <= seat <= players:
        raise IntrigueError("cli.seat", seat=seat, n=players)


def check_save(options: Namespace) -> None:
    """A game is saved to a new file, and only where it can be written."""
    if options.save:
        if lexists(options.save):
            raise files.BadFile(options.save, "file.exists", command=program.command("play", "--resume", options.save))
        files.check(options.save)


def asked_game(talk: Talk, games: list[Game[Any]]) -> Game[Any]:
    talk.say("play.which_game")
    talk.lines(f"  {number} {talk.words(f'game.{game.name}')}" for number, game in enumerate(games, start=1))
    chosen = talk.number(talk.words("play.number_prompt", usual=1), 1, len(games), 1)
    talk.lines([""])
    return games[chosen - 1]


def asked_players(talk: Talk, game: Game[Any], seat: int) -> int:
    low, high = max(seat, game.seats[0]), game.seats[-1]
    usual = max(low, PLAYERS)
    talk.say("play.which_players", low=low, high=high)
    return talk.number(talk.words("play.number_prompt", usual=usual), low, high, usual)


def asked_level(talk: Talk) -> str:
    talk.lines([""])
    talk.say("play.which_level")
    for number, level in enumerate(LEVELS, start=1):
        name, what = talk.words(f"level.{level}"), talk.words(f"level.{level}.is")
        talk.text(talk.words("play.option.level", level=name, what=what), f"  {number} ", "    ")
    usual = LEVELS.index(opponents.USUAL) + 1
    return LEVELS[talk.number(talk.words("play.number_prompt", usual=usual), 1, len(LEVELS), usual) - 1]
