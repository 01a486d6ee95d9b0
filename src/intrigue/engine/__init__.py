"""The engine knows no game: flat states, rules at four speeds, matches, records, events and chance."""
