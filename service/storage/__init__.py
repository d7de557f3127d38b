"""The log of all games, on the event store of the ``eventsourcing`` library."""
