"""Scenarios in a house whose clockwork runs: what was played, and how time passes until somebody is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from web.runtime.made_up import House, MadeClock, Memory, Thoughts

from intrigue.bots.sight import Sight
from intrigue.web.table.log_entries import Moved
from intrigue.web.table.table import Table

MINUTE = 60_000
Scenario = Callable[[House, MadeClock], Awaitable[Any]]


def run_scenario(scenario: Scenario, takes: Callable[[str, Sight], int] = lambda table, sight: 0) -> Any:
    """A scenario in a house whose clockwork runs."""

    async def all_of_it() -> Any:
        clock = MadeClock()
        house = House(clock, Memory(), Thoughts(clock, takes))
        await house.work.start()
        try:
            return await scenario(house, clock)
        finally:
            await house.work.stop()
            assert not house.work.works and not house.work.leaving

    return asyncio.run(all_of_it())


def moves_in_log(house: House, id: str = "t") -> list[tuple[int, int, Moved]]:
    """The moves of a log: version before it, when, and what."""
    return [(one.version - 1, one.at, one.content) for one in house.store.logs[id] if isinstance(one.content, Moved)]


async def until_asked(house: House, clock: MadeClock, id: str = "t") -> Table:
    """Lets time pass until a person is asked, or all is over."""
    while True:
        table = await house.tables.get(id)
        if table.to_act is None or table.driver(table.to_act) == "person":
            return table
        await clock.pass_by(100)


async def played_out(house: House, clock: MadeClock, thinks: int = 1234, id: str = "t") -> Table:
    """A whole game in which the person answers after a while."""
    while (await until_asked(house, clock, id)).to_act is not None:
        await clock.pass_by(thinks)
        if (await until_asked(house, clock, id)).to_act is not None:
            await house.play(id)
    return await house.tables.get(id)
