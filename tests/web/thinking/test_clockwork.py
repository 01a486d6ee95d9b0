"""Whatever happens by itself happens at times that follow from public facts, once, and after every restart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from web.thinking.made_up import BEGIN, House, MadeClock, Memory, Thoughts, settings

import intrigue
from intrigue.bots.sight import Sight
from intrigue.web.clockwork import PULSE, Facts, planned
from intrigue.web.store import Unavailable
from intrigue.web.table import timing
from intrigue.web.table.commands import Lapsed, Moved
from intrigue.web.table.orders import pending_card
from intrigue.web.table.requests import Return, Vote
from intrigue.web.table.settings import Clock
from intrigue.web.table.table import Table
from intrigue.web.table.timing import GRID, QUICKEST, SLOWEST, shown_delay

MINUTE = 60_000
Scenario = Callable[[House, MadeClock], Awaitable[Any]]


def lived(scenario: Scenario, takes: Callable[[str, Sight], int] = lambda table, sight: 0) -> Any:
    """A scenario in a house whose clockwork runs."""

    async def all_of_it() -> Any:
        clock = MadeClock()
        house = House(clock, Memory(), Thoughts(clock, takes))
        await house.work.start()
        try:
            return await scenario(house, clock)
        finally:
            await house.work.stop()
            assert not house.work.tended and not house.work.leaving

    return asyncio.run(all_of_it())


def moved(house: House, id: str = "t") -> list[tuple[int, int, Moved]]:
    """The moves of a log: version before it, when, and what."""
    return [(one.version - 1, one.at, one.command) for one in house.store.logs[id] if isinstance(one.command, Moved)]


async def until_asked(house: House, clock: MadeClock, id: str = "t") -> Table:
    """Lets time pass until a person is asked, or all is over."""
    while True:
        table = await house.desk.table(id)
        if table.to_act is None or table.driver(table.to_act) == "person":
            return table
        await clock.pass_by(100)


async def played_out(house: House, clock: MadeClock, thinks: int = 1234, id: str = "t") -> Table:
    """A whole game in which the person answers after a while."""
    while (await until_asked(house, clock, id)).to_act is not None:
        await clock.pass_by(thinks)
        if (await until_asked(house, clock, id)).to_act is not None:
            await house.play(id)
    return await house.desk.table(id)


# Bots


@pytest.mark.parametrize(("game", "players"), [("oriflamme", 4), ("ablaze", 3), ("richelieu", 2)])
def test_bots_are_seen_to_think_for_as_long_as_public_facts_say(game, players):
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.opened(settings(game, players), fill="page")
        table = await played_out(house, clock)
        assert table.phase == "over"
        log, shown = house.store.logs["t"], 0
        for version, at, move in moved(house):
            if move.by == "bot":
                assert at - log[version - 1].at == shown_delay("t", version)
                assert QUICKEST <= at - log[version - 1].at <= SLOWEST
                shown += 1
        assert shown > 5

    lived(scenario)


def test_a_thought_that_takes_longer_is_shown_on_the_grid():
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.opened(settings(players=3), fill="duke")
        await played_out(house, clock)
        log = house.store.logs["t"]
        late = [
            at - log[version - 1].at - shown_delay("t", version)
            for version, at, move in moved(house)
            if move.by == "bot"
        ]
        assert set(late) <= {GRID, 2 * GRID} and len(late) > 5

    lived(scenario, lambda table, sight: SLOWEST + 1)


def test_all_of_a_level_are_put_off_alike_while_it_is_slow():
    async def scenario(house: House, clock: MadeClock) -> None:
        house.thoughts.pace_ = 1000
        await house.opened(settings(players=3), fill="duke")
        await played_out(house, clock)
        log = house.store.logs["t"]
        for version, at, move in moved(house):
            if move.by == "bot":
                assert at - log[version - 1].at == shown_delay("t", version) + 1000

    lived(scenario, lambda table, sight: 50 + len(sight.legal) * 7)


def test_bots_are_asked_with_their_level_and_a_seed_that_is_theirs_again():
    async def scenario(house: House, clock: MadeClock) -> list[Any]:
        await house.opened(settings(players=3, level="squire"), fill="count")
        await played_out(house, clock)
        return house.thoughts.asked

    first, second = lived(scenario), lived(scenario)
    assert first == second and len({seed for *_, seed in first}) == len(first)
    assert {level for _, _, level, _ in first} == {"count"}


def test_votes_do_not_stop_a_bot_that_thinks():
    async def scenario(house: House, clock: MadeClock) -> None:
        chosen = settings(players=4)
        await house.opened(chosen)  # four people; one of them lets a bot play on
        table = await until_asked(house, clock)
        lost = table.to_act or 0
        await house.desk.act("t", table.version, "away", [Lapsed(lost)])
        await clock.settle()
        voter = lost % 4 + 1
        before = len(moved(house))
        for number in range(40):  # every 100 ms, while the bot needs 2 s
            await house.ask("t", voter, Vote(voter, number % 2 == 0))
            await clock.pass_by(100)
        assert [ask[:3] for ask in house.thoughts.asked] == [("t", lost, chosen.level)]
        assert len(moved(house)) == before + 1

    lived(scenario, lambda table, sight: 2000)


# Secrecy


def public_course(house: House) -> list[Any]:
    """What everybody sees of a table's times: every push, and every reminder."""
    return [*house.pushed, *house.reminders]


