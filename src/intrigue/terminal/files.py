"""Files as the command line uses them: read whole, written whole or not at all, faults as sentences."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from intrigue.engine.errors import IntrigueError

STANDARD_INPUT = "-"


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
    return BadFile(name, "file.other", reason=getattr(fault, "strerror", None) or str(fault))


def read(name: str) -> bytes:
    """What is in a file; `-` is standard input."""
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except (OSError, ValueError) as fault:  # a name with a zero byte is a ValueError
        raise bad_file(name, fault) from None


def write(name: str, text: str) -> None:
    """Puts a text into a file: all of it, or the file stays as it was."""
    data = text.encode("utf-8")
    try:
        path = Path(os.path.realpath(name))
        if path.exists() and not path.is_file():  # a folder (refused), or a device or pipe, which is not replaced
            path.write_bytes(data)
            return
        draft = path.with_name(f".intrigue-{os.getpid()}.part")
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except FileNotFoundError:
        raise BadFile(name, "file.no_folder") from None
    except (OSError, ValueError) as fault:
        raise bad_file(name, fault) from None
