"""What is made of certain objects, remembered as long as just these are asked about."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """The last things made, each beside its objects: while they are kept, no other object can have the same id.

    >>> memory: Memory[int] = Memory(10)
    >>> several, others = ["a", "b"], ["a", "b"]
    >>> memory.of((several,), "en", lambda: 1), memory.of((several,), "en", lambda: 2)
    (1, 1)
    >>> memory.of((others,), "en", lambda: 3)
    3
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: OrderedDict[tuple[Hashable, ...], tuple[tuple[object, ...], T]] = OrderedDict()

    def of(self, objects: tuple[object, ...], besides: Hashable, make: Callable[[], T]) -> T:
        """What these objects give together with a plain value, made if it is not remembered."""
        key = (*map(id, objects), besides)
        if (kept := self.kept.get(key)) is None:
            kept = self.kept[key] = (objects, make())
            if len(self.kept) > self.most:
                self.kept.popitem(last=False)
        return kept[1]

    def clear(self) -> None:
        """Forgets everything."""
        self.kept.clear()
