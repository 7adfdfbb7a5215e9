"""The table in a terminal: a human's seat, the bots' seats, and what is shown of the game."""
