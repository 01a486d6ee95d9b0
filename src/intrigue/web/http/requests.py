"""What every route does with a request: who asks, what was posted, and how an answer or a fault is put."""

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

from intrigue.engine.depth import check_depth
from intrigue.engine.errors import IntrigueError
from intrigue.locale import words
from intrigue.web.config import loopback
from intrigue.web.errors import Banned, NoTable, Refusal, Unplayable
from intrigue.web.http.middleware import form_token, token_in
from intrigue.web.http.site_address import shared
from intrigue.web.render import pages
from intrigue.web.runtime.people import Who, check_token, spoken
from intrigue.web.runtime.rate_limit import neighbourhood
from intrigue.web.site import Site
from intrigue.web.table.requests import KEY
from intrigue.web.table.table import Table
from intrigue.web.view import visibility
from intrigue.web.view.scene import Viewer

FIELDS = 60
"""The most fields a form may have."""
ID = re.compile(r"[a-z2-7]{10}")
LOCAL = re.compile(r"/(?![/\\])[0-9A-Za-z/_.?=&%-]*")

Body = TypeVar("Body")


def site_of(connection: HTTPConnection) -> Site:
    """The site's parts."""
    site: Site = connection.app.state.site
    return site


def site_info(connection: HTTPConnection) -> pages.SiteInfo:
    """What pages know of the site. Whoever opened it on the server's own machine sees links as others need them."""
    config, url, alone = site_of(connection).config, own_url(connection), ""
    if loopback(urlsplit(url).hostname or "") and loopback(peer(connection)):  # anybody may say localhost
        if found := shared(config, connection.scope["server"][1]):
            url = found
        else:
            alone = "here" if loopback(config.host) else "no_network"
    return pages.SiteInfo(url, connection.app.state.assets.address, config.outside_bots, alone)


def own_url(connection: HTTPConnection) -> str:
    """The site's address as whoever asks opened it: there their cookie is known."""
    url: str = connection.scope["site"]["url"]
    return url


async def asker(
    connection: HTTPConnection, enough: Callable[[int], bool] = lambda person: False, banned: bool = False
) -> Who:
    """Whoever asks, also a banned person where that is said; `enough` says for whom what was known of them lately will
    do."""
    who = await site_of(connection).people.who(connection, enough)
    connection.scope["who"] = who
    if not banned:
        site_of(connection).bans.check("", who.id)
    return who


def peer(connection: HTTPConnection) -> str:
    """From which address somebody asks, as the guard sees it."""
    return connection.client.host if connection.client else ""


def address(connection: HTTPConnection) -> str:
    """From where, as far as limits count it."""
    return neighbourhood(peer(connection))


# What was posted


async def posted(request: Request, banned: bool = False) -> tuple[Who, dict[str, Any]]:
    """Whoever posts, and the fields of the form or of the JSON object; raises if no page of ours sent it."""
    who, body = await asker(request, banned=banned), await request.body()
    fields: dict[str, Any] = {}
    if request.headers.get("content-type", "").partition(";")[0].strip() == "application/json":
        if body:
            fields = decoded(body, dict[str, Any])
    else:
        try:
            pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=FIELDS)
        except ValueError:
            raise Refusal(400, "serve.fault.request") from None
        for name, value in pairs:
            fields[name] = f"{fields[name]},{value}" if name == "kinds" and name in fields else value
    token = request.headers.get("x-intrigue") or fields.pop("token", "")
    return await let_in(request, who, token), fields


async def sent(
    request: Request, kind: type[Body], enough: Callable[[int], bool] = lambda person: False
) -> tuple[Who, Body]:
    """Whoever posts, and the JSON body as what it must be."""
    who, body = await asker(request, enough), await request.body()
    who = await let_in(request, who, request.headers.get("x-intrigue", ""))
    return who, decoded(body, kind)


