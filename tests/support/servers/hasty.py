"""Lets a process of ``carolus serve`` wait for its database for seconds only.

The timeouts are in the same order as those of the service.
"""

from service.storage import engines, postgres_engine, sqlite


def install() -> None:
    """Alter this process, which has not started the service yet."""
    for module in (engines, sqlite):
        vars(module)["LOCK_SECONDS"] = 2
    vars(postgres_engine)["_REQUEST_SECONDS"] = (3.0, 6.0)
    postgres_engine._CONNECTING["connect_timeout"] = 2  # the shortest that libpq knows
