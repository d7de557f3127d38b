"""Webhooks: messages about games and tournaments, sent to URLs that accounts register."""
