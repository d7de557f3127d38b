"""Background tasks of a worker that play on: bots, clocks, and games whose worker has gone."""
