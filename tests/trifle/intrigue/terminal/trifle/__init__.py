"""Trifle on the command line: a table as lines of text, cards and introduction."""
