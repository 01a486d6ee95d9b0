"""Explanations for Richelieu: every card, prize, action and track with the numbers of the box in play."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from intrigue.games.richelieu.cards import CARDS, FIGURE, ICONS
from intrigue.games.richelieu.ending import JEWEL_POINTS, MOST, SECOND
from intrigue.games.richelieu.questions import JEWEL_BOUGHT, JEWEL_SOLD, SECOND_AGENT
from intrigue.games.richelieu.words import ACTIONS, PRIZES, SIGN, card_text
from intrigue.locale import Words
from intrigue.web.games.richelieu.box import box, is_reconstruction
from intrigue.web.games.richelieu.reasons import REASONS
from intrigue.web.html import rule_links
from intrigue.web.html.hints import explanation, reason
from intrigue.web.html.names import sentence
from intrigue.web.html.rule_links import CARD, EVENT, PROMPT, About
from intrigue.web.html.templates import join

TRACKS = ("prestige", "income", "military", "ecu", "jewels", "cards")
OTHERS = ("turn", "won", "first", "stage", "score", "agents", "neutral", "space", "cardinal", "deck", "city-jewels")
AGENTS = ("up", "down")
QUESTIONS = ("action", "neutral", "free", "corrupt", "grey", "queen")
LEFT_UNDONE = ("end", "decline")
GUESSED = {"space": "spaces", "track:income": "income", "track:military": "military", "action:office": "military"}
"""Explanations of what our reconstruction is part of, and which sentence tells of it."""
ABOUT: dict[str, About] = {
    "turn": (EVENT, "turn_begun"),
    "won": (EVENT, "game_ended"),
    "first": (EVENT, "turn_begun"),
    "stage": (EVENT, "turn_begun"),
    "score": (EVENT, "game_ended"),
    "agents": (EVENT, "agent_placed"),
    "neutral": (PROMPT, "neutral"),
    "space": (EVENT, "agent_placed"),
    "cardinal": (EVENT, "cardinal_moved"),
    "deck": (EVENT, "cards_drawn"),
    "reconstruction": (CARD, "box"),
    "city-jewels": (EVENT, "jewel_bought"),
    "track:prestige": (EVENT, "prestige_gained"),
    "track:income": (EVENT, "income_raised"),
    "track:military": (EVENT, "military_raised"),
    "track:ecu": (EVENT, "ecu_gained"),
    "track:jewels": (EVENT, "jewel_sold"),
    "track:cards": (EVENT, "card_won"),
    "agent:up": (EVENT, "agent_revealed"),
    "agent:down": (EVENT, "agent_placed"),
    "action:income": (EVENT, "income_taken"),
    "action:agent": (EVENT, "agent_placed"),
    "action:office": (EVENT, "office_bought"),
    "action:jewel": (EVENT, "jewel_bought"),
}
"""What hints without a card or a question of their own are about."""


def about_hint(hint: str) -> About:
    """What a hint is about."""
    return rule_links.about_hint(ABOUT, hint)


def hints(game: str, edition: str, words: Words) -> Markup:
    """Every explanation of the game, as templates."""

    def hint(key: str, title: str, *texts: str) -> Markup:
        return explanation(game, edition, key, about_hint(key), title, texts, words)

    templates = [hint(f"card:{card}", *card_text(words, box(), card, is_reconstruction())) for card in CARDS]
    for prize in PRIZES.values():
        title, text = words(f"prize.{prize}.name"), words(f"prize.{prize}.text", figure=FIGURE)
        templates.append(hint(f"prize:{prize}", title, text))
        if prize in ("grey", "queen"):
            templates.append(hint(f"figure:{prize}", title, text))
    numbers = {"more": SECOND_AGENT, "sold": JEWEL_SOLD, "bought": JEWEL_BOUGHT, "points": JEWEL_POINTS}
    for action in ACTIONS:
        text = words(f"richelieu.action.{action}.text", **numbers)
        key = f"action:{action}"
        templates.append(hint(key, words(f"richelieu.action.{action}.name"), text, *guess_texts(key, words)))
    keys = [*OTHERS, *(f"track:{track}" for track in TRACKS), *(f"agent:{side}" for side in AGENTS)]
    values = numbers | printed_numbers()
    for key in keys:
        start = f"board.hint.{key.replace(':', '.')}"
        texts = words(f"{start}.text", **values), *more(key, words), *guess_texts(key, words)
        templates.append(hint(key, words(f"{start}.name"), *texts))
    if is_reconstruction():
        templates.append(hint("reconstruction", f"{words('richelieu.sign.name')} {SIGN}", words("richelieu.sign.text")))
    for verb in QUESTIONS:
        templates.append(
            hint(f"ask:{verb}", words("board.hint.ask"), words(f"board.hint.ask.{verb}"), words("board.hint.more"))
        )
    for verb in LEFT_UNDONE:
        templates.append(hint(f"do:{verb}", sentence(words(f"richelieu.move.{verb}")), words(f"board.hint.{verb}")))
    templates += [reason(game, edition, key, asked, words) for key, asked in REASONS.items()]
    return join(templates)


def more(key: str, words: Words) -> list[str]:
    """What else is to be said: how cards won lie behind closed screens (8.18)."""
    return [words("board.hint.track.cards.down")] if key == "track:cards" else []


def guess_texts(key: str, words: Words) -> list[str]:
    """What of it is our reconstruction."""
    if key not in GUESSED or not is_reconstruction():
        return []
    return [words(f"board.hint.reconstruction.{GUESSED[key]}")]


def printed_numbers() -> dict[str, Any]:
    """What the tracks of the box say."""
    printed = box()
    spaces = range(1, printed.military_end + 1)

    def with_symbol(icon: str) -> str:
        return ", ".join(str(space) for space in spaces if ICONS[printed.military_symbol[space]] == icon) or "–"

    return {
        "end": printed.income_end,
        "costs": ", ".join(str(printed.military_cost[space]) for space in spaces),
        "income": with_symbol("I"),
        "prestige": with_symbol("P"),
        "most": MOST,
        "second": SECOND,
    }
