"""The laboratory: the exact odds of an attack, and many games between bots."""
