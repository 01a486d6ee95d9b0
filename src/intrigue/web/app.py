"""The site put together: its parts, what goes on as long as it runs, and one ASGI application of guard and routes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

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
from intrigue.web.live.hub import Hub
from intrigue.web.observe.logging import safe_summary
from intrigue.web.observe.metrics import Metrics
from intrigue.web.routes.urls import ROUTES
from intrigue.web.runtime.accounts import Accounts
from intrigue.web.runtime.automation import AutomationMaker, BotsAndClocks, NoAutomation
from intrigue.web.runtime.bans import Bans
from intrigue.web.runtime.clock import SiteClock
from intrigue.web.runtime.listings import Listings
from intrigue.web.runtime.notifications.notifier import Notifier
from intrigue.web.runtime.people import People
from intrigue.web.runtime.rate_limit import Limits
from intrigue.web.runtime.replays import Replays
from intrigue.web.runtime.tables import Tables
from intrigue.web.server.uvicorn import Server
from intrigue.web.site import Site
from intrigue.web.store import Forgotten, Full, Missing, Stale, Store, Unavailable, fault_kind, open_store

log = logging.getLogger("intrigue.web")

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
    automation: AutomationMaker = NoAutomation,
) -> Guard:
    """The application. `automation` makes what lets bots move and clocks run; without it only people act."""
    clock = clock or SiteClock()
    limits, bans, metrics = Limits(config.rates, clock.steady), Bans(), Metrics()

    @asynccontextmanager
    async def living(app: Guard) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            read_templates()
            store = await opening(config.database)
            stack.push_async_callback(store.close)
            site = app.state.site = build_site(config, clock, limits, bans, metrics, store, automation)
            clock.reach(await store.last_pulse())
            await site.tables.read_outages()
            await site.bans.read(store, clock.wall())
            await site.hub.start()
            stack.push_async_callback(site.hub.stop)
            await site.notifier.start()
            stack.push_async_callback(site.notifier.stop)
            works = (keep_limits(limits), keep_bans(site), keep_tidy(site))
            for task in (metrics.watch_the_loop(), *works):
                stack.callback(asyncio.create_task(task).cancel)
            await site.automation.start()
            stack.push_async_callback(site.automation.stop)
            yield

    routes = Router(ROUTES, redirect_slashes=False, lifespan=living)
    app = Guard(routes, config, limits, bans, metrics, fault_response)
    app.state.assets = Assets()
    return app


def build_site(
    config: Config,
    clock: SiteClock,
    limits: Limits,
    bans: Bans,
    metrics: Metrics,
    store: Store,
    make_automation: AutomationMaker = NoAutomation,
) -> Site:
    """The parts of a site around a store."""
    people = People(store, clock.now)
    tables = Tables(store, clock.now, config.tables, metrics)
    hub = Hub(tables, store, people, bans, config, clock.now)
    replays = Replays(store)
    tables.listeners.erasure.append(replays.drop)
    notifier = Notifier(store, tables, hub, bans, limits, config.public_url, clock)
    site = Site(
        config=config,
        clock=clock,
        limits=limits,
        bans=bans,
        metrics=metrics,
        store=store,
        people=people,
        tables=tables,
        hub=hub,
        replays=replays,
        notifier=notifier,
        accounts=Accounts(tables, store, people, clock.now),
        listings=Listings(tables, store, clock.now),
        automation=make_automation(config, clock, store, tables, hub, metrics),
    )
    metrics.looks.append(site.measure)
    return site


def build_server(
    config: Config,
    ready: Callable[[], None],
    automation: AutomationMaker = BotsAndClocks,
    clock: SiteClock | None = None,
) -> Server:
    """A server for a site; it says when it is ready."""
    return Server(config, ready, lambda opened_store: make_app(config, clock, opened_store, automation))


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
                site.hub.wake_all()
        except (Unavailable, Full):
            pass  # what was read last holds
        except Exception as fault:  # nor does anything else end this
            log.error("bans were not read: %s", safe_summary(fault))


async def keep_tidy(site: Site) -> None:
    """Takes out every hour, and at the start, what ran out; for ever."""
    while True:
        try:
            await site.store.delete_expired(site.tables.without_outages())
        except (Unavailable, Full):
            pass  # the next time
        except Exception as fault:
            log.error("what ran out was not taken out: %s", safe_summary(fault))
        await asyncio.sleep(TIDIED)


def read_templates() -> None:
    """Reads all templates, so that the first who comes does not wait for them."""
    for name in environment().list_templates():
        environment().get_template(name)


def fault_response(scope: Scope, fault: Exception) -> Response:
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
            why = fault_kind(fault)
            response = error_response(scope, 503, IntrigueError(f"serve.fault.{why}"), why=why)
            response.headers["Retry-After"] = "2"
            return response
    log.error("a request failed: %s", safe_summary(fault))  # nobody outside learns what it was, and the log only where
    return error_response(scope, 500, IntrigueError("serve.fault.inside"))
