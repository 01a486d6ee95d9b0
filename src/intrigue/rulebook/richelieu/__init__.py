"""The rulebook of Richelieu."""
