"""Standard streams that are closed, full or missing: never a traceback, never a line in the wrong place."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.fixture
def shell(environment, tmp_path, record):
    """Runs a command of the shell in which `intrigue` is our program."""
    (tmp_path / "a.game").write_text(record)

    def run(command: str) -> subprocess.CompletedProcess[str]:
        script = f'intrigue() {{ "{sys.executable}" -m intrigue "$@"; }}; {command}'
        return subprocess.run(
            ["sh", "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60
        )

    return run


@pytest.mark.parametrize("command", ["games", "replay a.game", "replay a.game --json", "card spy", "--help"])
def test_closed_output_is_one_line_and_1(shell, command):
    ran = shell(f"intrigue {command} >&-")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "intrigue: The output could not be written (Bad file descriptor).\n"


def test_closed_output_is_not_missed_by_who_says_nothing(shell, tmp_path):
    ran = shell("intrigue simulate oriflamme --record b.game >&-")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "") and (tmp_path / "b.game").exists()


def test_closed_input(shell):
    ran = shell("intrigue play <&-")
    assert ran.returncode == 0 and "played in a terminal" in ran.stdout and ran.stderr == ""
    ran = shell("intrigue replay - <&-")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "-: There is no standard input to read from.\n")


@pytest.mark.parametrize("command", ["replay none.game", "dance", "card zzz", "replay a.game --seat 9"])
def test_closed_error_stream_does_not_spoil_the_output(shell, command):
    ran = shell(f"intrigue {command} 2>&-")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "")


@pytest.mark.parametrize("command", ["games", "replay none.game", "--help"])
def test_all_streams_closed(shell, command):
    ran = shell(f"intrigue {command} <&- >&- 2>&-")
    assert ran.returncode in (1, 2) and ran.stdout == ran.stderr == ""


def test_full_disk_is_one_line_and_1(shell):
    ran = shell("intrigue replay a.game --json >/dev/full")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "intrigue: The output could not be written (No space left on device).\n"
    assert shell("intrigue replay none.game 2>/dev/full").returncode == 2


def test_name_that_is_no_text(shell):
    ran = shell("intrigue simulate richelieu --deck $(printf 'a\\377')")
    assert ran.returncode == 2 and ran.stderr.count("\n") == 1 and "Traceback" not in ran.stderr
