"""Where chunks are played: here, in threads or processes on all cores, or on a cluster. The result is the same.

Nothing here decides who works when: that is the business of `concurrent.futures` and `dask.distributed`.
"""

from __future__ import annotations

import importlib
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from intrigue.arena.play import Block, Chunk, play_chunk
from intrigue.engine import extras
from intrigue.engine.errors import IntrigueError

PATIENCE = 20
"""Seconds to find a cluster."""


def play(parts: Sequence[Chunk], cores: int, cluster: str | None = None) -> Iterator[list[Block]]:
    """The blocks of every chunk, as they are ready. An interrupt lets through what was under way, then rises."""
    if cluster is not None:
        return on_cluster(parts, cluster)
    if min(cores, len(parts)) <= 1:
        return map(play_chunk, parts)
    return on_cores(parts, min(cores, len(parts)))


def on_cores(parts: Sequence[Chunk], cores: int) -> Iterator[list[Block]]:
    """Compiled loops let go of Python's lock, so threads do; anything else needs processes."""
    with threads(parts, cores) if parts[0].compiled else processes(cores) as pool:
        waiting: list[Future[list[Block]]] = [pool.submit(play_chunk, part) for part in parts]
        try:
            for ready in as_completed(waiting):
                waiting.remove(ready)
                yield ready.result()
        except KeyboardInterrupt:
            for ready in [one for one in waiting if not one.cancel()]:
                yield ready.result()
            raise
        except BrokenProcessPool:
            raise IntrigueError("error.arena_worker") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def threads(parts: Sequence[Chunk], cores: int) -> Executor:
    return ThreadPoolExecutor(cores, thread_name_prefix="intrigue")


def processes(cores: int) -> Executor:
    """Fresh processes, which know nothing of our threads; an interrupt is for us, not for them."""
    fresh = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(cores, fresh, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))


def on_cluster(parts: Sequence[Chunk], address: str) -> Iterator[list[Block]]:
    """On the machines of a cluster of `dask.distributed`."""
    try:
        distributed: Any = importlib.import_module("dask.distributed")
    except ImportError:
        raise IntrigueError("error.no_dask", command=extras.command("cluster", "distributed")) from None
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError):
        raise IntrigueError("error.no_cluster", address=address[:100]) from None
    with client:
        waiting = client.map(play_chunk, parts, pure=False)
        for _, blocks in distributed.as_completed(waiting, with_results=True):
            yield blocks
