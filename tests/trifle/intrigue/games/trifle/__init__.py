"""Trifle: five cards a player, one each a round face down, the higher takes the round. See `state`, `flow`."""
