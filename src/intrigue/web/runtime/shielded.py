"""Work that is done to its end, whether or not whoever asked for it still listens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from intrigue.engine.errors import IntrigueError
from intrigue.web.observe.logging import safe_summary
from intrigue.web.store import Forgotten, Full, Missing, Stale, Unavailable

USUAL = (IntrigueError, Stale, Missing, Forgotten, Unavailable, Full)
"""Faults that have answers of their own."""

log = logging.getLogger("intrigue.web")
Answer = TypeVar("Answer")
Given = ParamSpec("Given")


class TaskOwner(Protocol):
    """Something with methods that are finished."""

    tasks: set[asyncio.Task[Any]]
    """Those under way."""

    async def run_when_ready(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Does something once all that it needs is there."""
        ...


OwnerT = TypeVar("OwnerT", bound=TaskOwner)
Method = Callable[Concatenate[OwnerT, Given], Coroutine[Any, Any, Answer]]


def runs_to_end(work: Method[OwnerT, Given, Answer]) -> Method[OwnerT, Given, Answer]:
    """Lets a method finish what it began, though whoever called it goes away meanwhile."""

    @wraps(work)
    async def run(owner: OwnerT, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        task = asyncio.ensure_future(owner.run_when_ready(work(owner, *given, **named)))
        owner.tasks.add(task)
        task.add_done_callback(owner.tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(log_unheard)
            raise
        finally:
            del task  # a fault remembers this frame: if the frame remembered the fault, both would be litter

    return run


def log_unheard(task: asyncio.Task[Any]) -> None:
    """Says what became of something for which nobody waits any more: a refusal is nobody's news then, and what is wrong
    with the database the store says."""
    fault = None if task.cancelled() else task.exception()
    if fault and not isinstance(fault, USUAL):
        log.error("what nobody waited for failed: %s", safe_summary(fault))
