"""What follows games live: wake-ups between workers, streams to clients, who is connected."""