def decoded(text: str | bytes, kind: type[Body]) -> Body:
    """JSON from outside as what it must be."""
    check_depth(text)
    return msgspec.json.decode(text, type=kind)


async def let_in(request: Request, who: Who, token: object) -> Who:
    check_token(who, token if isinstance(token, str) else "")
    site = site_of(request)
    site.limits.check("post", who.hash)
    if who.person is None:
        site.limits.check("person", address(request))
    who = await site.people.known(who)
    request.scope["who"] = who
    return who


def table_id(connection: HTTPConnection) -> str:
    """The table in the address; what cannot be one is not even looked for."""
    id: str = connection.path_params["table"]
    if not ID.fullmatch(id):
        raise NoTable()
    return id


async def seen(connection: HTTPConnection, who: Who) -> tuple[Table, Viewer]:
    """The table in the address and how this person looks at it; to be read before the next await."""
    site = site_of(connection)
    table = await site.desk.table(table_id(connection))
    return table, visibility.require_viewer(table, who.id)


def fresh_key() -> str:
    """A key for a form: what is sent twice with it counts once."""
    return secrets.token_hex(16)


def form(request: Request, fields: Mapping[str, Any]) -> str:
    """All of a form by which it is known again; nothing where it has no key."""
    key = fields.get("key") or ""
    if not key:
        return ""
    if not isinstance(key, str) or not re.fullmatch(KEY, key):
        raise Refusal(400, "serve.fault.request")
    return f"{request.url.path}\n{msgspec.json.encode(fields, order='deterministic').decode()}"


def counted(table: Table, who: Who) -> int | None:
    """With whom a limit of a table counts somebody: each who plays alone, and all others as one, so that nobody who
    watches uses up what the players need."""
    return who.id if table.seats_of(who.id) else None


def number_in(values: Mapping[str, str], name: str, usual: int = 0) -> int:
    """A small number from an address."""
    text = values.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else usual


# Answers


def shown(connection: HTTPConnection, who: Who, html: str, status: int = 200) -> Response:
    """A page."""
    response = HTMLResponse(html, status, headers={"Vary": "Accept-Language, Cookie"})
    return who.bring(response, connection.scope["site"]["scheme"])


def told(content: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(content, enc_hook=str), status, media_type="application/json")


def onward(where: str) -> Response:
    """The end of a form: the browser goes on with a page."""
    return RedirectResponse(where, 303)


def local(where: object) -> str:
    """A way within this site; anything else is the first page.

    >>> local("/t/abc?x=1"), local("//evil.example/"), local("https://evil.example/"), local(None)
    ('/t/abc?x=1', '/', '/', '/')
    """
    return where if isinstance(where, str) and LOCAL.fullmatch(where) else "/"


# Faults


def wants_page(scope: Scope) -> bool:
    """Whether a person reads the answer, and not a script."""
    headers = Headers(scope=scope)
    return "text/html" in headers.get("accept", "") and "x-intrigue" not in headers


def reader(scope: Scope) -> pages.Me:
    """Whom a fault is told."""
    who: Who | None = scope.get("who")
    if who:
        return who.me
    headers = Headers(scope=scope)
    token = token_in(headers.get("cookie", ""), scope.get("site", {}).get("scheme", "http"))
    return pages.Me("", spoken(headers.get("accept-language", "")), token=form_token(token) if token else "")


def fault_answer(scope: Scope, status: int, fault: IntrigueError, **more: Any) -> Response:
    """A fault as a page in the reader's language, or as JSON with one sentence."""
    me = reader(scope)
    sentence = words(me.language)(fault.key, **fault.values)
    if not wants_page(scope):
        return JSONResponse({"message": sentence, **more}, status)
    address = scope["app"].state.assets.address
    banned, unplayable = isinstance(fault, Banned), isinstance(fault, Unplayable)
    page = pages.fault(me, pages.SiteInfo(scope["site"]["url"], address), status, sentence, banned, unplayable)
    return HTMLResponse(page, status)
