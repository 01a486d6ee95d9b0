"""Richelieu (2012): agents with hidden values, for or against the cardinal. See `state`, `flow`, `prizes`."""
