"""Computes a value once per run, in the first test process that needs it."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

T = TypeVar("T")

WAIT_SECONDS_MAX = 600


def once(folder: Path, name: str, work: Callable[[], T]) -> T:
    """Return the result of ``work``; run it if no process with this folder has done so.

    The result is pickled, so every caller gets a copy.
    """
    kept = folder / f"{name}.pickle"
    with FileLock(folder / f"{name}.lock", timeout=WAIT_SECONDS_MAX):
        if not kept.exists():
            result = work()
            kept.write_bytes(pickle.dumps(result))
            return result
    found: T = pickle.loads(kept.read_bytes())  # noqa: S301 - written above, by this run
    return found
