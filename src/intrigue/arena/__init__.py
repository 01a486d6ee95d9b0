"""Bots against bots, measured so that the figures can be believed: line-ups, runner, statistics, plots.

A `Contest` says who plays how often; `runner.play` plays its blocks, `summary.summary` counts them. The parts that
count need numpy and are loaded when they are used.
"""
