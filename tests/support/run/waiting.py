"""Waits for a condition, as briefly as possible, with a generous time limit."""

import time
from collections.abc import Callable
from typing import Final

SECONDS_MAX: Final = 180
SHORTEST: Final = 0.01
LONGEST: Final = 0.1
"""How long ``until`` sleeps before it asks again, in seconds."""


def until(happens: Callable[[], bool], what: str = "what was waited for") -> None:
    """Return as soon as this is true; fail after three minutes.

    It asks less often the longer it waits, because asking takes time from what it waits for.
    """
    begun = time.monotonic()
    while not happens():
        waited = time.monotonic() - begun
        assert waited < SECONDS_MAX, f"{what} does not happen"
        time.sleep(min(max(SHORTEST, waited / 8), LONGEST))
