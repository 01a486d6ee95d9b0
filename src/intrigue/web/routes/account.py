"""Who somebody is here without an account: a recovery code for another browser, all that is kept, and its end."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from intrigue.engine.errors import IntrigueError
from intrigue.web.errors import NoTable, Refusal
from intrigue.web.http.identity_cookie import clear_identity
from intrigue.web.http.requests import (
    client_network,
    current_visitor,
    form_body,
    json_response,
    page_response,
    redirect,
    scheme_of,
    site_info,
    site_of,
    wants_page,
)
from intrigue.web.render import account_pages
from intrigue.web.runtime.tables import ended
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.site import Site
from intrigue.web.store import Forgotten, Missing, Stale
from intrigue.web.table import requests
from intrigue.web.table.log_entries import AnyCommand
from intrigue.web.table.seats import Refused
from intrigue.web.table.table import Table, hand_over
from intrigue.web.view import visibility

MOST = 100_000
"""Tables of one person: all of them."""
LONGEST_CODE = 60
VERSION = 1
"""Of the form of an export."""


async def me(request: Request) -> Response:
    """Who I am here."""
    visitor, site = await current_visitor(request, banned=True), site_of(request)
    return page_response(
        request, visitor, account_pages.identity(visitor.me, site_info(request), *await held(site, visitor))
    )


async def held(site: Site, visitor: Visitor) -> tuple[int, int]:
    """How many tables somebody has a seat at, and how many of them are under way."""
    if visitor.id is None:
        return 0, 0
    everything = await site.store.tables_of(visitor.id, MOST)
    return len(everything), sum(row.phase in ("gathering", "playing") for row in everything)


# The recovery code


async def make_code(request: Request) -> Response:
    """A recovery code, shown in this answer and never again."""
    visitor, _ = await form_body(request)
    site = site_of(request)
    site.limits.check("recovery", visitor.token_hash)
    assert visitor.id is not None
    return with_code(request, visitor, await site.people.offer_recovery(visitor.id), False)


def with_code(
    request: Request, visitor: Visitor, code: str, arrived: bool, carried: int = 0, left: int = 0
) -> Response:
    if wants_page(request.scope):
        return page_response(
            request, visitor, account_pages.code(visitor.me, site_info(request), code, arrived, carried, left)
        )
    return json_response({"code": code, "name": visitor.name, "carried": carried, "left": left})


async def use_code(request: Request) -> Response:
    """Becomes the person of a code, one browser at a time. Unfinished games of whoever this browser was come along, and
    they first: if that fails half way, the code still works; if it led another browser there meanwhile, at another
    server, they go back. Finished ones stay with the identity they were played under."""
    visitor, fields = await form_body(request)
    site = site_of(request)
    site.limits.check("try", client_network(request))
    games, running = await held(site, visitor)
    before = visitor.id
    code = str(fields.get("code", ""))[:LONGEST_CODE]
    assert before is not None
    try:
        if games and fields.get("sure") not in ("on", True):
            raise Refusal(422, "mine.fault.sure")
        async with site.people.recovering:
            person = await site.people.person_of_code(code)
            carried, left = await carry(site, before, person)
            try:
                visitor, fresh = await site.people.recover(visitor, code)
            except (Refusal, Missing, Forgotten):  # used up, or its person is gone meanwhile
                await carry(site, person, before, carried)
                raise Refusal(422, "mine.fault.code") from None
    except Refusal as fault:
        if fault.status != 422 or not wants_page(request.scope):
            raise
        page = account_pages.identity(
            visitor.me, site_info(request), games, running, fault.text(visitor.language), bound=True
        )
        return page_response(request, visitor, page, 422)
    return with_code(request, visitor, fresh, True, len(carried), left)


async def carry(site: Site, before: int, person: int, tables: Sequence[str] | None = None) -> tuple[list[str], int]:
    """Hands the seats of unfinished games, or of some tables, over to the person that their browser is now. Where that
    cannot be, because the person has a hand of their own there, a bot goes on. Which were carried, how many left."""
    carried, left = list[str](), 0
    if tables is None:
        rows = await site.store.tables_of(before, MOST, under_way=True) if before != person else []
        tables = [row.table for row in rows]
    for id in tables:
        try:
            await decided(site, id, person, lambda table: handed(table, before, person))
            carried.append(id)
        except Refused:
            await leave(site, id, before)
            left += 1
        except NoTable:
            continue
    return carried, left


def handed(table: Table, before: int, person: int) -> Sequence[AnyCommand]:
    seats = table.seats_of(before)
    return hand_over(table, seats[0], person) if seats else []


async def leave(site: Site, id: str, person: int) -> None:
    """Rises from every seat at a table; a bot goes on."""

    def rising(table: Table) -> Sequence[AnyCommand]:
        seats = table.seats_of(person)
        return table.answer(requests.Rise(seats[0]), person, site.now()) if seats else []

    while (await site.tables.get(id)).seats_of(person):
        try:
            await decided(site, id, person, rising)
        except Refused:  # the game has ended meanwhile
            return


async def decided(site: Site, id: str, person: int, commands: Any) -> None:
    """Does something at a table at whatever version it is, even if another process writes at the same time."""
    while True:
        try:
            await site.tables.act(id, None, f"person:{secrets.token_hex(8)}", commands, person)
            return
        except Stale:
            await site.tables.refresh(id)


# What is kept, and its end


async def export(request: Request) -> Response:
    """Everything of mine as a file."""
    visitor, site = await current_visitor(request, banned=True), site_of(request)
    site.limits.check("export", visitor.token_hash)
    if visitor.id is None:
        raise Refusal(404, "mine.fault.nobody")
    kept = await site.store.export_person(visitor.id)
    kept["records"] = await records(site, visitor.id, [one["table_id"] for one in kept["tables"]])
    content = {"intrigue_export": VERSION, "times": "milliseconds since 1970-01-01 UTC", **kept}
    text = msgspec.json.format(msgspec.json.encode(content), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="intrigue-export.json"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


async def records(site: Site, person: int, tables: Sequence[str]) -> dict[str, str]:
    """The records of the games that are over, as far as this person may see them: never of one that runs."""
    texts: dict[str, str] = {}
    for id in tables:
        try:
            table = await site.tables.get_or_skim(id)
        except IntrigueError:
            continue
        if table.phase in ("over", "aborted") and table.rules and visibility.viewer_of(table, person) is not None:
            texts[id] = table.record_text()
        site.tables.release(id)
    return texts


async def ask_delete(request: Request) -> Response:
    """What goes if I go."""
    visitor, site = await current_visitor(request, banned=True), site_of(request)
    if visitor.id is None:
        return redirect("/me")
    return page_response(
        request, visitor, account_pages.delete(visitor.me, site_info(request), *await held(site, visitor))
    )


async def delete(request: Request) -> Response:
    """Takes the person out: bots go on in their games, and nothing names or quotes them any more."""
    visitor, fields = await form_body(request, banned=True)
    site, person = site_of(request), visitor.id
    assert person is not None
    if fields.get("sure") not in ("on", True):
        fault = Refusal(422, "mine.fault.sure")
        if not wants_page(request.scope):
            raise fault
        games, running = await held(site, visitor)
        return page_response(
            request,
            visitor,
            account_pages.delete(visitor.me, site_info(request), games, running, fault.text(visitor.language)),
            422,
        )
    for row in await site.store.tables_of(person, MOST, under_way=True):
        with suppress(NoTable):  # a game that this program cannot follow is left as it is, without their name
            await leave(site, row.table, person)
    for id in await site.store.forget(person):
        await site.tables.discard_erased(id)
        here = await site.store.row(id)
        if here and not ended(here):  # another browser of theirs may have sat down meanwhile; none does from now on
            with suppress(NoTable):
                await leave(site, id, person)
    response = redirect("/me/gone") if wants_page(request.scope) else json_response({})
    return clear_identity(response, scheme_of(request))


async def gone(request: Request) -> Response:
    """The page after that; its reader is a stranger."""
    visitor = await current_visitor(request, banned=True)
    return page_response(request, visitor, account_pages.gone(visitor.me, site_info(request)))
