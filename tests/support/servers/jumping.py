"""``carolus`` on a machine whose clock jumps: a file says how wrong the clock is.

    python tests/support/servers/jumping.py serve …

The file is in the folder ``CAROLUS_TEST_CLOCKS``, named after the id of the process, and contains
seconds. Without the file, the clock is right.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path

from service.runtime import timestamps

_right = timestamps.now


def jumping() -> str:
    """Return the current time on this machine's clock."""
    file = Path(os.environ["CAROLUS_TEST_CLOCKS"]) / str(os.getpid())
    wrong = float(file.read_text("ascii")) if file.exists() else 0.0
    now = datetime.fromisoformat(_right()) + timedelta(seconds=wrong)
    return now.isoformat(timespec="microseconds").replace("+00:00", "Z")


def jump(clocks: Path, process: int, seconds: float) -> None:
    """Make the clock of a process wrong by this much from now on."""
    fresh = clocks / f"{process}.new"
    fresh.write_text(str(seconds), "ascii")
    fresh.replace(clocks / str(process))


if __name__ == "__main__":
    timestamps.now = jumping  # before any other module imports it

    from service.cli import main

    main()
