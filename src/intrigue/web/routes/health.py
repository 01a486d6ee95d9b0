"""How the server is, for whoever runs it; strangers learn that it lives and nothing else."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from intrigue.locale import words
from intrigue.web.config import loopback
from intrigue.web.errors import Refusal
from intrigue.web.http.accept_language import preferred_language
from intrigue.web.http.middleware import is_listed
from intrigue.web.http.requests import site_of
from intrigue.web.observe.metrics import KIND
from intrigue.web.runtime.health import ailments, remarks

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
"""What a proxy adds to a request."""


async def lives(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """Whether it can serve; if not, why, and what else there is to know, one sentence a line."""
    for_operators(request)
    site = site_of(request)
    say = words(preferred_language(request.headers.get("accept-language", "")))
    problems = await ailments(site.store, site.automation, site.hub.closing)
    lines = [say(key) for key in problems or ["health.ready"]]
    lines += [say(key, length=length) for key, length in remarks(site.clock)]
    return PlainTextResponse("".join(f"{line}\n" for line in lines), 503 if problems else 200)


async def metrics(request: Request) -> Response:
    """What the server counts, as Prometheus reads it."""
    for_operators(request)
    return Response(site_of(request).metrics.text(), media_type=KIND)


def for_operators(request: Request) -> None:
    """Only this machine, which calls at its own address, and the listed networks, and never through a proxy, whose
    connections all begin on some machine of ours; for everybody else there is no such page."""
    address = request.client.host if request.client else ""
    called, _ = request.scope.get("server") or ("", None)
    direct = not any(name in request.headers for name in FORWARDED)
    here = loopback(address) or (address != "" and address == called)
    if not (direct and (here or is_listed(address, site_of(request).config.metrics_from))):
        raise Refusal(404, "serve.fault.no_page")
