"""Oriflamme, Ablaze and the mix as environments: the deal as chance nodes, and pictures."""
