"""Requests: addresses, query parameters, headers and bodies."""
