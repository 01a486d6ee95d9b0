"""Where a person is told that it is their move: web push on this device, a webhook, and tables that keep quiet."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from intrigue.web.errors import Refusal
from intrigue.web.http import static_files
from intrigue.web.http.requests import (
    client_network,
    current_visitor,
    form_body,
    json_body,
    json_response,
    own_url,
    page_response,
    redirect,
    site_info,
    site_of,
    table_and_viewer,
    wants_page,
)
from intrigue.web.render import pages
from intrigue.web.runtime.notifications import http_client, web_push
from intrigue.web.runtime.notifications.notifier import FAILURES
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.store import Channels, Push

WORKER = "js/worker.js"
TRIALS = ("worked", "failed")


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a browser takes web push."""

    endpoint: Annotated[str, msgspec.Meta(max_length=http_client.LONGEST)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class Endpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that takes no more."""

    endpoint: Annotated[str, msgspec.Meta(max_length=http_client.LONGEST)]


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether notices of a table are wanted."""

    on: bool


async def worker(request: Request) -> Response:
    """The script that shows notices while no page is open; here, because it must stand above all pages."""
    file: static_files.File = request.app.state.assets.files[WORKER]
    headers = {"Cache-Control": "no-cache", "ETag": f'"{file.mark}"', "Vary": "Accept-Encoding"}
    return static_files.file_response(request, file, headers)


async def settings(request: Request) -> Response:
    """Where I am told."""
    visitor = await current_visitor(request)
    trial = request.query_params.get("trial", "")
    return await page(request, visitor, trial=trial if trial in TRIALS else "")


async def page(request: Request, visitor: Visitor, status: int = 200, trial: str = "", fault: str = "") -> Response:
    site = site_of(request)
    hook, known = None, list[Push]()
    if visitor.id is not None and (channels := await site.store.channels(visitor.id, "")):
        hook, known = channels.hook, list(channels.pushes)
    signer = site.notifier.signer
    values: dict[str, Any] = {
        "hook": hook.url if hook else "",
        "broken": hook is not None and hook.failures >= FAILURES,
        "key": signer.public if signer else "",
        "known": ",".join(mark(one.endpoint) for one in known),
        "trial": trial,
        "fault": fault,
    }
    return page_response(
        request,
        visitor,
        pages.page("notices", visitor.me, site_info(request), "/me/notices", private=True, **values),
        status,
    )


def mark(endpoint: str) -> str:
    """What a page knows of an endpoint: enough to recognise its own."""
    return sha256(endpoint.encode()).hexdigest()[:16]


def checked_address(request: Request, url: str) -> str:
    """An address that may be called, as far as its form tells."""
    try:
        http_client.place(url, site_of(request).notifier.outbound.ports)
    except http_client.BadAddress:
        raise Refusal(422, "notices.fault.address") from None
    return url


# Web push


async def subscribe(request: Request) -> Response:
    """Takes web push on this device from now on."""
    visitor, body = await json_body(request, Subscription)
    site = site_of(request)
    site.limits.check("channel", visitor.token_hash)
    assert visitor.id is not None
    checked_address(request, body.endpoint)
    try:
        web_push.keys(body.p256dh, body.auth)
    except web_push.BadKeys:
        raise Refusal(422, "notices.fault.keys") from None
    url = own_url(request)
    await site.store.put_push(visitor.id, body.endpoint, body.p256dh, body.auth, site.now(), url)
    site.notifier.reachable.add(visitor.id)
    return json_response({"mark": mark(body.endpoint)})


async def unsubscribe(request: Request) -> Response:
    """Takes no more."""
    visitor, body = await json_body(request, Endpoint)
    site = site_of(request)
    assert visitor.id is not None
    if any(one.endpoint == body.endpoint for one in await site.store.pushes_of(visitor.id)):
        await site.store.drop_push(body.endpoint)
    return json_response({})


# The webhook


async def set_hook(request: Request) -> Response:
    """Another webhook, or none."""
    visitor, fields = await form_body(request)
    site = site_of(request)
    site.limits.check("channel", visitor.token_hash)
    assert visitor.id is not None
    url = str(fields.get("url") or "").strip() if "stop" not in fields else ""
    try:
        await site.store.set_hook(visitor.id, checked_address(request, url) if url else "", own_url(request))
    except Refusal as fault:
        if not wants_page(request.scope):
            raise
        return await page(request, visitor, 422, fault=fault.text(visitor.language))
    if url:
        site.notifier.reachable.add(visitor.id)
    return redirect("/me/notices") if wants_page(request.scope) else json_response({"on": bool(url)})


async def trial(request: Request) -> Response:
    """Sends me a notice, so that I see whether they come. All that anybody learns is whether it went out."""
    visitor, fields = await form_body(request)
    site = site_of(request)
    site.limits.check("trial", visitor.token_hash)
    site.limits.check("trial", client_network(request))
    assert visitor.id is not None
    channel = "push" if fields.get("channel") == "push" else "hook"
    worked = await site.notifier.test(visitor.id, channel, visitor.words)
    if wants_page(request.scope):
        return redirect(f"/me/notices?trial={TRIALS[0] if worked else TRIALS[1]}")
    return json_response({"worked": worked})


# One table


async def of_table(request: Request) -> Response:
    """Whether I am told of a table, and whether I can be told at all."""
    visitor, site = await current_visitor(request), site_of(request)
    table, _ = await table_and_viewer(request, visitor)
    if visitor.id is None or not table.seats_of(visitor.id):
        return json_response({"seated": False})
    channels = await site.store.channels(visitor.id, table.id)
    return json_response({"seated": True, "on": not (channels and channels.quiet), "any": can_tell(channels)})


def can_tell(channels: Channels | None) -> bool:
    """Whether any way to a person works."""
    if channels is None:
        return False
    return bool(channels.pushes) or channels.hook is not None and channels.hook.failures < FAILURES


async def set_table(request: Request) -> Response:
    """Tell me of this table, or do not."""
    visitor, switch = await json_body(request, Switch)
    site = site_of(request)
    table, _ = await table_and_viewer(request, visitor)
    if visitor.id is None or not table.seats_of(visitor.id):
        raise Refusal(403, "refused.stranger")
    site.limits.check("channel", visitor.token_hash)
    await site.store.set_quiet(visitor.id, table.id, not switch.on)
    return json_response({"on": switch.on})
