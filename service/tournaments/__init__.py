"""Tournaments: their command handler, and what enters them from outside."""
