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


def shares(
    whole: Callable[[], object],
    parts: Mapping[str, Callable[[], object]],
    *,
    turns: int,
    beside: Callable[[], object] = lambda: None,
) -> dict[str, float]:
    """Return the share of each part in the time of the whole; the parts do its work by themselves.

    Each counts by its best turn, in time of the processor. The shares need not add up to 1: what
    lies between the parts is missing, and by itself a part may take longer, or less. ``beside`` is
    done in each part for no purpose but measuring, such as a loop; its time is taken off.
    """
    work = {"": whole, **parts, "beside": beside}
    seconds = dict.fromkeys(work, float("inf"))
    for _ in range(turns):
        for name, one in work.items():
            gc.collect()
            began = time.process_time()
            one()
            seconds[name] = min(seconds[name], time.process_time() - began)
    return {name: max(0.0, seconds[name] - seconds["beside"]) / seconds[""] for name in parts}


def in_words(parts: Mapping[str, float]) -> str:
    """Return shares for people, the largest first, with what is left of the whole."""
    told = [f"{name} {share:.0%}" for name, share in sorted(parts.items(), key=lambda one: -one[1])]
    together = sum(parts.values())
    if together > 1:
        return f"{', '.join(told)}; measured each by itself they add up to {together:.0%}"
    return f"{', '.join(told)}, and {1 - together:.0%} between these"


def per_second(rate: float, unit: str) -> str:
    """Return a rate for people: ``2,310 games/s``."""
    return f"{rate:,.0f} {unit}/s"


def microseconds(seconds: float) -> str:
    """Return a time for people: ``312 µs``."""
    return f"{seconds * 1e6:,.0f} µs"


def milliseconds(seconds: float) -> str:
    """Return a time for people: ``31.2 ms``."""
    return f"{seconds * 1e3:,.1f} ms"
