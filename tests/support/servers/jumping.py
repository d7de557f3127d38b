"""Lets the clock of a process of ``carolus serve`` jump: a file says how wrong it is.

The file is in the folder ``CAROLUS_TEST_CLOCKS``, named after the id of the process, and contains
seconds. Without the file, the clock is right.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path

import service.app
from service.runtime.timestamps import now as _right


def _jumping() -> str:
    """Return the current time on the clock of this process."""
    file = Path(os.environ["CAROLUS_TEST_CLOCKS"]) / str(os.getpid())
    wrong = float(file.read_text("ascii")) if file.exists() else 0.0
    moment = datetime.fromisoformat(_right()) + timedelta(seconds=wrong)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def jump(clocks: Path, process: int, seconds: float) -> None:
    """Make the clock of a process wrong by this much from now on."""
    fresh = clocks / f"{process}.new"
    fresh.write_text(str(seconds), "ascii")
    fresh.replace(clocks / str(process))


def install() -> None:
    """Alter this process, which has not started the service yet."""
    vars(service.app)["now"] = _jumping  # all parts of the service get their clock from there
