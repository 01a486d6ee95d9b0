"""Files as the command line uses them: read whole, written whole or not at all, faults as sentences."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Any

from intrigue.engine.errors import IntrigueError

STANDARD_INPUT = "-"
LARGEST = 4 * 1024 * 1024
"""Bytes. Nothing we read is larger; a longest possible game is a small part of it."""


class BadFile(IntrigueError):
    """A fault in a file, or in one of its lines: `where` is FILE or FILE:LINE."""

    def __init__(self, where: str, key: str, **values: Any) -> None:
        super().__init__(key, **values)
        self.where = where


def bad_file(name: str, fault: OSError | ValueError) -> BadFile:
    """The fault in our words."""
    if isinstance(fault, IsADirectoryError):
        return BadFile(name, "file.folder")
    if isinstance(fault, FileExistsError | NotADirectoryError):
        return BadFile(name, "file.not_folder")
    if isinstance(fault, FileNotFoundError):
        return BadFile(name, "file.missing")
    if isinstance(fault, PermissionError):
        return BadFile(name, "file.forbidden")
    if isinstance(fault, UnicodeEncodeError):
        return BadFile(name, "file.not_utf")
    if name == STANDARD_INPUT and isinstance(fault, OSError) and fault.errno == errno.EBADF:
        return BadFile(name, "file.no_input")
    return BadFile(name, "file.other", reason=getattr(fault, "strerror", None) or str(fault))


def read(name: str) -> bytes:
    """What is in a file; `-` is standard input. Never more than a record can be."""
    try:
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as fault:  # a name with a zero byte is a ValueError
        raise bad_file(name, fault) from None
    if len(data) > LARGEST:
        raise BadFile(name, "file.too_large", megabytes=LARGEST // 1024**2)
    return data


def write(name: str, text: str) -> None:
    """Puts a text into a file: all of it, or the file stays as it was. A file that is replaced hands its mode on."""
    path = real(name)
    try:
        data = text.encode("utf-8")
        if path.exists() and not path.is_file():  # a folder (refused), or a device or pipe, which is not replaced
            path.write_bytes(data)
            return
        draft = draft_of(path)
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                draft.chmod(stat.S_IMODE(path.stat().st_mode))
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except FileNotFoundError:
        raise BadFile(name, "file.forbidden" if path.parent.is_dir() else "file.no_folder") from None
    except (OSError, ValueError) as fault:
        raise bad_file(name, fault) from None


def check(name: str) -> None:
    """Raises what `write` would raise for the place alone, and leaves it as it is."""
    path = real(name)
    try:
        if path.is_dir():
            raise IsADirectoryError
        if path.exists() and not path.is_file():
            return
        draft = draft_of(path)
        try:
            draft.open("xb").close()
        finally:
            draft.unlink(missing_ok=True)
    except FileNotFoundError:
        raise BadFile(name, "file.forbidden" if path.parent.is_dir() else "file.no_folder") from None
    except (OSError, ValueError) as fault:
        raise bad_file(name, fault) from None


def real(name: str) -> Path:
    """The file itself, at the end of all links."""
    try:
        return Path(os.path.realpath(name))
    except (OSError, ValueError) as fault:
        raise bad_file(name, fault) from None


def draft_of(path: Path) -> Path:
    """Where a text lies until all of it is written; a file that may not be written is not replaced either."""
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError
    return path.with_name(f".intrigue-{os.urandom(6).hex()}.part")
