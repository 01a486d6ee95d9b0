"""Helpers of every route: who asks, what a request brings, and how an answer or an error is put."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import Scope

from intrigue.engine.errors import IntrigueError
from intrigue.locale import LANGUAGES, words
from intrigue.web.config import loopback
from intrigue.web.errors import Banned, NoTable, Refusal, Unplayable
from intrigue.web.http.accept_language import preferred_language
from intrigue.web.http.identity_cookie import set_identity, token_in
from intrigue.web.http.multipart import MOST_FIELDS
from intrigue.web.http.site_address import requested_site, shared_address
from intrigue.web.live.messages import decode
from intrigue.web.render import pages
from intrigue.web.runtime.rate_limit import neighbourhood
from intrigue.web.runtime.tokens import csrf_token, same_token
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.site import Site
from intrigue.web.table.requests import KEY
from intrigue.web.table.table import Table
from intrigue.web.view import viewers
from intrigue.web.view.scene import Viewer

ID = re.compile(r"[a-z2-7]{10}")
LOCAL = re.compile(r"/(?![/\\])[0-9A-Za-z/_.?=&%-]*")

Body = TypeVar("Body")


def site_of(connection: HTTPConnection) -> Site:
    """Everything a handler may use."""
    site: Site = connection.app.state.site
    return site


def site_info(connection: HTTPConnection) -> pages.SiteInfo:
    """What pages know of the site. Whoever opened it on the server's own machine sees links as others need them."""
    config, url, alone = site_of(connection).config, own_url(connection), ""
    if loopback(urlsplit(url).hostname or "") and loopback(client_address(connection)):  # anybody may say localhost
        if public := shared_address(config, connection.scope["server"][1]):
            url = public
        else:
            alone = "here" if loopback(config.host) else "no_network"
    return pages.SiteInfo(url, connection.app.state.assets.address, config.outside_bots, alone)


def own_url(connection: HTTPConnection) -> str:
    """The site's address as whoever asks opened it: there their cookie is known."""
    return requested_site(connection.scope).url


def scheme_of(connection: HTTPConnection) -> str:
    """By which scheme somebody asks, `http` or `https`, as the guard sees it."""
    return requested_site(connection.scope).scheme


def client_address(connection: HTTPConnection) -> str:
    """From which address somebody asks, as the guard sees it."""
    return connection.client.host if connection.client else ""


def client_network(connection: HTTPConnection) -> str:
    """From where somebody asks, as far as limits count it."""
    return neighbourhood(client_address(connection))


async def current_visitor(
    connection: HTTPConnection, recent_will_do: Callable[[int], bool] = lambda person: False, banned: bool = False
) -> Visitor:
    """Whoever asks, also a banned person where that is said; `recent_will_do` says for whom what was known of them
    lately is enough."""
    site, headers = site_of(connection), connection.headers
    token = token_in(headers.get("cookie", ""), scheme_of(connection))
    language = connection.query_params.get("lang", "")  # of a page that asks for news of what it shows
    if language not in LANGUAGES:
        language = preferred_language(headers.get("accept-language", ""))
    visitor = await site.people.visitor(token, language, recent_will_do)
    connection.scope["visitor"] = visitor
    if not banned:
        site.bans.check("", visitor.id)
    return visitor


# What a request brings


async def form_body(request: Request, banned: bool = False) -> tuple[Visitor, dict[str, Any]]:
    """Whoever posts, and the fields of the form or of the JSON object; raises if no page of ours sent it."""
    visitor, body = await current_visitor(request, banned=banned), await request.body()
    fields: dict[str, Any] = {}
    if request.headers.get("content-type", "").partition(";")[0].strip() == "application/json":
        if body:
            fields = decode(body, dict[str, Any])
    else:
        try:
            pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except ValueError:
            raise Refusal(400, "serve.fault.request") from None
        for name, value in pairs:
            fields[name] = f"{fields[name]},{value}" if name == "kinds" and name in fields else value
    token = request.headers.get("x-intrigue") or fields.pop("token", "")
    return await accept_post(request, visitor, token), fields


async def json_body(
    request: Request, kind: type[Body], recent_will_do: Callable[[int], bool] = lambda person: False
) -> tuple[Visitor, Body]:
    """Whoever posts, and the JSON body as what it must be."""
    visitor, body = await current_visitor(request, recent_will_do), await request.body()
    visitor = await accept_post(request, visitor, request.headers.get("x-intrigue", ""))
    return visitor, decode(body, kind)


