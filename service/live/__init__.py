"""Live updates: wake-ups between workers, streams to clients, and presence."""
