"""Background tasks of a worker: bots, clocks, and games whose worker has gone."""
