"""A TCP proxy of ours, in a thread, that spoils the way between people and a server as a test tells it to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

PATIENCE = 60.0
"""Seconds after which a test gives up; nothing waits as long when all is well."""
NEVER = 3600.0
"""A delay that no test waits for: bytes are on their way until the connection is cut."""
Way = Literal["up", "down"]
"""To the server, or from it."""
Result = TypeVar("Result")


@dataclass(eq=False)
class Connection:
    """One connection and its other half; what was swallowed of it is gone, so it never carries anything again."""

    ends: dict[Way, asyncio.StreamWriter] = field(default_factory=dict)
    """Where the bytes of each way are written to."""
    swallows: bool = False
    tasks: list[asyncio.Task[None]] = field(default_factory=list)


class Proxy:
    """Passes on what comes, unless a switch says otherwise. Switches may be set from any thread."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.delay: dict[Way, float] = {"up": 0.0, "down": 0.0}
        """Seconds that every byte takes."""
        self.refuses = False
        """Whether whoever connects is sent away at once."""
        self.swallows = False
        """Whether whoever connects is let in and never answered."""
        self.connections: set[Connection] = set()
        self.held: dict[Way, bool] = {"up": False, "down": False}
        """Whether bytes were held back since the last cut."""
        self.swallowed = 0
        """Bytes that are gone."""
        self.changed = threading.Condition()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.server = self.inside(asyncio.start_server(self.carry, "127.0.0.1", 0))
        self.port: int = self.server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    # Faults

    def cut(self, dead: bool = False) -> None:
        """Breaks every connection off, or only those that swallow; later ones are as the switches say."""
        self.each(lambda one: self.end(one) if one.swallows or not dead else None)
        self.held = {"up": False, "down": False}

    def half_close(self, way: Way) -> None:
        """Says on every connection that nothing more comes one way; the other way stays open."""
        self.each(lambda one: one.ends[way].write_eof() if way in one.ends else None)

    def black_hole(self) -> None:
        """From now on nothing that is sent arrives, and nobody is told."""
        self.swallows = True
        self.each(lambda one: setattr(one, "swallows", True))

    def heal(self) -> None:
        """New connections are in order; those that swallowed something stay as dead as they are."""
        self.delay = {"up": 0.0, "down": 0.0}
        self.refuses = self.swallows = False

    def wait(self, condition: Callable[[Proxy], bool]) -> None:
        """Returns when something is so here."""
        with self.changed:
            assert self.changed.wait_for(lambda: condition(self), PATIENCE)

    def catch(self, way: Way) -> None:
        """Returns when bytes are held back on a way."""
        self.wait(lambda proxy: proxy.held[way])

    def close(self) -> None:
        """Ends everything."""
        self.inside(self.rest())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        self.loop.close()

    # In the proxy's own thread

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        one = Connection({"down": writer}, self.swallows)
        self.connections.add(one)
        if one.swallows:
            one.tasks = [asyncio.ensure_future(self.pass_on(one, "up", reader))]
            return
        try:
            further, one.ends["up"] = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            self.end(one)
            return
        one.tasks = [asyncio.ensure_future(self.pass_on(one, "up", reader))]
        one.tasks += [asyncio.ensure_future(self.pass_on(one, "down", further))]

    async def pass_on(self, one: Connection, way: Way, reader: asyncio.StreamReader) -> None:
        """Carries one way of a connection; bytes are late one by one, not one after the other."""
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        writing = asyncio.ensure_future(self.write(one, way, late))
        one.tasks.append(writing)
        data = b"-"
        while data:
            try:
                data = await reader.read(65536)
            except OSError:
                self.end(one)
                return
            if one.swallows:
                self.swallowed += len(data)
            else:
                late.put_nowait((self.loop.time() + self.delay[way], data))
                self.held[way] |= self.delay[way] > 0
            with self.changed:
                self.changed.notify_all()

    async def write(self, one: Connection, way: Way, late: asyncio.Queue[tuple[float, bytes]]) -> None:
        data = b"-"
        while data:
            due, data = await late.get()
            await asyncio.sleep(due - self.loop.time())
            with suppress(OSError, RuntimeError):  # the other end may be gone
                one.ends[way].write(data)
                await one.ends[way].drain()
        self.connections.discard(one)
        for end in one.ends.values():
            end.close()

    async def rest(self) -> None:
        """Lets nobody in any more, and returns when nothing is under way."""
        self.server.close()
        for one in list(self.connections):
            self.end(one)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def end(self, one: Connection) -> None:
        self.connections.discard(one)
        for task in one.tasks:
            task.cancel()
        for end in one.ends.values():
            end.transport.abort()

    def each(self, work: Callable[[Connection], None]) -> None:
        """Does something to every connection, in the proxy's thread."""

        async def done() -> None:
            for one in list(self.connections):
                work(one)

        self.inside(done())

    def inside(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)
