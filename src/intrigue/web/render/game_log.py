"""What happened at a table, told in sentences: the lines of its log, for one pair of eyes and one language."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup, escape

from intrigue.engine.events import Event
from intrigue.engine.speaker import Speaker
from intrigue.locale import Words
from intrigue.web.games.registry import html_of
from intrigue.web.html import rule_links
from intrigue.web.html.names import speaker_at
from intrigue.web.render import regions
from intrigue.web.render.cache import Memory
from intrigue.web.view.scene import Scene

SENTENCES: Memory[str] = Memory(128)
"""Sentences, by event and speaker."""
LINES: Memory[str] = Memory(128)
"""Lines, by event and speaker."""


def log_lines(scene: Scene, words: Words, start: int = 0) -> list[str]:
    """The log of a scene, from one of its lines on."""
    return [line for line in all_lines(scene, words, start) if line]


def all_lines(scene: Scene, words: Words, start: int = 0) -> list[str]:
    """The same, with an empty line where there is nothing to say."""
    lines = list(zip(scene.lines, scene.line_versions or (0,) * len(scene.lines), strict=True))[start:]
    return [log_line(line, scene, words, version) for line, version in lines]


def log_line(line: Any, scene: Scene, words: Words, version: int = 0) -> str:
    """A line of the log; empty where there is nothing to say."""
    if not isinstance(line, Event):
        return table_line(line, scene, words, version)
    sentence = speaker_at(scene, words).event(line)
    return line_of(line.name, sentence, version, law_of(line, scene, words))


def event_line(event: Event, speaker: Speaker, scene: Scene, version: int) -> str:
    """The line of what has just happened in the game; written once for all who read the same."""

    def line() -> str:
        return line_of(event.name, sentence_of(event, speaker), version, law_of(event, scene, speaker.words))

    return LINES.of((event, speaker), (scene.settings.edition, version), line)


def law_of(event: Event, scene: Scene, words: Words) -> str:
    """The sign of the paragraph that an event is about."""
    about = html_of(scene.settings.game).about_event(event)
    return rule_links.sign(scene.settings.game, scene.settings.edition, *about, words, in_log=True)


def table_line(notice: Any, scene: Scene, words: Words, version: int) -> str:
    """A line of the log about the table."""
    sentence = regions.table_event(notice, scene, words)
    return line_of(f"table-{notice.name}", sentence, version) if sentence else ""


def line_of(name: str, sentence: str, version: int = 0, law: str = "") -> str:
    """A sentence as a line of the log. The name is ours; the sentence may hold what people are called. With a version
    one can look back at what the table was like then; `law` is the sign of its paragraph in the rules."""
    at = f" data-v='{version}'" if version else ""
    return f"<li class='line ev-{name}'{at}>{escape(sentence)}{law}</li>"


def digest(scene: Scene, words: Words) -> Markup:
    """What has happened since the viewer's last choice, to open; nothing where that says nothing."""
    plain = html_of(scene.settings.game).PLAIN
    speaker = speaker_at(scene, words)
    lines = [
        line_of(event.name, sentence_of(event, speaker), law=law_of(event, scene, words))
        for event in scene.recent
        if event.name not in plain
    ]
    if not lines:
        return Markup("")
    return regions.render_region("since", scene, words, number=len(lines), lines=Markup("".join(lines)))


def sentence_of(event: Event, speaker: Speaker) -> str:
    """What happened; told once to all who hear the same event in the same language and with the same names."""
    return SENTENCES.of((event, speaker), None, lambda: speaker.event(event))
