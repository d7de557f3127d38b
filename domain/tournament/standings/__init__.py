"""Standings: points first, then the announced tie-breaks in their order."""
