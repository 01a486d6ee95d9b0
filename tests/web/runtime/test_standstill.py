"""A game without the stall guard that only bots play any more comes to an end, though none of them places anything."""

from __future__ import annotations

import pytest
from web.runtime.living import run_scenario, until_asked
from web.runtime.made_up import House, MadeClock, Thoughts, settings

from intrigue.bots.sight import Sight
from intrigue.web.table.log_entries import Ended, Lapsed
from intrigue.web.table.requests import Move
from intrigue.web.table.settings import Clock
from intrigue.web.table.standstill import ROUNDS
from intrigue.web.table.table import Table

LONG = 24 * 3600 * 1000


class Idle(Thoughts):
    """Bots that never place anything."""

    def question(self, table: str, sight: Sight, level: str, seed: int) -> tuple[int, str]:
        return 0, idle(sight.legal)


def idle(moves: list[str]) -> str:
    return next((move for move in ("end", "income") if move in moves), moves[-1])


def endings(table: Table, house: House) -> list[str]:
    return [entry.content.why for entry in house.store.logs[table.id] if isinstance(entry.content, Ended)]


async def left_to_bots(house: House, clock: MadeClock, guard: bool, players: int = 3) -> Table:
    """A table whose only person's clock has run out."""
    house.work.thinking = Idle(clock)  # type: ignore[assignment]
    await house.open_table(settings("richelieu", players, Clock("live", 60), stall_guard=guard), fill="page")
    await clock.pass_by(LONG)
    return await house.tables.get("t")


@pytest.mark.full
@pytest.mark.parametrize("players", [3, 4])
def test_without_the_guard_the_site_ends_it(players):
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await left_to_bots(house, clock, guard=False, players=players)
        assert (table.phase, table.why, endings(table, house)) == ("aborted", "stalled", ["stalled"])
        assert table.match
        turns = sum(event.name == "turn_begun" for event in table.match.events)
        assert turns == ROUNDS * players + 1

    run_scenario(scenario)


@pytest.mark.full
def test_with_the_guard_it_comes_to_its_own_end():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await left_to_bots(house, clock, guard=True)
        assert (table.phase, endings(table, house)) == ("over", [])

    run_scenario(scenario)


def test_while_a_person_decides_nothing_ends_it():
    async def scenario(house: House, clock: MadeClock) -> None:
        house.work.thinking = Idle(clock)  # type: ignore[assignment]
        await house.open_table(settings("richelieu", 3, stall_guard=False), fill="page")
        for _ in range(ROUNDS + 5):
            table = await until_asked(house, clock)
            while table.to_act == 1:
                assert table.match
                await house.ask("t", 1, Move(1, idle(table.match.moves())))
                table = await house.tables.get("t")
        assert (table.phase, endings(table, house)) == ("playing", [])
        table = await until_asked(house, clock)
        await house.tables.act("t", table.version, "away", [Lapsed(1)])  # now only bots are left
        await clock.pass_by(60_000)
        table = await house.tables.get("t")
        assert (table.phase, table.why) == ("aborted", "stalled")

    run_scenario(scenario)
