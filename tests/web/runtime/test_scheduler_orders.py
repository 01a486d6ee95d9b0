"""Standing orders are carried out when a bot would be seen to answer, and only while they stand."""

from __future__ import annotations

import asyncio
from typing import Any

from web.runtime.living import MINUTE, moves_in_log, run_scenario
from web.runtime.made_up import SECRET, House, MadeClock, Memory, settings

from intrigue.web.runtime.scheduler import PULSE
from intrigue.web.table.clocks import GRID, QUICKEST, SLOWEST, shown_delay
from intrigue.web.table.log_entries import Moved
from intrigue.web.table.standing_orders import pending_card
from intrigue.web.table.table import Table


async def at_a_card(house: House, clock: MadeClock, **chosen: Any) -> tuple[Table, int]:
    """A table of people where one is asked to reveal or to wait, and the thing that it is about."""
    table = await house.open_table(settings(players=3, **chosen))
    while (card := pending_card(table)) is None:
        await clock.pass_by(500)
        await house.play()
        table = await house.tables.get("t")
    return table, card


def test_an_order_is_carried_out_when_a_bot_would_be_seen_to_answer():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        seat, version = table.to_act or 0, table.version
        house.store.given["t"] = {seat: (card,)}
        house.work.note_orders("t")
        await clock.pass_by(SLOWEST)
        before, at, content = moves_in_log(house)[-1]
        assert (before, content) == (version, Moved(seat, "wait", "order"))
        began = house.store.logs["t"][version - 1].at
        assert at == began + shown_delay(SECRET, began)
        assert house.thoughts.asked == []

    run_scenario(scenario)


def test_orders_that_stand_are_carried_out_again_and_again():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, _ = await at_a_card(house, clock)
        house.store.given["t"] = {seat: tuple(range(1, 60)) for seat in (1, 2, 3)}
        house.work.note_orders("t")
        await clock.pass_by(20_000)
        log = house.store.logs["t"]
        by_order = [(version, at) for version, at, move in moves_in_log(house) if move.by == "order"]
        assert len(by_order) == 3
        for version, at in by_order:
            assert at == log[version - 1].at + shown_delay(SECRET, log[version - 1].at)

    run_scenario(scenario)


def test_an_order_is_carried_out_after_a_restart_though_nobody_opens_the_table():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        first = House(clock, store)
        await first.work.start()
        table, card = await at_a_card(first, clock)
        await first.work.stop()
        store.given["t"] = {table.to_act or 0: (card,)}
        second = House(clock, store)
        await second.work.start()
        await clock.pass_by(SLOWEST + GRID)
        assert moves_in_log(second)[-1][2] == Moved(table.to_act or 0, "wait", "order")
        await second.work.stop()

    asyncio.run(all_of_it())


def test_an_order_that_another_process_was_given_is_carried_out():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        seat = table.to_act or 0
        house.store.given["t"] = {seat: (card,)}
        await clock.pass_by(SLOWEST + PULSE + GRID)
        assert moves_in_log(house)[-1][2] == Moved(seat, "wait", "order")

    run_scenario(scenario)


def test_where_nobody_has_orders_nobody_asks_for_them():
    async def scenario(house: House, clock: MadeClock) -> None:
        asked: list[str] = []

        async def orders(table: str) -> dict[int, tuple[int, ...]]:
            asked.append(table)
            return {}

        house.store.orders_by_seat = orders
        await at_a_card(house, clock)
        await clock.pass_by(MINUTE)
        assert asked == []

    run_scenario(scenario)


def test_an_order_taken_back_in_time_is_not_carried_out():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        house.store.given["t"] = {table.to_act or 0: (card,)}
        house.work.note_orders("t")
        await clock.pass_by(QUICKEST - 1)
        house.store.given["t"] = {}  # even if nobody said so
        version = table.version
        await clock.pass_by(MINUTE)
        assert (await house.tables.get("t")).version == version

    run_scenario(scenario)


def test_an_order_about_another_card_or_of_another_seat_is_not_carried_out():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        seat = table.to_act or 0
        house.store.given["t"] = {seat: (card + 1,), seat % 3 + 1: (card,)}
        house.work.note_orders("t")
        await clock.pass_by(MINUTE)
        assert (await house.tables.get("t")).version == table.version

    run_scenario(scenario)


def test_a_late_order_is_carried_out_on_the_grid():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        await clock.pass_by(10_123)
        house.store.given["t"] = {table.to_act or 0: (card,)}
        house.work.note_orders("t")
        await clock.pass_by(GRID)
        (version, at, content) = moves_in_log(house)[-1]
        assert content.by == "order"
        began = house.store.logs["t"][version - 1].at
        assert (at - began - shown_delay(SECRET, began)) % GRID == 0

    run_scenario(scenario)