async def accept_post(request: Request, visitor: Visitor, token: object) -> Visitor:
    """Takes a POST of a page of ours, if it does not come too often; its visitor is kept from now on."""
    require_csrf(visitor, token if isinstance(token, str) else "")
    site = site_of(request)
    site.limits.check("post", visitor.token_hash)
    if visitor.person is None:
        site.limits.check("person", client_network(request))
    visitor = await site.people.keep(visitor)
    request.scope["visitor"] = visitor
    return visitor


def require_csrf(visitor: Visitor, token: str) -> None:
    """A POST must show that it comes from a page of ours that this very visitor got."""
    if visitor.is_new or not same_token(token, csrf_token(visitor.token)):
        raise Refusal(403, "serve.fault.token")


def table_id(connection: HTTPConnection) -> str:
    """The table in the address; what cannot be one is not even looked for."""
    id: str = connection.path_params["table"]
    if not ID.fullmatch(id):
        raise NoTable()
    return id


async def table_and_viewer(connection: HTTPConnection, visitor: Visitor) -> tuple[Table, Viewer]:
    """The table in the address and how this person looks at it; to be read before the next await."""
    site = site_of(connection)
    table = await site.tables.get(table_id(connection))
    return table, viewers.require_viewer(table, visitor.id)


def new_form_key() -> str:
    """A key for a form: what is sent twice with it counts once."""
    return secrets.token_hex(16)


def form_fingerprint(request: Request, fields: Mapping[str, Any]) -> str:
    """All of a form by which it is known again; nothing where it has no key."""
    key = fields.get("key") or ""
    if not key:
        return ""
    if not isinstance(key, str) or not re.fullmatch(KEY, key):
        raise Refusal(400, "serve.fault.request")
    return f"{request.url.path}\n{msgspec.json.encode(fields, order='deterministic').decode()}"


def limited_person(table: Table, visitor: Visitor) -> int | None:
    """With whom a limit of a table counts somebody: each who plays alone, and all others as one, so that nobody who
    watches uses up what the players need."""
    return visitor.id if table.seats_of(visitor.id) else None


def number_in(values: Mapping[str, str], name: str, usual: int = 0) -> int:
    """A small number from an address."""
    text = values.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else usual


# Answers


def page_response(connection: HTTPConnection, visitor: Visitor, html: str, status: int = 200) -> Response:
    """A page."""
    return with_identity(connection, visitor, HTMLResponse(html, status, headers={"Vary": "Accept-Language, Cookie"}))


def json_response(content: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(content, enc_hook=str), status, media_type="application/json")


def redirect(where: str) -> Response:
    """The end of a form: the browser goes on with a page."""
    return RedirectResponse(where, 303)


def with_identity(connection: HTTPConnection, visitor: Visitor, response: Response) -> Response:
    """An answer that also brings the visitor's identity to their browser."""
    return set_identity(response, visitor.token, scheme_of(connection))


def to_table(request: Request, visitor: Visitor, table: str) -> Response:
    """The answer to a form that opened a table: its page, or its id for a script."""
    if wants_page(request.scope):
        return with_identity(request, visitor, redirect(f"/t/{table}"))
    return json_response({"table": table})


def local_path(where: object) -> str:
    """A way within this site; anything else is the first page.

    >>> local_path("/t/abc?x=1"), local_path("//evil.example/"), local_path("https://evil.example/"), local_path(None)
    ('/t/abc?x=1', '/', '/', '/')
    """
    return where if isinstance(where, str) and LOCAL.fullmatch(where) else "/"


# Errors


def wants_page(scope: Scope) -> bool:
    """Whether a person reads the answer, and not a script."""
    headers = Headers(scope=scope)
    return "text/html" in headers.get("accept", "") and "x-intrigue" not in headers


def error_reader(scope: Scope) -> pages.Me:
    """Who reads about an error, as far as the request got."""
    visitor: Visitor | None = scope.get("visitor")
    if visitor:
        return visitor.me
    headers = Headers(scope=scope)
    token = token_in(headers.get("cookie", ""), requested_site(scope).scheme)
    language = preferred_language(headers.get("accept-language", ""))
    return pages.Me("", language, token=csrf_token(token) if token else "")


def error_response(scope: Scope, status: int, fault: IntrigueError, **more: Any) -> Response:
    """An error as a page in the reader's language, or as JSON with one sentence."""
    me = error_reader(scope)
    sentence = words(me.language)(fault.key, **fault.values)
    if not wants_page(scope):
        return JSONResponse({"message": sentence, **more}, status)
    address = scope["app"].state.assets.address
    banned, unplayable = isinstance(fault, Banned), isinstance(fault, Unplayable)
    page = pages.fault(me, pages.SiteInfo(requested_site(scope).url, address), status, sentence, banned, unplayable)
    return HTMLResponse(page, status)
