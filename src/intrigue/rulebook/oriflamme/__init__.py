"""The rulebook of Oriflamme, Ablaze and the mix."""
