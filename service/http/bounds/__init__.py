"""Rate limits, limits on open streams, and metrics of requests."""
