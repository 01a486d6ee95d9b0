"""Where the rulebook tells of what is on a page: its addresses, the sign that leads there, and what hints are about."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from markupsafe import Markup, escape

from intrigue.games import GAMES
from intrigue.locale import Words
from intrigue.rulebook import family_of, links

EVENT, PROMPT, CARD = "event", "prompt", "card"
About = tuple[str, str]
"""What a paragraph is asked for by: an event, a prompt or a card, and its name."""


ROW: dict[str, About] = {
    "hidden": (PROMPT, "wait"),
    "round": (EVENT, "round_begun"),
    "turn": (PROMPT, "placement"),
    "won": (EVENT, "game_ended"),
    "first": (EVENT, "round_begun"),
    "influence": (EVENT, "influence_gained"),
    "hand": (EVENT, "card_placed"),
}
COURT: dict[str, About] = {
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
BY_FAMILY = {"oriflamme": ROW, "richelieu": COURT}
BY_START = {"kind": CARD, "card": CARD, "prize": CARD, "figure": CARD, "ask": PROMPT, "do": PROMPT}


def about(game: str, hint: str) -> About:
    """What a hint is about.

    >>> about("ablaze", "kind:trap"), about("richelieu", "deck"), about("oriflamme", "do:wait")
    (('card', 'trap'), ('event', 'cards_drawn'), ('prompt', 'wait'))
    """
    start, _, name = hint.partition(":")
    known = BY_FAMILY[family_of(game)]
    return known[hint] if hint in known else (BY_START[start], name)


def paragraph(game: str, edition: str, asked: About) -> str | None:
    """The paragraph that tells of it, if one does."""
    found = links(game, edition)
    kind, name = asked
    return {EVENT: found.events, PROMPT: found.prompts, CARD: found.cards}[kind].get(name)


@lru_cache(maxsize=4096)
def address(game: str, edition: str, paragraph: str = "") -> str:
    """Where a game's rules are read, or one paragraph of them; an only edition need not be named.

    >>> address("oriflamme-mix", "fr+uk", "spy"), address("richelieu", "ru")
    ('/rules/oriflamme-mix?edition=fr%2Buk#spy', '/rules/richelieu')
    """
    chosen = f"?edition={quote(edition, safe='')}" if len(GAMES[game].editions) > 1 else ""
    return f"/rules/{game}{chosen}{'#' if paragraph else ''}{paragraph}"


def told_at(game: str, edition: str, asked: About) -> str:
    """The address of the paragraph that tells of something; empty if none does."""
    found = paragraph(game, edition, asked)
    return address(game, edition, found) if found else ""


@lru_cache(maxsize=4096)
def sign(game: str, edition: str, kind: str, name: str, words: Words, in_log: bool = False) -> Markup:
    """A small sign that leads to the paragraph, in a window of its own so that the game stays where it is. It is drawn
    by the style sheet: what is read aloud or compared stays the sentence beside it."""
    where = told_at(game, edition, (kind, name))
    if not where:
        return Markup("")
    called = escape(words("learn.sign"))
    stop = " tabindex='-1'" if in_log else ""  # a log has hundreds of lines: Tab passes them by
    return Markup(f"<a class='law' href='{where}' target='_blank' rel='noopener'{stop} aria-label='{called}'></a>")
