"""What a notice says, made from a spectator's scene, and how it is written for browsers and for webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from intrigue.locale import Words
from intrigue.web.render.pages import ended_early
from intrigue.web.view.scene import Scene

HOUR = 3_600_000
DECLARATIVE = 8030
"""Marks a message that a browser can show without a script."""
NAMED = 4
"""The most people that a notice names."""

Event = Literal["turn", "warning", "closed", "test"]


class Note(NamedTuple):
    """A notice as it is read: of public facts alone."""

    title: str
    body: str
    game: str
    table: str
    """Empty for a test."""
    language: str
    event: Event = "turn"


def turn_note(scene: Scene, person_seats: Sequence[int], said: Words) -> Note:
    """What a person is told: the game, and who else plays."""
    game = said(f"game.{scene.settings.game}")
    others = [seat.name for seat in scene.seats if seat.held_by == "person" and seat.number not in person_seats]
    names = ", ".join(others[:NAMED])
    body = said("notices.with", names=names) if names else said("notices.bots")
    return Note(said("notices.turn", game=game), body, game, scene.table, said.language)


def warning_note(scene: Scene, left: int, said: Words) -> Note:
    """What a person is told before their clock runs out, with so many milliseconds left."""
    game = said(f"game.{scene.settings.game}")
    title = said("notices.warning", game=game, n=max(1, round(left / HOUR)))
    return Note(title, said("notices.warning.text"), game, scene.table, said.language, "warning")


def closed_note(scene: Scene, said: Words) -> Note:
    """What a person is told whose table was closed."""
    game = said(f"game.{scene.settings.game}")
    body = ended_early(scene.why, scene.note, said)
    return Note(said("notices.closed", game=game), body, game, scene.table, said.language, "closed")


def trial_note(said: Words) -> Note:
    """A notice that says only that notices come."""
    title, text = said("notices.test.title"), said("notices.test.text")
    return Note(title, text, said("web.site.name"), "", said.language, "test")


def link(site: str, table: str) -> str:
    """Where a notice leads."""
    return f"{site}/t/{table}" if table else f"{site}/me/notices"


def push_body(note: Note, site: str) -> bytes:
    """A notice for a browser: one for each table, the later in place of the earlier."""
    notification = {
        "title": note.title,
        "body": note.body,
        "lang": note.language,
        "navigate": link(site, note.table),
        "tag": note.table or "test",
    }
    return msgspec.json.encode({"web_push": DECLARATIVE, "notification": notification})


def hook_body(note: Note, site: str) -> bytes:
    """A notice for a webhook, under the names by which the usual chats look for a text. It holds no name that another
    player chose: some chats would read it as a command."""
    where = link(site, note.table)
    text = f"{note.title} {where}"
    return msgspec.json.encode({"event": note.event, "text": text, "content": text, "game": note.game, "table": where})
