"""Records of games: exporting, importing and checking them."""
