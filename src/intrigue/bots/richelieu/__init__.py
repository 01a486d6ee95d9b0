"""How bots judge and see Richelieu; `family.py` hands it all to the bots."""
