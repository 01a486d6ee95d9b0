"""Clocks warn and run out in time; whatever happens by itself happens once, also after a restart and beside others."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from web.runtime.living import MINUTE, moves_in_log, played_out, run_scenario, until_asked
from web.runtime.made_up import House, MadeClock, Memory, settings

import intrigue
from intrigue.web.runtime.scheduler import PULSE
from intrigue.web.store import Unavailable
from intrigue.web.table import clocks
from intrigue.web.table.clocks import SLOWEST
from intrigue.web.table.log_entries import Lapsed
from intrigue.web.table.requests import Return, Vote
from intrigue.web.table.settings import Clock
from intrigue.web.table.standing_orders import pending_card
from intrigue.web.table.table import Table


@pytest.mark.parametrize("kind", ["live", "days"])
def test_at_zero_a_bot_plays_on_after_a_warning_until_its_player_returns(kind):
    whole = 60 if kind == "live" else 86_400

    async def scenario(house: House, clock: MadeClock) -> None:
        if kind == "days":  # a pulse for every second of a day would be long even in made-up time
            house.work.task.cancel()  # type: ignore[union-attr]
            house.store.silence = house.work.pulsed or 0
        table = await house.open_table(settings(players=3, clock=Clock(kind, whole), level="squire"))
        seat, end = table.to_act or 0, table.deadline() or 0
        assert end == clock.now() + whole * 1000
        await clock.pass_to(end - 1)
        assert house.reminders == [(table.warning(), seat, clocks.warning(Clock(kind, whole)))]
        assert not any(isinstance(one.content, Lapsed) for one in house.store.logs["t"])
        await clock.pass_to(end)
        assert house.store.logs["t"][-1].content == Lapsed(seat) and house.store.logs["t"][-1].at == end
        await clock.pass_by(SLOWEST)
        assert moves_in_log(house)[-1][2].by == "bot" and house.thoughts.asked[-1][:3] == ("t", seat, "squire")
        await house.ask("t", seat, Return(seat))
        assert (await house.tables.get("t")).driver(seat) == "person"

    run_scenario(scenario)


def test_a_friendly_clock_only_reminds():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("friendly", 60)))
        seat, end, version = table.to_act or 0, table.deadline() or 0, table.version
        await clock.pass_by(10 * MINUTE)
        assert house.reminders == [(table.warning() or 0, seat, 15_000), (end, seat, 0)]
        assert (await house.tables.get("t")).version == version and not house.work.works

    run_scenario(scenario)


def test_everybody_who_is_reminded_is_reminded_once_a_decision():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("live", 60)))
        voter = (table.to_act or 0) % 3 + 1
        for number in range(8):
            await clock.pass_by(6_000)
            await house.ask("t", voter, Vote(voter, number % 2 == 0))
        assert len(house.reminders) == 1
        await house.play()
        await clock.pass_by(50_000)
        assert len(house.reminders) == 2

    run_scenario(scenario)


def test_clocks_stand_still_while_the_machine_sleeps():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("live", 60)))
        await clock.pass_by(30_000)
        clock.leap(3_600_000)
        end = (table.deadline() or 0) + 3_600_000
        await clock.pass_to(end - PULSE - 1)
        assert not any(isinstance(one.content, Lapsed) for one in house.store.logs["t"])
        await clock.pass_to(end + 2 * PULSE)
        assert house.store.logs["t"][-1].content == Lapsed(table.to_act or 0) or moves_in_log(house)
        lapses = [one.at for one in house.store.logs["t"] if isinstance(one.content, Lapsed)]
        assert lapses and end - PULSE <= lapses[0] <= end + PULSE

    run_scenario(scenario)


# Restarts, two processes, and a database that is away


def test_after_a_restart_tables_are_read_one_after_the_other(monkeypatch):
    reading: list[str] = []
    at_once = []

    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        first = House(clock, store)
        for number in range(6):
            await first.open_table(settings(), fill="knight", id=f"t{number}", secret=bytes([number]) * 32)
        real = Memory.read

        async def read(self: Memory, table: str, after: int = 0) -> Any:
            reading.append(table)
            at_once.append(len(reading))
            await asyncio.sleep(0)
            reading.remove(table)
            return await real(self, table, after)

        monkeypatch.setattr(Memory, "read", read)
        second = House(clock, store)
        clock.leap(MINUTE)
        await second.work.take_over_overdue()
        await clock.pass_by(1)
        await second.work.stop()

    asyncio.run(all_of_it())
    assert len(at_once) >= 2 and set(at_once) == {1}


def test_tables_that_nobody_has_in_memory_go_on_after_a_restart():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        first = House(clock, store)
        await first.work.start()
        await first.open_table(settings(players=4), fill="page", id="bots")
        lapsing = await first.open_table(settings(players=3, clock=Clock("live", 60)), id="clock")
        await until_asked(first, clock, "bots")
        await first.play("bots")
        await first.work.stop()
        versions = {id: len(log) for id, log in store.logs.items()}

        clock.leap(10 * MINUTE)
        second = House(clock, store)
        await second.work.start()
        await clock.pass_by(20_000)
        assert len(store.logs["bots"]) > versions["bots"] or moves_in_log(second, "bots")[-1][2].by == "person"
        assert len(store.logs["clock"]) == versions["clock"], "the clock stood still for ten minutes"
        await clock.pass_by(45_000)
        lapsed = [one.at for one in store.logs["clock"] if isinstance(one.content, Lapsed)]
        assert lapsed and lapsed[0] >= (lapsing.deadline() or 0) + 9 * MINUTE
        await second.work.stop()

    asyncio.run(all_of_it())


def test_a_clock_stands_still_while_a_server_is_killed_and_started_again():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        first = House(clock, store)
        await first.work.start()
        table = await first.open_table(settings(players=3, clock=Clock("live", 10)))
        end = table.deadline() or 0
        await clock.pass_by(4000)
        await first.work.stop()

        clock.leap(3000)
        second = House(clock, store)
        await second.work.start()
        assert (await second.tables.get("t")).deadline(second.tables.outages) == end + 3000
        await clock.pass_to(end + 2999)
        assert len(store.logs["t"]) == table.version
        await clock.pass_to(end + 3000)
        assert store.logs["t"][-1].content == Lapsed(table.to_act or 0)
        await second.work.stop()

    asyncio.run(all_of_it())


def test_a_clock_runs_on_while_another_server_lives():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        first, other = House(clock, store), House(clock, store)
        await first.work.start()
        await other.work.start()
        table = await first.open_table(settings(players=3, clock=Clock("live", 10)))
        await clock.pass_by(4000)
        await first.work.stop()
        await clock.pass_by(3000)
        again = House(clock, store)
        await again.work.start()
        assert store.away == [] and table.deadline(again.tables.outages) == table.deadline()
        await again.work.stop()
        await other.work.stop()

    asyncio.run(all_of_it())


def test_clocks_stand_still_while_the_database_is_away():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("live", 10)))
        end = table.deadline() or 0
        await clock.pass_by(4000)
        house.store.refuses = [Unavailable() for _ in range(4)]  # two seconds: each asks for pulse and what is due
        await clock.pass_by(4000)
        assert not house.store.refuses and len(house.store.away) == 1
        began, ended = house.store.away[0]
        assert table.deadline(house.tables.outages) == end + ended - began > end

    run_scenario(scenario)


@pytest.mark.parametrize("game", ["oriflamme", "richelieu"])
def test_two_processes_at_one_table_do_everything_once(game):
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(clock, store)
        await one.work.start()
        await other.work.start()
        await one.open_table(settings(game, 3), fill="page")
        for turn in range(400):
            await clock.pass_by(700)
            house = (one, other)[turn % 2]
            await one.tables.refresh("t")  # the word of what the other wrote comes now and then
            await other.tables.refresh("t")
            table = await house.tables.get("t")
            if table.to_act is None:
                break
            if table.driver(table.to_act) == "person":
                await house.play()
        await one.work.stop()
        await other.work.stop()
        log = store.logs["t"]
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
        assert Table.of("t", store.secrets["t"], log).phase == "over"
        assert {move.by for _, _, move in moves_in_log(one)} == {"person", "bot"}

    asyncio.run(all_of_it())


def test_a_table_left_to_another_process_is_tended_there_and_taken_up_when_that_stops():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(clock, store)
        await one.work.start()
        await other.work.start()
        await one.open_table(settings(players=3), fill="page")
        await until_asked(one, clock)
        await one.tables.refresh("t")
        assert one.tables.in_memory("t")
        await other.play()
        one.thoughts.asked.clear()
        assert one.tables.leave_to_others("t")
        assert "t" not in one.work.works and one.tables.in_memory("t") is None
        before = len(store.logs["t"])
        await until_asked(other, clock)
        assert not one.thoughts.asked and len(store.logs["t"]) > before
        await other.play()
        await other.work.stop()
        before = len(store.logs["t"])
        await clock.pass_by(MINUTE)
        assert one.thoughts.asked and len(store.logs["t"]) > before
        await one.work.stop()
        assert not one.tables.listeners.departure and not one.tables.interests.follows

    asyncio.run(all_of_it())


def test_orders_are_carried_out_though_the_process_that_went_on_with_the_table_is_gone():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(clock, store)
        await one.work.start()
        await other.work.start()
        await one.open_table(settings(players=3))
        store.given["t"] = {seat: tuple(range(1, 60)) for seat in (1, 2, 3)}
        await clock.pass_by(3 * PULSE)  # both know of the orders
        while pending_card(await other.tables.get("t")) is None:
            await other.play()
            if not one.tables.leave_to_others("t"):
                await one.tables.refresh("t")
        await other.work.stop()
        before = len(store.logs["t"])
        await clock.pass_by(MINUTE)
        await one.work.stop()
        assert len(store.logs["t"]) > before

    asyncio.run(all_of_it())


def test_a_process_that_hears_nothing_of_the_other_goes_on():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(clock, store)
        await one.work.start()
        await one.open_table(settings(players=5), fill="page")
        table = await other.tables.get("t")
        await other.work.start()
        await clock.pass_by(MINUTE)
        await until_asked(one, clock)
        table = await one.tables.get("t")
        assert table.to_act and table.driver(table.to_act) == "person"
        await one.work.stop()
        for _ in range(3):
            await other.tables.refresh("t")
            if (await until_asked(other, clock)).to_act is not None:
                await other.play()
        await clock.pass_by(MINUTE)
        after = await other.tables.get("t")
        assert after.version > table.version + 3
        await other.work.stop()

    asyncio.run(all_of_it())


def test_a_database_that_is_away_for_a_while_costs_only_time():
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=3), fill="page")
        table = await until_asked(house, clock)
        await house.play()
        house.store.refuses = [Unavailable() for _ in range(6)]
        await clock.pass_by(MINUTE)
        await until_asked(house, clock)
        assert not house.store.refuses
        assert len(moves_in_log(house)) > table.moves + 1

    run_scenario(scenario)


def test_a_game_that_is_over_is_left_alone():
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=3), fill="page")
        table = await played_out(house, clock)
        await clock.settle()
        assert table.phase == "over" and not house.work.works
        assert intrigue.load(table.record_text()).over

    run_scenario(scenario)
