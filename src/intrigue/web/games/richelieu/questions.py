"""What is asked at court, as HTML: the question, and every move that answers it."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from intrigue.games.richelieu.words import TOLD_OFFICE
from intrigue.locale import Words
from intrigue.web.games.richelieu.box import is_reconstruction, sign
from intrigue.web.games.richelieu.reasons import missing, reasons
from intrigue.web.games.richelieu.steps import parts
from intrigue.web.html import questions
from intrigue.web.html.names import names_of, sentence, speaker_at
from intrigue.web.html.rule_links import PROMPT, About
from intrigue.web.html.templates import PIECES
from intrigue.web.view.scene import Scene

View = dict[str, Any]


PLAIN_HINTS = {
    "do:income": "action:income",
    "do:office": "action:office",
    "do:buy": "action:jewel",
    "do:sell": "action:jewel",
    "do:end": "do:end",
    "do:decline": "do:decline",
}


def moves(scene: Scene, words: Words) -> list[list[Any]]:
    """Every legal move of whoever may answer: in the notation, as parts of the page, as a sentence."""
    view = scene.view
    if view is None or not view["legal"]:
        return []
    speaker, legal = speaker_at(scene, words), sorted(view["legal"], key=order)
    kind = (view["phase"], "end" in legal, "income" in legal)
    listed = []
    for move in legal:
        verb, _, rest = move.partition(" ")
        if verb in PLACING:  # there are many of them, and they depend on little
            zone, side, _ = rest.split(" ")[1].split(".")
            card = view["zones"][int(zone) - 1]["richelieu" if side == "r" else "opposing"]
            key = (move, card, kind, words.language)
            if key not in SAID:
                if len(SAID) > PIECES:
                    SAID.clear()
                SAID[key] = sentence(speaker.move(move, view))
            text = SAID[key]
        else:
            text = sentence(speaker.move(move, view))
        listed.append([move, parts(move), text])
    return listed


PLACING = ("agent", "neutral", "free")
SAID: dict[tuple[Any, ...], str] = {}
"""Sentences of moves that place an agent, by all that they depend on."""
LAST = ("end", "decline")


def order(move: str) -> tuple[bool, str]:
    """The cardinal's card before the opposing one, as they lie; what is left undone comes last."""
    return move in LAST, move.replace(".r", ".a")


def prompt(scene: Scene, words: Words) -> Markup:
    """The question with its moves for whoever may answer; for all others, whom they wait for."""
    view = scene.view
    if view is None:
        return Markup("")
    if not questions.is_asked(scene):
        return questions.wait_prompt(scene, words, wait_sentence(scene, words), law(scene, view))
    about = {"question": f"ask:{asked_by(view)}", **PLAIN_HINTS}
    question = speaker_at(scene, words).question(view, scene.acting)
    barred = [(words(f"learn.action.{action}"), reason) for action, reason in missing(view)]
    answers = moves(scene, words)
    return questions.ask_prompt(
        scene, words, question, answers, about, law(scene, view), reasons(view), barred, guesses(view)
    )


def guesses(view: View) -> dict[str, str]:
    """Answers that tell what is our guess, each with the sign of that: offices, for their costs and symbols."""
    is_printed = view["players"][view["to_act"] - 1]["military"] + 1 == TOLD_OFFICE
    return {} if is_printed or not is_reconstruction() else {"do:office": sign()}


ASKED_BY = ("neutral", "free", "corrupt", "grey", "queen")
"""Moves whose question is not the usual one about actions."""


def asked_by(view: View) -> str:
    """The move that the question is about."""
    return next((verb for verb in (move.split(" ")[0] for move in view["legal"]) if verb in ASKED_BY), "action")


def law(scene: Scene, view: View) -> About:
    """What the paragraph is about that the question leads to: of who waits, by public facts only."""
    return PROMPT, asked_by(view) if questions.is_asked(scene) else view["phase"]


def wait_sentence(scene: Scene, words: Words) -> str:
    """What everybody waits for, by public facts only."""
    view, turn = scene.view, questions.turn_of(scene)
    if view is None or turn is None:
        return ""
    return words(f"board.wait.{view['phase']}", player=names_of(scene, words)[turn - 1])
