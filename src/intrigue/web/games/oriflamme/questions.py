"""What is asked in the Oriflamme family, as HTML: the question, and every move that answers it."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from intrigue.games.oriflamme.words import Card, asking_card
from intrigue.locale import Words
from intrigue.web.games.oriflamme.hand import short_text
from intrigue.web.games.oriflamme.reasons import reasons
from intrigue.web.games.oriflamme.steps import parts
from intrigue.web.html import questions
from intrigue.web.html.names import names_of, sentence, speaker_at
from intrigue.web.html.rule_links import CARD, PROMPT, About
from intrigue.web.view.scene import Scene

View = dict[str, Any]


VERBS = {"wait": "reveal", "again": "take"}
"""Moves that answer the same question as another."""
PLAIN_HINTS = {"do:reveal": "do:reveal", "do:wait": "do:wait", "do:take": "do:take", "do:again": "do:again"}


def moves(scene: Scene, words: Words) -> list[list[Any]]:
    """Every legal move of whoever may answer: in the notation, as parts of the page, as a sentence."""
    view = scene.view
    if view is None:
        return []
    speaker, length = speaker_at(scene, words), len(view["row"])
    return [
        [move, parts(move, length), sentence(speaker.move(move, view))] for move in sorted(view["legal"], key=order)
    ]


def order(move: str) -> tuple[Any, ...]:
    """Places from the left to the right: before the row, its slots, behind it."""
    *rest, last = move.split(" ")
    place = {"first": 0, "last": 99}.get(last, int(last) if last.isdigit() else 0)
    return ([int(word) if word.isdigit() else 0 for word in rest], rest[:2], place)


def prompt(scene: Scene, words: Words) -> Markup:
    """The question with its moves for whoever may answer; for all others, whom they wait for."""
    view = scene.view
    if view is None:
        return Markup("")
    if not questions.is_asked(scene):
        return questions.wait_prompt(scene, words, wait_sentence(scene, words), law(scene, view))
    verb = view["legal"][0].split(" ")[0]
    about = {"question": f"ask:{VERBS.get(verb, verb)}", **PLAIN_HINTS}
    question = speaker_at(scene, words).question(view, scene.acting)
    card = asking_card(view, scene.acting)
    text = short_text(scene, card, words) if card else ""
    return questions.ask_prompt(
        scene, words, question, moves(scene, words), about, law(scene, view), reasons(view, scene.effect), text=text
    )


def law(scene: Scene, view: View) -> About:
    """What the paragraph is about that the question leads to: of who waits, by public facts only."""
    if scene.acting:
        return CARD, scene.acting
    return PROMPT, view["legal"][0].split(" ")[0] if questions.is_asked(scene) else view["phase"]


def wait_sentence(scene: Scene, words: Words) -> str:
    """What everybody waits for, by public facts only."""
    view, turn = scene.view, questions.turn_of(scene)
    if view is None or turn is None:
        return ""
    name = names_of(scene, words)[turn - 1]
    if view["phase"] == "placement":
        return words("board.wait.place", player=name)
    if scene.acting is not None:
        return words("board.wait.card", player=name, card=Card(words, scene.acting))
    return words("board.wait.reveal", player=name, slot=view["pointer"])
