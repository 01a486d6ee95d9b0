"""Hypothesis tries the same examples on every run, so that a failure anywhere is a failure everywhere; and how many
tests run at a time."""

import os

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")


collect_ignore = ["trifle"]
"""A game that `test_fifth_game.py` puts into a copy of the package; it is none of ours."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: much of what tests do is waiting, for a browser, a server, a clock."""
    return (os.cpu_count() or 1) + 2
