"""The site as one ASGI application: the guard, the routes, and the parts that live as long as it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Router
from starlette.types import Scope

from intrigue.engine.depth import TooDeep
from intrigue.engine.errors import IntrigueError
from intrigue.web.config import Config
from intrigue.web.errors import Refusal, TooMany
from intrigue.web.html.templates import environment
from intrigue.web.http.middleware import Guard
from intrigue.web.http.requests import error_response
from intrigue.web.http.static_files import Assets
from intrigue.web.observe.logging import told
from intrigue.web.observe.metrics import Metrics
from intrigue.web.routes import ROUTES
from intrigue.web.runtime.clock import SiteClock
from intrigue.web.runtime.counting import counting
from intrigue.web.runtime.rate_limit import Limits
from intrigue.web.site import Site, furnished
from intrigue.web.store import Forgotten, Full, Missing, Stale, Store, Unavailable, open_store
from intrigue.web.store.error_log import trouble

log = logging.getLogger("intrigue.web")

Worker = Any
"""Something with `start`, `stop` and `reorder`."""
BANS_READ = 2.0
"""Seconds between two looks at who is banned."""
SWEPT = 60.0
"""Seconds between two looks for limits that hold nobody up any more."""
TIDIED = 3600.0
"""Seconds between two looks for what nobody can use any more."""
STATUSES = {400: "request", 404: "no_page", 405: "request", 413: "too_large"}


def make_app(
    config: Config,
    clock: SiteClock | None = None,
    opening: Callable[[str], Awaitable[Store]] = open_store,
    clockwork: Callable[[Site], Worker] | None = None,
) -> Guard:
    """The application. `clockwork` makes what lets bots move and clocks run; without it only people act."""
    clock = clock or SiteClock()
    limits, assets, metrics = Limits(config.rates, clock.steady), Assets(), Metrics()

    @asynccontextmanager
    async def living(app: Guard) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            read_templates()
            store = await opening(config.database)
            stack.push_async_callback(store.close)
            site = app.state.site = furnished(config, clock, limits, assets, store, metrics)
            app.keep_out = site.bans.check
            clock.reach(await store.last_pulse())
            await site.tables.read_outages()
            await site.bans.read(store, clock.wall())
            await site.hub.start()
            stack.push_async_callback(site.hub.stop)
            await site.notices.start()
            stack.push_async_callback(site.notices.stop)
            works = (keep_limits(limits), keep_bans(site), keep_tidy(site), counting(site.tables))
            for task in (metrics.watch_the_loop(), *works):
                stack.callback(asyncio.create_task(task).cancel)
            if clockwork:
                worker = clockwork(site)
                site.look = worker.reorder
                site.ailing = getattr(worker, "ailing", site.ailing)
                site.queued = getattr(worker, "queued", site.queued)
                await worker.start()
                stack.push_async_callback(worker.stop)
            yield

    routes = Router(ROUTES, redirect_slashes=False, lifespan=living)
    app = Guard(routes, config, limits, answered)
    app.state.assets = assets
    app.metrics = metrics
    return app


async def keep_limits(limits: Limits) -> None:
    """Forgets every minute whom no limit holds up any more, for ever: most are known by their address."""
    while True:
        await asyncio.sleep(SWEPT)
        limits.sweep()


async def keep_bans(site: Site) -> None:
    """Reads every few seconds who is banned, for ever; lines of those who are end."""
    while True:
        await asyncio.sleep(BANS_READ)
        try:
            if await site.bans.read(site.store, site.clock.wall()):  # until when, the operator read from a wall
                site.hub.rouse()
        except (Unavailable, Full):
            pass  # what was read last holds
        except Exception as fault:  # nor does anything else end this
            log.error("bans were not read: %s", told(fault))


async def keep_tidy(site: Site) -> None:
    """Takes out every hour, and at the start, what ran out; for ever."""
    while True:
        try:
            await site.store.tidy(site.tables.without_outages())
        except (Unavailable, Full):
            pass  # the next time
        except Exception as fault:
            log.error("what ran out was not taken out: %s", told(fault))
        await asyncio.sleep(TIDIED)


def read_templates() -> None:
    """Reads all templates, so that the first who comes does not wait for them."""
    for name in environment().list_templates():
        environment().get_template(name)


def answered(scope: Scope, fault: Exception) -> Response:
    """Whatever went wrong, as an answer that says what to do and nothing else."""
    match fault:
        case TooMany():
            response = error_response(scope, 429, fault)
            response.headers["Retry-After"] = str(fault.wait)
            return response
        case Refusal():
            return error_response(scope, fault.status, fault)
        case IntrigueError():  # a request that the table or the rules do not grant
            return error_response(scope, 422, fault)
        case Stale():
            return error_response(scope, 409, IntrigueError("serve.fault.stale"), version=fault.version)
        case msgspec.MsgspecError() | UnicodeError() | TooDeep():
            return error_response(scope, 400, IntrigueError("serve.fault.request"))
        case HTTPException():
            key = f"serve.fault.{STATUSES.get(fault.status_code, 'request')}"
            return error_response(scope, fault.status_code, IntrigueError(key))
        case Forgotten():
            return error_response(scope, 403, IntrigueError("serve.fault.token"))
        case Missing():
            return error_response(scope, 404, IntrigueError("serve.fault.no_table"))
        case Unavailable() | Full():
            why = trouble(fault)
            response = error_response(scope, 503, IntrigueError(f"serve.fault.{why}"), why=why)
            response.headers["Retry-After"] = "2"
            return response
    log.error("a request failed: %s", told(fault))  # nobody outside learns what it was, and the log only where
    return error_response(scope, 500, IntrigueError("serve.fault.inside"))
