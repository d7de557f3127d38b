"""How long the disk takes to keep something for good: the floor of every commit."""

import os
import tempfile
import time
from statistics import median
from typing import Final

BLOCK: Final = bytes(4096)
TIMES: Final = 200


def sync_seconds() -> float:
    """Return the seconds of writing a block and waiting until it is on disk: the median.

    It is written where the databases of the benchmarks are, in the folder for temporary files.
    """
    sync = getattr(os, "fdatasync", os.fsync)  # which is not everywhere
    seconds = []
    with tempfile.TemporaryFile(buffering=0) as file:
        for _ in range(TIMES):
            began = time.perf_counter()
            file.write(BLOCK)
            sync(file.fileno())
            seconds.append(time.perf_counter() - began)
    return median(seconds)
