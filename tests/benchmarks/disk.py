"""How long the disk takes to store something durably: the minimum for every commit."""

import os
import tempfile
import time
from statistics import median
from typing import Final

BLOCK: Final = bytes(4096)
TIMES: Final = 200


def sync_seconds() -> float:
    """Return the median of the seconds to write a block and wait until it is on disk.

    The file is in the folder for temporary files, like the databases of the benchmarks.
    """
    sync = getattr(os, "fdatasync", os.fsync)  # not available everywhere
    seconds = []
    with tempfile.TemporaryFile(buffering=0) as file:
        for _ in range(TIMES):
            began = time.perf_counter()
            file.write(BLOCK)
            sync(file.fileno())
            seconds.append(time.perf_counter() - began)
    return median(seconds)
