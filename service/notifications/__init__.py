"""Notifications of players: that it is their turn, by Web Push."""
