"""How much one caller may ask of a worker, and how much is being asked."""
