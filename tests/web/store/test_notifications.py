"""What is kept for notices, in both databases."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from web.store.deeds import create, move, row

from intrigue.web.store import Channels, Hook, Push, Store
from intrigue.web.store.queries.notifications import A_DAY
from intrigue.web.table.log_entries import Ended, Followed

pytestmark = pytest.mark.anyio


async def test_channels_are_all_ways_to_a_person_in_their_language(store: Store) -> None:
    ann = await store.save_person(b"Ann", "Ann", "uk", {}, 5)
    await create(store, "t")
    assert await store.channels(ann.id, "t") == Channels("uk", (), None, False)
    assert await store.channels(ann.id + 1, "t") is None
    await store.put_push(ann.id, "https://push/1", "p", "a", 1, "https://site")
    await store.set_hook(ann.id, "https://hook", "https://site")
    await store.set_quiet(ann.id, "t", True)
    push = Push("https://push/1", "p", "a", "https://site")
    assert await store.channels(ann.id, "t") == Channels("uk", (push,), Hook("https://hook", "https://site", 0), True)
    assert (await store.channels(ann.id, "u")) == Channels(
        "uk", (push,), Hook("https://hook", "https://site", 0), False
    )
    assert await store.reachable_people() == {ann.id}
    await store.forget(ann.id)
    assert await store.reachable_people() == set()


async def test_days_with_failures_are_counted_in_a_row_and_for_the_address_that_failed(store: Store) -> None:
    ann = await store.save_person(b"Ann", "Ann", "en", {}, 5)

    async def failures() -> int:
        found = await store.channels(ann.id, "")
        assert found and found.hook
        return found.hook.failures

    await store.set_hook(ann.id, "https://a")
    for day in range(3):
        for at in (day * A_DAY, (day + 1) * A_DAY - 1):
            await store.count_hook(ann.id, "https://a", False, at)
    await store.count_hook(ann.id, "https://b", False, 4 * A_DAY)
    assert await failures() == 3
    await store.count_hook(ann.id, "https://a", True, 4 * A_DAY)
    assert await failures() == 0
    await store.count_hook(ann.id, "https://a", False, 4 * A_DAY)
    assert await failures() == 1
    await store.set_hook(ann.id, "https://a")
    assert await failures() == 0


async def test_failures_of_a_browser_are_counted_by_days_too(store: Store) -> None:
    await store.put_push(1, "https://push/1", "p", "a", 1)
    counted = [await store.count_push("https://push/1", False, at) for at in (0, 1, A_DAY, 2 * A_DAY - 1, 2 * A_DAY)]
    assert counted == [1, 1, 2, 2, 3]
    assert [one.failures for one in await store.pushes_of(1)] == [3]
    assert await store.count_push("https://push/1", True, 2 * A_DAY) == 0
    assert await store.count_push("https://push/1", False, 2 * A_DAY) == 1
    await store.put_push(1, "https://push/1", "p", "a", 2)  # turned on again
    assert [one.failures for one in await store.pushes_of(1)] == [0]
    assert await store.count_push("https://push/2", False, 0) == 0


async def test_of_many_keys_put_at_once_one_stands(store: Store) -> None:
    found = await asyncio.gather(*(store.site_key("push", bytes([number])) for number in range(5)))
    assert len(set(found)) == 1
    assert await store.site_key("push", b"late") == found[0] and await store.site_key("other", b"x") == b"x"


async def test_only_the_latest_browsers_of_a_person_are_kept(store: Store) -> None:
    for number in range(12):
        await store.put_push(1, f"https://push/{number}", "p", "a", number)
    await store.put_push(2, "https://push/else", "p", "a", 0)
    assert [one.endpoint for one in await store.pushes_of(1)] == [f"https://push/{number}" for number in range(2, 12)]
    assert len(await store.pushes_of(2)) == 1


async def test_clocks_that_run_out_are_found_where_somebody_can_be_told(store: Store) -> None:
    ann, bob = [await store.save_person(name, "", "en", {}, 5) for name in (b"Ann", b"Bob")]
    for name, person, due in (("a", ann, 100), ("b", ann, 200), ("c", ann, 300), ("d", bob, 150), ("e", ann, None)):
        await create(store, name, person.id, due=due)
    assert await store.due_before(1000, 10) == []
    await store.set_hook(ann.id, "https://hook")
    assert await store.due_before(1000, 10) == ["a", "b", "c"]
    assert await store.due_before(1000, 2) == ["a", "b"]
    await store.put_push(bob.id, "https://push/1", "p", "a", 1)
    assert await store.due_before(200, 10) == ["a", "d", "b"]


async def test_games_that_changed_are_found_latest_first_where_somebody_can_be_told(store: Store) -> None:
    ann, bob = [await store.save_person(name, "", "en", {}, 5) for name in (b"Ann", b"Bob")]
    await store.set_hook(ann.id, "https://hook")
    for number, name in enumerate(("a", "b", "c", "d", "e"), start=1):
        await create(store, name, bob.id if name == "e" else ann.id)
        phase = "over" if name == "d" else "playing"
        version = (await store.read(name))[-1].version
        await store.append(name, version, 1, "k2", 9, [move()], row(name, phase=phase, changed=100 * number))
    assert await store.changed_since(100, 10) == ["c", "b"]
    assert await store.changed_since(0, 1) == ["c"]


async def end(store: Store, table: str, why: Any, at: int) -> None:
    """Ends a game before its end."""
    version = (await store.read(table))[-1].version
    await store.append(table, version, None, "end", at, [Ended(why, "Sorry!")], row(table, phase="aborted", changed=at))


async def test_tables_closed_by_others_are_found_where_somebody_can_be_told_earliest_first(store: Store) -> None:
    ann = await store.save_person(b"Ann", "Ann", "en", {}, 5)
    for number, why in enumerate(("operator", "consent", "rules", "deserted", "closed", "operator")):
        await create(store, f"t{number}", ann.id)
        await end(store, f"t{number}", why, 10 + number)
    await create(store, "other", ann.id + 1)
    await end(store, "other", "operator", 20)
    assert await store.closed_since(0) == []
    await store.set_hook(ann.id, "https://hook", "")
    assert await store.closed_since(0) == ["t0", "t2", "t5"] and await store.closed_since(10) == ["t2", "t5"]
    await store.append("t0", 3, ann.id, "on", 30, [Followed("t9")], row("t0", phase="aborted", changed=30))
    assert await store.closed_since(10) == ["t2", "t5"]  # it was closed before
