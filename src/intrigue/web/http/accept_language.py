"""The language that a browser asks for."""

from __future__ import annotations

from intrigue.locale import LANGUAGES

MOST_LANGUAGES = 20


def preferred_language(accepted: str) -> str:
    """The language that a browser's Accept-Language likes best among ours; English if it names none.

    >>> [preferred_language(header) for header in ("de, uk;q=0.7, fr;q=0.9", "ru-RU,ru;q=0.9", "fr;q=0, en;q=0.1", "*")]
    ['fr', 'ru', 'en', 'en']
    >>> preferred_language("")
    'en'
    """
    highest, best = 0.0, "en"
    for part in accepted.split(",")[:MOST_LANGUAGES]:
        tag, _, parameter = part.partition(";")
        language = tag.strip().lower().partition("-")[0]
        weight = quality(parameter)
        if language in LANGUAGES and weight > highest:
            highest, best = weight, language
    return best


def quality(parameter: str) -> float:
    """The weight that a browser gives a language, from 0 to 1."""
    name, equals, value = parameter.strip().partition("=")
    if not equals:
        return 1.0
    try:
        weight = float(value) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0
