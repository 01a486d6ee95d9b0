"""A process that appends is killed without warning, again and again."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from web.store import appender
from web.store.deeds import row

from intrigue.web.store import Appended, open_store
from intrigue.web.table.log_entries import Moved

pytestmark = pytest.mark.anyio
LAPS, ACKS = 3, 120


class Ack(NamedTuple):
    table: str
    person: int
    key: str
    version: int


def acks_before_kill(url: str, lap: int) -> list[Ack]:
    """What a process acknowledged before it was killed."""
    paths = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    with subprocess.Popen(
        [sys.executable, appender.__file__, url, str(lap)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    ) as process:
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(ACKS)]
        process.kill()
        lines += process.stdout.readlines()
    words = [line.split() for line in lines if line.endswith("\n")]
    return [Ack(table, int(person), key, int(version)) for table, person, key, version in words]


async def test_no_acknowledged_append_is_lost_or_doubled(store_url: str) -> None:
    acks: list[Ack] = []
    for lap in range(LAPS):
        acks += acks_before_kill(store_url, lap)
        store = await open_store(store_url)
        logs = {table: await store.read(table) for table in appender.TABLES}
        for log in logs.values():
            assert [entry.version for entry in log] == list(range(1, len(log) + 1))  # no gap
            moves = [entry.content.move for entry in log if isinstance(entry.content, Moved)]
            assert set(Counter(moves).values()) == {1}  # none doubled
            assert [first[:-1] for first in moves[::2]] == [second[:-1] for second in moves[1::2]]  # none halved
        for ack in acks:
            first, second = logs[ack.table][ack.version - 2 : ack.version]
            assert first.content == Moved(ack.person, f"{ack.key} a")
            assert second.content == Moved(ack.person, f"{ack.key} b")
            assert second.person == ack.person
        for ack in acks[-9:]:  # sent again, as a browser does
            again = await store.append(ack.table, 0, ack.person, ack.key, 1, [Moved(1, "x")], row(ack.table))
            assert again == Appended(ack.version, True)
        await store.close()
    assert len(acks) >= LAPS * ACKS
