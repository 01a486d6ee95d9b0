"""Explanations for the Oriflamme family: every card with the edition's own values, and what else can be pointed at."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from intrigue.games import game as game_of
from intrigue.games.oriflamme.editions import FULL
from intrigue.games.oriflamme.game import Oriflamme
from intrigue.games.oriflamme.kinds import BOXES, DEALT, with_twin
from intrigue.games.oriflamme.words import card_text
from intrigue.locale import Words
from intrigue.web.games.oriflamme.reasons import REASONS
from intrigue.web.html import rule_links
from intrigue.web.html.hints import explanation, reason
from intrigue.web.html.names import sentence
from intrigue.web.html.rule_links import EVENT, PROMPT, About
from intrigue.web.html.templates import join

PLAIN = ("hidden", "round", "turn", "won", "first", "influence", "hand")
QUESTIONS = ("place", "reveal", "hit", "rob", "copy", "move", "twin", "bribe", "use", "take")
ANSWERS = {"reveal": "reveal", "wait": "reveal", "take": "take", "again": "take"}
"""Moves without a place, and the question that explains them."""
ABOUT: dict[str, About] = {
    "hidden": (PROMPT, "wait"),
    "round": (EVENT, "round_begun"),
    "turn": (PROMPT, "placement"),
    "won": (EVENT, "game_ended"),
    "first": (EVENT, "round_begun"),
    "influence": (EVENT, "influence_gained"),
    "hand": (EVENT, "card_placed"),
}
"""What hints without a card or a question of their own are about."""


def about_hint(hint: str) -> About:
    """What a hint is about."""
    return rule_links.about_hint(ABOUT, hint)


def hints(game: str, edition: str, words: Words) -> Markup:
    """Every explanation of a game, as templates."""

    def hint(key: str, title: str, *texts: str) -> Markup:
        return explanation(game, edition, key, about_hint(key), title, texts, words)

    templates = [
        hint(f"kind:{kind}", *of_card(kind, game, edition, words)) for kind in with_twin(BOXES.get(game, DEALT))
    ]
    numbers: dict[str, Any] = {"rounds": FULL.rounds}
    for key in PLAIN:
        text = words(f"board.hint.{key}.text", **numbers)
        templates.append(hint(key, words(f"board.hint.{key}.name"), text))
    for verb in QUESTIONS:
        templates.append(
            hint(f"ask:{verb}", words("board.hint.ask"), words(f"board.hint.ask.{verb}"), words("board.hint.more"))
        )
    for verb, question in ANSWERS.items():
        templates.append(hint(f"do:{verb}", sentence(words(f"move.{verb}")), words(f"board.hint.ask.{question}")))
    templates += [reason(game, edition, key, asked, words) for key, asked in REASONS.items()]
    return join(templates)


def of_card(kind: str, game: str, edition: str, words: Words) -> list[str]:
    """A card's name and what it does."""
    rules = game_of(game)
    assert isinstance(rules, Oriflamme)
    return card_text(words, kind, rules.flags[edition])
