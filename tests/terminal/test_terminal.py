"""The command line as a process: a whole game over a pseudo-terminal, interrupts, pipes, rubbish on standard input."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys

import pytest
from terminal.talking import interruptible

import intrigue

PROMPT = re.compile(r"(:|>)(\x1b\[0m)? $")


class Terminal:
    """A process on a pseudo-terminal."""

    def __init__(self, arguments: list[str], environment: dict[str, str], folder: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "intrigue", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            cwd=folder,
            start_new_session=True,
            preexec_fn=interruptible,
        )
        os.close(slave)
        self.out = ""

    def until_it_waits(self) -> bool:
        """Reads on to the next prompt; False when the process has ended."""
        data = b""
        while True:
            assert select.select([self.master], [], [], 60)[0], f"silent after:\n{self.out[-500:]}"
            try:
                more = os.read(self.master, 65536)
            except OSError:  # how Linux says that nobody is at the other end
                more = b""
            data += more
            if not more or PROMPT.search(data.decode(errors="ignore")):
                self.out += data.decode(errors="replace")
                return bool(more)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for_end(self) -> int:
        return self.process.wait(60)

    def close(self) -> None:
        """Nothing of it is left, whatever became of the test."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal(environment, tmp_path):
    started: list[Terminal] = []

    def terminal(*arguments: str, **changes: str) -> Terminal:
        started.append(Terminal(list(arguments), environment | changes, str(tmp_path)))
        return started[-1]

    yield terminal
    for process in started:
        process.close()


def test_whole_game_in_a_terminal_by_always_typing_1(terminal, tmp_path):
    game = terminal("play", "--seed", "3", "--save", "a.game")
    while game.until_it_waits():
        game.type("1\n")
        if "Number (Enter means 4)" in game.out.splitlines()[-1]:
            game.type("4\n")
    assert game.wait_for_end() == 0
    assert "After six rounds" in game.out and "All cards lie open now:" in game.out and "\x1b[31m" in game.out
    assert "Traceback" not in game.out
    match = intrigue.load((tmp_path / "a.game").read_text())
    assert match.over and match.players == 4


def test_richelieu_in_a_terminal_in_colours(terminal, tmp_path):
    game = terminal("play", "richelieu", "--players", "2", "--seed", "3", "--save", "a.game", "--stall-guard", "on")
    while game.until_it_waits():
        game.type("1\n")
    assert game.wait_for_end() == 0 and "Traceback" not in game.out
    assert "\x1b[31m" in game.out and "Zone 3: Richelieu" in game.out and "our reconstruction" in game.out
    assert intrigue.load((tmp_path / "a.game").read_text()).over


@pytest.mark.parametrize("how", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {}])
def test_without_colour_there_are_no_escape_codes(terminal, how):
    arguments = ["play", "oriflamme", "--players", "3", "--seed", "3"] + ([] if how else ["--no-color"])
    game = terminal(*arguments, **how)
    assert game.until_it_waits()
    game.type("\x04")
    game.until_it_waits()
    assert game.wait_for_end() == 0
    assert "\x1b" not in game.out and "♜" in game.out and "The game was not saved." in game.out


def test_terminal_without_our_signs_gets_ascii(terminal):
    game = terminal("play", "oriflamme", "--players", "3", "--seed", "3", PYTHONIOENCODING="ascii")
    assert game.until_it_waits()
    game.type("? spy\n")
    game.until_it_waits()
    game.type("\x04")
    game.until_it_waits()
    assert game.wait_for_end() == 0 and game.out.isascii() and "[A] Tower" in game.out


def test_interrupt_saves_and_leaves_with_130(terminal, tmp_path):
    game = terminal("play", "oriflamme", "--players", "3", "--seed", "3", "--save", "a.game")
    assert game.until_it_waits()
    game.process.send_signal(signal.SIGINT)
    game.until_it_waits()
    assert game.wait_for_end() == 130
    assert "Traceback" not in game.out and "intrigue play --resume a.game" in game.out
    assert not intrigue.load((tmp_path / "a.game").read_text()).over


def test_interrupt_in_the_menu_leaves_with_130(terminal):
    game = terminal("play")
    assert game.until_it_waits()
    game.process.send_signal(signal.SIGINT)
    game.until_it_waits()
    assert game.wait_for_end() == 130 and "Traceback" not in game.out


def test_without_a_terminal_play_tells_how_to_start(shell):
    ran = shell("play")
    assert ran.code == 0 and ran.err == "" and "intrigue play oriflamme --players 4" in ran.out


def test_reader_that_leaves_early_is_no_fault(environment, tmp_path, record):
    path = tmp_path / "a.game"
    path.write_text(record)
    process = subprocess.Popen(
        [sys.executable, "-m", "intrigue", "replay", "--json", *[str(path)] * 50],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 1


def test_rubbish_on_standard_input(shell):
    ran = shell("replay", "-", input=b"\xff\xfe\x00rubbish")
    assert (ran.code, ran.out) == (2, "") and ran.err.startswith("-:1: ") and "Traceback" not in ran.err


def test_record_through_a_pipe(shell, record):
    assert shell("replay", "-", "--json", input=record.encode()).code == 0
    assert shell("moves", "-", input=record.encode()) == (0, "", "")
