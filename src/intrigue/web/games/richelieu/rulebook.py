"""Richelieu in the rulebook: what its lines of the log lead to, and what its examples show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from intrigue.engine.events import Event
from intrigue.games.richelieu.questions import DEAREST
from intrigue.games.richelieu.words import SIGN
from intrigue.locale import Words
from intrigue.web.html.rule_links import CARD, EVENT, About, address_of


def about_event(event: Event) -> About:
    """What an event is about."""
    return EVENT, event.name


def with_signs(html: Markup, game: str, edition: str, words: Words) -> Markup:
    """Each sign of our reconstruction says what it is, and leads to the paragraph about it."""
    if SIGN not in html:
        return html
    name, where = words("richelieu.sign.name"), address_of(game, edition, (CARD, "box"))
    link = Markup('<a class="sign" href="{}" title="{}" aria-label="{}">{}</a>').format(where, name, name, SIGN)
    return html.replace(SIGN, link)


def parts_in_example(views: Sequence[dict[str, Any]]) -> list[str]:
    """The zones that somebody stands in, and the track if it changes."""
    zones = [
        f"zone{n}"
        for n in (1, 2, 3)
        if any(
            any(view["zones"][n - 1]["r"] + view["zones"][n - 1]["o"])
            or any((view[figure] or "").startswith(f"{n}.") for figure in ("grey", "queen"))
            for view in views
        )
    ]
    tracks = {(view["cardinal"], *(player["prestige"] for player in view["players"])) for view in views}
    return [*(["track"] if len(tracks) > 1 or not zones else []), *zones]


def is_empty_place(label: str, words: Words) -> bool:
    """Whether a label tells of a space on which nobody stands."""
    free = (words("board.space.open"), *(words("board.space.free", n=cost) for cost in range(1, DEAREST + 1)))
    return label.endswith(free)
