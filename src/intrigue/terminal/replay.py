"""`intrigue replay` and `intrigue moves`: written-down games, played again and told in words or as JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator

import intrigue
from intrigue.engine.errors import BadLine, IntrigueError
from intrigue.engine.match import Match
from intrigue.engine.record import Record
from intrigue.games.oriflamme.words import Speaker
from intrigue.locale import Words
from intrigue.terminal import files
from intrigue.terminal.ink import Ink, visible
from intrigue.terminal.table import Artist, View


def run(options: Namespace, words: Words) -> int:
    """Replays each file; the first fault ends the run."""
    for number, name in enumerate(options.file):
        if options.json:
            as_json(name, options.seat)
        else:
            if number:
                print()
            in_words(name, options.seat, words)
    return 0


def moves(options: Namespace, words: Words) -> int:
    """Prints the legal moves at the end of a record."""
    *_, match = replayed(options.file)
    for move in match.moves():
        print(move)
    return 0


def replayed(name: str, seat: int | None = None) -> Iterator[Match]:
    """The match of a file before its first move and after each; a fault names the file and the line."""
    try:
        record = Record.parse(files.read(name))
        for match in Match.replay(intrigue.game_of(record), record):
            match.game.check_seat(match.state, seat or 0)
            yield match
    except BadLine as fault:
        raise files.BadFile(f"{name}:{fault.line}", fault.key, **fault.values) from None
    except files.BadFile:
        raise
    except IntrigueError as fault:
        raise files.BadFile(name, fault.key, **fault.values) from None


def seen(match: Match, seat: int | None) -> View:
    """The position, or what a seat sees of it."""
    return match.position if seat is None else match.view(seat)


def as_json(name: str, seat: int | None) -> None:
    """One object a line (notation, section 6)."""
    for match in replayed(name, seat):
        line: dict[str, object] = {"move": None}
        if match.played:
            move, by = match.played[-1]
            line = {"move": move if seat is None else match.moves_for(seat)[-1], "by": by}
        print(json.dumps({**line, "position": seen(match, seat)}))


def in_words(name: str, seat: int | None, words: Words) -> None:
    """The deal, what happened round by round, and the result."""
    told, speaker = 0, None
    for match in replayed(name, seat):
        if speaker is None:
            speaker = Speaker(words, match.players, [visible(player) for player in match.names])
            introduce(match, speaker, seat)
        for event in match.events[told:]:
            sentence = speaker.event(event if seat is None else match.game.heard(event, seat))
            print(f"\n{sentence}" if event.name == "round_begun" else f"  {sentence}")
        told = len(match.events)
    assert speaker is not None  # a record that can be read has a beginning
    print()
    for line in speaker.result(match.position) if match.over else unfinished(match, speaker):
        print(line)


def introduce(match: Match, speaker: Speaker, seat: int | None) -> None:
    """The game, who plays, and the cards that are known from the start."""
    words, view = speaker.words, seen(match, seat)
    game, edition = words(f"game.{match.game.name}"), words(f"edition.{match.edition}")
    print(words("replay.title", game=game, edition=edition, n=match.players, names=words.listing(speaker.names)))
    artist = Artist(speaker, Ink(), 80)
    if "Kinds" in match.deal:
        print(words("replay.kinds", cards=artist.names(match.deal["Kinds"].split(", "))))
    for player, said in enumerate(view["players"], start=1):
        if isinstance(said["aside"], list):
            print(words("replay.aside", player=speaker.name(player), cards=artist.names(said["aside"])))
    if "Position" in match.deal:
        print(words("replay.middle"))
        print("\n".join(["", *artist.table(view)]))


def unfinished(match: Match, speaker: Speaker) -> list[str]:
    return [speaker.words("replay.unfinished", player=speaker.name(match.to_act or 0))]
