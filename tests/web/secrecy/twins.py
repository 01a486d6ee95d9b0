"""Twin tables: one that differs from another only in what a viewer may not know, and all that the viewer is sent."""

from __future__ import annotations

import copy
import json
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import _lru_cache_wrapper
from random import Random
from typing import Any

from web import viewing
from web.view.worlds import START, World

from intrigue.engine.events import Event
from intrigue.engine.game import Game
from intrigue.games.oriflamme.kinds import NAMES
from intrigue.games.richelieu.cards import VALUES
from intrigue.locale import LANGUAGES, words
from intrigue.web.games import registry
from intrigue.web.games.richelieu import questions as at_court
from intrigue.web.render import frames, game_log
from intrigue.web.table import event_steps, log_entries
from intrigue.web.table.event_steps import pieces_of
from intrigue.web.table.log_entries import Entry
from intrigue.web.table.table import Moment, Table
from intrigue.web.view import replay, scene_builder
from intrigue.web.view.scene import Viewer


def twin_of(table: Table, seat: int, seed: int, more: Callable[[Any], None] = lambda state: None) -> Table:
    """A table that a seat cannot tell from the true one: another state, and another truth in the log. `more` may change
    the state further."""
    assert table.match is not None
    match, twin = copy.copy(table.match), copy.copy(table)
    state = match.game.sample(match.state, seat, seed)
    state.listener = []
    more(state)
    match.state, match.known_moves = state, None
    match.played, match.public, match.events = match.played[:], match.public[:], match.events[:]
    twin.match = match
    twin.numbering = copy.copy(table.numbering)
    twin.numbering.numbers = numbers_of_twin(match.game, table.match.state, state, table.numbering.numbers)
    twin.seats, twin.decisions = table.seats[:], table.decisions[:]
    twin.choices = table.choices[:]
    chooser = Random(seed)
    twin.lines = [otherwise(line, seat, chooser) for line in table.lines]
    twin.line_versions = table.line_versions[:]
    last = table.moments[-1]
    lines = tuple(twin.lines[len(twin.lines) - len(last.lines) :])
    twin.moments = deque(
        [replace(last, packed_state=event_steps.PackedState(type(state), state.to_bytes()), lines=lines, steps=())],
        maxlen=table.moments.maxlen,
    )
    return twin


def numbers_of_twin(game: Game[Any], state: Any, other: Any, numbers: dict[int, int]) -> dict[int, int]:
    """The things on the board lie where they lay, whatever they are."""
    places = zip(pieces_of(game.pieces(state)), pieces_of(game.pieces(other)), strict=True)
    return {twin: numbers[piece] for piece, twin in places}


def otherwise(line: Any, seat: int, chooser: Random) -> Any:
    """A line of the log with another truth wherever the seat did not hear it."""
    if not isinstance(line, Event):
        return line
    if line.name == "card_placed" and line.values["card"]["family"] != seat:
        return Event(line.name, line.values | {"card": line.values["card"] | {"kind": chooser.choice(NAMES)}})
    agent = line.values.get("agent")
    if agent is not None and not agent["up"] and agent["player"] != seat:
        return Event(line.name, line.values | {"agent": agent | {"value": chooser.choice(VALUES)}})
    return line


def all_sent_to(table: Table, viewer: Viewer, language: str, moment: Moment | None = None) -> list[str]:
    """All that a viewer can get of a table: scene, page, frame, a look back, the orders; and how large it is when
    packed.

    Everybody else looks first, as on a server that remembers what it made for others.
    """
    said = words(language)
    for seat in range(len(table.seats) + 1):
        other = Viewer(seat, (seat,) if seat else ())
        if other.seat != viewer.seat:
            frames.regions_of(viewing.scene(table, other), said)
            if moment is not None:
                frames.frame(viewing.change(table, other, moment), said)
    scene = viewing.scene(table, viewer)
    made: list[Any] = [frames.snapshot(scene, said), str(registry.orders(scene, (1, 2, 3), said))]
    if moment is not None:
        made.append(frames.frame(viewing.change(table, viewer, moment), said))
        made.append(frames.past_frame(replay.past_scene(table, viewer, moment), said))
    texts = [repr(scene), *(json.dumps(one, ensure_ascii=False) for one in made)]
    if moment is not None:
        texts.append(repr(viewing.change(table, viewer, moment)))
    return [*texts, *(str(len(zlib.compress(text.encode()))) for text in texts)]


