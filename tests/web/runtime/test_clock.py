"""A wall clock that is set by seconds, hours or days, forward or back: every wait is as long as it was meant to be, and
nobody has more or less time to think."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from web.runtime.living import run_scenario, until_asked
from web.runtime.made_up import BEGIN, SECRET, House, MadeClock, Memory, settings

from intrigue.web.runtime.scheduler import GRACE, PULSE
from intrigue.web.store import SILENCE, Busy, Full, TableRow, Unavailable
from intrigue.web.table.bot_seats import token_hash
from intrigue.web.table.clocks import PATIENCE, PROGRAM, SLOWEST
from intrigue.web.table.errors import Denied
from intrigue.web.table.log_entries import Entry, Lapsed, Lent, Moved
from intrigue.web.table.opening import new_table
from intrigue.web.table.requests import Ready, Return, StandIn, Vote
from intrigue.web.table.settings import Clock
from intrigue.web.table.standing_orders import pending_card
from intrigue.web.table.table import Table

HOUR = 3_600_000
DAY = 24 * HOUR
STEPS = [way * length for length in (3_000, 2 * HOUR, 3 * DAY) for way in (1, -1)]
NAMES = [f"{way} {length}" for length in ("seconds", "hours", "days") for way in ("forward", "back")]
any_step = pytest.mark.parametrize("step", STEPS, ids=NAMES)
A_PULSE = PULSE + 100
"""Within so much all servers know of a step."""
CLOSE = 1500
"""What nobody notices of a clock."""


def left(house: House, table: Table) -> int:
    """What a page shows."""
    return table.left(house.clock.now(), house.tables.outages)


def steady_times(house: House) -> list[tuple[int, int]]:
    """Every version that is told from here on, and when by the steady clock."""
    found: list[tuple[int, int]] = []
    house.tables.listeners.change.append(lambda table: found.append((table.version, house.clock.time)))
    return found


async def until_a_bot_is_asked(house: House, clock: MadeClock) -> None:
    """Plays for the people, until it is a bot's turn by their move."""
    while (await until_asked(house, clock)).to_act:
        await house.play()
        table = await house.tables.get("t")
        if table.driver(table.to_act or 0) == "bot":
            return


def in_order(store: Memory, id: str = "t") -> bool:
    times = [entry.at for entry in store.logs[id]]
    return times == sorted(times)


# Bots and orders


@any_step
@pytest.mark.parametrize("when", ["before", "while it thinks", "while it is seen to think"])
def test_a_bot_is_seen_to_think_no_longer_than_its_delay(step, when):
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=5), fill="page")
        if when == "before":
            clock.set(step)
        await until_a_bot_is_asked(house, clock)
        times = [(0, clock.time)]
        house.tables.listeners.change.append(lambda table: times.append((table.version, clock.time)))
        if when != "before":
            await clock.pass_by(50 if when == "while it thinks" else 500)
            clock.set(step)
        await clock.pass_by(4 * SLOWEST)
        assert len(times) >= 3 and isinstance(house.store.logs["t"][-1].content, Moved)
        assert all(after - before <= SLOWEST for (_, before), (_, after) in zip(times, times[1:], strict=False))
        assert in_order(house.store)

    run_scenario(scenario, takes=lambda table, sight: 200)


@any_step
def test_a_bot_that_is_looked_at_again_after_the_step_takes_no_longer(step):
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=3), fill="page")
        await until_a_bot_is_asked(house, clock)
        began = clock.time
        await clock.pass_by(300)
        clock.set(step)
        await house.work.pulse()
        house.work.reconsider("t")
        version = len(house.store.logs["t"])
        while len(house.store.logs["t"]) == version:
            await clock.pass_by(10)
        assert clock.time - began <= SLOWEST

    run_scenario(scenario)


