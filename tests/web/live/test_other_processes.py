"""What other processes write at tables that are in memory here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from web.runtime.test_tables import fill, open_table, with_store

from intrigue.web.live.other_processes import OtherProcesses
from intrigue.web.runtime.tables import Tables
from intrigue.web.store import Appended, Stale, Store, Unavailable
from intrigue.web.table.log_entries import Entry, Filled

PATIENCE = 60


def looked_at(store: Store) -> Tables:
    """Tables at each of which somebody looks."""
    tables = Tables(store, lambda: 5)
    tables.interests.watches.append(lambda table: True)
    return tables


async def follow_until(processes: OtherProcesses, id: str, version: int) -> None:
    """What was heard is read, until a table in memory stands at a version."""
    listening = asyncio.create_task(processes.listen(lambda table: None))
    async with asyncio.timeout(PATIENCE):
        while not processes.tables.is_at(id, version):
            await asyncio.sleep(0)
    listening.cancel()


def test_what_another_process_wrote_is_found(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables, other = looked_at(store), Tables(store, lambda: 5)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        seen: list[int] = []
        tables.listeners.change.append(lambda table: seen.append(table.version))
        await other.act(id, version, "elsewhere", [Filled(2, "page")])
        talked: list[str] = []
        processes = OtherProcesses(tables)
        listening = asyncio.create_task(processes.listen(talked.append))
        processes.on_poke(id, version)  # old news
        processes.on_poke(id, 0)
        processes.on_poke("zzzzzzzzzz", 7)
        processes.on_poke(id, version + 1)
        while not seen:
            await asyncio.sleep(0)
        listening.cancel()
        assert seen == [version + 1] and talked == [id]
        # What a page saw on the other process is known here as soon as it asks for it.
        await other.act(id, version + 1, "elsewhere 2", [Filled(3, "page")])
        assert await tables.submit(id, 1, fill(version + 2, 4)) == version + 3

    with_store(tmp_path, work)


def test_what_was_written_elsewhere_at_several_tables_is_read_together_and_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        tables, other = looked_at(store), Tables(store, lambda: 5)
        processes = OtherProcesses(tables)
        ids = [await open_table(tables) for _ in range(3)]
        held = [await tables.get(id) for id in ids]
        seen: list[str] = []
        tables.listeners.change.append(lambda table: seen.append(table.id))
        troubles: list[str] = []
        tables.listeners.trouble.append(lambda table, fault: troubles.append(table))
        asked: list[list[str]] = []
        added = store.read_many

        async def note(known: Mapping[str, int]) -> dict[str, list[Entry]]:
            asked.append(sorted(known))
            if len(asked) == 1:
                raise Unavailable("away")
            found = await added(known)
            await tables.refresh(ids[0])  # somebody was quicker
            return found

        monkeypatch.setattr(store, "read_many", note)
        listening = asyncio.create_task(processes.listen(lambda table: None))
        for round in (1, 2):
            for id in ids:
                await other.act(id, None, f"elsewhere {round}", [Filled(round + 1, "page")])
            for id in ids:
                processes.on_poke(id, (await other.get(id)).version)
            async with asyncio.timeout(PATIENCE):
                while len(asked) < round or round == 2 and len(seen) < 3:
                    await asyncio.sleep(0)
        listening.cancel()
        assert asked == [sorted(ids)] * 2 and sorted(seen) == sorted(ids) and sorted(troubles) == sorted(ids)
        assert [table.seats[2].level for table in held] == ["page"] * 3
        assert [tables.in_memory(id) for id in ids] == held

    with_store(tmp_path, work)


def test_whoever_wrote_in_vain_is_told_what_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not durable yet does not hide what another process wrote at the same version."""

    async def work(store: Store) -> None:
        tables, other = looked_at(store), Tables(store, lambda: 5)
        processes = OtherProcesses(tables)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        seen: list[int] = []
        tables.listeners.change.append(lambda table: seen.append(table.version))
        append, gate, begun = store.append, asyncio.Event(), asyncio.Event()

        async def slow(table: str, expected: int, person: int | None, key: str, *more: Any) -> Appended:
            if key == "ours":
                begun.set()
                await gate.wait()
            return await append(table, expected, person, key, *more)

        monkeypatch.setattr(store, "append", slow)
        ours = asyncio.create_task(tables.act(id, version, "ours", [Filled(3, "page")]))
        await begun.wait()
        await other.act(id, version, "theirs", [Filled(2, "page")])
        listening = asyncio.create_task(processes.listen(lambda table: None))
        processes.on_poke(id, version + 1)
        for _ in range(20):
            await asyncio.sleep(0)
        assert not seen
        gate.set()
        with pytest.raises(Stale):
            await ours
        async with asyncio.timeout(PATIENCE):
            while not seen:
                await asyncio.sleep(0)
        listening.cancel()
        assert seen == [version + 1]

    with_store(tmp_path, work)


def test_a_table_that_nobody_looks_at_is_left_to_the_process_that_went_on_with_it(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables, other = Tables(store, lambda: 5), Tables(store, lambda: 5)
        processes, left = OtherProcesses(tables), list[str]()
        tables.listeners.departure.append(left.append)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        processes.on_poke(id, version)  # our own
        assert tables.in_memory(id) and not left
        await other.act(id, version, "elsewhere", [Filled(2, "page")])
        processes.on_poke(id, version + 1)
        assert tables.in_memory(id) is None and left == [id] and processes.pokes.empty()
        processes.on_poke(id, version + 2)  # it is not here any more
        assert left == [id] and processes.pokes.empty()
        assert (await tables.get(id)).version == version + 1

    with_store(tmp_path, work)


def test_a_table_that_somebody_minds_is_followed(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables, other = Tables(store, lambda: 5), Tables(store, lambda: 5)
        processes = OtherProcesses(tables)
        id = await open_table(tables)
        tables.interests.follows.append(lambda table: table.id == id)
        version = (await tables.get(id)).version
        await other.act(id, version, "elsewhere", [Filled(2, "page")])
        processes.on_poke(id, version + 1)
        await follow_until(processes, id, version + 1)

    with_store(tmp_path, work)


def test_what_is_written_while_a_table_is_being_read_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        tables, other = Tables(store, lambda: 5), Tables(store, lambda: 5)
        processes = OtherProcesses(tables)
        id = await open_table(other)
        version = (await other.get(id)).version
        read = store.read

        async def slow(table: str, after: int = 0) -> list[Entry]:
            found = await read(table, after)
            if (await other.get(id)).version == version:
                await other.act(id, version, "elsewhere", [Filled(2, "page")])
                processes.on_poke(id, version + 1)
            return found

        monkeypatch.setattr(store, "read", slow)
        assert (await tables.get(id)).version == version
        await follow_until(processes, id, version + 1)

    with_store(tmp_path, work)


def test_a_table_that_somebody_is_at_work_with_is_not_left_but_read_anew(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        tables, other = Tables(store, lambda: 5), Tables(store, lambda: 5)
        processes = OtherProcesses(tables)
        id = await open_table(tables)
        version = (await tables.get(id)).version
        await other.act(id, version, "elsewhere", [Filled(2, "page")])
        async with tables.lock(id):
            processes.on_poke(id, version + 1)
        await follow_until(processes, id, version + 1)

    with_store(tmp_path, work)
