"""The rulebook of Trifle."""
