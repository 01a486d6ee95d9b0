"""Bots are seen to answer at times that follow from public facts, and nobody keeps one from its answer."""

from __future__ import annotations

from typing import Any

import pytest
from web.runtime.living import moves_in_log, played_out, run_scenario, until_asked
from web.runtime.made_up import BEGIN, SECRET, House, MadeClock, settings

from intrigue.web.runtime.pacing import Facts, time_to_show
from intrigue.web.table.clocks import GRID, QUICKEST, SHARES, SLOWEST, share_of, shown_delay
from intrigue.web.table.log_entries import Lapsed
from intrigue.web.table.requests import Fill, Vote
from intrigue.web.table.settings import Clock


def row_before(house: House, version: int) -> int:
    """How many moves of bots a log has in a row, right before what follows a version."""
    made = [move.by for before, _, move in moves_in_log(house) if before < version]
    return next((row for row, by in enumerate(reversed(made)) if by != "bot"), len(made))


@pytest.mark.parametrize(("game", "players"), [("oriflamme", 4), ("ablaze", 3), ("richelieu", 2)])
def test_bots_are_seen_to_think_for_as_long_as_public_facts_say(game, players):
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(game, players), fill="page")
        table = await played_out(house, clock)
        assert table.phase == "over"
        log, shown = house.store.logs["t"], 0
        for version, at, move in moves_in_log(house):
            if move.by == "bot":
                whole = shown_delay(SECRET, log[version - 1].at)
                assert at - log[version - 1].at == share_of(whole, row_before(house, version))
                assert QUICKEST <= whole <= SLOWEST
                shown += 1
        assert shown > 5

    run_scenario(scenario)


def test_a_thought_that_takes_longer_is_shown_on_the_grid():
    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=3), fill="duke")
        await played_out(house, clock)
        log = house.store.logs["t"]
        late = [
            at - log[version - 1].at - share_of(shown_delay(SECRET, log[version - 1].at), row_before(house, version))
            for version, at, move in moves_in_log(house)
            if move.by == "bot"
        ]
        assert all(one % GRID == 0 and 0 < one < SLOWEST + 1 + GRID for one in late) and len(late) > 5

    run_scenario(scenario, lambda table, sight: SLOWEST + 1)


def test_all_of_a_level_are_put_off_alike_while_it_is_slow():
    async def scenario(house: House, clock: MadeClock) -> None:
        house.thoughts.pace_ = 1000
        await house.open_table(settings(players=3), fill="duke")
        await played_out(house, clock)
        log = house.store.logs["t"]
        for version, at, move in moves_in_log(house):
            if move.by == "bot":
                assert at - log[version - 1].at == shown_delay(SECRET, log[version - 1].at) + 1000

    run_scenario(scenario, lambda table, sight: 50 + len(sight.legal) * 7)


def test_bots_are_asked_with_their_level_and_a_seed_that_is_theirs_again():
    async def scenario(house: House, clock: MadeClock) -> list[Any]:
        await house.open_table(settings(players=3, level="squire"), fill="count")
        await played_out(house, clock)
        return house.thoughts.asked

    first, second = run_scenario(scenario), run_scenario(scenario)
    assert first == second and len({seed for *_, seed in first}) == len(first)
    assert {level for _, _, level, _ in first} == {"count"}


def test_votes_do_not_stop_a_bot_that_thinks():
    async def scenario(house: House, clock: MadeClock) -> None:
        chosen = settings(players=4)
        await house.open_table(chosen)  # four people; one of them lets a bot play on
        table = await until_asked(house, clock)
        lost = table.to_act or 0
        await house.tables.act("t", table.version, "away", [Lapsed(lost)])
        await clock.settle()
        voter, began = lost % 4 + 1, clock.now()
        before = len(moves_in_log(house))
        for number in range(40):  # every 100 ms, while the bot needs 2 s
            await house.ask("t", voter, Vote(voter, number % 2 == 0))
            await clock.pass_by(100)
        assert [ask[:3] for ask in house.thoughts.asked] == [("t", lost, chosen.level)]
        assert len(moves_in_log(house)) == before + 1
        assert 2000 <= moves_in_log(house)[-1][1] - began < 2000 + GRID, "no vote puts it off"

    run_scenario(scenario, lambda table, sight: 2000)


def test_another_level_counts_from_the_next_decision():
    """A host who changes the level again and again would otherwise let a bot begin anew each time."""

    async def scenario(house: House, clock: MadeClock) -> None:
        await house.open_table(settings(players=3), fill="page")
        await until_asked(house, clock)
        await house.play()
        await clock.settle()
        table, asked = await house.tables.get("t"), len(house.thoughts.asked)
        seat, moves = table.to_act or 0, table.moves
        assert table.driver(seat) == "bot"
        for number in range(25):  # every 100 ms, while the bot needs 2 s
            await house.ask("t", 1, Fill(seat, ("duke", "count")[number % 2]))
            await clock.pass_by(100)
        assert (await house.tables.get("t")).moves == moves + 1
        about = [level for _, who, level, _ in house.thoughts.asked[asked - 1 :] if who == seat]
        assert about == ["page"], "asked once, with the level it had then"

    run_scenario(scenario, lambda table, sight: 2000)


