"""Lets a process of ``carolus serve`` wait less than usual."""

from service.live import presence
from service.storage import engines, postgres_engine, sqlite


def install() -> None:
    """Wait for the database for a few seconds; the timeouts are in the same order as usual."""
    for module in (engines, sqlite):
        vars(module)["LOCK_SECONDS"] = 2
    vars(postgres_engine)["_REQUEST_SECONDS"] = (3.0, 6.0)
    postgres_engine._CONNECTING["connect_timeout"] = 2  # the shortest that libpq knows


def install_presence() -> None:
    """Send changes of presence after a tenth of a second, not after a second."""
    vars(presence)["GATHER_SECONDS"] = 0.1