@any_step
def test_an_order_is_carried_out_in_time(step):
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=3))
        house.store.given["t"] = {seat: tuple(range(1, 60)) for seat in (1, 2, 3)}
        await clock.pass_by(3 * PULSE)
        while pending_card(await house.tables.get("t")) is None:
            await house.play()
        version = len(house.store.logs["t"])
        clock.set(step)
        await clock.pass_by(SLOWEST)
        assert len(house.store.logs["t"]) > version

    run_scenario(scenario)


def test_what_failed_is_tried_again_in_time_though_the_clock_was_set_back():
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=3), fill="page")
        await until_a_bot_is_asked(house, clock)
        version = len(house.store.logs["t"])
        house.store.refuses = [Unavailable() for _ in range(6)]
        await clock.pass_by(SLOWEST)
        clock.set(-3 * DAY)
        await clock.pass_by(10_000)
        assert len(house.store.logs["t"]) > version and house.work.alive

    run_scenario(scenario)


# People


@any_step
@pytest.mark.parametrize("kind", ["live", "friendly", "days"])
def test_a_person_has_as_long_as_before(step, kind):
    whole = 86_400 if kind == "days" else 60

    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock(kind, whole)))
        await clock.pass_by(20_000)
        before, at, seat = left(house, table), clock.time, table.to_act
        assert before == whole * 1000 - 20_000
        clock.set(step)
        for _ in range(30):
            assert abs(left(house, table) + clock.time - at - before) <= CLOSE
            await clock.pass_by(100)
        assert in_order(house.store)
        if kind == "days":
            return  # a pulse for every second of a day would be long even in made-up time
        await clock.pass_to(at + before - 2 * PULSE)
        assert not any(isinstance(one.content, Lapsed) for one in house.store.logs["t"])
        await clock.pass_to(at + before + 2 * PULSE)
        assert [of for _, of, _ in house.reminders][:1] == [seat]
        lapsed = [one for one in house.store.logs["t"] if isinstance(one.content, Lapsed)]
        assert len(lapsed) == (1 if kind == "live" else 0)
        assert kind == "live" or house.reminders[-1][2] == 0

    run_scenario(scenario)


@any_step
def test_whoever_is_asked_after_the_step_has_the_whole_clock(step):
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=3, clock=Clock("live", 60)))
        await clock.pass_by(10_000)
        clock.set(step)
        await house.play()  # before the next sign of life
        table = await house.tables.get("t")
        assert left(house, table) == 60_000
        await clock.pass_by(A_PULSE)
        assert abs(left(house, table) - 60_000 + A_PULSE) <= CLOSE
        assert in_order(house.store)

    run_scenario(scenario)


def test_a_clock_that_is_set_again_and_again_costs_nobody_anything():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("live", 60)))
        at = clock.time
        for step in (2 * HOUR, -2 * HOUR, 3 * DAY, -7_000, 7_000, -4 * DAY, 2 * DAY, 30 * DAY, -30 * DAY):
            clock.set(step)
            await clock.pass_by(300)
            clock.set(-step)
            await clock.pass_by(200)
            clock.set(step)
            await clock.pass_by(1500)
            assert abs(left(house, table) - 60_000 + clock.time - at) <= CLOSE
        assert in_order(house.store)
        assert house.work.alive and table.version == len(house.store.logs["t"])

    run_scenario(scenario)


def test_a_clock_that_trembles_goes_on_as_it_should():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("live", 60)))
        at = clock.time
        for number in range(40):
            clock.set(400 if number % 2 else -400)
            await clock.pass_by(1000)
        assert abs(left(house, table) - 60_000 + clock.time - at) <= CLOSE
        assert house.store.away == []

    run_scenario(scenario)


@any_step
def test_three_minutes_of_patience_are_three_minutes(step):
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3))
        voter = (table.to_act or 0) % 3 + 1
        await clock.pass_by(PATIENCE - 10_000)
        clock.set(step)
        with pytest.raises(Denied):
            await house.ask("t", voter, StandIn(voter))  # before the next sign of life
        await clock.pass_by(8_000)
        with pytest.raises(Denied):
            await house.ask("t", voter, StandIn(voter))
        await clock.pass_by(2_000 + CLOSE)
        await house.ask("t", voter, StandIn(voter))
        assert house.store.logs["t"][-1].content == Lapsed(table.to_act or 0, by=voter)

    run_scenario(scenario)


