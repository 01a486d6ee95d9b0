"""Oriflamme, Ablaze and their mix in a terminal."""
