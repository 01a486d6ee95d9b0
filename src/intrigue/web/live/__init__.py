"""Connections of browsers to tables, and who is there."""
