"""Refuses a request that expects another version of a game than the current one (``If-Match``).

The versions may also be all but some (``If-None-Match``).
"""

from collections.abc import Container

from service.storage.rows import Head, Stored


class StaleVersion(Exception):
    """The request expects an older version of the game; ``head`` is the current one."""

    def __init__(self, head: Head, expected: Container[int]) -> None:
        super().__init__(f"the game is at version {head.version}")
        self.head = head
        self.expected = expected


def must_be_expected(stored: Stored, expected: Container[int] | None) -> None:
    """Raise StaleVersion unless the game is at one of these versions; None allows any."""
    if expected is not None and stored.head.version not in expected:
        raise StaleVersion(stored.head, expected)
