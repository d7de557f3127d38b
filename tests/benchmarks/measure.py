"""Measuring: contestants take turns, each keeps its best turn, and only ratios are compared.

Times differ between machines and between days on one machine; ratios of work that was done in the
same minutes hold much better.
"""

import gc
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table: what was measured, against what, and how it came out."""

    what: str
    ours: str
    against: str
    ratio: float
    goal: str
    """Such as ``≥ 0.25``; empty if the line is for information."""


def best_rates(contestants: Mapping[str, Callable[[], int]], *, turns: int) -> dict[str, float]:
    """Return the work a second of each contestant in its best turn.

    A contestant does some work in this process and returns how much it was. What counts is the
    time of the processor, so that other programs on the machine count less.
    """
    rates = dict.fromkeys(contestants, 0.0)
    for _ in range(turns):
        for name, work in contestants.items():
            gc.collect()
            began = time.process_time()
            done = work()
            rates[name] = max(rates[name], done / (time.process_time() - began))
    return rates


def per_second(rate: float, unit: str) -> str:
    """Return a rate for people: ``2,310 games/s``."""
    return f"{rate:,.0f} {unit}/s"


def microseconds(seconds: float) -> str:
    """Return a time for people: ``312 µs``."""
    return f"{seconds * 1e6:,.0f} µs"


def milliseconds(seconds: float) -> str:
    """Return a time for people: ``31.2 ms``."""
    return f"{seconds * 1e3:,.1f} ms"
