"""Webhooks: what happened in games, sent to addresses that players have named."""