def alike(table: Table, twin: Table, viewer: Viewer, chooser: Random) -> tuple[str, str]:
    """A move in each world that look the same to the viewer; in Richelieu both hands may have to hold an agent."""
    assert table.match is not None and twin.match is not None
    game = table.match.game
    seen = {move: game.move_for(table.match.state, move, viewer.seat) for move in table.match.moves()}
    twins: dict[str, list[str]] = {}
    for move in twin.match.moves():
        twins.setdefault(game.move_for(twin.match.state, move, viewer.seat), []).append(move)
    move = chooser.choice([move for move, shown in seen.items() if shown in twins])
    return move, chooser.choice(twins[seen[move]])


def events_heard(moment: Moment, viewer: Viewer) -> list[Event]:
    """What a viewer hears, by the game's own rule."""
    rules = scene_builder.game(moment.settings.game)
    return [rules.event_for(step.event, viewer.seat) for step in moment.steps]


def go_on(table: Table, move: str) -> Moment:
    assert table.to_act is not None
    entry = Entry(table.version + 1, START + 1000 * table.version, None, log_entries.Moved(table.to_act, move))
    return table.apply(entry)


def compare(world: World, viewer: Viewer, seed: int, language: str) -> bool:
    """Looks at a table and at its twin, now and after one more move; whether the worlds were still one then.

    An assertion fails where the viewer can tell them apart though nothing came to light.
    """
    true = copy_table(world.table)
    twin = twin_of(world.table, viewer.seat, seed)
    one, other = all_sent_to(true, viewer, language), all_sent_to(twin, viewer, language)
    assert one == other, difference(one, other)
    move, echo = alike(true, twin, viewer, Random(seed))
    moment, echoed = go_on(true, move), go_on(twin, echo)
    if events_heard(moment, viewer) != events_heard(echoed, viewer) or true.phase == "over":
        return False  # something hidden came to light: from here on the worlds may differ
    one, other = all_sent_to(true, viewer, language, moment), all_sent_to(twin, viewer, language, echoed)
    assert one == other, difference(one, other)
    return True


def copy_table(table: Table) -> Table:
    """The same table, to play on with."""
    assert table.match is not None
    twin, match = copy.copy(table), copy.copy(table.match)
    match.state = table.match.state.copy()
    match.state.listener = []
    match.known_moves = None
    match.played, match.public, match.events = match.played[:], match.public[:], match.events[:]
    twin.match = match
    twin.numbering = copy.copy(table.numbering)
    twin.numbering.numbers = dict(table.numbering.numbers)
    twin.seats, twin.decisions, twin.lines = table.seats[:], table.decisions[:], table.lines[:]
    twin.line_versions = table.line_versions[:]
    twin.moments = deque([replace(table.moments[-1], steps=())], maxlen=table.moments.maxlen)
    return twin


def difference(one: list[str], other: list[str]) -> str:
    """Where two worlds differ first."""
    for text, echo in zip(one, other, strict=True):
        if text != echo:
            at = next((n for n, (a, b) in enumerate(zip(text, echo, strict=False)) if a != b), 0)
            return f"…{text[max(0, at - 80) : at + 80]}… is not …{echo[max(0, at - 80) : at + 80]}…"
    return ""


def moments(game: str, edition: str, players: int, seed: int, every: int, **more: Any) -> Iterator[tuple[World, int]]:
    """A random game at some of its decisions, with the number of each."""
    world = World(game, edition, players, seed, **more)
    for number, _ in enumerate(world.play()):
        if number % every == 0 and world.table.to_act is not None:
            yield world, number


MADE_OF = ("intrigue.web.html", "intrigue.web.games", "intrigue.web.render")
"""Where what is rendered is remembered."""


def forget() -> None:
    """Nothing is remembered of what was rendered."""
    for module in [one for name, one in sys.modules.items() if name.startswith(MADE_OF)]:
        for name, made in vars(module).items():
            if isinstance(made, _lru_cache_wrapper) and name not in ("environment", "macro", "sprite", "html_of"):
                made.cache_clear()
    frames.RENDERED.clear()
    game_log.SENTENCES.clear()
    game_log.LINES.clear()
    at_court.SAID.clear()
    viewing.forget()


def language_of(number: int) -> str:
    return LANGUAGES[number % len(LANGUAGES)]
