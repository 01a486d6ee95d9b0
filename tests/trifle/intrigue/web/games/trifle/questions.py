"""What is asked in Trifle, as HTML: the question, and every move that answers it."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from intrigue.locale import Words
from intrigue.web.html import questions
from intrigue.web.html.names import names_of, sentence, speaker_at
from intrigue.web.html.rule_links import PROMPT, About
from intrigue.web.view.scene import Scene

View = dict[str, Any]


def moves(scene: Scene, words: Words) -> list[list[Any]]:
    """Every legal move of whoever may answer: in the notation, as parts of the page, as a sentence."""
    view = scene.view
    if view is None:
        return []
    speaker = speaker_at(scene, words)
    return [[move, [part(move)], sentence(speaker.move(move, view))] for move in sorted(view["legal"], key=value)]


def value(move: str) -> int:
    return int(move.split(" ")[1])


def part(move: str) -> str:
    """What is picked on the page to make a move.

    >>> part("lay 7")
    'hand:7'
    """
    return f"hand:{value(move)}"


def prompt(scene: Scene, words: Words) -> Markup:
    """The question with its moves for whoever may answer; for all others, whom they wait for."""
    view = scene.view
    if view is None:
        return Markup("")
    if not questions.is_asked(scene):
        return questions.wait_prompt(scene, words, wait_sentence(scene, words), law(scene, view))
    question = speaker_at(scene, words).question(view, scene.acting)
    about = {"question": "ask:lay"}
    return questions.ask_prompt(scene, words, question, moves(scene, words), about, law(scene, view), {})


def law(scene: Scene, view: View) -> About:
    """What the paragraph is about that the question leads to."""
    return PROMPT, "lay" if questions.is_asked(scene) else view["phase"]


def wait_sentence(scene: Scene, words: Words) -> str:
    """What everybody waits for."""
    turn = questions.turn_of(scene)
    return "" if turn is None else words("trifle.wait", player=names_of(scene, words)[turn - 1])
