"""Rules and their twins: one source, and an edited rule is never ignored."""

import fcntl
import importlib.util
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from intrigue.engine import extras, rules, targets
from intrigue.engine.errors import IntrigueError
from intrigue.engine.targets import Compiler
from intrigue.games.oriflamme import flow, row

TINY = {
    "tiny/__init__.py": "",
    "tiny/state.py": """
        from intrigue.engine.game import Playable
        from intrigue.engine.state import chance, i8, i64

        class State(Playable):
            legal: int = i64("")
            generator: list[int] = chance("")
            to_act: int = i8("")
            coins: int = i8("")
        """,
    "tiny/prices.py": "WORTH = 3\n",
    "tiny/cards.py": """
        from __future__ import annotations
        from intrigue.engine.rules import rule
        from tiny.prices import WORTH
        from tiny.state import State

        @rule
        def purse(g: State) -> None:
            g.coins += WORTH
        """,
    "tiny/flow.py": """
        from __future__ import annotations
        from intrigue.engine.rules import rule
        from intrigue.engine.game import Box
        from tiny.cards import purse
        from tiny.state import State

        @rule
        def deal(g: State, box: Box) -> None:
            g.coins = 1
            purse(g)
        """,
    "run.py": """
        import numpy as np
        from intrigue.engine import kernels
        from intrigue.engine.game import Box
        from intrigue.engine.targets import Compiler
        from tiny.flow import deal
        from tiny.state import State

        states = np.zeros(1, State.dtype())
        box = np.zeros(1, Box.dtype())
        Compiler(State, Box, {kernels.deal: deal}).kernel(kernels.deal_all)(states, box)
        plain = State()
        deal(plain, Box())
        print(states["coins"][0], plain.coins)
        """,
}


def run_tiny(folder: Path) -> str:
    environment = os.environ | {"INTRIGUE_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "run.py"], cwd=folder, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.fixture
def tiny(tmp_path):
    """A folder with a game of two rules, which are soon compiled."""
    for name, text in TINY.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(textwrap.dedent(text))
    return tmp_path


@pytest.mark.full
def test_a_cache_that_cannot_be_read_is_thrown_away(tiny):
    assert run_tiny(tiny) == "4 4"
    kept = list((tiny / "cache").rglob("*.nb?"))
    assert kept and list((tiny / "cache").rglob("*.compiled"))
    for path in kept:
        path.write_bytes(b"rubbish")
    assert run_tiny(tiny) == "4 4"
    assert all(path.read_bytes() != b"rubbish" for path in (tiny / "cache").rglob("*.nb?"))


def test_whether_a_loop_is_kept_is_known_of_one_copy_of_its_source_only(tmp_path):
    """The compiler looks for it by path and time: a note for another copy would promise what is not there."""
    compiler = Compiler.__new__(Compiler)
    compiler.folder = tmp_path / "cache"
    notes = []
    for place in (tmp_path / "here" / "loop.py", tmp_path / "there" / "loop.py"):
        place.parent.mkdir()
        place.write_text("def turn(): pass\n")
        found = importlib.util.module_from_spec(spec := importlib.util.spec_from_file_location("loop", place))
        spec.loader.exec_module(found)
        notes.append(compiler.note(found.turn))
        assert compiler.note(found.turn) == notes[-1]
        os.utime(place, (1, 1))
        notes.append(compiler.note(found.turn))
    assert len(set(notes)) == 4
    compiler.folder = None
    assert compiler.note(found.turn) is None


def test_an_edited_rule_is_never_ignored(tiny):
    """Neither when it stands in another file than the loop, nor when only a value it imports changes."""
    assert run_tiny(tiny) == "4 4"
    assert run_tiny(tiny) == "4 4"
    assert len(list((tiny / "cache").iterdir())) == 1
    cards = tiny / "tiny" / "cards.py"
    cards.write_text(cards.read_text().replace("+= WORTH", "+= 2 * WORTH"))
    assert run_tiny(tiny) == "7 7"
    (tiny / "tiny" / "prices.py").write_text("WORTH = 5\n")
    assert run_tiny(tiny) == "11 11"


def test_a_rule_stays_a_plain_function():
    assert rules.RULES[flow.step] is flow.step and flow.step.__module__ == flow.__name__


def test_twins_call_twins():
    made = []
    twins = rules.Twins(lambda function: made.append(function.__name__) or function, {})
    twin = twins.of(row.discard)
    assert twin is not row.discard and twin.__code__ is row.discard.__code__
    assert twin.__globals__["leave"] is twins.of(row.leave) and twin.__globals__["leave"] is not row.leave
    assert made.count("leave") == 1


def test_callees_come_before_callers():
    order = rules.Twins(lambda function: function, {}).needed_by(flow.step)
    assert order.index(row.leave) < order.index(row.discard) and flow.settle in order


def test_without_numba_one_message_says_what_to_install(monkeypatch):
    monkeypatch.setattr(targets, "available", lambda: False)
    with pytest.raises(IntrigueError, match=r"pip install .*\[fast\]"):
        targets.numba()


def test_without_numba_everything_else_works():
    """A match, a record and a replay in a Python that cannot import numba or numpy."""
    code = """
        import sys
        sys.modules["numba"] = sys.modules["numpy"] = sys.modules["llvmlite"] = None
        import intrigue
        match = intrigue.new("oriflamme", players=3, seed=1)
        while not match.over:
            match.play(match.moves()[-1])
        assert intrigue.load(str(match.record)).winners == match.winners
        assert len(match.observe(1)) == match.game.observation_size
        try:
            intrigue.Batch("oriflamme", size=2, players=3)
        except (intrigue.IntrigueError, ImportError) as fault:
            print(fault)
        """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == (
        f"The fast ways of running need numba: {extras.command('fast', 'numba')}",
        "",
    )


def test_a_cache_that_cannot_be_written_is_done_without(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("INTRIGUE_CACHE", str(tmp_path / "file"))
    assert targets.cache_folder("mark") is None


def test_one_process_compiles_and_the_others_wait_for_it(tmp_path: Path) -> None:
    kept = tmp_path / "deal_all.compiled"
    with targets.alone(kept), (tmp_path / "deal_all.lock").open("a") as other:
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with (tmp_path / "deal_all.lock").open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        kept.touch()
        with targets.alone(kept):  # what is there is not waited for
            pass
    with targets.alone(None), targets.alone(tmp_path / "nowhere" / "deal_all.compiled"):
        pass  # where nothing can be kept, everybody compiles
