"""Tables in memory: durable before visible, one entry at a time, and no more of them than there is room for."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from intrigue.web.errors import NoTable
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Busy, Full, Stale, Store, Unavailable, open_store
from intrigue.web.table.log_entries import Filled
from intrigue.web.table.opening import new_table
from intrigue.web.table.requests import Fill, Posted
from intrigue.web.table.settings import Settings

SETTINGS = Settings("oriflamme", "fr", 4)


def with_store(folder: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = await open_store(f"sqlite:///{folder / 'desk.db'}")
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(whole())


async def open_table(tables: Tables) -> str:
    person = await tables.store.save_person(b"x" * 32, "Ann", "en", {}, 1)
    return await tables.open(person.id, "open", lambda id, secret: new_table(SETTINGS, person.id, "Ann", None, secret))


def fill(expected: int, seat: int = 2, key: str = "12345678") -> Posted:
    return Posted(key, expected, Fill(seat, "page"))


@pytest.mark.parametrize(
    ("fault", "said"), [(Unavailable, 0), (Busy, 0), (Full, 0), (lambda: Stale(3), 0), (ZeroDivisionError, 1)]
)
def test_what_fails_when_nobody_waits_for_it_any_more_is_said_only_if_it_is_ours(
    fault: Callable[[], Exception], said: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(store: Store) -> None:
        tables = Tables(store, lambda: 5)
        id = await open_table(tables)
        gate, begun = asyncio.Event(), asyncio.Event()

        async def failing(*given: Any) -> Any:
            begun.set()
            await gate.wait()
            raise fault()

        store.append = failing  # type: ignore[method-assign]
        asking = asyncio.create_task(tables.submit(id, 1, fill((await tables.get(id)).version)))
        await begun.wait()
        asking.cancel()
        await asyncio.wait([asking])
        gate.set()
        while tables.tasks:
            await asyncio.sleep(0)

    with_store(tmp_path, work)
    gc.collect()
    assert len(caplog.records) == said
    assert not said or caplog.records[0].name == "intrigue.web" and "ZeroDivisionError" in caplog.text


def test_nobody_sees_what_is_not_durable(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables = Tables(store, lambda: 5)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        seen: list[int] = []
        tables.listeners.change.append(lambda table: seen.append(table.version))
        append, gate, begun = store.append, asyncio.Event(), asyncio.Event()

        async def slow(*given: Any) -> Any:
            begun.set()
            await gate.wait()
            return await append(*given)

        store.append = slow  # type: ignore[method-assign]
        writing = asyncio.create_task(tables.submit(id, 1, fill(version)))
        await begun.wait()
        reading = asyncio.create_task(tables.get(id))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not reading.done() and not seen
        gate.set()
        assert await writing == version + 1
        assert (await reading).version == version + 1 and seen == [version + 1]
        assert len(await store.read(id)) == version + 1

    with_store(tmp_path, work)


def test_a_fold_is_at_hand_only_when_it_is_durable(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables = Tables(store, lambda: 5)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        assert tables.in_memory(id) and tables.is_at(id, version)
        append, gate, begun = store.append, asyncio.Event(), asyncio.Event()

        async def slow(*given: Any) -> Any:
            begun.set()
            await gate.wait()
            return await append(*given)

        store.append = slow  # type: ignore[method-assign]
        writing = asyncio.create_task(tables.submit(id, 1, fill(version)))
        await begun.wait()
        assert tables.in_memory(id) is None and not tables.is_at(id, version + 1)
        gate.set()
        assert await writing == version + 1
        assert tables.in_memory(id) and tables.is_at(id, version + 1)

    with_store(tmp_path, work)


def test_what_was_begun_is_finished_though_nobody_listens(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables = Tables(store, lambda: 5)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        writing = asyncio.create_task(tables.submit(id, 1, fill(version)))
        await asyncio.sleep(0)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
        while tables.tasks:
            await asyncio.sleep(0)
        assert (await tables.get(id)).version == version + 1 == len(await store.read(id))

    with_store(tmp_path, work)


def test_a_fold_that_was_not_stored_is_forgotten(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables, other = Tables(store, lambda: 5), Tables(store, lambda: 5)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        await other.act(id, version, "first", [Filled(2, "page")])
        with pytest.raises(Stale) as fault:
            await tables.act(id, version, "second", [Filled(3, "page")])
        assert fault.value.version == version + 1
        table = await tables.get(id)
        assert [seat.level for seat in table.seats] == ["", "page", "", ""]

    with_store(tmp_path, work)


def test_many_at_once_are_done_one_by_one(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables = Tables(store, lambda: 5)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        posts = [fill(version, seat, f"key-{seat}-{n}") for n in range(5) for seat in (2, 3, 4)]
        answers = await asyncio.gather(*(tables.submit(id, 1, post) for post in posts), return_exceptions=True)
        assert [answer for answer in answers if isinstance(answer, int)] == [version + 1]
        assert sum(isinstance(answer, Stale) for answer in answers) == len(posts) - 1
        same = [fill(version + 1, 3, "same-key") for _ in range(5)]
        assert set(await asyncio.gather(*(tables.submit(id, 1, post) for post in same))) == {version + 2}

    with_store(tmp_path, work)


def test_the_servers_own_command_is_done_once(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables = Tables(store, lambda: 5)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        for _ in range(3):
            assert await tables.act(id, version, "bot:3", [Filled(2, "page")]) == version + 1
        with pytest.raises(Stale):
            await tables.act(id, version, "bot:4", [Filled(3, "page")])

    with_store(tmp_path, work)


def test_what_is_found_by_a_key_that_another_process_used_is_told(tmp_path: Path) -> None:
    """The word of the other process may come just when nothing of the table is in memory, and find nobody to tell."""

    async def work(store: Store) -> None:
        here, there = Tables(store, lambda: 5), Tables(store, lambda: 6)
        id = await open_table(here)
        version = (await there.get(id)).version
        seen: list[int] = []
        there.listeners.change.append(lambda table: seen.append(table.version))
        assert await here.submit(id, 1, fill(version)) == version + 1
        assert await there.submit(id, 1, fill(version)) == version + 1  # the answer was lost, so it is sent again
        await there.refresh(id)
        assert (await there.get(id)).version == version + 1
        assert seen == [version + 1]
        await there.get(id)
        assert seen == [version + 1]

    with_store(tmp_path, work)


def test_what_was_made_of_a_table_goes_with_it_when_somebody_is_taken_out(tmp_path: Path) -> None:
    """Scenes hold names: none may stay in memory until the table is read again."""

    async def work(store: Store) -> None:
        tables = Tables(store, lambda: 5)
        id = await open_table(tables)
        cached = tables.cached[id]
        views = cached.views
        await tables.discard_erased(id)
        assert cached.table is None and cached.views is not views

    with_store(tmp_path, work)


def test_tables_nobody_looks_at_make_room(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables = Tables(store, lambda: 5, kept=10)
        ids = [await open_table(tables) for _ in range(10)]
        tables.interests.watches.append({ids[0]}.__contains__)
        first = await tables.get(ids[0])
        ids += [await open_table(tables) for _ in range(30)]
        assert len(tables.cached) <= 11 and ids[0] in tables.cached and ids[1] not in tables.cached
        assert await tables.get(ids[0]) is first
        assert (await tables.get(ids[1])).version == first.version
        for number in range(50):
            with pytest.raises(NoTable):
                await tables.get(f"none{number:06}")
        assert len(tables.cached) <= 11

    with_store(tmp_path, work)


def test_time_does_not_run_backwards_in_a_log(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        clock = [100]
        tables = Tables(store, lambda: clock[0])
        id = await open_table(tables)
        clock[0] = 50
        version = (await tables.get(id)).version
        await tables.submit(id, 1, fill(version))
        times = [entry.at for entry in await store.read(id)]
        assert times == sorted(times) and times[-1] == 100

    with_store(tmp_path, work)
