"""Richelieu in a terminal."""
