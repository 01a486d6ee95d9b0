"""Oriflamme, Oriflamme: Ablaze and their mix. Read `state`, then `flow`, then the cards: `base` and `ablaze`."""
