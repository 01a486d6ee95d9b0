"""Who asks: the identity in the cookie, the language, the name and likings, and codes that hand a seat over."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any

from starlette.requests import HTTPConnection
from starlette.responses import Response

from intrigue.locale import LANGUAGES, Words, words
from intrigue.web.errors import Refusal
from intrigue.web.http.middleware import cookie_name, form_token, hashed, new_token, same, token_in
from intrigue.web.render.pages import Me
from intrigue.web.table.seats import checked_name

if TYPE_CHECKING:
    from intrigue.web.store import Person, Store

YEAR = 365 * 24 * 60 * 60
MOST_LANGUAGES = 20
RECENT, LATELY = 20_000, 10 * 60 * 1000
"""People remembered between two requests, and for how many milliseconds."""

LIKINGS: dict[str, tuple[str, ...]] = {
    "theme": ("auto", "light", "dark"),
    "confirm": ("auto", "on", "off"),
    "speed": ("slow", "normal", "fast", "none"),
}
"""What a person may like, besides sound on or off; the first or `normal` is usual."""
USUAL: dict[str, Any] = {"theme": "auto", "confirm": "auto", "speed": "normal", "sound": True}

FOLLOWS = "follows_browser"
"""Of a person's settings: nobody chose the language, which is that of the last POST."""

SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of codes: no I, L, O, 0 or 1, which look alike."""
CODE_LENGTH = 8
RECOVERY_LENGTH = 16
CODE_LASTS = 10 * 60 * 1000


@dataclass(frozen=True)
class Who:
    """Somebody at the other end: an identity, which the store may know."""

    token: str
    fresh: bool
    """Whether the token was made for this answer."""
    person: Person | None
    language: str

    @property
    def hash(self) -> bytes:
        """The identity as the store knows it."""
        return hashed(self.token)

    @property
    def id(self) -> int | None:
        """The person's number; None for somebody who never posted anything."""
        return self.person.id if self.person else None

    @property
    def name(self) -> str:
        """The name they chose, or none."""
        return self.person.name if self.person else ""

    @property
    def called(self) -> str:
        """What they are called at a table: by their name, or a guest."""
        return self.name or self.words("serve.guest")

    @property
    def words(self) -> Words:
        """The sentences of their language."""
        return words(self.language)

    @property
    def me(self) -> Me:
        """What pages know of their reader."""
        likings = liked(self.person.settings if self.person else {})
        return Me(
            name=self.name,
            language=self.language,
            token=form_token(self.token),
            known=self.person is not None,
            **likings,
        )

    def bring(self, response: Response, scheme: str) -> Response:
        """Lets an answer carry the identity: out with what is new, and for one more year what is known."""
        name, secure = cookie_name(scheme), scheme == "https"
        response.set_cookie(name, self.token, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax")
        return response

    def leave(self, response: Response, scheme: str) -> Response:
        """Lets an answer take the identity away, and whatever else a page of ours put into the browser."""
        name, secure = cookie_name(scheme), scheme == "https"
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")
        if secure:
            response.headers["Clear-Site-Data"] = '"storage"'  # browsers heed it, and complain less, over https
        return response


def liked(settings: dict[str, Any], usual: dict[str, Any] = USUAL) -> dict[str, Any]:
    """A person's likings, the usual ones where nothing valid is known."""
    found = dict(usual)
    for name, choices in LIKINGS.items():
        if settings.get(name) in choices:
            found[name] = settings[name]
    if isinstance(settings.get("sound"), bool):
        found["sound"] = settings["sound"]
    return found


def follows(person: Person) -> bool:
    """Whether a person reads what their browser likes best, because they chose no language."""
    return person.settings.get(FOLLOWS) is True


def tongue(person: Person | None, asked: str) -> str:
    """The language of a person: the one they chose, else the one that their browser asks for."""
    if person is None or follows(person) or person.language not in LANGUAGES:
        return asked
    return person.language


def spoken(accepted: str) -> str:
    """The language that a browser's Accept-Language likes best among ours; English if it names none.

    >>> spoken("de, uk;q=0.7, fr;q=0.9"), spoken("ru-RU,ru;q=0.9"), spoken("fr;q=0, en;q=0.1"), spoken(""), spoken("*")
    ('fr', 'ru', 'en', 'en', 'en')
    """
    best, found = 0.0, "en"
    for part in accepted.split(",")[:MOST_LANGUAGES]:
        tag, _, parameter = part.partition(";")
        language = tag.strip().lower().partition("-")[0]
        weight = quality(parameter)
        if language in LANGUAGES and weight > best:
            best, found = weight, language
    return found


def quality(parameter: str) -> float:
    name, equals, value = parameter.strip().partition("=")
    if not equals:
        return 1.0
    try:
        weight = float(value) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0


class People:
    """Everybody the site knows."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self.recovering = asyncio.Lock()
        """Held while a browser becomes another person: a code leads one of them only."""
        self.recent: OrderedDict[bytes, tuple[Person, int]] = OrderedDict()
        """Whom the store knew of when they were last looked up, and when that was; another process may know better by
        now."""

    async def who(self, connection: HTTPConnection, enough: Callable[[int], bool] = lambda person: False) -> Who:
        """Whoever made a request. Nothing is stored: a link preview leaves no trace. People for whom `enough` holds
        are taken for what they were lately: somebody who plays a seat need not be looked up at every move."""
        token = token_in(connection.headers.get("cookie", ""), connection.scope["site"]["scheme"])
        person = await self.looked_up(hashed(token), enough) if token else None
        asked = connection.query_params.get("lang", "")  # of a page that asks for news of what it shows
        if asked not in LANGUAGES:
            asked = spoken(connection.headers.get("accept-language", ""))
        return Who(token or new_token(), token is None, person, tongue(person, asked))

    async def looked_up(self, hash: bytes, enough: Callable[[int], bool]) -> Person | None:
        recent = self.recent.get(hash)
        if recent and enough(recent[0].id):
            return recent[0]
        person = await self.store.person(hash)
        self.recent.pop(hash, None)
        if person:
            self.recent[hash] = person, self.now()
            self.tidy()
        return person

    def tidy(self) -> None:
        """Forgets whoever was looked up longest ago, if that is long ago or they are too many."""
        for hash, (_, then) in list(islice(self.recent.items(), 2)):
            if self.now() - then >= LATELY or len(self.recent) > RECENT:
                del self.recent[hash]

    async def known(self, who: Who) -> Who:
        """The same, and kept from now on: called by whatever a POST does."""
        if who.person is None:
            return await self.change(who, {})
        if not follows(who.person) or who.person.language == who.language:
            return who
        person = await self.store.speaks(who.hash, who.person.settings, who.language, self.now())
        return self.renewed(who, person) if person else await self.change(who, {})

    async def change(self, who: Who, chosen: dict[str, Any]) -> Who:
        """Keeps a new name, language or likings; what is not among `chosen` stays. Until a language is chosen, the
        one that the browser asks for is kept, for notices."""
        person = await self.store.person(who.hash)
        name = person.name if person else ""
        if "name" in chosen:
            name = checked_name(str(chosen["name"])) if str(chosen["name"]).strip() else ""
        settings = liked(chosen, liked(person.settings if person else {}))
        language = tongue(person, who.language)
        if chosen.get("language") in LANGUAGES:
            language = chosen["language"]
        elif person is None or follows(person):
            settings[FOLLOWS] = True
        return self.renewed(who, await self.store.remember(who.hash, name, language, settings, self.now()))

    def renewed(self, who: Who, person: Person) -> Who:
        """The same, with what is new about them."""
        if who.hash in self.recent:
            self.recent[who.hash] = person, self.now()
            self.recent.move_to_end(who.hash)
        return replace(who, person=person, language=tongue(person, who.language))

    async def find(self, hash: bytes) -> Person | None:
        """The person of an identity, if one is kept by now."""
        return await self.store.person(hash)

    async def offer_recovery(self, person: int) -> str:
        """A code by which another browser becomes this person, once; an earlier one is void."""
        code = recovery_code()
        await self.store.put_recovery(recovery_hash(code), person, self.now())
        return code

    async def whose(self, code: str) -> int:
        """The person that a recovery code leads to; it is not used up by asking."""
        code = plain_code(code)
        person = await self.store.recovery(recovery_hash(code)) if len(code) == RECOVERY_LENGTH else None
        if person is None:
            raise Refusal(422, "mine.fault.code")
        return person

    async def recover(self, who: Who, code: str) -> tuple[Who, str]:
        """Lets a browser be the person of a code, and gives the next code in its place; the cookie stays the browser's
        own."""
        fresh = recovery_code()
        hashes = recovery_hash(plain_code(code)), who.hash, recovery_hash(fresh)
        if await self.store.recover(*hashes, self.now()) is None:
            raise Refusal(422, "mine.fault.code")
        self.recent.pop(who.hash, None)
        found = await self.store.person(who.hash)
        assert found
        return replace(who, person=found, language=tongue(found, who.language)), fresh

    async def offer_code(self, table: str, seat: int, person: int) -> str:
        """A code by which another device takes a seat over from its person, once, within ten minutes."""
        code = "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))
        await self.store.put_code(code_hash(table, seat, person, code), table, seat, self.now() + CODE_LASTS)
        return code

    async def use_code(self, table: str, holders: dict[int, int], code: str) -> int:
        """The seat that a code gives, if the person who asked for it still holds it; the code is used up."""
        code = plain_code(code)
        for seat, person in holders.items():
            if await self.store.use_code(code_hash(table, seat, person, code), table, self.now()) == seat:
                return seat
        raise Refusal(422, "serve.fault.code")


def plain_code(code: str) -> str:
    """A code as it was made, however it was written down.

    >>> plain_code(" abcd-efgh 2345\u20106789 ")
    'ABCDEFGH23456789'
    """
    return "".join(sign for sign in code.upper() if sign.isalnum())


def recovery_code() -> str:
    """A new recovery code."""
    return "".join(secrets.choice(SIGNS) for _ in range(RECOVERY_LENGTH))


def recovery_hash(code: str) -> bytes:
    """A recovery code as the store knows it. It has more than 79 bits: nobody tries them all."""
    return sha256(f"intrigue recovery code 1\n{code}\n".encode()).digest()


def code_hash(table: str, seat: int, person: int, code: str) -> bytes:
    """A code as the store knows it: bound to who sits there, so it is void when somebody else does."""
    return sha256(f"intrigue seat code 1\n{table}\n{seat}\n{person}\n{code}\n".encode()).digest()


def check_token(who: Who, given: str) -> None:
    """A POST must show that it comes from a page of ours that this very reader got."""
    if who.fresh or not same(given, form_token(who.token)):
        raise Refusal(403, "serve.fault.token")
