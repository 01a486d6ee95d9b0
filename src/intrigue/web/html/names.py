"""What the seats of a table are called, and who tells its game in a language."""

from __future__ import annotations

from functools import lru_cache

from intrigue.engine.speaker import Speaker
from intrigue.games import game
from intrigue.locale import Words
from intrigue.web.view.scene import Scene


@lru_cache(maxsize=512)
def seat_names(game_name: str, names: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """What each seat is called: by its person's name, else as the game calls it, but never like somebody else."""
    usual = game(game_name).speaker(words, len(names)).names
    calls = []
    for number, name in enumerate(names, start=1):
        called = name or usual[number - 1]
        calls.append(f"{called} ({number})" if not name and called in names else called)
    return tuple(calls)


def name_of(name: str, program: bool, words: Words) -> str:
    """What whoever holds a seat is called: a program is told from people wherever its name stands."""
    return words("outside.name", name=name) if name and program else name


def names_of(scene: Scene, words: Words) -> tuple[str, ...]:
    """What the seats of a scene are called."""
    if words.language not in scene.called:
        names = [name_of(seat.name, seat.program, words) for seat in scene.seats]
        scene.called[words.language] = seat_names(scene.settings.game, tuple(names), words)
    return scene.called[words.language]


@lru_cache(maxsize=512)
def speaker_of(game_name: str, names: tuple[str, ...], words: Words) -> Speaker:
    return game(game_name).speaker(words, len(names), names)


def speaker_at(scene: Scene, words: Words) -> Speaker:
    """Who tells this table's game to the viewer."""
    return speaker_of(scene.settings.game, names_of(scene, words), words)


def sentence(text: str) -> str:
    """A text that begins as sentences do.

    >>> sentence("reveal it"), sentence("«ход»"), sentence("")
    ('Reveal it', '«ход»', '')
    """
    return text[:1].upper() + text[1:]