def twin_secrets() -> list[bytes]:
    """Deals that begin with the same seat and differ in every hand."""
    found: dict[int, list[bytes]] = {}
    for number in range(60):
        secret = bytes([number]) * 32

        async def scenario(house: House, clock: MadeClock, secret: bytes = secret) -> int:
            return (await house.opened(settings(players=3), fill="duke", secret=secret)).to_act or 0

        same = found.setdefault(lived(scenario), [])
        same.append(secret)
        if len(same) == 3:
            return same
    raise AssertionError


@pytest.mark.parametrize("clock_kind", [Clock(), Clock("live", 10), Clock("friendly", 10), Clock("days", 86_400)])
def test_twin_worlds_have_the_same_times(clock_kind):
    """Whole games in which nothing comes to light: hands differ, thoughts take longer with some, and nobody sees it."""
    hands, courses = [], []
    for secret in twin_secrets():

        async def scenario(house: House, clock: MadeClock, secret: bytes = secret) -> list[Any]:
            table = await house.opened(settings(players=3, clock=clock_kind), fill="duke", secret=secret)
            assert table.match
            hands.append([str(player["hand"]) for player in table.match.position["players"]])
            over = await played_out(house, clock, thinks=11_234 if clock_kind.kind == "friendly" else 8765)
            assert over.match and not any(event.name == "card_revealed" for event in over.match.events)
            return public_course(house)

        courses.append(lived(scenario, lambda table, sight: sum(map(ord, sight.legal[0])) % QUICKEST))
    assert courses[0] == courses[1] == courses[2] and len(courses[0]) > 60
    assert all(one != other for one, other in zip(hands[0], hands[1], strict=True))


class Guarded:
    """A match of which only whose turn it is and how many moves there were can be asked."""

    def __init__(self, match: Any) -> None:
        self.to_act, self.played = match.to_act, [None] * len(match.played)


def test_times_read_nothing_but_public_facts():
    async def scenario(house: House, clock: MadeClock) -> None:
        for kind in (Clock(), Clock("live", 60)):
            table = await house.opened(settings(players=3, clock=kind), id=kind.kind)
            for _ in range(12):
                match, facts = table.match, Facts.of(table, [])
                table.match, table.secret, table.things = Guarded(match), b"", {}  # type: ignore[assignment]
                assert Facts.of(table, []) == facts
                assert all(isinstance(fact, int | str | None) for fact in facts)
                table.match = match
                table = await house.desk.table(table.id)
                await house.play(table.id)

    lived(scenario)


def test_planned_times_are_a_function_of_facts():
    facts = Facts("t", 9, 2, "bot", "duke", 4, BEGIN, "none", None, None)
    soon = BEGIN + shown_delay("t", 9)
    assert {planned(facts, now) for now in range(BEGIN, soon + 1, 7)} == {soon}
    assert [planned(facts, soon + late) - soon for late in (1, GRID, GRID + 1)] == [GRID, GRID, 2 * GRID]
    assert planned(facts._replace(level="page", moves=7), BEGIN) == soon


# Standing orders


async def at_a_card(house: House, clock: MadeClock, **chosen: Any) -> tuple[Table, int]:
    """A table of people where one is asked to reveal or to wait, and the thing that it is about."""
    table = await house.opened(settings(players=3, **chosen))
    while (card := pending_card(table)) is None:
        await clock.pass_by(500)
        await house.play()
        table = await house.desk.table("t")
    return table, card


