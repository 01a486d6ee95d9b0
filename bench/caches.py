"""Measures what each memory of the site saves: the same work with it and without it, by turns in the same run.

usage: python bench/caches.py [--rounds 10] [--work move,rules] [--games richelieu]

For a game of each family: the frames of a random game for its players and three who watch, in two languages; the page
of a table; the rulebook and its search; pages and steps of a replay; the sandbox; hints; any other page; who is behind
a request. What a function or a `Memory` remembered meanwhile is asked for again, of the memory and anew. Where a dict
is filled in the middle of other work (`DICTS`), all of the work is done with it and with one that never has anything.
Both go by turns, all other memories work on, and the best of several rounds of processor time counts.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import time
import tracemalloc
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cache
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parent))
import frames as bench_frames
import msgspec

from intrigue.games import game as rules_of
from intrigue.locale import words
from intrigue.web.games.richelieu import questions as richelieu_questions
from intrigue.web.html import templates
from intrigue.web.live.hub import Hub
from intrigue.web.render import frames, game_log, pages, rulebook
from intrigue.web.render.cache import Memory
from intrigue.web.routes import assets
from intrigue.web.routes import replay as replay_routes
from intrigue.web.runtime.people import People
from intrigue.web.runtime.replays import Replays, Timeline
from intrigue.web.runtime.sandbox import answers
from intrigue.web.runtime.visitor import Visitor
from intrigue.web.server.compression import Packers
from intrigue.web.server.gc import collect_rarely
from intrigue.web.store import open_store
from intrigue.web.table import event_steps, log_entries
from intrigue.web.table.log_entries import Entry
from intrigue.web.table.table import Table
from intrigue.web.view import replay, rulebook_examples, scene_builder, viewers
from intrigue.web.view.cache import ViewCache
from intrigue.web.view.scene import Scene, Viewer

GAMES = {"oriflamme-mix": 5, "richelieu": 4}
"""A game of each family, with its most players."""
LANGUAGES = ("en", "fr")
ME = pages.Me("Ann", "en")
SITE = pages.SiteInfo("http://127.0.0.1:8000", lambda path: f"/static/{path}?v=0")
SEED, MOVES = 1, 40
"""Of a random game; longer ones are cut."""
QUERIES = ("archer", "stack influence", "hidden card", "prestige", "arhcer", "jewel cost", "draw", "end of the game")


# What is done


class Clock:
    """Processor time spent in what counts, and how often that was done."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.times = 0

    @contextmanager
    def measure(self, times: int = 1) -> Iterator[None]:
        begin = time.process_time()
        yield
        self.spent += time.process_time() - begin
        self.times += times

    @property
    def each(self) -> float:
        """Milliseconds."""
        return 1000 * self.spent / self.times


class FrameMaker:
    """As much of a hub as makes frames."""

    def __init__(self) -> None:
        self.frame_cache: OrderedDict[Any, str] = OrderedDict()
        views = ViewCache()
        self.tables = SimpleNamespace(views_of=lambda table: views, outages=())

    def now(self) -> int:
        return 0

    def frame(self, *asked: Any) -> str:
        return Hub.frame(cast(Hub, self), *asked)


def viewers_of(game: str) -> list[Viewer]:
    """Who holds the seats, and three who watch."""
    return [*(Viewer(seat, (seat,), seat == 1) for seat in range(1, GAMES[game] + 1)), *[Viewer(0)] * 3]


def moves_of_game(game: str, seed: int = SEED) -> Iterator[tuple[Table, Any]]:
    """A random game, move by move."""
    table, chooser = bench_frames.new_game(game, GAMES[game], seed), Random(seed)
    while table.to_act is not None:
        assert table.match is not None
        yield table, bench_frames.do(table, log_entries.Moved(table.to_act, chooser.choice(table.match.moves())))


def move(game: str) -> Clock:
    """The frames of a game, for everybody who looks."""
    clock, hub, eyes = Clock(), FrameMaker(), viewers_of(game)
    for table, moment in islice(moves_of_game(game), MOVES):
        with clock.measure(len(eyes)):
            for at, viewer in enumerate(eyes):
                hub.frame(table, viewer, moment, words(LANGUAGES[at % 2]))
    return clock


def table_page(game: str) -> Clock:
    """The pages of those who open a table again after every eighth move."""
    clock, views = Clock(), ViewCache()
    for number, (table, _) in enumerate(islice(moves_of_game(game), MOVES)):
        if number % 8 == 0:
            for at, viewer in enumerate(viewers_of(game)):
                with clock.measure():
                    frames.snapshot(scene_builder.scene(table, viewer, views), words(LANGUAGES[at % 2]))
    return clock


