"""Middleware around every request: ids, limits, headers, the request log and metrics.

It wraps the whole framework, because the framework wraps each of its own middlewares in another
exception handler.
"""
