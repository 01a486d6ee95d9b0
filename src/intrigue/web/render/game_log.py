"""What happened at a table, told in sentences: the lines of its log, for one pair of eyes and one language."""

from __future__ import annotations

from typing import Any

from markupsafe import escape

from intrigue.engine.events import Event
from intrigue.engine.speaker import Speaker
from intrigue.locale import Words
from intrigue.web.games.registry import html_of
from intrigue.web.html import rule_links
from intrigue.web.html.names import speaker_at
from intrigue.web.render import regions
from intrigue.web.render.cache import Memory
from intrigue.web.view.scene import Scene

SAID: Memory[str] = Memory(128)
"""Sentences, by event and speaker."""
LINES: Memory[str] = Memory(128)
"""Lines, by event and speaker."""


def log_lines(scene: Scene, words: Words, start: int = 0) -> list[str]:
    """The log of a scene, from one of its lines on."""
    return [line for line in all_lines(scene, words, start) if line]


def all_lines(scene: Scene, words: Words, start: int = 0) -> list[str]:
    """The same, with an empty line where there is nothing to say."""
    told = list(zip(scene.told, scene.told_at or (0,) * len(scene.told), strict=True))[start:]
    return [log_line(one, scene, words, version) for one, version in told]


def log_line(told: Any, scene: Scene, words: Words, version: int = 0) -> str:
    """A line of the log; empty where there is nothing to say."""
    if not isinstance(told, Event):
        return table_line(told, scene, words, version)
    said = speaker_at(scene, words).event(told)
    return line_of(told.name, said, version, law_of(told, scene, words))


def event_line(event: Event, speaker: Speaker, scene: Scene, version: int) -> str:
    """The line of what has just happened in the game; written once for all who read the same."""

    def line() -> str:
        return line_of(event.name, sentence_of(event, speaker), version, law_of(event, scene, speaker.words))

    return LINES.of((event, speaker), (scene.settings.edition, version), line)


def law_of(event: Event, scene: Scene, words: Words) -> str:
    """The sign of the paragraph that an event is about."""
    about = html_of(scene.settings.game).about_event(event)
    return rule_links.sign(scene.settings.game, scene.settings.edition, *about, words, in_log=True)


def table_line(told: Any, scene: Scene, words: Words, version: int) -> str:
    """A line of the log about the table."""
    said = regions.table_event(told, scene, words)
    return line_of(f"table-{told.name}", said, version) if said else ""


def line_of(name: str, said: str, version: int = 0, law: str = "") -> str:
    """A sentence as a line of the log. The name is ours; the sentence may hold what people are called. With a version
    one can look back at what the table was like then; `law` is the sign of its paragraph in the rules."""
    at = f" data-v='{version}'" if version else ""
    return f"<li class='line ev-{name}'{at}>{escape(said)}{law}</li>"


def sentence_of(event: Event, speaker: Speaker) -> str:
    """What happened; told once to all who hear the same event in the same language and with the same names."""
    return SAID.of((event, speaker), None, lambda: speaker.event(event))
