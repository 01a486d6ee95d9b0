"""What a lesson says at its table: the step that is due, and at the end what was learned and where to go on."""

from __future__ import annotations

import json

from markupsafe import Markup

from intrigue.bots.levels import LEVELS
from intrigue.lessons import LESSONS, ORIGIN, Lesson, of_table, offered_lessons
from intrigue.locale import Words
from intrigue.web.html.icons import icon
from intrigue.web.html.templates import environment
from intrigue.web.render.regions import do
from intrigue.web.view.scene import Scene

__all__ = ["EASIEST", "ORIGIN", "region"]

EASIEST = LEVELS[0]
"""Whom a learner plays first."""


def region(scene: Scene, words: Words) -> str:
    """What the lesson says now; nothing to who only watches."""
    lesson = of_table(scene.origin)
    if lesson is None or scene.viewer.seat != lesson.seat:
        return ""
    if scene.phase == "playing" and lesson.at(scene.moves) is not None:
        return step(lesson, scene, words)
    return end(lesson, scene, words)


def step(lesson: Lesson, scene: Scene, words: Words) -> str:
    """The step that is due: why, what to do, and which moves that may be; while others act, that they do."""
    line = lesson.at(scene.moves)
    assert line
    legal = scene.view["legal"] if scene.view else []
    moves = [move for move in line.moves if move in legal] if line.mine else []
    key = f"lessons.{lesson.name}.{line.step}"
    return render(
        "step",
        words,
        number=line.step,
        steps=len(lesson.steps),
        why=words(key) if moves else "",
        task=words(f"{key}.do") if moves else words("lessons.watch"),
        moves=json.dumps(moves),
        leave=do("vote", seat=lesson.seat, end=True),
    )


def end(lesson: Lesson, scene: Scene, words: Words) -> str:
    """What was learned, a real game against the easiest bots, and other ways on."""
    following = next((name for name in offered_lessons() if LESSONS.index(name) > LESSONS.index(lesson.name)), "")
    return render(
        "end",
        words,
        lesson=lesson,
        phase=scene.phase,
        learned=words(f"lessons.{lesson.name}.end").split("\n"),
        following=following,
        level=EASIEST,
    )


def render(macro: str, words: Words, /, **values: object) -> str:
    module = environment().get_template("regions/lesson.html").module
    return str(Markup(getattr(module, macro)(say=words, icon=icon, **values)))