def rules(game: str) -> Clock:
    """The rulebook."""
    clock, edition = Clock(), rules_of(game).editions[0]
    with clock.measure(4):
        for language in LANGUAGES * 2:
            rulebook.page(pages.Me("", language), SITE, rulebook_examples.open_book(game, edition))
    return clock


def search(game: str) -> Clock:
    """The rulebook, searched."""
    clock, edition = Clock(), rules_of(game).editions[0]
    with clock.measure(len(QUERIES)):
        for query in QUERIES:
            rulebook.page(ME, SITE, rulebook_examples.open_book(game, edition), query)
    return clock


def log_of(game: str) -> list[Entry]:
    """The log of a whole random game."""
    secret = SEED.to_bytes(32, "big")
    done = [*bench_frames.beginning(game, GAMES[game], secret)]
    done += [moment.content for _, moment in moves_of_game(game)]
    return [Entry(number, 1000 * number, None, content) for number, content in enumerate(done, start=1)]


@cache
def timeline(game: str) -> Timeline:
    return Timeline.of(f"{game}{SEED}", SEED.to_bytes(32, "big"), log_of(game))


def replay_page(game: str) -> Clock:
    """The page on which a game is watched, at ten of its steps."""
    clock, unrolled = Clock(), timeline(game)
    for step in range(0, unrolled.last, unrolled.last // 8):
        with clock.measure():
            viewer = viewers.open_viewer(unrolled.table, None)
            frames.snapshot(replay.past_scene(unrolled.table, viewer, unrolled.stop(step)), words("en"))
    return clock


def replay_step(game: str) -> Clock:
    """A game watched step by step."""
    clock, unrolled = Clock(), timeline(game)
    visitor = Visitor("", False, None, "en")
    viewer = viewers.open_viewer(unrolled.table, None)
    unrolled.log_lines.clear()
    for step in range(max(1, unrolled.last - MOVES), unrolled.last):
        with clock.measure():
            change = replay.past_change(unrolled.table, viewer, unrolled.stop(step - 1), unrolled.stop(step))
            frames.replay_frame(change, visitor.words)
            replay_routes.log(unrolled, change.after, visitor)
    return clock


def unrolled_again(game: str) -> Clock:
    """A step of a replay whose log lies in the store."""
    log, secret = log_of(game), SEED.to_bytes(32, "big")

    async def read(id: str, after: int = 0) -> list[Entry]:
        return log[after:]

    async def secret_of(id: str) -> bytes:
        return secret

    replays, clock = Replays(cast(Any, SimpleNamespace(read=read, secret=secret_of))), Clock()

    async def ask() -> None:
        for _ in range(4):
            with clock.measure():
                await replays.of_table(f"{game}{SEED}", len(log))

    asyncio.run(ask())
    return clock


def hints(game: str) -> Clock:
    """The explanations of a game, as a file."""
    clock, edition = Clock(), rules_of(game).editions[0]
    with clock.measure(4):
        for language in LANGUAGES * 2:
            assets.hints_file(game, edition, language)
    return clock


def sandbox(game: str) -> Clock:
    """A record in the sandbox, at its last step and with what led there."""
    clock, unrolled = Clock(), timeline(game)
    record = unrolled.record_up_to(20)
    with clock.measure(4):
        for with_steps in (True, False) * 2:
            answers.look_at(answers.Look(record, with_steps=with_steps), words("en"))
    return clock


def other_page(game: str) -> Clock:
    """A page that is of no game."""
    clock = Clock()
    with clock.measure(8):
        for language in LANGUAGES * 4:
            pages.upload(pages.Me("", language), SITE)
    return clock


def request(game: str) -> Clock:
    """Who is behind the request of somebody who plays."""
    clock = Clock()

    async def ask(folder: str) -> None:
        store = await open_store(f"sqlite:///{folder}/people.db")
        people = People(store, lambda: 1)
        visitor = await people.change(await people.visitor(None, "en"), {"name": "Ann"})
        for _ in range(200):
            with clock.measure():
                await people.visitor(visitor.token, "en", lambda person: True)
        await store.close()

    with TemporaryDirectory() as folder:
        asyncio.run(ask(folder))
    return clock


@cache
def message(game: str) -> bytes:
    """A table as a browser is told of it."""
    table, _ = next(moves_of_game(game))
    return msgspec.json.encode(frames.snapshot(scene_builder.scene(table, Viewer(0), ViewCache()), words("en")))


def pack(game: str) -> Clock:
    """Messages to browsers, packed."""
    clock, packers, told = Clock(), Packers(), message(game)
    with clock.measure(100):
        for _ in range(100):
            packers.pack(told, bench_frames.WINDOW)
    return clock


WORK: dict[str, Callable[[str], Clock]] = {
    "move": move,
    "page": table_page,
    "replay": replay_page,
    "step": replay_step,
    "sandbox": sandbox,
    "unroll": unrolled_again,
    "rules": rules,
    "search": search,
    "hints": hints,
    "other": other_page,
    "request": request,
    "pack": pack,
}
TABLES = ("move", "page", "replay", "step", "sandbox")
"""What begins with empty memories: pieces come again in the same game. All else is asked for again and again."""


# What is remembered by arguments


class Calls:
    """What was asked of a memory that had it."""

    def __init__(self, remembers: Callable[..., Any], makes: Callable[..., Any]) -> None:
        self.remembers = remembers
        self.makes = makes
        self.asked: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def saving(self, rounds: int) -> float:
        """Milliseconds saved by the memory: what it had is asked for again, of the memory and anew, by turns."""
        begin = time.process_time()
        asked, named = self.asked[0]
        self.makes(*asked, **named)
        one = time.process_time() - begin
        sample = self.asked[:: max(1, round(len(self.asked) / min(200, max(1, LONGEST / max(one, 1e-9)))))]
        best = [min(times) for times in zip(*(self.turn(sample) for _ in range(rounds)), strict=True)]
        saved: float = 1000 * (best[1] - best[0]) * len(self.asked) / len(sample)
        return saved

    def turn(self, sample: list[tuple[tuple[Any, ...], dict[str, Any]]]) -> list[float]:
        times = []
        for way in (self.remembers, self.makes):
            begin = time.process_time()
            for asked, named in sample:
                way(*asked, **named)
            times.append(time.process_time() - begin)
        return times


LONGEST = 0.2
"""Seconds that a turn may take."""


def functions() -> dict[str, Any]:
    """Every `functools` cache of the site, the rulebook, the lessons and the catalogues, by its module and name."""
    rooms = ("intrigue.web.", "intrigue.rulebook", "intrigue.lessons", "intrigue.locale")
    return {
        f"{module.removeprefix('intrigue.').removeprefix('web.')}.{name}": made
        for module in sorted(sys.modules)
        if module.startswith(rooms)
        for name, made in vars(sys.modules[module]).items()
        if isinstance(made, _lru_cache_wrapper) and made.__module__ == module
    }


def record(made: Any, calls: Calls) -> Callable[..., Any]:
    """The same function, which notes what it remembered."""

    def ask(*asked: Any, **named: Any) -> Any:
        hits = made.cache_info().hits
        answer = made(*asked, **named)
        if made.cache_info().hits > hits:
            calls.asked.append((asked, named))
        return answer

    return ask


@contextmanager
def record_calls() -> Iterator[dict[str, Calls]]:
    """Notes of what every memory is asked for, wherever it is imported."""
    forget_templates()
    calls, before = {}, []
    everywhere = [templates.environment().globals, *(vars(one) for one in [*sys.modules.values()] if one)]
    for key, made in functions().items():
        noted = calls[key] = Calls(made, made.__wrapped__)
        for names in everywhere:
            for name in [name for name, value in names.items() if value is made]:
                before.append((names, name, made))
                names[name] = record(made, noted)
    for key, memory in MEMORIES.items():
        calls[key] = Calls(memory.of, lambda objects, besides, make: make())
        memory.of = record_memory(memory, calls[key])  # type: ignore[method-assign]
    try:
        yield calls
    finally:
        for names, name, made in before:
            names[name] = made
        for memory in MEMORIES.values():
            del memory.of
        forget_templates()


def forget_templates() -> None:
    """Templates take along what they call when they are compiled."""
    templates.macro.cache_clear()
    compiled = templates.environment().cache
    assert compiled is not None
    compiled.clear()


MEMORIES: dict[str, Memory[Any]] = {
    "render.frames.RENDERED": frames.RENDERED,
    "render.game_log.SENTENCES": game_log.SENTENCES,
    "render.game_log.LINES": game_log.LINES,
}


def record_memory(memory: Memory[Any], calls: Calls) -> Callable[..., Any]:
    """The same for what is remembered by objects."""
    of = memory.of

    def ask(objects: tuple[object, ...], besides: Any, make: Callable[[], Any]) -> Any:
        if (*map(id, objects), besides) in memory.kept:
            calls.asked.append(((objects, besides, make), {}))
        return of(objects, besides, make)

    return ask


# What is remembered in a dict


class Forgetful(OrderedDict[Any, Any]):
    """A dict that never has what it is asked for."""

    def __contains__(self, key: object) -> bool:
        return False

    def get(self, key: object, default: Any = None) -> Any:
        return default

    def pop(self, key: object, default: Any = None) -> Any:
        return default

    def setdefault(self, key: object, default: Any = None) -> Any:
        self[key] = default
        return default


class ForgetfulPart:
    """A dict of an object, forgetful whatever the object puts there."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, owner: Any, kind: type) -> Any:
        return vars(owner)[self.name]

    def __set__(self, owner: Any, value: Any) -> None:
        vars(owner)[self.name] = Forgetful(value)


DICTS: dict[str, tuple[Any, str, tuple[str, ...]]] = {
    "games.richelieu.questions.SAID": (richelieu_questions, "SAID", ("move", "page", "sandbox")),
    "live.hub.frame_cache": (FrameMaker, "frame_cache", ("move",)),
    **{
        f"view.cache.ViewCache.{name}": (ViewCache, name, ("move",))
        for name in ("scenes", "changes", "public", "faces", "own", "heard", "sitting")
    },
    "view.scene.Scene.called": (Scene, "called", ("move", "page")),
    "view.scene.Scene.prints": (Scene, "prints", ("move",)),
    "runtime.replays.Timeline.log_lines": (Timeline, "log_lines", ("step",)),
    "runtime.replays.Replays.timelines": (Replays, "timelines", ("unroll",)),
    "server.compression.Packers.packers": (Packers, "packers", ("pack",)),
    "runtime.people.People.recent": (People, "recent", ("request",)),
}
"""Each with the work that asks for it."""


@contextmanager
def forgetful(owner: Any, name: str) -> Iterator[None]:
    """A dict that is forgetful for a while."""
    before = vars(owner).get(name)
    setattr(owner, name, ForgetfulPart(name) if isinstance(owner, type) else Forgetful())
    yield
    delattr(owner, name) if before is None else setattr(owner, name, before)


def saving(work: Callable[[], Clock], owner: Any, name: str, rounds: int) -> float:
    """Milliseconds saved by a dict each time, the best of several rounds with it and without, by turns."""
    on, off = [], []
    for _ in range(rounds):
        on.append(work().each)
        with forgetful(owner, name):
            off.append(work().each)
    return min(off) - min(on)


def measure(name: str, game: str, rounds: int) -> tuple[dict[str, float], float]:
    """What each memory saves of some work, and how long that takes with all of them, in milliseconds each time."""

    def work() -> Clock:
        if name in TABLES:
            bench_frames.pieces_forget()
        return WORK[name](game)

    whole = min(work().each for _ in range(rounds))
    if name in TABLES:
        bench_frames.pieces_forget()
    with record_calls() as calls:
        times = WORK[name](game).times
    savings = {key: made.saving(rounds) / times for key, made in calls.items() if made.asked}
    parts = {key: (owner, part) for key, (owner, part, works) in DICTS.items() if name in works}
    parts = {key: part for key, part in parts.items() if not key.startswith("games.") or game in key}
    return savings | {key: saving(work, owner, part, rounds) for key, (owner, part) in parts.items()}, whole


def size_of_tables(game: str) -> float:
    """Kilobytes of a table whose game is over."""
    for seed in range(20):  # what tables have in common was told by then
        deque(moves_of_game(game, seed), maxlen=1)
    gc.collect()
    tracemalloc.start()
    tables = [deque(moves_of_game(game, seed), maxlen=1) for seed in range(20, 26)]
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / len(tables) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--work", default=",".join(WORK))
    parser.add_argument("--games", default=",".join(GAMES))
    chosen = parser.parse_args()
    collect_rarely()  # as the server does
    print("| work | game | ms each | memory | saves ms | % |\n|---|---|---|---|---|---|")
    for name in filter(None, chosen.work.split(",")):
        for game in chosen.games.split(","):
            savings, whole = measure(name, game, chosen.rounds)
            for memory, saved in sorted(savings.items(), key=lambda one: -one[1]):
                print(
                    f"| {name} | {game} | {whole:.3f} | {memory} | {saved:.4f} | {100 * saved / whole:.1f} |",
                    flush=True,
                )
    for game in chosen.games.split(","):
        shared, share = size_of_tables(game), event_steps.share_event
        event_steps.share_event = lambda event: event
        apart, event_steps.share_event = size_of_tables(game), share
        print(f"a table of {game} whose facts are shared (`event_steps.SHARED`): {shared:.0f} KB, else {apart:.0f} KB")


if __name__ == "__main__":
    main()
