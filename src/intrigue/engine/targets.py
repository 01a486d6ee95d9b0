"""The fast ways of running the rules: compiled for one core, for all cores, and for a GPU.

They need numba; without it everything else works, and asking for them says what to install.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from intrigue.engine.errors import IntrigueError
from intrigue.engine.rules import RULES, Twins, fingerprint
from intrigue.engine.state import Flat

STALE_DAYS = 30


def available() -> bool:
    """Whether the compiled ways of running can be used here."""
    return importlib.util.find_spec("numba") is not None


def numba() -> Any:
    """The compiler, or one clear message."""
    if not available():
        raise IntrigueError("error.no_numba")
    import numba

    return numba


def cache_folder(mark: str) -> Path | None:
    """Where compiled rules are kept: one folder for each text of the rules, compiler and processor. None: nowhere."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    place = os.environ.get("INTRIGUE_CACHE") or os.path.join(home, "intrigue")
    versions = f"numba{numba().__version__}-python{platform.python_version()}"
    cpu = importlib.import_module("llvmlite.binding").get_host_cpu_name()
    folder = Path(place) / f"{mark}-{versions}-{cpu}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        forget_stale(folder)
    except OSError:
        return None
    return folder


def forget_stale(folder: Path) -> None:
    """Removes the folders of rules that nobody has used for a month."""
    for other in folder.parent.iterdir():
        if other != folder and other.is_dir() and time.time() - other.stat().st_mtime > STALE_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)


class Compiler(Twins):
    """The compiled twins of a game's rules, and the loops around them.

    Every rule is compiled once, for whole numbers of 64 bits: a twin for each combination of integer types would cost
    twice the time and gain nothing. Callees come first, which is possible because rules never recur.
    """

    def __init__(self, state: type[Flat], box: type[Flat], standing_in: dict[Any, Any]) -> None:
        self.numba = numba()
        self.records = {kind: self.numba.from_dtype(kind.dtype()) for kind in (state, box)}
        self.state, self.box = state, box
        self.progress: Callable[[int, int], None] = lambda done, total: None
        self.kernels: dict[Any, Callable[..., Any]] = {}
        self.ready: set[Any] = set()
        modules = {rule.__module__ for rule in standing_in} | {rule.__module__ for rule in standing_in.values()}
        self.folder = cache_folder(fingerprint({state.__module__, box.__module__} | modules))
        options = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(lambda function: self.numba.njit(function, **options), standing_in)

    def kernel(self, function: Any) -> Callable[..., Any]:
        """A loop of the engine around this game, loaded from the cache or compiled by its first call."""
        if function not in self.kernels:
            kept = self.folder / f"{function.__name__}.compiled" if self.folder else None
            if not (kept and kept.exists()):
                self.prepare(function)
            config = self.numba.config
            before, config.CACHE_DIR = config.CACHE_DIR, str(self.folder or "")
            try:
                loop = self.numba.njit(self.rebound(function), nogil=True, cache=self.folder is not None)
            finally:
                config.CACHE_DIR = before
            self.kernels[function] = noting(loop, kept) if kept else loop
        return self.kernels[function]

    def prepare(self, function: Any) -> None:
        """Compiles the rules that a loop needs."""
        waiting = [rule for rule in self.needed_by(function) if rule not in self.ready]
        for done, rule in enumerate(waiting):
            self.progress(done, len(waiting) + 1)
            self.ready.add(rule)
            if (signature := self.signature(RULES[rule])) is not None:
                twin = self.of(rule)
                twin.compile(signature)
                twin.disable_compile()
        self.progress(len(waiting), len(waiting) + 1)

    def signature(self, function: Any) -> tuple[Any, ...] | None:
        """The types of the arguments, where all of them are plain: a state, a number, a truth."""
        kinds = self.numba.types
        plain = {"int": kinds.int64, "Card": kinds.int64, "bool": kinds.boolean}
        plain |= dict.fromkeys(("State", "Flat", "Chancy"), self.records[self.state])
        plain |= {self.box.__name__: self.records[self.box]}
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        hints = [function.__annotations__.get(name) for name in names]
        return tuple(plain[hint] for hint in hints) if all(hint in plain for hint in hints) else None


def noting(loop: Any, kept: Path) -> Callable[..., Any]:
    """The loop, which after its first call notes that it is in the cache: no rule need be compiled for it again."""
    if kept.exists():
        return loop  # type: ignore[no-any-return]

    def first_call(*arguments: Any) -> Any:
        result = loop(*arguments)
        kept.touch()
        return result

    return first_call