def test_an_order_is_carried_out_when_a_bot_would_be_seen_to_answer():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        seat, version = table.to_act or 0, table.version
        house.store.given["t"] = {seat: (card,)}
        house.work.look("t")
        await clock.pass_by(SLOWEST)
        before, at, command = moved(house)[-1]
        assert (before, command) == (version, Moved(seat, "wait", "order"))
        assert at == house.store.logs["t"][version - 1].at + shown_delay("t", version)
        assert house.thoughts.asked == []

    lived(scenario)


def test_orders_that_stand_are_carried_out_again_and_again():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, _ = await at_a_card(house, clock)
        house.store.given["t"] = {seat: tuple(range(1, 60)) for seat in (1, 2, 3)}
        house.work.look("t")
        await clock.pass_by(20_000)
        log = house.store.logs["t"]
        by_order = [(version, at) for version, at, move in moved(house) if move.by == "order"]
        assert len(by_order) == 3
        for version, at in by_order:
            assert at == log[version - 1].at + shown_delay("t", version)

    lived(scenario)


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
        assert moved(second)[-1][2] == Moved(table.to_act or 0, "wait", "order")
        await second.work.stop()

    asyncio.run(all_of_it())


def test_an_order_taken_back_in_time_is_not_carried_out():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        house.store.given["t"] = {table.to_act or 0: (card,)}
        house.work.look("t")
        await clock.pass_by(QUICKEST - 1)
        house.store.given["t"] = {}  # even if nobody said so
        version = table.version
        await clock.pass_by(MINUTE)
        assert (await house.desk.table("t")).version == version

    lived(scenario)


def test_an_order_about_another_card_or_of_another_seat_is_not_carried_out():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        seat = table.to_act or 0
        house.store.given["t"] = {seat: (card + 1,), seat % 3 + 1: (card,)}
        house.work.look("t")
        await clock.pass_by(MINUTE)
        assert (await house.desk.table("t")).version == table.version

    lived(scenario)


def test_a_late_order_is_carried_out_on_the_grid():
    async def scenario(house: House, clock: MadeClock) -> None:
        table, card = await at_a_card(house, clock)
        await clock.pass_by(10_123)
        house.store.given["t"] = {table.to_act or 0: (card,)}
        house.work.look("t")
        await clock.pass_by(GRID)
        (version, at, command) = moved(house)[-1]
        assert command.by == "order"
        assert (at - house.store.logs["t"][version - 1].at - shown_delay("t", version)) % GRID == 0

    lived(scenario)


# Clocks


@pytest.mark.parametrize("kind", ["live", "days"])
def test_at_zero_a_bot_plays_on_after_a_warning_until_its_player_returns(kind):
    whole = 60 if kind == "live" else 86_400

    async def scenario(house: House, clock: MadeClock) -> None:
        if kind == "days":  # a pulse for every second of a day would be long even in made-up time
            house.work.task.cancel()  # type: ignore[union-attr]
            house.store.silence = house.work.pulsed or 0
        table = await house.opened(settings(players=3, clock=Clock(kind, whole), level="squire"))
        seat, end = table.to_act or 0, table.deadline() or 0
        assert end == clock.now() + whole * 1000
        await clock.pass_to(end - 1)
        assert house.reminders == [(table.warning(), seat, timing.warning(Clock(kind, whole)))]
        assert not any(isinstance(one.command, Lapsed) for one in house.store.logs["t"])
        await clock.pass_to(end)
        assert house.store.logs["t"][-1].command == Lapsed(seat) and house.store.logs["t"][-1].at == end
        await clock.pass_by(SLOWEST)
        assert moved(house)[-1][2].by == "bot" and house.thoughts.asked[-1][:3] == ("t", seat, "squire")
        await house.ask("t", seat, Return(seat))
        assert (await house.desk.table("t")).driver(seat) == "person"

    lived(scenario)


def test_a_friendly_clock_only_reminds():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.opened(settings(players=3, clock=Clock("friendly", 60)))
        seat, end, version = table.to_act or 0, table.deadline() or 0, table.version
        await clock.pass_by(10 * MINUTE)
        assert house.reminders == [(table.warning() or 0, seat, 15_000), (end, seat, 0)]
        assert (await house.desk.table("t")).version == version and not house.work.tended

    lived(scenario)


def test_everybody_who_is_reminded_is_reminded_once_a_decision():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.opened(settings(players=3, clock=Clock("live", 60)))
        voter = (table.to_act or 0) % 3 + 1
        for number in range(8):
            await clock.pass_by(6_000)
            await house.ask("t", voter, Vote(voter, number % 2 == 0))
        assert len(house.reminders) == 1
        await house.play()
        await clock.pass_by(50_000)
        assert len(house.reminders) == 2

    lived(scenario)


