"""A made-up third box of ten kinds, in a copy of the package: it fits, and all ways of running agree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from declared import with_changes
from parity import in_third_box

import intrigue
from intrigue.bots.oriflamme import cards
from intrigue.games.oriflamme import kinds

THIRD = ("abbot", "bard", "cook", "duke", "envoy", "falconer", "groom", "hermit", "feud", "rumour")
"""Eight characters that eliminate a neighbour, as a kind does that `apply_effect` does not name, and two intrigues."""


@pytest.mark.full  # everything is compiled anew
def test_a_third_box_fits(tmp_path: Path) -> None:
    copy = tmp_path / "intrigue"
    shutil.copytree(Path(intrigue.__file__).parent, copy, ignore=shutil.ignore_patterns("web", "__pycache__"))
    declared = with_changes(
        kinds,
        ('NAMES = (*BASE, *ABLAZE, "twin")\n', f'THIRD = {THIRD}\nNAMES = (*BASE, *ABLAZE, "twin", *THIRD)\n'),
        ("    | 1 << SUBSTITUTION\n", "    | 1 << SUBSTITUTION | 1 << 29 | 1 << 30\n"),
        ('"ablaze": ABLAZE}\n', '"ablaze": ABLAZE, "third": THIRD}\n'),
        ("ALL_ABLAZE = set_of(ABLAZE)\n", "ALL_ABLAZE = set_of(ABLAZE)\nALL_THIRD = set_of(THIRD)\n"),
    )
    (copy / "games" / "oriflamme" / "kinds.py").write_text(declared)
    priced = with_changes(cards, ("PRICE = (\n", f"PRICE = (\n    *{(150,) * 10},\n"))
    (copy / "bots" / "oriflamme" / "cards.py").write_text(priced)
    done = subprocess.run(
        [sys.executable, in_third_box.__file__, json.dumps(in_third_box.numbers())],
        env=os.environ | {"PYTHONPATH": str(tmp_path), "INTRIGUE_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
