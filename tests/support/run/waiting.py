"""Waits for a condition, as briefly as possible, with a generous time limit."""

import time
from collections.abc import Callable
from typing import Final

SECONDS_MAX: Final = 180


def until(happens: Callable[[], bool], what: str = "what was waited for") -> None:
    """Return as soon as this is true; fail after three minutes."""
    deadline = time.monotonic() + SECONDS_MAX
    while not happens():
        assert time.monotonic() < deadline, f"{what} does not happen"
        time.sleep(0.01)