def test_clocks_stand_still_while_the_machine_sleeps():
    async def scenario(house: House, clock: MadeClock) -> None:
        table = await house.opened(settings(players=3, clock=Clock("live", 60)))
        await clock.pass_by(30_000)
        clock.leap(3_600_000)
        end = (table.deadline() or 0) + 3_600_000
        await clock.pass_to(end - PULSE - 1)
        assert not any(isinstance(one.command, Lapsed) for one in house.store.logs["t"])
        await clock.pass_to(end + 2 * PULSE)
        assert house.store.logs["t"][-1].command == Lapsed(table.to_act or 0) or moved(house)
        lapses = [one.at for one in house.store.logs["t"] if isinstance(one.command, Lapsed)]
        assert lapses and end - PULSE <= lapses[0] <= end + PULSE

    lived(scenario)


# Restarts, two processes, and a database that is away


def test_tables_that_nobody_has_in_memory_go_on_after_a_restart():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        first = House(clock, store)
        await first.work.start()
        await first.opened(settings(players=4), fill="page", id="bots")
        lapsing = await first.opened(settings(players=3, clock=Clock("live", 60)), id="clock")
        await until_asked(first, clock, "bots")
        await first.play("bots")
        await first.work.stop()
        versions = {id: len(log) for id, log in store.logs.items()}

        clock.leap(10 * MINUTE)
        second = House(clock, store)
        await second.work.start()
        await clock.pass_by(20_000)
        assert len(store.logs["bots"]) > versions["bots"] or moved(second, "bots")[-1][2].by == "person"
        assert len(store.logs["clock"]) == versions["clock"], "the clock stood still for ten minutes"
        await clock.pass_by(45_000)
        lapsed = [one.at for one in store.logs["clock"] if isinstance(one.command, Lapsed)]
        assert lapsed and lapsed[0] >= (lapsing.deadline() or 0) + 9 * MINUTE
        await second.work.stop()

    asyncio.run(all_of_it())


@pytest.mark.parametrize("game", ["oriflamme", "richelieu"])
def test_two_processes_at_one_table_do_everything_once(game):
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(clock, store)
        await one.work.start()
        await other.work.start()
        await one.opened(settings(game, 3), fill="page")
        for turn in range(400):
            await clock.pass_by(700)
            house = (one, other)[turn % 2]
            await one.desk.refresh("t")  # the word of what the other wrote comes now and then
            await other.desk.refresh("t")
            table = await house.desk.table("t")
            if table.to_act is None:
                break
            if table.driver(table.to_act) == "person":
                await house.play()
        await one.work.stop()
        await other.work.stop()
        log = store.logs["t"]
        assert [entry.version for entry in log] == list(range(1, len(log) + 1))
        assert Table.of("t", store.secrets["t"], log).phase == "over"
        assert {move.by for _, _, move in moved(one)} == {"person", "bot"}

    asyncio.run(all_of_it())


def test_a_process_that_hears_nothing_of_the_other_goes_on():
    async def all_of_it() -> None:
        clock, store = MadeClock(), Memory()
        one, other = House(clock, store), House(clock, store)
        await one.work.start()
        await one.opened(settings(players=5), fill="page")
        table = await other.desk.table("t")
        await other.work.start()
        await clock.pass_by(MINUTE)
        await until_asked(one, clock)
        table = await one.desk.table("t")
        assert table.to_act and table.driver(table.to_act) == "person"
        await one.work.stop()
        for _ in range(3):
            await other.desk.refresh("t")
            if (await until_asked(other, clock)).to_act is not None:
                await other.play()
        await clock.pass_by(MINUTE)
        after = await other.desk.table("t")
        assert after.version > table.version + 3
        await other.work.stop()

    asyncio.run(all_of_it())


def test_a_database_that_is_away_for_a_while_costs_only_time():
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.opened(settings(players=3), fill="page")
        table = await until_asked(house, clock)
        await house.play()
        house.store.refuses = [Unavailable() for _ in range(6)]
        await clock.pass_by(MINUTE)
        await until_asked(house, clock)
        assert not house.store.refuses
        assert len(moved(house)) > table.moves + 1

    lived(scenario)


def test_a_game_that_is_over_is_left_alone():
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.opened(settings(players=3), fill="page")
        table = await played_out(house, clock)
        await clock.settle()
        assert table.phase == "over" and not house.work.tended
        assert intrigue.load(table.record_text()).over

    lived(scenario)
