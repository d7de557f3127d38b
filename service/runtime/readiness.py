"""Readiness of a worker, and draining between the request to stop and the end."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias


class Stopping(Exception):
    """This worker is shutting down; clients should use another one."""


class Draining:
    """Whether this worker is shutting down: it still answers, but should get no more requests."""

    def __init__(self) -> None:
        self.began = False

    def begin(self) -> None:
        """Direct clients to other workers from now on."""
        self.began = True


PartState: TypeAlias = Literal["ok", "away", "none", "stopped", "read_only", "failed"]


class NotReady(Exception):
    """The worker is not ready; ``parts`` has the state of each part, ``why`` the log's error."""

    def __init__(self, why: str, parts: Mapping[str, PartState], failed: Sequence[str]) -> None:
        super().__init__(why)
        self.parts = parts
        self.failed = failed
