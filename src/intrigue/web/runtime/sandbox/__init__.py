"""The sandbox: a position that somebody set up, and what is played from there. The server keeps nothing of it."""
