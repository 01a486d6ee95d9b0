"""Where the rulebook tells of what is on a page: its addresses, the sign that leads there, and what hints are about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import quote

from markupsafe import Markup, escape

from intrigue.games import GAMES
from intrigue.locale import Words
from intrigue.rulebook import links

EVENT, PROMPT, CARD = "event", "prompt", "card"
About = tuple[str, str]
"""What a paragraph is asked for by: an event, a prompt or a card, and its name."""


BY_START = {"kind": CARD, "card": CARD, "prize": CARD, "figure": CARD, "ask": PROMPT, "do": PROMPT}


def about_hint(table: Mapping[str, About], hint: str) -> About:
    """What a hint is about: what a game's table says, else what the hint names.

    >>> about_hint({"deck": (EVENT, "cards_drawn")}, "deck"), about_hint({}, "kind:trap")
    (('event', 'cards_drawn'), ('card', 'trap'))
    """
    start, _, name = hint.partition(":")
    return table[hint] if hint in table else (BY_START[start], name)


def paragraph(game: str, edition: str, asked: About) -> str | None:
    """The paragraph that tells of it, if one does."""
    book_links = links(game, edition)
    kind, name = asked
    return {EVENT: book_links.events, PROMPT: book_links.prompts, CARD: book_links.cards}[kind].get(name)


@lru_cache(maxsize=4096)
def address(game: str, edition: str, paragraph: str = "") -> str:
    """Where a game's rules are read, or one paragraph of them; an only edition need not be named.

    >>> address("oriflamme-mix", "fr+uk", "spy"), address("richelieu", "ru")
    ('/rules/oriflamme-mix?edition=fr%2Buk#spy', '/rules/richelieu')
    """
    chosen = f"?edition={quote(edition, safe='')}" if len(GAMES[game].editions) > 1 else ""
    return f"/rules/{game}{chosen}{'#' if paragraph else ''}{paragraph}"


def address_of(game: str, edition: str, asked: About) -> str:
    """The address of the paragraph that tells of something; empty if none does."""
    place = paragraph(game, edition, asked)
    return address(game, edition, place) if place else ""


@lru_cache(maxsize=4096)
def sign(game: str, edition: str, kind: str, name: str, words: Words, in_log: bool = False) -> Markup:
    """A small sign that leads to the paragraph, in a window of its own so that the game stays where it is. It is drawn
    by the style sheet: what is read aloud or compared stays the sentence beside it."""
    where = address_of(game, edition, (kind, name))
    if not where:
        return Markup("")
    called = escape(words("learn.sign"))
    stop = " tabindex='-1'" if in_log else ""  # a log has hundreds of lines: Tab passes them by
    return Markup(f"<a class='law' href='{where}' target='_blank' rel='noopener'{stop} aria-label='{called}'></a>")
