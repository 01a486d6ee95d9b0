"""How this program is called where it runs: every command that we tell people to type must work when they type it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys

NAME = "intrigue"
PLAIN = re.compile(r"[\w ./,:=@%+-]*")
"""What can stand between the double quotes of ARGS="..." without being changed on its way."""


def command(*words: str) -> str:
    """A command as one types it."""
    return line(" ".join(map(quote, words)))


def line(text: str) -> str:
    """The same with its words already written for a shell."""
    if shutil.which(NAME) is None and os.environ.get("MAKELEVEL"):
        target, _, rest = text.partition(" ")
        if target == "play" and PLAIN.fullmatch(rest):
            return f'make play ARGS="{rest}"' if rest else "make play"
    return f"{name()} {text}"


def name() -> str:
    """The program: its name where the shell finds it, else the way to where it lies."""
    if shutil.which(NAME) is not None:
        return NAME
    started = sys.argv[0]
    if os.path.basename(started) == "__main__.py":
        return f"{quote(shorter(sys.executable))} -m {NAME}"
    return quote(shorter(started))


def shorter(path: str) -> str:
    """The path from here, where that is the shorter one."""
    relative = os.path.relpath(path)
    relative = relative if os.path.dirname(relative) else os.path.join(".", relative)
    return min(relative, os.path.abspath(path), key=len)


def quote(word: str) -> str:
    r"""A word for a shell, also one with signs that cannot be shown.

    >>> quote("a b"), quote("a\nb")
    ("'a b'", "$'a\\x0ab'")
    """
    if word.isprintable():
        return shlex.quote(word)
    signs = (chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(signs)}'"
