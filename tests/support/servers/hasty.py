"""Lets a process of ``carolus serve`` wait less than usual."""

from service.live import presence
from service.storage import engines, sqlite


def install() -> None:
    """Wait for the write lock of SQLite for two seconds, not for ten."""
    for module in (engines, sqlite):
        vars(module)["LOCK_SECONDS"] = 2


def install_presence() -> None:
    """Send changes of presence after a tenth of a second, not after a second."""
    vars(presence)["GATHER_SECONDS"] = 0.1
