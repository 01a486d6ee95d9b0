"""A disk that knows what was synced: a VFS below Python's own SQLite that can forget the rest, or refuse to write.

It stands before the VFS that SQLite would use, which does the work; only writes, truncations, syncs and deletions pass
through here. The library is the one Python's `sqlite3` is linked to, reached with ctypes.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import itertools
import random
import threading
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
"""A write of several sectors may be torn between them."""
FULL, FAILED_SYNC = 13, 10 | 4 << 8
JOURNALS = 0x800 | 0x4000 | 0x80000
"""Flags of files for which SQLite syncs the folder after creating them."""
NUMBERS = itertools.count(1)

Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
Close = CFUNCTYPE(c_int, c_void_p)
Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
Sync = CFUNCTYPE(c_int, c_void_p, c_int)

REST = ("xAccess", "xFullPathname", "xDlOpen", "xDlError", "xDlSym", "xDlClose", "xRandomness", "xSleep")
MORE = ("xCurrentTime", "xGetLastError", "xCurrentTimeInt64", "xSetSystemCall", "xGetSystemCall", "xNextSystemCall")
AFTER = ("xFileSize", "xLock", "xUnlock", "xCheckReservedLock", "xFileControl", "xSectorSize")
SHARED = ("xDeviceCharacteristics", "xShmMap", "xShmLock", "xShmBarrier", "xShmUnmap", "xFetch", "xUnfetch")


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`."""

    _fields_ = [
        *((name, c_int) for name in ("iVersion", "szOsFile", "mxPathname")),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        ("xOpen", c_void_p),
        ("xDelete", c_void_p),
        *((name, c_void_p) for name in REST + MORE),
    ]


class Methods(ctypes.Structure):
    """`sqlite3_io_methods`."""

    _fields_ = [
        ("iVersion", c_int),
        *((name, c_void_p) for name in ("xClose", "xRead", "xWrite", "xTruncate", "xSync")),
        *((name, c_void_p) for name in AFTER + SHARED),
    ]


class Opened(ctypes.Structure):
    """`sqlite3_file`."""

    _fields_ = [("pMethods", POINTER(Methods))]


