# Derived from _async by `make openapi`: change that instead.
"""The client for threads."""
