"""The people that the site knows: who is behind an identity, what they chose, and the codes that lead to them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from intrigue.locale import LANGUAGES
from intrigue.web.errors import Refusal
from intrigue.web.runtime.codes import (
    RECOVERY_LENGTH,
    normal_form,
    recovery_code,
    recovery_code_hash,
    seat_code,
    seat_code_hash,
)
from intrigue.web.runtime.tokens import new_token, token_hash
from intrigue.web.runtime.visitor import FOLLOWS_BROWSER, Visitor, follows_browser, language_of, valid_preferences
from intrigue.web.table.seats import check_name

if TYPE_CHECKING:
    from intrigue.web.store import Person, Store

RECENT, LATELY = 20_000, 10 * 60 * 1000
"""People remembered between two requests, and for how many milliseconds."""
CODE_LASTS = 10 * 60 * 1000
"""Milliseconds for which a code for a seat is good."""


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

    async def visitor(
        self, token: str | None, language: str, recent_will_do: Callable[[int], bool] = lambda person: False
    ) -> Visitor:
        """Whoever brings a token and asks for a language. Nothing is stored: a link preview leaves no trace. People for
        whom `recent_will_do` holds are taken for what they were lately: somebody who plays a seat need not be looked up
        at every move."""
        person = await self.look_up(token_hash(token), recent_will_do) if token else None
        return Visitor(token or new_token(), token is None, person, language_of(person, language))

    async def look_up(self, hash: bytes, recent_will_do: Callable[[int], bool]) -> Person | None:
        """The person of an identity, as they are or, where that will do, as they were lately."""
        recent = self.recent.get(hash)
        if recent and recent_will_do(recent[0].id):
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

    async def keep(self, visitor: Visitor) -> Visitor:
        """The same, and kept from now on: called by whatever a POST does."""
        if visitor.person is None:
            return await self.change(visitor, {})
        if not follows_browser(visitor.person) or visitor.person.language == visitor.language:
            return visitor
        person = await self.store.set_language(
            visitor.token_hash, visitor.person.settings, visitor.language, self.now()
        )
        return self.refresh(visitor, person) if person else await self.change(visitor, {})

    async def change(self, visitor: Visitor, chosen: dict[str, Any]) -> Visitor:
        """Keeps a new name, language or preferences; what is not among `chosen` stays. Until a language is chosen, the
        one that the browser asks for is kept, for notices."""
        person = await self.store.person(visitor.token_hash)
        name = person.name if person else ""
        if "name" in chosen:
            name = check_name(str(chosen["name"])) if str(chosen["name"]).strip() else ""
        settings = valid_preferences(chosen, valid_preferences(person.settings if person else {}))
        language = language_of(person, visitor.language)
        if chosen.get("language") in LANGUAGES:
            language = chosen["language"]
        elif person is None or follows_browser(person):
            settings[FOLLOWS_BROWSER] = True
        return self.refresh(
            visitor, await self.store.save_person(visitor.token_hash, name, language, settings, self.now())
        )

    def refresh(self, visitor: Visitor, person: Person) -> Visitor:
        """The same, with what is new about them."""
        if visitor.token_hash in self.recent:
            self.recent[visitor.token_hash] = person, self.now()
            self.recent.move_to_end(visitor.token_hash)
        return replace(visitor, person=person, language=language_of(person, visitor.language))

    async def find(self, hash: bytes) -> Person | None:
        """The person of an identity, if one is kept by now."""
        return await self.store.person(hash)

    async def offer_recovery(self, person: int) -> str:
        """A code by which another browser becomes this person, once; an earlier one is void."""
        code = recovery_code()
        await self.store.put_recovery(recovery_code_hash(code), person, self.now())
        return code

    async def person_of_code(self, code: str) -> int:
        """The person that a recovery code leads to; it is not used up by asking."""
        code = normal_form(code)
        person = await self.store.recovery(recovery_code_hash(code)) if len(code) == RECOVERY_LENGTH else None
        if person is None:
            raise Refusal(422, "mine.fault.code")
        return person

    async def recover(self, visitor: Visitor, code: str) -> tuple[Visitor, str]:
        """Lets a browser be the person of a code, and gives the next code in its place; the cookie stays the browser's
        own."""
        fresh = recovery_code()
        hashes = recovery_code_hash(normal_form(code)), visitor.token_hash, recovery_code_hash(fresh)
        if await self.store.recover(*hashes, self.now()) is None:
            raise Refusal(422, "mine.fault.code")
        self.recent.pop(visitor.token_hash, None)
        person = await self.store.person(visitor.token_hash)
        assert person
        return replace(visitor, person=person, language=language_of(person, visitor.language)), fresh

    async def offer_code(self, table: str, seat: int, person: int) -> str:
        """A code by which another device takes a seat over from its person, once, within ten minutes."""
        code = seat_code()
        await self.store.put_code(seat_code_hash(table, seat, person, code), table, seat, self.now() + CODE_LASTS)
        return code

    async def use_code(self, table: str, holders: dict[int, int], code: str) -> int:
        """The seat that a code gives, if the person who asked for it still holds it; the code is used up."""
        code = normal_form(code)
        for seat, person in holders.items():
            if await self.store.use_code(seat_code_hash(table, seat, person, code), table, self.now()) == seat:
                return seat
        raise Refusal(422, "serve.fault.code")
