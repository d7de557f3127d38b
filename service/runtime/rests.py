"""Rests of a thread that computes for long, so that other threads get the interpreter."""

import time
from typing import Final

REST_SECONDS: Final = 0.0001


class Rests:
    """Rests between steps: once after every ``steps`` of them."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._taken = 0

    def before_step(self) -> None:
        """Count a step that begins, and rest first if one is due."""
        if self._taken and self._taken % self._steps == 0:
            time.sleep(REST_SECONDS)
        self._taken += 1