# Secrecy


def public_course(house: House) -> list[Any]:
    """What everybody sees of a table's times: every push, and every reminder."""
    return [*house.pushed, *house.reminders]


def twin_nonces() -> list[int]:
    """Deals of one secret that begin with the same seat and differ in every hand."""
    found: dict[int, list[int]] = {}
    for nonce in range(60):

        async def scenario(house: House, clock: MadeClock, nonce: int = nonce) -> int:
            return (await house.open_table(settings(players=3), fill="duke", nonce=nonce)).to_act or 0

        same = found.setdefault(run_scenario(scenario), [])
        same.append(nonce)
        if len(same) == 3:
            return same
    raise AssertionError


@pytest.mark.parametrize("clock_kind", [Clock(), Clock("live", 10), Clock("friendly", 10), Clock("days", 86_400)])
def test_twin_worlds_have_the_same_times(clock_kind):
    """Whole games in which nothing comes to light: hands differ, thoughts take longer with some, and nobody sees it."""
    hands, courses, rows = [], [], []  # type: ignore[var-annotated]
    shortest = share_of(QUICKEST, len(SHARES))
    for nonce in twin_nonces():

        async def scenario(house: House, clock: MadeClock, nonce: int = nonce) -> list[Any]:
            table = await house.open_table(settings(players=3, clock=clock_kind), fill="duke", nonce=nonce)
            assert table.match
            hands.append([str(player["hand"]) for player in table.match.position["players"]])
            over = await played_out(house, clock, thinks=11_234 if clock_kind.kind == "friendly" else 8765)
            assert over.match and not any(event.name == "card_revealed" for event in over.match.events)
            rows.extend(row_before(house, version) for version, _, move in moves_in_log(house) if move.by == "bot")
            return public_course(house)

        courses.append(run_scenario(scenario, lambda table, sight: sum(map(ord, sight.legal[0])) % shortest))
    assert courses[0] == courses[1] == courses[2] and len(courses[0]) > 60
    assert {0, 1} <= {*rows}, "some of them waited less"
    assert all(one != other for one, other in zip(hands[0], hands[1], strict=True))


class Guarded:
    """A match of which only whose turn it is and who made each move can be asked."""

    def __init__(self, match: Any) -> None:
        self.to_act, self.played = match.to_act, [(None, by) for _, by in match.played]


def test_times_read_nothing_but_public_facts_and_the_delay():
    async def scenario(house: House, clock: MadeClock) -> None:
        for kind in (Clock(), Clock("live", 60)):
            table = await house.open_table(settings(players=3, clock=kind), id=kind.kind)
            for _ in range(12):
                match, facts = table.match, Facts.of(table, [])
                table.match, table.things = Guarded(match), {}  # type: ignore[assignment]
                assert Facts.of(table, []) == facts
                table.secret = b""
                assert Facts.of(table, [])._replace(delay=facts.delay) == facts
                table.secret = SECRET
                assert all(isinstance(fact, int | str | None) for fact in facts)
                table.match = match
                table = await house.tables.get(table.id)
                await house.play(table.id)

    run_scenario(scenario)


def test_planned_times_are_a_function_of_facts():
    facts = Facts("t", 9, 2, "bot", "duke", 4, BEGIN, "none", None, None, 800)
    soon = BEGIN + 800
    assert {time_to_show(facts, now) for now in range(BEGIN, soon + 1, 7)} == {soon}
    assert [time_to_show(facts, soon + late) - soon for late in (1, GRID, GRID + 1)] == [GRID, GRID, 2 * GRID]
    assert time_to_show(facts._replace(level="page", moves=7), BEGIN) == soon
    for row, share in enumerate((*SHARES, SHARES[-1])):
        assert time_to_show(facts._replace(row=row), BEGIN) == BEGIN + 8 * share
        assert time_to_show(facts._replace(row=row), BEGIN, pace=1000) == soon + 1000, "no thought is over so soon"


def test_how_long_people_wait_follows_from_who_moved_since_one_of_them():
    """Bots in a row are quicker, whatever they hold; whoever moves by order counts as the person they are."""

    async def scenario(house: House, clock: MadeClock) -> None:
        table, rows = await house.open_table(settings(players=5), fill="page"), set()
        while table.to_act is not None:
            facts, row = Facts.of(table, []), row_before(house, table.version)
            assert table.bot_moves == row
            if facts.driver == "bot":
                assert facts.row == row
                assert table.due() == time_to_show(facts, 0) == facts.began + share_of(facts.delay, row)
                rows.add(row)
                await clock.pass_by(50)
            else:
                assert facts.row == 0
                await house.play()
            table = await house.tables.get("t")
        assert {0, 1, 2, 3} <= rows

    run_scenario(scenario)
