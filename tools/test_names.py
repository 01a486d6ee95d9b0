"""Prints the names of all test functions, sorted, wherever they stand; with --since REVISION which are gone and new.

Tests move as what they test moves: whoever moves them shows with this that none was lost on the way.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent


def git(*words: str) -> str:
    """What git says."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def sources(revision: str | None) -> Iterator[str]:
    """The text of every file of tests, as it is here or at a revision."""
    if revision is None:
        yield from (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
        return
    for path in git("ls-tree", "-r", "--name-only", revision, "tests").splitlines():
        if Path(path).name.startswith("test_") and path.endswith(".py"):
            yield git("show", f"{revision}:{path}")


def names(revision: str | None = None) -> Counter[str]:
    """How often each name is a test's: several files may use one."""
    return Counter(
        node.name
        for source in sources(revision)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )


def main() -> None:
    """Prints them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", metavar="REVISION")
    since: str | None = parser.parse_args().since
    here = names()
    if since is None:
        print(*sorted(here.elements()), sep="\n")
        return
    there = names(since)
    print(*(f"- {name}" for name in sorted((there - here).elements())), sep="\n")
    print(*(f"+ {name}" for name in sorted((here - there).elements())), sep="\n")


if __name__ == "__main__":
    main()
