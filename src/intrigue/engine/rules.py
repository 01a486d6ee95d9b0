"""`@rule` marks a function on a flat state. It stays plain Python; its compiled twins are made on demand.

A rule uses integers, the state's arrays, `if`, `while`, `for` and other rules: no objects, strings or recursion.
A twin is the same code object over a copy of its module's globals in which every rule's name means the rule's twin.
"""

from __future__ import annotations

import ast
import dis
import hashlib
import importlib.util
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


def is_rule(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and value in RULES


class Twins:
    """The twins of rules, each made by `compiler` from a plain function.

    `standing_in` says which rule of a game takes the place of which rule that the engine left open.
    """

    def __init__(self, compiler: Callable[[Any], Any], standing_in: dict[Any, Any]) -> None:
        self.compiler = compiler
        self.standing_in = standing_in
        self.made: dict[Any, Any] = {}
        self.spaces: dict[str, dict[str, Any]] = {}

    def of(self, rule: Any) -> Any:
        """The twin of one rule."""
        rule = self.standing_in.get(rule, rule)
        if rule not in self.made:
            self.made[rule] = self.compiler(self.rebound(self.body(rule)))
        return self.made[rule]

    def body(self, rule: Any) -> Any:
        """The function that a rule's twin is made from."""
        return RULES[rule]

    def rebound(self, function: Any) -> Any:
        """The function over globals in which the names of rules mean their twins."""
        space = self.space(function.__module__)
        twin = types.FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
        return twin

    def space(self, module: str) -> dict[str, Any]:
        if module not in self.spaces:
            space = self.spaces[module] = dict(vars(sys.modules[module]))
            space.update({name: self.of(value) for name, value in list(space.items()) if is_rule(value)})
        return self.spaces[module]

    def needed_by(self, function: Any) -> list[Any]:
        """The rules that a function calls, directly or not, callees first."""
        order: dict[Any, None] = {}
        self.line_up(function, order)
        return list(order)

    def line_up(self, function: Any, order: dict[Any, None]) -> None:
        space = vars(sys.modules[function.__module__])
        for name in (step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"):
            called = space.get(name)
            if is_rule(called) and (called := self.standing_in.get(called, called)) not in order:
                self.line_up(RULES[called], order)
                order[called] = None


class Plain(Twins):
    """Rules as they are written, with those that the engine left open filled in: the loops without a compiler."""

    def __init__(self, standing_in: dict[Any, Any]) -> None:
        super().__init__(lambda function: function, standing_in)

    def body(self, rule: Any) -> Any:
        return rule

    def kernel(self, function: Any) -> Any:
        """A loop of the engine around this game."""
        return self.rebound(function)


def fingerprint(modules: Iterable[str]) -> str:
    """A hash over the sources of these modules and of all they import from our packages and from theirs.

    Compilers cache by the file of one function; a card changed in another file would be ignored without this.
    """
    waiting = list(modules)
    packages = {name.partition(".")[0] for name in [*waiting, __name__]}
    seen: dict[str, bytes] = {}
    while waiting:
        name = waiting.pop()
        path = getattr(sys.modules.get(name), "__file__", None)
        if name not in seen and path is not None and name.partition(".")[0] in packages:
            seen[name] = Path(path).read_bytes()
            waiting += imported_by(name, seen[name])
    digest = hashlib.sha256()
    for name in sorted(seen):
        digest.update(name.encode() + b"\0" + seen[name])
    return digest.hexdigest()[:16]


def imported_by(module: str, source: bytes) -> list[str]:
    """The names that may be modules which a module imports."""
    found = []
    package = module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            base = importlib.util.resolve_name(base, package) if node.level else base
            found += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return found
