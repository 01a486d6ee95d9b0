"""Trifle as an environment: the deal as chance nodes, and pictures."""
