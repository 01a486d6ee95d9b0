"""The fast ways of running the rules: compiled for one core, for all cores, and for a GPU.

They need numba; without it everything else works, and asking for them says what to install.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from intrigue.engine import extras
from intrigue.engine.chance import Chancy
from intrigue.engine.errors import IntrigueError
from intrigue.engine.rules import RULES, Twins, fingerprint
from intrigue.engine.state import Flat

try:
    import fcntl
except ImportError:  # where files cannot be locked so, everybody compiles
    fcntl = None  # type: ignore[assignment]

STALE_DAYS = 30
OURS = re.compile(r"[0-9a-f]{16}-numba\S+-python\S+")
LISTED = re.compile(r"list\[(\w+)\]")
LOCK = threading.RLock()


def available() -> bool:
    """Whether the compiled ways of running can be used here."""
    return importlib.util.find_spec("numba") is not None


def numba() -> Any:
    """The compiler, or one clear message."""
    if not available():
        raise IntrigueError("error.no_numba", command=extras.command("fast", "numba"))
    import numba

    return numba


def cache_place() -> Path:
    """The folder of all caches."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(os.environ.get("INTRIGUE_CACHE") or os.path.join(home, "intrigue"))


def cache_folder(mark: str) -> Path | None:
    """Where compiled rules are kept: one folder for each text of the rules, compiler and processor. None: nowhere."""
    versions = f"numba{numba().__version__}-python{platform.python_version()}"
    cpu = importlib.import_module("llvmlite.binding").get_host_cpu_name()
    folder = cache_place() / f"{mark}-{versions}-{cpu}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        forget_stale(folder)
    except OSError:
        return None
    return folder


def forget_stale(folder: Path) -> None:
    """Removes the folders of rules that nobody has used for a month; other things that lie there are not ours."""
    for other in folder.parent.iterdir():
        ours = OURS.fullmatch(other.name) and other.is_dir()
        if ours and other != folder and time.time() - other.stat().st_mtime > STALE_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)


@contextmanager
def alone(kept: Path | None) -> Iterator[None]:
    """Of several processes that need the same loop, one compiles it; the others wait, and find it in the cache."""
    lock = None
    if kept and fcntl and not kept.exists():
        with suppress(OSError):
            lock = kept.with_suffix(".lock").open("a")
            fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if lock:
            lock.close()


class Compiler(Twins):
    """The compiled twins of a game's rules, and the loops around them.

    Every rule is compiled once, for whole numbers of 64 bits: a twin for each combination of integer types would cost
    twice the time and gain nothing. Callees come first, which is possible because rules never recur.
    What is compiled is kept until a source changes: of the rules, of the records, of `modules`, of what they import.
    """

    def __init__(
        self,
        state: type[Flat],
        box: type[Flat],
        standing_in: dict[Any, Any],
        records: tuple[type[Flat], ...] = (),
        modules: frozenset[str] = frozenset(),
    ) -> None:
        self.numba = numba()
        self.records = {kind: self.numba.from_dtype(kind.dtype()) for kind in (state, box, *records)}
        self.state = state
        self.progress: Callable[[int, int], None] = lambda done, total: None
        self.kernels: dict[Any, Callable[..., Any]] = {}
        self.ready: set[Any] = set()
        rules = [*standing_in, *standing_in.values(), *self.records]
        self.folder = cache_folder(fingerprint({rule.__module__ for rule in rules} | modules))
        options = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(lambda function: self.numba.njit(function, **options), standing_in)

    def kernel(self, function: Any) -> Callable[..., Any]:
        """A loop of the engine around this game, loaded from the cache or compiled by its first call."""
        with LOCK:
            if function not in self.kernels:
                self.kernels[function] = Kernel(self, function)
            return self.kernels[function]

    def note(self, function: Any) -> Path | None:
        """The file that says that a loop is in the cache. The compiler finds it there only as long as the loop's source
        is where it was and as old: another copy of the same rules, or one installed again, is compiled again."""
        if self.folder is None:
            return None
        source = Path(function.__code__.co_filename)
        about = source.stat()
        mark = sha256(f"{source} {about.st_mtime} {about.st_size}".encode()).hexdigest()[:12]
        return self.folder / f"{function.__name__}-{mark}.compiled"

    def loop(self, function: Any, kept: Path | None) -> Any:
        """The compiled loop; its rules are compiled before it, unless it is in the cache."""
        if not (kept and kept.exists()):
            self.prepare(function)
        config = self.numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, str(self.folder or "")
        try:
            return self.numba.njit(self.rebound(function), nogil=True, cache=self.folder is not None)
        finally:
            config.CACHE_DIR = before

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
        """The types of the arguments, where all are plain: a state, the box, a number, a truth, an array of states."""
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        found = [self.plain(function, function.__annotations__.get(name)) or None for name in names]
        return None if None in found else tuple(found)

    def plain(self, function: Any, hint: str | None) -> Any:
        if listed := LISTED.fullmatch(str(hint)):
            record = self.plain(function, listed[1])
            return record and isinstance(record, self.numba.types.Record) and record[::1]
        meant = {"int": int, "bool": bool}.get(str(hint), vars(sys.modules[function.__module__]).get(str(hint)))
        if meant is int:
            return self.numba.types.int64
        if meant is bool:
            return self.numba.types.boolean
        if meant is Chancy:
            return self.records[self.state]
        if isinstance(meant, type) and issubclass(meant, Flat):
            return next(record for kind, record in self.records.items() if issubclass(kind, meant))
        return None


class Kernel:
    """A loop around a game: compiled, or loaded from the cache, by its first call."""

    def __init__(self, compiler: Compiler, function: Any) -> None:
        self.compiler = compiler
        self.function = function
        self.loop: Any = None

    def __call__(self, *arguments: Any) -> Any:
        return self.loop(*arguments) if self.loop else self.first(*arguments)

    def first(self, *arguments: Any) -> Any:
        """Notes that the loop is in the cache; a cache that cannot be read is thrown away."""
        folder, kept = self.compiler.folder, self.compiler.note(self.function)
        with LOCK, alone(kept):
            loop = self.compiler.loop(self.function, kept)
            try:
                result = loop(*arguments)
            except Exception:
                if not (folder and kept and kept.exists()):
                    raise
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True, exist_ok=True)
                loop = self.compiler.loop(self.function, kept)
                result = loop(*arguments)
            if kept:
                kept.touch()
            self.loop = loop
            return result