@any_step
def test_who_comes_back_after_the_step_finds_what_was_left(step):
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("live", 60)))
        seat = table.to_act or 0
        await clock.pass_by(60_000)
        clock.set(step)
        await house.ask("t", seat, Return(seat))
        await clock.pass_by(A_PULSE)
        assert abs(left(house, await house.tables.get("t")) - 15_000 + A_PULSE) <= CLOSE

    run_scenario(scenario)


# Programs


@any_step
def test_a_program_has_fifteen_seconds(step):
    async def scenario(house: House, clock: MadeClock) -> None:
        await programs_turn(house)
        at, version = clock.time, len(house.store.logs["t"])
        await clock.pass_by(5_000)
        clock.set(step)
        await clock.pass_to(at + PROGRAM - CLOSE)
        assert len(house.store.logs["t"]) == version
        await clock.pass_to(at + PROGRAM + CLOSE)
        assert isinstance(house.store.logs["t"][version].content, Lapsed)

    run_scenario(scenario)


async def programs_turn(house: House) -> None:
    """A game in which a program is asked."""
    chosen, now = settings(players=3), house.clock.now()
    made = new_table(chosen, 1, "Ann", None, SECRET)
    made += [Lent(seat, f"Deep {seat}", chosen.level, token_hash("token")) for seat in (2, 3)]
    table = Table.of("t", SECRET, [Entry(number, now, 1, content) for number, content in enumerate(made, 1)])
    await house.store.create("t", SECRET, 1, "open", now, made, TableRow(**table.row()))
    await house.ask("t", 1, Ready(1, f"{1:032x}"))
    if (await house.tables.get("t")).to_act == 1:
        await house.play()
    table = await house.tables.get("t")
    assert table.match and table.driver(table.to_act or 0) == "program" and len(table.match.choices()) > 1


# Restarts and several servers


async def restart(first: House, asleep: int, step: int) -> House:
    """The server is down for a while, and meanwhile the clock is set."""
    await first.work.stop()
    first.clock.leap(asleep)
    first.clock.set(step)
    again = House(first.clock.again(), first.store)
    await again.work.start()
    return again


@any_step
@pytest.mark.parametrize("asleep", [0, 600_000])
def test_a_clock_that_is_set_while_the_server_is_down_costs_nobody_anything(step, asleep):
    async def all_of_it() -> None:
        clock = MadeClock()
        first = House(clock, Memory())
        await first.work.start()
        table = await first.open_table(settings(players=3, clock=Clock("live", 60)))
        await first.open_table(settings(players=3), fill="page", id="bots")
        await until_asked(first, clock, "bots")
        await first.play("bots")
        await clock.pass_by(20_000 - (clock.time - BEGIN))
        before = left(first, table)

        second = await restart(first, asleep, step)
        table = await second.tables.get("t")
        assert abs(left(second, table) - before) <= CLOSE
        at = clock.time
        await clock.pass_to(at + before - 2 * PULSE)
        assert not any(isinstance(one.content, Lapsed) for one in second.store.logs["t"])
        await clock.pass_to(at + before + GRACE + 2 * PULSE)  # nobody may have had it in memory since the start
        assert any(isinstance(one.content, Lapsed) for one in second.store.logs["t"])
        assert in_order(second.store) and second.work.alive
        await second.work.stop()

    asyncio.run(all_of_it())


