"""The site as one ASGI application: the guard, the routes, and the parts that live as long as it runs."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Router
from starlette.types import Scope

from intrigue.engine.errors import IntrigueError
from intrigue.web.assets import Assets
from intrigue.web.config import Config
from intrigue.web.house import House, Now, furnished, wall_clock
from intrigue.web.limits import Limits, TooMany
from intrigue.web.logs import told
from intrigue.web.routes import ROUTES
from intrigue.web.routes.asking import fault_answer
from intrigue.web.security import Guard, Refusal
from intrigue.web.store import Full, Missing, Stale, Store, Unavailable, open_store

log = logging.getLogger("intrigue.web")

Worker = Any
"""Something with `start`, `stop` and `look`."""
STATUSES = {400: "request", 404: "no_page", 405: "request", 413: "too_large"}


def make_app(
    config: Config,
    now: Now = wall_clock,
    opening: Callable[[str], Awaitable[Store]] = open_store,
    clockwork: Callable[[House], Worker] | None = None,
) -> Guard:
    """The application. `clockwork` makes what lets bots move and clocks run; without it only people act."""
    limits, assets = Limits(config.rates, now), Assets()

    @asynccontextmanager
    async def living(app: Guard) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            store = await opening(config.database)
            stack.push_async_callback(store.close)
            house = app.state.house = furnished(config, now, limits, assets, store)
            await house.desk.read_outages()
            await house.hub.start()
            stack.push_async_callback(house.hub.stop)
            if clockwork:
                worker = clockwork(house)
                house.look = worker.look
                await worker.start()
                stack.push_async_callback(worker.stop)
            yield

    routes = Router(ROUTES, redirect_slashes=False, lifespan=living)
    app = Guard(routes, config, limits, answered)
    app.state.assets = assets
    return app


def answered(scope: Scope, fault: Exception) -> Response:
    """Whatever went wrong, as an answer that says what to do and nothing else."""
    match fault:
        case TooMany():
            response = fault_answer(scope, 429, fault)
            response.headers["Retry-After"] = str(fault.wait)
            return response
        case Refusal():
            return fault_answer(scope, fault.status, fault)
        case IntrigueError():  # a request that the table or the rules do not grant
            return fault_answer(scope, 422, fault)
        case Stale():
            return fault_answer(scope, 409, IntrigueError("serve.fault.stale"), version=fault.version)
        case msgspec.MsgspecError() | UnicodeError() | RecursionError():  # the last: brackets within brackets
            return fault_answer(scope, 400, IntrigueError("serve.fault.request"))
        case HTTPException():
            key = f"serve.fault.{STATUSES.get(fault.status_code, 'request')}"
            return fault_answer(scope, fault.status_code, IntrigueError(key))
        case Missing():
            return fault_answer(scope, 404, IntrigueError("serve.fault.no_table"))
        case Unavailable() | Full():
            log.error("the store refused: %s", told(fault))
            key = "serve.fault.full" if isinstance(fault, Full) else "serve.fault.away"
            response = fault_answer(scope, 503, IntrigueError(key))
            response.headers["Retry-After"] = "2"
            return response
    log.error("a request failed: %s", told(fault))  # nobody outside learns what it was, and the log only where
    return fault_answer(scope, 500, IntrigueError("serve.fault.inside"))
