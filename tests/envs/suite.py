"""PettingZoo's own suite of tests. On import it loads one of their old games, which warns."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

__all__ = ["api_test", "performance_benchmark", "render_test", "seed_test"]
