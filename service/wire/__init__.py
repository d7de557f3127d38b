"""What games, records and players look like in JSON, over HTTP, in streams and webhooks."""
