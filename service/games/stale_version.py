"""Refuses a request that expects a version other than the current one (````If-Match````).

It is the version of a game or of a tournament. The versions may also be all but some
(``If-None-Match``).
"""

from collections.abc import Container

from service.storage.rows import Head


class StaleVersion(Exception):
    """The request expects an older version; ``head`` is the current one."""

    def __init__(self, head: Head, expected: Container[int]) -> None:
        super().__init__(f"the current version is {head.version}")
        self.head = head
        self.expected = expected


def must_be_expected(head: Head, expected: Container[int] | None) -> None:
    """Raise StaleVersion unless the version is one of these; None allows any."""
    if expected is not None and head.version not in expected:
        raise StaleVersion(head, expected)