@dataclass
class File:
    """What the disk surely holds, and what it was told since."""

    synced: bytearray
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Bytes at a place, or None: the file ends there."""
    deleted: bool = False
    """Whether it was deleted without syncing the folder: it may come back."""
    fresh: bool = False
    """Whether the folder is synced with it the first time: SQLite does that for a new log or journal."""


def change(content: bytearray, place: int, data: bytes | None) -> None:
    """Do one write or truncation."""
    if data is None:
        del content[place:]
        return
    content.extend(bytes(max(0, place - len(content))))
    content[place : place + len(data)] = data


class Disk:
    """Registered under `name` until it is closed."""

    def __init__(self) -> None:
        self.name = f"forgetful{next(NUMBERS)}"
        self.files: dict[str, File] = {}
        self.lock = threading.Lock()
        self.done = 0
        """Operations so far."""
        self.after: Callable[[], None] = lambda: None
        """Called after each operation, by whoever did it."""
        self.fault: Callable[[str], int] = lambda kind: 0
        """The code with which an operation (`write`, `truncate` or `sync`) fails, or 0."""
        self.library = ctypes.CDLL(_sqlite3.__file__)  # a symbol is found in the libraries it was linked to as well
        self.library.sqlite3_vfs_find.restype = POINTER(Vfs)
        self.below = self.library.sqlite3_vfs_find(None)
        self.paths: dict[int, str] = {}
        self.methods: dict[int, Methods] = {}
        self.kept: list[object] = []
        """C holds pointers to these."""
        self.vfs = Vfs.from_buffer_copy(self.below.contents)
        self.vfs.zName = self.name.encode()
        self.vfs.pNext = None
        self.vfs.xOpen = self.pointer(Open(self.open))
        self.vfs.xDelete = self.pointer(Delete(self.delete))
        assert self.library.sqlite3_vfs_register(ctypes.byref(self.vfs), 0) == 0

    def close(self) -> None:
        """After the last connection."""
        assert not self.paths
        assert self.library.sqlite3_vfs_unregister(ctypes.byref(self.vfs)) == 0

    def pointer(self, function: object) -> int | None:
        """The address of a function that C may call."""
        self.kept.append(function)
        return ctypes.cast(function, c_void_p).value  # type: ignore[arg-type]

    def image(self, chance: random.Random | None = None) -> dict[str, bytes]:
        """The files after a power cut now: all that was not synced is forgotten, or by chance some of it is not."""
        found = {}
        with self.lock:
            for path, file in self.files.items():
                if file.deleted and chance and chance.getrandbits(1):
                    continue
                content = bytearray(file.synced)
                for place, data in file.pending if chance else ():
                    if data is None:
                        if chance.getrandbits(1):
                            change(content, place, None)
                        continue
                    for start in range(0, len(data), SECTOR):
                        if chance.getrandbits(1):
                            change(content, place + start, data[start : start + SECTOR])
                found[Path(path).name] = bytes(content)
        return found

    def open(self, vfs: int, name: int, file: int, flags: int, out: object) -> int:
        result = Open(self.below.contents.xOpen)(ctypes.addressof(self.below.contents), name, file, flags, out)
        if result == 0 and name:
            path = ctypes.string_at(name).decode()
            opened = Opened.from_address(file)
            own = ctypes.addressof(opened.pMethods.contents)
            if own not in self.methods:
                self.methods[own] = self.noting_methods(opened.pMethods.contents)
            with self.lock:
                self.paths[file] = path
                if path not in self.files or self.files[path].deleted:
                    content = Path(path).read_bytes()
                    self.files[path] = File(bytearray(content), fresh=bool(flags & JOURNALS) and not content)
            opened.pMethods = ctypes.pointer(self.methods[own])
        return result

    def noting_methods(self, own: Methods) -> Methods:
        """The methods of a file with ours in between; version 2 has no memory-mapped reads."""
        methods = Methods.from_buffer_copy(own)
        methods.iVersion = 2
        close, write, truncate = Close(own.xClose), Write(own.xWrite), Truncate(own.xTruncate)

        def note_close(file: int) -> int:
            with self.lock:
                del self.paths[file]
            return int(close(file))

        def note_write(file: int, data: int, size: int, place: int) -> int:
            content = ctypes.string_at(data, size)
            return self.did("write", file, lambda: write(file, data, size, place), place, content)

        def note_truncate(file: int, place: int) -> int:
            return self.did("truncate", file, lambda: truncate(file, place), place, None)

        def note_sync(file: int, flags: int) -> int:
            return self.did("sync", file, lambda: 0, 0, None)

        methods.xClose = self.pointer(Close(note_close))
        methods.xWrite = self.pointer(Write(note_write))
        methods.xTruncate = self.pointer(Truncate(note_truncate))
        methods.xSync = self.pointer(Sync(note_sync))
        return methods

    def did(self, kind: str, file: int, really: Callable[[], int], place: int, data: bytes | None) -> int:
        """Keep the book."""
        code = self.fault(kind) or really()
        if code == 0:
            with self.lock:
                self.done += 1
                kept = self.files[self.paths[file]]
                if kind == "sync":
                    for one in kept.pending:
                        change(kept.synced, *one)
                    kept.pending.clear()
                    if kept.fresh:
                        kept.fresh = False
                        self.files = {path: one for path, one in self.files.items() if not one.deleted}
                else:
                    kept.pending.append((place, data))
            self.after()
        return code

    def delete(self, vfs: int, name: bytes, sync_folder: int) -> int:
        result = int(Delete(self.below.contents.xDelete)(ctypes.addressof(self.below.contents), name, sync_folder))
        if result == 0:
            with self.lock:
                self.done += 1
                file = self.files.get(name.decode())
                if file and sync_folder:
                    del self.files[name.decode()]
                elif file:
                    file.deleted = True
            self.after()
        return result
