"""TEG, for 2 to 6 players: conquest of a world of fifty territories."""
