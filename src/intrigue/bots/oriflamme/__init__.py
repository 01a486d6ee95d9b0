"""How bots judge and see Oriflamme, Ablaze and the mix; `family.py` hands it all to the bots."""
