"""Who somebody is here without an account: a recovery code for another browser, all that is kept, and its end."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from intrigue.web.errors import Refusal
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
from intrigue.web.runtime.visitor import Visitor

LONGEST_CODE = 60


async def me(request: Request) -> Response:
    """Who I am here."""
    visitor, site = await current_visitor(request, banned=True), site_of(request)
    return page_response(
        request,
        visitor,
        account_pages.identity(visitor.me, site_info(request), *await site.accounts.count_tables(visitor.id)),
    )


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
    """Becomes the person of a code. Unfinished games of whoever this browser was come along; finished ones stay with
    the identity they were played under."""
    visitor, fields = await form_body(request)
    site = site_of(request)
    site.limits.check("try", client_network(request))
    games, running = await site.accounts.count_tables(visitor.id)
    before = visitor.id
    code = str(fields.get("code", ""))[:LONGEST_CODE]
    assert before is not None
    try:
        if games and fields.get("sure") not in ("on", True):
            raise Refusal(422, "mine.fault.sure")
        visitor, next_code, carried, left = await site.accounts.recover(visitor, before, code)
    except Refusal as fault:
        if fault.status != 422 or not wants_page(request.scope):
            raise
        page = account_pages.identity(
            visitor.me, site_info(request), games, running, fault.text(visitor.language), bound=True
        )
        return page_response(request, visitor, page, 422)
    return with_code(request, visitor, next_code, True, carried, left)


# What is kept, and its end


async def export(request: Request) -> Response:
    """Everything of mine as a file."""
    visitor, site = await current_visitor(request, banned=True), site_of(request)
    site.limits.check("export", visitor.token_hash)
    if visitor.id is None:
        raise Refusal(404, "mine.fault.nobody")
    text = msgspec.json.format(msgspec.json.encode(await site.accounts.export(visitor.id)), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="intrigue-export.json"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


async def ask_delete(request: Request) -> Response:
    """What goes if I go."""
    visitor, site = await current_visitor(request, banned=True), site_of(request)
    if visitor.id is None:
        return redirect("/me")
    return page_response(
        request,
        visitor,
        account_pages.delete(visitor.me, site_info(request), *await site.accounts.count_tables(visitor.id)),
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
        games, running = await site.accounts.count_tables(visitor.id)
        return page_response(
            request,
            visitor,
            account_pages.delete(visitor.me, site_info(request), games, running, fault.text(visitor.language)),
            422,
        )
    await site.accounts.delete(person)
    response = redirect("/me/gone") if wants_page(request.scope) else json_response({})
    return clear_identity(response, scheme_of(request))


async def gone(request: Request) -> Response:
    """The page after that; its reader is a stranger."""
    visitor = await current_visitor(request, banned=True)
    return page_response(request, visitor, account_pages.gone(visitor.me, site_info(request)))
