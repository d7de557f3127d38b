"""Webhooks: messages about games, sent to URLs that players register."""
