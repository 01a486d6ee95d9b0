"""`intrigue replay` and `intrigue moves`: written-down games, played again and told in words or as JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator

from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.engine.speaker import Speaker
from intrigue.locale import Words
from intrigue.terminal import files, saves, streams
from intrigue.terminal.contract import View
from intrigue.terminal.registry import family_of
from intrigue.terminal.style import Ink, visible, wrap

HIDDEN = ("error.illegal_move", "error.illegal_move_many")
"""Faults that name the legal moves, and so what somebody holds."""


def run(options: Namespace, words: Words) -> int:
    """Replays each file; the first fault ends the run."""
    for number, name in enumerate(options.file):
        if options.json:
            as_json(name, options)
        else:
            if number:
                print()
            in_words(name, options, words)
    return 0


def moves(options: Namespace, words: Words) -> int:
    """Prints the legal moves at the end of a record."""
    *_, match = replay_file(options.file, options)
    for move in match.moves():
        print(move)
    return 0


def replay_file(name: str, options: Namespace) -> Iterator[Match]:
    """The match of a file before its first move and after each; a fault names the file and the line."""
    seat: int | None = getattr(options, "seat", None)
    match = None
    try:
        record = Record.parse(files.read(name))
        for match in Match.replay(saves.game_of(record, options), record):
            match.game.check_seat(match.state, seat or 0)
            yield match
    except BadLine as fault:
        where = f"{name}:{fault.line}"
        if seat is not None and match is not None and fault.key in HIDDEN and match.to_act != seat:
            raise files.BadFile(where, "replay.illegal") from None
        raise files.BadFile(where, fault.key, **fault.values) from None
    except files.BadFile:
        raise
    except IntrigueError as fault:
        raise files.BadFile(name, fault.key, **fault.values) from None


def view_of(match: Match, seat: int | None) -> View:
    """The position, or what a seat sees of it."""
    return match.position if seat is None else match.view(seat)


def as_json(name: str, options: Namespace) -> None:
    """One object a line (notation, section 6)."""
    seat = options.seat
    for match in replay_file(name, options):
        line: dict[str, object] = {"move": None}
        if match.played:
            move, by = match.played[-1]
            line = {"move": move if seat is None else match.moves_for(seat)[-1], "by": by}
        print(json.dumps({**line, "position": view_of(match, seat)}))


def in_words(name: str, options: Namespace, words: Words) -> None:
    """The deal, what happened, and the result."""
    seat = options.seat
    told, speaker = 0, None
    for match in replay_file(name, options):
        if speaker is None:
            speaker = match.game.speaker(words, match.players, [visible(player) for player in match.names])
            introduce(match, speaker, seat)
            headings = family_of(match.game.name).headings
        for event in match.events[told:]:
            sentence = speaker.event(event if seat is None else match.game.event_for(event, seat))
            if event.name in headings:
                print()
                say(sentence)
            else:
                say(sentence, "  ", "    ")
        told = len(match.events)
    assert speaker is not None  # a record that can be read has a beginning
    print()
    for line in speaker.result(match.position) if match.over else next_question(match, speaker):
        say(line)


def say(text: str, first: str = "", rest: str = "  ") -> None:
    """A sentence that fits the screen."""
    print("\n".join(Ink().printable(line) for line in wrap(text, streams.columns(), first, rest)))


def introduce(match: Match, speaker: Speaker, seat: int | None) -> None:
    """The game, who plays, and what is known from the start."""
    words, view = speaker.words, view_of(match, seat)
    family = family_of(match.game.name)
    game, edition = words(f"game.{match.game.name}"), words(f"edition.{match.edition}")
    say(words("replay.title", game=game, edition=edition, n=match.players, names=words.listing(speaker.names)))
    artist = family.artist(speaker, Ink(), min(80, streams.columns()), match.game)
    for line in family.opening(match, view, artist):
        say(line)
    if "Position" in match.deal:
        say(words("replay.middle"))
        print("\n".join(["", *(artist.ink.printable(line) for line in artist.table(view))]))


def next_question(match: Match, speaker: Speaker) -> list[str]:
    return [speaker.words("replay.unfinished", player=speaker.name(match.to_act or 0))]
