"""The time between being told to stop and stopping."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias


class Stopping(Exception):
    """This worker was told to stop; others should be asked."""


class Draining:
    """Whether this worker was told to stop: it still answers, and asks for no more requests."""

    def __init__(self) -> None:
        self.began = False

    def begin(self) -> None:
        """Say from now on that others should be asked."""
        self.began = True


PartState: TypeAlias = Literal["ok", "away", "none", "stopped", "read_only", "failed"]


class NotReady(Exception):
    """Games cannot be played now; ``parts`` tells how each part is, ``why`` what the log says."""

    def __init__(self, why: str, parts: Mapping[str, PartState], failed: Sequence[str]) -> None:
        super().__init__(why)
        self.parts = parts
        self.failed = failed
