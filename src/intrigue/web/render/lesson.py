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
    found = of_table(scene.origin)
    if found is None or scene.viewer.seat != found.seat:
        return ""
    if scene.phase == "playing" and found.at(scene.moves) is not None:
        return step(found, scene, words)
    return end(found, scene, words)


def step(found: Lesson, scene: Scene, words: Words) -> str:
    """The step that is due: why, what to do, and which moves that may be; while others act, that they do."""
    line = found.at(scene.moves)
    assert line
    legal = scene.view["legal"] if scene.view else []
    moves = [move for move in line.moves if move in legal] if line.mine else []
    key = f"lessons.{found.name}.{line.step}"
    return render(
        "step",
        words,
        number=line.step,
        steps=len(found.steps),
        why=words(key) if moves else "",
        told=words(f"{key}.do") if moves else words("lessons.watch"),
        moves=json.dumps(moves),
        leave=do("vote", seat=found.seat, end=True),
    )


def end(found: Lesson, scene: Scene, words: Words) -> str:
    """What was learned, a real game against the easiest bots, and other ways on."""
    following = next((name for name in offered_lessons() if LESSONS.index(name) > LESSONS.index(found.name)), "")
    return render(
        "end",
        words,
        lesson=found,
        phase=scene.phase,
        learned=words(f"lessons.{found.name}.end").split("\n"),
        following=following,
        level=EASIEST,
    )


def render(macro: str, words: Words, /, **values: object) -> str:
    module = environment().get_template("regions/lesson.html").module
    return str(Markup(getattr(module, macro)(say=words, icon=icon, **values)))
