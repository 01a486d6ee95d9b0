"""`@rule` marks a function on a flat state. It stays plain Python; its compiled twins are made on demand.

A rule uses integers, the state's arrays, `if`, `while`, `for` and other rules: no objects, strings or recursion.
A twin is the same code object over a copy of its module's globals in which every rule's name means the rule's twin.
"""

from __future__ import annotations

import hashlib
import sys
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, overload

Rule = TypeVar("Rule", bound=Callable[..., Any])

RULES: dict[Any, Any] = {}
"""Every rule, with the function its twins are made from: itself, unless another was named."""


@overload
def rule(function: Rule) -> Rule: ...
@overload
def rule(*, compiled: Callable[..., Any]) -> Callable[[Rule], Rule]: ...
def rule(function: Rule | None = None, *, compiled: Callable[..., Any] | None = None) -> Any:
    """Remembers a rule. With `compiled` its twins are made from another function (a faster or an empty one)."""

    def remember(function: Rule) -> Rule:
        RULES[function] = compiled or function
        return function

    return remember(function) if function else remember


class Twins:
    """The twins of all rules, each made by `compiler` from a plain function."""

    def __init__(self, compiler: Callable[[Any], Any]) -> None:
        self.compiler = compiler
        self.made: dict[Any, Any] = {}
        self.spaces: dict[str, dict[str, Any]] = {}

    def of(self, function: Any) -> Any:
        """The twin of one rule."""
        if function not in self.made:
            source = RULES[function]
            self.made[function] = self.compiler(self.rebound(source, self.space(source.__module__)))
        return self.made[function]

    def space(self, module: str) -> dict[str, Any]:
        """The globals of a module in which the names of rules mean their twins."""
        if module not in self.spaces:
            space = self.spaces[module] = dict(vars(sys.modules[module]))
            for name, value in list(space.items()):
                if isinstance(value, types.FunctionType) and value in RULES:
                    space[name] = self.of(value)
        return self.spaces[module]

    def bound(self, function: Any, **names: Any) -> Any:
        """A function of the engine whose free names mean twins of these rules: a loop around a game."""
        twins = {name: self.of(value) for name, value in names.items()}
        return self.rebound(function, self.space(function.__module__) | twins)

    @staticmethod
    def rebound(function: Any, space: dict[str, Any]) -> Any:
        twin = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
        return twin


def fingerprint(states: Iterable[type] = ()) -> str:
    """A hash over the sources of all rules now known: another text, another number.

    Compilers cache by the file of one function; a card changed in another file would be ignored without this.
    """
    modules = {f.__module__ for f in RULES} | {f.__module__ for f in RULES.values()} | {s.__module__ for s in states}
    digest = hashlib.sha256()
    for path in sorted({str(sys.modules[name].__file__) for name in modules}):
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:16]