@any_step
def test_bots_go_on_after_a_restart_though_the_clock_was_set(step):
    async def all_of_it() -> None:
        clock = MadeClock()
        first = House(clock, Memory())
        await first.work.start()
        await first.open_table(settings(players=5), fill="page")
        await until_a_bot_is_asked(first, clock)

        second = await restart(first, 5_000, step)
        times, at = steady_times(second), clock.time
        await clock.pass_by(PULSE + GRACE + 4 * SLOWEST)
        assert len(times) >= 2 and times[1][1] - times[0][1] <= SLOWEST
        assert times[0][1] - at <= PULSE + SLOWEST
        assert in_order(second.store)
        await second.work.stop()

    asyncio.run(all_of_it())


@pytest.mark.parametrize("ahead", [5_000, -5_000])
def test_two_servers_whose_clocks_differ_see_one_outage_at_most(ahead):
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(MadeClock(beside=clock, ahead=ahead), store)
        await one.work.start()
        await clock.pass_by(350)
        await other.work.start()
        table = await one.open_table(settings(players=3, clock=Clock("live", 600)))
        at = clock.time
        for number in range(60):
            await clock.pass_by(1000)
            if number % 10 == 0:
                again = await other.tables.get("t")
                assert abs(left(one, table) - left(other, again)) <= PULSE + CLOSE
        assert abs(left(one, table) - 600_000 + clock.time - at) <= CLOSE
        assert len(store.away) == (1 if ahead > 0 else 0), "of the start of a server that is ahead"
        assert abs(one.clock.now() - other.clock.now()) <= A_PULSE
        await other.work.stop()
        await one.work.stop()

    asyncio.run(all_of_it())


def test_what_another_server_wrote_a_moment_ahead_is_not_waited_for():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(MadeClock(beside=clock, ahead=900_000), store)
        await one.work.start()
        await other.open_table(settings(players=3), fill="page")  # by a clock of which nobody has heard yet
        await one.tables.get("t")
        assert (await one.tables.get("t")).began_at > clock.now() + HOUR // 5
        one.work.reconsider("t")
        version = len(store.logs["t"])
        table = await one.tables.get("t")
        if table.driver(table.to_act or 0) == "person":
            await one.play()
            version += 1
        await clock.pass_by(SLOWEST)
        assert len(store.logs["t"]) > version
        await one.work.stop()

    asyncio.run(all_of_it())


def test_a_machine_that_slept_while_another_server_went_on_writes_nothing_from_before():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        asleep, other = House(MadeClock(beside=clock), store), House(clock, store)
        await asleep.work.start()
        await other.work.start()
        await other.open_table(settings(players=3, clock=Clock("live", 60)))
        await asleep.tables.get("t")
        await clock.pass_by(2_500)
        asleep.clock.base -= 2 * HOUR  # its steady clock stood still for so long; its wall clock is right again
        await asleep.play()
        table = await asleep.tables.get("t")
        assert abs(table.began_at - clock.now()) <= A_PULSE and store.away == []
        assert asleep.clock.step is None, "nobody's clock stood still"
        await clock.pass_by(10_000)
        assert not any(isinstance(one.content, Lapsed) for one in store.logs["t"])
        await other.work.stop()
        await asleep.work.stop()

    asyncio.run(all_of_it())


def test_outages_of_another_server_are_learned_with_their_end():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(MadeClock(beside=clock), store)
        await one.work.start()
        await clock.pass_by(500)
        await other.work.start()
        table = await one.open_table(settings(players=3, clock=Clock("live", 60)))
        await clock.pass_by(10_000)
        other.clock.set(2 * HOUR)  # one machine's only
        before = left(one, table)
        for _ in range(20):
            await clock.pass_by(100)
            await one.tables.read_outages()  # the hub does so now and then
            before -= 100
            assert abs(left(one, table) - before) <= CLOSE
        assert len(store.away) == 1 and one.tables.outages == store.away
        await other.work.stop()
        await one.work.stop()

    asyncio.run(all_of_it())


