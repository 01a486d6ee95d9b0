"""How bots judge and see Trifle; `family.py` hands it all to the bots."""
