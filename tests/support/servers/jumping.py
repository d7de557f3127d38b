"""Runs ``carolus serve`` on a machine whose clock jumps: a file says how wrong the clock is.

``install`` changes the code of a forked process (``Served``). The file is in the folder
``CAROLUS_TEST_CLOCKS``, named after the id of the process, and contains seconds. Without the file,
the clock is right.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch

from service.runtime import timestamps


def install() -> None:
    """Give the service of this process the clock that jumps."""
    patch("service.app.now", jumping).start()


def jumping() -> str:
    """Return the current time on this machine's clock."""
    file = Path(os.environ["CAROLUS_TEST_CLOCKS"]) / str(os.getpid())
    wrong = float(file.read_text("ascii")) if file.exists() else 0.0
    now = datetime.fromisoformat(timestamps.now()) + timedelta(seconds=wrong)
    return timestamps.written(now)


def jump(clocks: Path, process: int, seconds: float) -> None:
    """Make the clock of a process wrong by this much from now on."""
    fresh = clocks / f"{process}.new"
    fresh.write_text(str(seconds), "ascii")
    fresh.replace(clocks / str(process))
