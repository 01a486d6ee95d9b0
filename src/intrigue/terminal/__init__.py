"""The game in a terminal: how the table is drawn, how answers are read, how a game is saved and resumed."""