@pytest.mark.parametrize("fails", ["the sign of life", "the outages"])
def test_a_step_while_the_database_is_away_counts_once(fails, monkeypatch):
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("live", 60)))
        await clock.pass_by(10_000)
        before, at = left(house, table), clock.time
        if fails == "the sign of life":
            house.store.refuses = [Unavailable()]
        else:
            real, faults = Memory.outages_since, [Unavailable()]

            async def outages(self: Memory, since: int) -> Sequence[tuple[int, int]]:
                if faults:
                    raise faults.pop()
                return await real(self, since)

            monkeypatch.setattr(Memory, "outages_since", outages)
        clock.set(2 * HOUR)
        for _ in range(50):
            await clock.pass_by(100)
            assert abs(left(house, table) + clock.time - at - before) <= 2 * PULSE  # while it was away is an outage too
        assert house.work.alive
        assert 2 * HOUR <= sum(end - began for began, end in house.store.away) <= 2 * HOUR + 2 * PULSE

    run_scenario(scenario)


@pytest.mark.parametrize("fault", [Unavailable(), Full()], ids=["away", "full"])
def test_a_move_after_a_step_that_nobody_could_be_told_of(fault):
    async def scenario(house: House, clock: MadeClock) -> None:
        troubles: list[Exception] = []
        house.tables.listeners.trouble.append(lambda table, fault: troubles.append(fault))
        await house.open_table(settings(players=3))
        clock.set(2 * HOUR)
        house.store.refuses = [fault]
        if isinstance(fault, Unavailable):
            with pytest.raises(Unavailable):
                await house.play()
            assert troubles == [fault]
        version = (await house.tables.get("t")).version
        assert await house.play() > version
        assert in_order(house.store) and house.store.refuses == []

    run_scenario(scenario)


def test_whoever_waits_for_a_sign_of_life_that_fails_waits_for_no_other(monkeypatch):
    async def scenario(house: House, clock: MadeClock) -> None:
        tries: list[int] = []

        async def refuses(self: Memory, now: int, broken: bool = False, wall: int = 0) -> int:
            tries.append(now)
            await asyncio.sleep(0)
            raise Busy("held")

        monkeypatch.setattr(Memory, "pulse", refuses)
        clock.set(2 * HOUR)
        for number in (1, 2):
            faults = await asyncio.gather(*(house.work.pulse() for _ in range(5)), return_exceptions=True)
            assert [repr(fault) for fault in faults] == ["Busy('held')"] * 5 and len(tries) == number
        monkeypatch.undo()
        await asyncio.gather(*(house.work.pulse() for _ in range(5)))
        assert house.work.alive

    run_scenario(scenario)


def test_a_server_that_beats_is_alive_whatever_its_clock_says():
    async def scenario(house: House, clock: MadeClock) -> None:
        for step in STEPS:
            clock.set(step)
            assert house.work.alive
            await clock.pass_by(A_PULSE)
            assert house.work.alive
        house.work.task.cancel()  # type: ignore[union-attr]
        await clock.pass_by(2 * SILENCE + 1)
        assert not house.work.alive

    run_scenario(scenario)


def test_a_step_is_said_in_the_log_once(caplog):
    async def scenario(house: House, clock: MadeClock) -> None:
        clock.set(2 * HOUR)
        await clock.pass_by(5_000)
        clock.set(-2 * HOUR)
        await clock.pass_by(5_000)

    run_scenario(scenario)
    assert [record.getMessage() for record in caplog.records if record.name == "intrigue.web.runtime.scheduler"] == [
        "this machine's clock went forward by 7200.0 s: an outage",
        "this machine's clock is behind the site's time by 7200.0 s, which goes on",
    ]


def test_votes_after_a_step_keep_nobody_waiting():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.open_table(settings(players=3, clock=Clock("live", 60)))
        voter, at = (table.to_act or 0) % 3 + 1, clock.time
        clock.set(-3 * DAY)
        for number in range(8):
            await clock.pass_by(5_000)
            await house.ask("t", voter, Vote(voter, number % 2 == 0))
        await clock.pass_to(at + 60_000)
        assert isinstance(house.store.logs["t"][-1].content, Lapsed)

    run_scenario(scenario)
