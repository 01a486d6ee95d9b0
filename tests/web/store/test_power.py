"""Power cuts and failing disks below SQLite. What was acknowledged stays; what was not is all there or not at all."""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from web.store.deeds import create, move, row
from web.store.disk import FAILED_SYNC, FULL, Disk

from intrigue.web.store import Appended, Full, Unavailable, open_store
from intrigue.web.store import sqlite as on_sqlite

pytestmark = pytest.mark.anyio
TABLES = ("t", "u", "v")
MOVES = 20
CHECKPOINT = "wal_autocheckpoint = 15"  # pages: often enough that power fails in the middle of one too


class Cut(NamedTuple):
    """The power fails: what was acknowledged before, and what the disk holds after."""

    acked: dict[str, int]
    files: dict[str, bytes]


@pytest.fixture
def disk() -> Iterator[Disk]:
    one = Disk()
    yield one
    one.close()


def setting(monkeypatch: pytest.MonkeyPatch, *pragmas: str) -> None:
    monkeypatch.setattr(on_sqlite, "PRAGMAS", (*on_sqlite.PRAGMAS, *pragmas))


async def play_and_cut(disk: Disk, folder: Path, every: int) -> list[Cut]:
    """Games at three tables by two people each, and a power cut after every so many operations of the disk."""
    acked: dict[str, int] = {}
    cuts: list[Cut] = []

    def cut() -> None:
        if disk.done % every == 0:
            known = dict(acked)  # first: what is acknowledged from now on is not asked for
            cuts.append(Cut(known, disk.image()))
            cuts.append(Cut(known, disk.image(random.Random(disk.done))))

    disk.after = cut
    store = await open_store(f"sqlite:///{folder / 'site.db'}?vfs={disk.name}")

    async def play(table: str) -> None:
        acked[table] = await create(store, table)
        for number in range(1, MOVES + 1):
            contents = [move(number), move(number)]
            acked[table] = (await store.append(table, 2 * number, 1, f"k{number}", 1, contents, row(table))).version

    await asyncio.gather(*(play(table) for table in TABLES))
    cuts.append(Cut(dict(acked), disk.image()))
    await store.close()
    cuts.append(Cut(dict(acked), disk.image()))
    return cuts


def count_lost(cut: Cut, folder: Path) -> int:
    """Acknowledged versions that are not there after a cut; a database that cannot be read has lost them all."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in cut.files.items():
        if not name.endswith("-shm"):  # memory
            (folder / name).write_bytes(content)
    connection = sqlite3.connect(folder / "site.db")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = {table: whole(connection, table) for table in TABLES} if cut.acked else {}
    except (sqlite3.DatabaseError, AssertionError):
        return sum(cut.acked.values())
    finally:
        connection.close()
    return sum(max(0, version - found[table]) for table, version in cut.acked.items())


def whole(connection: sqlite3.Connection, table: str) -> int:
    """A table's version; no gap, no half of an append, index and log alike."""
    versions = [version for (version,) in connection.execute("SELECT version FROM log WHERE table_id = ?", (table,))]
    assert sorted(versions) == list(range(1, len(versions) + 1))
    assert len(versions) % 2 == 0
    index = connection.execute("SELECT version FROM tables WHERE table_id = ?", (table,)).fetchall()
    assert index == ([(len(versions),)] if versions else [])
    return len(versions)


async def test_no_acknowledged_command_is_lost_when_power_fails(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting(monkeypatch, CHECKPOINT)
    cuts = await play_and_cut(disk, tmp_path, every=4)
    after = tmp_path / "after"
    after.mkdir()
    assert len(cuts) > 100
    assert cuts[-1].acked == dict.fromkeys(TABLES, 2 + 2 * MOVES)
    assert [count_lost(cut, after) for cut in cuts] == [0] * len(cuts)


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
async def test_with_less_syncing_the_same_cuts_lose_commands(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: str
) -> None:
    setting(monkeypatch, CHECKPOINT, f"synchronous = {synchronous}")
    cuts = await play_and_cut(disk, tmp_path, every=4)
    after = tmp_path / "after"
    after.mkdir()
    assert sum(count_lost(cut, after) for cut in cuts) > 0


async def test_the_site_goes_on_after_a_power_cut(disk: Disk, tmp_path: Path) -> None:
    cut = (await play_and_cut(disk, tmp_path, every=40))[-4]
    after = tmp_path / "after"
    after.mkdir()
    assert count_lost(cut, after) == 0
    store = await open_store(f"sqlite:///{after / 'site.db'}")
    for table, version in cut.acked.items():
        stands = (await store.read(table))[-1].version
        assert stands >= version
        number = version // 2 - 1
        assert await store.append(table, 0, 1, f"k{number}", 9, [move(number)], row(table)) == Appended(version, True)
        assert await store.append(table, stands, 1, "new", 9, [move()], row(table)) == Appended(stands + 1, False)
    await store.close()


@pytest.mark.parametrize(
    ("kind", "code", "fault"), [("write", FULL, Full), ("sync", FAILED_SYNC, Unavailable)], ids=["full", "failed sync"]
)
async def test_a_disk_that_refuses_at_any_moment(
    disk: Disk, tmp_path: Path, kind: str, code: int, fault: type[Exception]
) -> None:
    """The n-th write (or sync) from now fails, and all after it, until there is room again."""
    store = await open_store(f"sqlite:///{tmp_path / 'site.db'}?vfs={disk.name}")
    version = await create(store, "t")
    after = tmp_path / "after"
    after.mkdir()
    refused = 0
    for moment in range(25):
        left = moment

        def refuse(what: str) -> int:
            nonlocal left
            left -= what == kind
            return code if what == kind and left < 0 else 0

        disk.fault = refuse
        failed = []
        for number in range(4):
            key, contents = f"k{moment}.{number}", [move(moment), move(number)]
            try:
                version = (await store.append("t", version, 1, key, 1, contents, row("t"))).version
            except fault:
                failed.append((key, contents))
        disk.fault = lambda what: 0
        refused += len(failed)
        stands = len(await store.read("t"))
        assert stands == (await store.row("t") or row("t")).version
        assert stands == version or (fault is Unavailable and stands == version + 2)  # a lost answer, a whole append
        assert count_lost(Cut({"t": stands}, disk.image()), after) == 0  # what is seen is durable
        for key, contents in failed:
            version = (await store.append("t", len(await store.read("t")), 1, key, 1, contents, row("t"))).version
    moves = [entry.content for entry in await store.read("t", 2)]
    assert moves == [one for moment in range(25) for number in range(4) for one in (move(moment), move(number))]
    await store.close()
    assert 0 < refused < 100
    with sqlite3.connect(tmp_path / "site.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
