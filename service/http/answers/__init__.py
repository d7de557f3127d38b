"""Responses: bodies, problems and event streams, and the contract of each operation."""
