"""Hypothesis tries the same examples on every run, so that a failure anywhere is a failure everywhere."""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci")
