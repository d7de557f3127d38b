"""The rules of decisions, by chapter."""
