"""A visitor: the identity at the other end of a request, and the person behind it, if the store knows one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from intrigue.locale import LANGUAGES, Words, words
from intrigue.web.render.pages import Me
from intrigue.web.runtime.tokens import csrf_token, token_hash

if TYPE_CHECKING:
    from intrigue.web.store import Person

PREFERENCES: dict[str, tuple[str, ...]] = {
    "theme": ("auto", "light", "dark"),
    "confirm": ("auto", "on", "off"),
    "speed": ("slow", "normal", "fast", "none"),
}
"""What a person may prefer, besides sound on or off; the first or `normal` is usual."""
DEFAULTS: dict[str, Any] = {"theme": "auto", "confirm": "auto", "speed": "normal", "sound": True}

FOLLOWS_BROWSER = "follows_browser"
"""Of a person's settings: nobody chose the language, which is that of the last POST."""


@dataclass(frozen=True)
class Visitor:
    """Somebody at the other end: an identity, which the store may know."""

    token: str
    is_new: bool
    """Whether the token was made for this answer."""
    person: Person | None
    language: str

    @property
    def token_hash(self) -> bytes:
        """The identity as the store knows it."""
        return token_hash(self.token)

    @property
    def id(self) -> int | None:
        """The person's number; None for somebody who never posted anything."""
        return self.person.id if self.person else None

    @property
    def name(self) -> str:
        """The name they chose, or none."""
        return self.person.name if self.person else ""

    @property
    def display_name(self) -> str:
        """What they are called at a table: by their name, or a guest."""
        return self.name or self.words("serve.guest")

    @property
    def words(self) -> Words:
        """The sentences of their language."""
        return words(self.language)

    @property
    def me(self) -> Me:
        """What pages know of their reader."""
        preferences = valid_preferences(self.person.settings if self.person else {})
        return Me(
            name=self.name,
            language=self.language,
            token=csrf_token(self.token),
            known=self.person is not None,
            **preferences,
        )


def valid_preferences(settings: dict[str, Any], usual: dict[str, Any] = DEFAULTS) -> dict[str, Any]:
    """A person's preferences, the usual ones where nothing valid is known."""
    preferences = dict(usual)
    for name, choices in PREFERENCES.items():
        if settings.get(name) in choices:
            preferences[name] = settings[name]
    if isinstance(settings.get("sound"), bool):
        preferences["sound"] = settings["sound"]
    return preferences


def follows_browser(person: Person) -> bool:
    """Whether a person reads what their browser likes best, because they chose no language."""
    return person.settings.get(FOLLOWS_BROWSER) is True


def language_of(person: Person | None, asked: str) -> str:
    """The language of a person: the one they chose, else the one that their browser asks for."""
    if person is None or follows_browser(person) or person.language not in LANGUAGES:
        return asked
    return person.language
