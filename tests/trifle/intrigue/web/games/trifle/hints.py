"""Explanations for Trifle: what can be pointed at."""

from __future__ import annotations

from markupsafe import Markup

from intrigue.games.trifle.cards import CARDS, HAND
from intrigue.locale import Words
from intrigue.web.games.trifle.reasons import REASONS
from intrigue.web.html import rule_links
from intrigue.web.html.hints import explanation, reason
from intrigue.web.html.rule_links import EVENT, PROMPT, About
from intrigue.web.html.templates import join

ABOUT: dict[str, About] = {
    "round": (EVENT, "round_begun"),
    "turn": (PROMPT, "laying"),
    "won": (EVENT, "game_ended"),
    "first": (EVENT, "round_begun"),
    "taken": (EVENT, "round_won"),
    "hand": (EVENT, "card_laid"),
    "card": (EVENT, "card_turned_up"),
}
"""What hints without a question of their own are about."""


def about_hint(hint: str) -> About:
    """What a hint is about."""
    return rule_links.about_hint(ABOUT, hint)


def hints(game: str, edition: str, words: Words) -> Markup:
    """Every explanation of the game, as templates."""

    def hint(key: str, title: str, *texts: str) -> Markup:
        return explanation(game, edition, key, about_hint(key), title, texts, words)

    numbers = {"rounds": HAND, "cards": CARDS}
    found = [hint(key, words(f"trifle.hint.{key}.name"), words(f"trifle.hint.{key}", **numbers)) for key in ABOUT]
    found.append(hint("ask:lay", words("board.hint.ask"), words("trifle.hint.ask")))
    found += [reason(game, edition, key, asked, words) for key, asked in REASONS.items()]
    return join(found)
