"""Explanations as templates of the page, each with the way to its paragraph in the rules."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from intrigue.locale import Words
from intrigue.web.html import rule_links
from intrigue.web.html.rule_links import About
from intrigue.web.html.templates import piece


def explanation(
    game: str, edition: str, key: str, about: About, title: str, texts: Sequence[str], words: Words
) -> Markup:
    """An explanation as a template, with the way to its paragraph in the rules."""
    law = rule_links.address_of(game, edition, about)
    return piece("common", "hint", key=key, title=title, texts=texts, law=law, link=words("learn.in_rules"))


def reason(game: str, edition: str, key: str, asked: tuple[str, str], words: Words) -> Markup:
    """Why something cannot be chosen, as a template that stands before the explanation of the thing itself; nothing in
    a game whose rules do not speak of it."""
    law = rule_links.address_of(game, edition, asked)
    if not law:
        return Markup("")
    texts = [words(f"learn.why.{key}")]
    return piece("common", "hint", key=f"why:{key}", title="", texts=texts, law=law, link=words("learn.in_rules"))
