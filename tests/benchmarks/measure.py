"""Measuring: contestants take turns, each keeps its best turn, and only ratios are compared.

Times differ between machines, and between days on one machine; ratios of work done in the same
minutes are much more stable.
"""

import gc
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table: what was measured, against what, and the result."""

    what: str
    ours: str
    against: str
    ratio: float
    goal: str
    """Such as ``≥ 0.25``; empty if the line is for information."""


def best_rates(contestants: Mapping[str, Callable[[], int]], *, turns: int) -> dict[str, float]:
    """Return the work per second of each contestant in its best turn.

    A contestant does some work in this process and returns how much it was. Only CPU time counts,
    so that other programs on the machine matter less.
    """
    rates = dict.fromkeys(contestants, 0.0)
    for _ in range(turns):
        for name, work in contestants.items():
            gc.collect()
            began = time.process_time()
            done = work()
            rates[name] = max(rates[name], done / (time.process_time() - began))
    return rates


def shares(
    whole: Callable[[], object],
    parts: Mapping[str, Callable[[], object]],
    *,
    turns: int,
    overhead: Callable[[], object] = lambda: None,
) -> dict[str, float]:
    """Return each part's share of the time of the whole; each part does its work by itself.

    Each counts by its best turn, in CPU time. The shares need not add up to 1: work between the
    parts is missing, and a part by itself may take more or less time. The last argument is what
    measuring adds to each part, such as a loop; its time is subtracted.
    """
    work = {"": whole, **parts, "overhead": overhead}
    seconds = dict.fromkeys(work, float("inf"))
    for _ in range(turns):
        for name, one in work.items():
            gc.collect()
            began = time.process_time()
            one()
            seconds[name] = min(seconds[name], time.process_time() - began)
    return {name: max(0.0, seconds[name] - seconds["overhead"]) / seconds[""] for name in parts}


def in_words(parts: Mapping[str, float]) -> str:
    """Return shares as text, the largest first, with the rest of the whole."""
    texts = [
        f"{name} {share:.0%}" for name, share in sorted(parts.items(), key=lambda one: -one[1])
    ]
    together = sum(parts.values())
    if together > 1:
        return f"{', '.join(texts)}; measured each by itself they add up to {together:.0%}"
    return f"{', '.join(texts)}, and {1 - together:.0%} between these"


def per_second(rate: float, unit: str) -> str:
    """Return a rate as text: ``2,310 games/s``."""
    return f"{rate:,.0f} {unit}/s"


def microseconds(seconds: float) -> str:
    """Return a time as text: ``312 µs``."""
    return f"{seconds * 1e6:,.0f} µs"


def milliseconds(seconds: float) -> str:
    """Return a time as text: ``31.2 ms``."""
    return f"{seconds * 1e3:,.1f} ms"
