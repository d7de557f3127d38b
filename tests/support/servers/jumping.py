"""``carolus`` on a machine whose clock jumps: it is wrong by what a file says at that moment.

    python tests/support/servers/jumping.py serve …

The file is named by ``CAROLUS_TEST_CLOCKS``, a folder, and the id of the process; it holds seconds.
Without such a file the clock is right.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path

from service.runtime import clock

_right = clock.now


def jumping() -> str:
    """Return the present time, as this machine has it."""
    file = Path(os.environ["CAROLUS_TEST_CLOCKS"]) / str(os.getpid())
    wrong = float(file.read_text("ascii")) if file.exists() else 0.0
    told = datetime.fromisoformat(_right()) + timedelta(seconds=wrong)
    return told.isoformat(timespec="microseconds").replace("+00:00", "Z")


def jump(clocks: Path, process: int, seconds: float) -> None:
    """Let the clock of a process be wrong by so much from now on."""
    fresh = clocks / f"{process}.new"
    fresh.write_text(str(seconds), "ascii")
    fresh.replace(clocks / str(process))


if __name__ == "__main__":
    clock.now = jumping  # before anybody else imports it

    from service.cli import main

    main()
