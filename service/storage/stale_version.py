"""Refuses a request about a game or a tournament that expects a different version.

A request names the versions that it expects with ``If-Match``, or those that it does not expect
with ``If-None-Match``. Some requests must name one.
"""

from collections.abc import Container, Sequence

from service.storage.rows import Head


class StaleVersion(Exception):
    """The request expects an older version; ``head`` is the current one."""

    def __init__(self, head: Head, expected: Container[int]) -> None:
        super().__init__(f"the current version is {head.version}")
        self.head = head
        self.expected = expected


class VersionRequired(Exception):
    """The request contains decisions for which it must say which version they are about."""

    def __init__(self, actions: Sequence[str]) -> None:
        super().__init__(f"{', '.join(actions)} must name a version")
        self.actions = actions
        """The types of these decisions."""


def must_be_expected(head: Head, expected: Container[int] | None) -> None:
    """Raise StaleVersion unless the version is one of these; None allows any."""
    if expected is not None and head.version not in expected:
        raise StaleVersion(head, expected)
