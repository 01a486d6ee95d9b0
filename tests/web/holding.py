"""Somebody else who holds what a site's writes need: a process that has locked an SQLite file, or a session that has
locked PostgreSQL's tables."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

HOLDER = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60) as other:
    other.execute("BEGIN IMMEDIATE")
    print("held", flush=True)
    sys.stdin.read()
"""
LOCK = "LOCK TABLE tables, log, pulses, talk IN SHARE MODE"
"""Everybody may read, nobody may write."""


@contextmanager
def holding(url: str) -> Iterator[None]:
    """Nobody else writes to a database meanwhile."""
    if url.startswith("sqlite:"):
        file = url.removeprefix("sqlite:///").partition("?")[0]
        pipe = subprocess.PIPE
        with subprocess.Popen([sys.executable, "-c", HOLDER, file], stdin=pipe, stdout=pipe, text=True) as holder:
            assert holder.stdout and holder.stdout.readline() == "held\n"
            yield
            holder.communicate()
    else:
        with psycopg.connect(url) as other:
            other.execute(LOCK)
            yield
