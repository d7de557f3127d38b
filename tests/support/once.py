"""What is worked out once in a run, by whichever of its test processes asks first."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

T = TypeVar("T")

WAIT_SECONDS_MAX = 600


def once(folder: Path, name: str, work: Callable[[], T]) -> T:
    """Return what the work results in: it is done if no process of this folder has done it.

    The result is pickled, so every caller has a copy of its own.
    """
    kept = folder / f"{name}.pickle"
    with FileLock(folder / f"{name}.lock", timeout=WAIT_SECONDS_MAX):
        if not kept.exists():
            result = work()
            kept.write_bytes(pickle.dumps(result))
            return result
    found: T = pickle.loads(kept.read_bytes())  # noqa: S301 - written above, by this run
    return found
