"""Traces one move of a running site from the POST to the frames of those who look on: which modules it goes through.

usage: python tools/trace_move.py [--calls]  (--calls lists every call, not only the modules)
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from web.guests import move, next_message, playing, running

import intrigue

WEB = Path(intrigue.__file__).parent / "web"


class Call(NamedTuple):
    """A function of the site that was entered."""

    module: str
    """Dotted, within the site."""
    function: str

    @property
    def storey(self) -> str:
        """The folder of the site that it stands in."""
        return self.module.partition(".")[0]


@dataclass
class Tracer:
    """Hears of every call in the threads that are started while it is installed; keeps those of the site while on."""

    on: bool = False
    calls: list[Call] = field(default_factory=list)
    frames: list[FrameType] = field(default_factory=list)
    """Kept, so that a coroutine that goes on is not taken for another call."""
    entered: set[int] = field(default_factory=set)

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if not self.on or event != "call" or id(frame) in self.entered:
            return
        path = Path(frame.f_code.co_filename)
        if not path.is_relative_to(WEB) or frame.f_code.co_name.startswith("<"):
            return
        self.frames.append(frame)
        self.entered.add(id(frame))
        module = ".".join(path.relative_to(WEB).with_suffix("").parts).removesuffix(".__init__")
        self.calls.append(Call(module, frame.f_code.co_qualname))


def trace() -> list[Call]:
    """Every call of the site between a player's POST and the frame that somebody who looks on gets."""
    tracer = Tracer()
    with tempfile.TemporaryDirectory() as folder:
        threading.setprofile(tracer)
        try:
            with running(Path(folder), presence=60.0) as site:
                table, players = playing(site)
                connection = site.guest().socket(table, players[0].version(table))
                move(site, table, players)  # what is made once, is made before it counts
                next_message(connection, "frame", "snapshot")
                found = site.inside(lambda: site.parts.tables.get(table))
                assert found.match and found.to_act
                seat, chosen, version = found.to_act, found.match.moves()[0], found.version
                tracer.on = True
                players[seat - 1].ask(table, version, do="move", seat=seat, move=chosen)
                next_message(connection, "frame")
                tracer.on = False
                connection.close()
        finally:
            threading.setprofile(None)
    return tracer.calls


def first_entries(calls: list[Call]) -> list[str]:
    """The storeys in the order in which they are first entered."""
    return list(dict.fromkeys(call.storey for call in calls))


def lines(calls: list[Call], all_calls: bool) -> Iterator[str]:
    """The way as a numbered list, a line for each module that is gone to."""
    for number, (module, group) in enumerate(groupby(calls, key=lambda call: call.module), start=1):
        functions = [call.function for call in group]
        yield f"{number:3} {module}: {', '.join(functions if all_calls else functions[:1])}"


def main() -> None:
    calls = trace()
    for line in lines(calls, "--calls" in sys.argv):
        print(line)
    hops = sum(1 for _ in groupby(calls, key=lambda call: call.module))
    print(f"{len(calls)} calls, {len({call.module for call in calls})} modules, {hops} hops between them")
    print("storeys:", " -> ".join(first_entries(calls)))


if __name__ == "__main__":
    main()
