"""How long the service waits for PostgreSQL.

PostgreSQL and libpq keep these limits: the server those of locks, statements and silent workers,
the system those of a line that is dead. They are parts of the time that a request may take, so that
a client that waits for the database hears of it and not only that it took too long.
"""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

import psycopg
from sqlalchemy import Engine, event

CONNECTING: Final = {
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 12_000,  # milliseconds
}
"""Parameters of libpq: a connection to a host that is gone breaks within 12 seconds."""

_REQUEST_SECONDS: Final = (6.0, 30.0)
"""Between these the time of a request counts; a database may take a while, however it is set."""

_TURN_SECONDS: Final = 0.5
"""How long to wait for an attempt of somebody else to connect: most end within milliseconds, and
the next one may succeed."""


class Patience(NamedTuple):
    """How many seconds PostgreSQL may take."""

    lock: float
    """For a lock that another transaction has."""
    statement: float
    """For one statement."""
    idle: float
    """To hear of a worker that is in the middle of a transaction."""


def patience_of(request_seconds: float) -> Patience:
    """Return how long to wait for the database where requests may take so long."""
    shortest, longest = _REQUEST_SECONDS
    whole = min(max(request_seconds, shortest), longest)
    return Patience(whole / 3, whole * 2 / 3, whole / 3)


PATIENT: Final = patience_of(_REQUEST_SECONDS[1])


class _Door:
    """Where connections are made. While the database is away, one thread at a time tries.

    An attempt may take seconds, and without this all threads would wait for the same.
    """

    def __init__(self) -> None:
        self._trying = Lock()
        self._away = ""
        """Why the last attempt failed; empty if it did not."""

    def connect(self, *args: Any, **options: Any) -> psycopg.Connection[Any]:
        """Return a connection; raise OperationalError, soon if somebody else is trying in vain."""
        alone = bool(self._away)
        if alone and not self._trying.acquire(timeout=_TURN_SECONDS):
            raise psycopg.OperationalError(self._away)
        try:
            connection = psycopg.connect(*args, **options)
        except psycopg.OperationalError as failure:
            self._away = str(failure) or type(failure).__name__
            raise
        finally:
            if alone:
                self._trying.release()
        self._away = ""
        return connection


def connect_one_at_a_time(engine: Engine) -> None:
    """While the database is away, let one thread at a time of this engine try to connect."""
    door = _Door()

    @event.listens_for(engine, "do_connect")
    def _connecting(
        _dialect: object, _record: object, args: Sequence[Any], options: Mapping[str, Any]
    ) -> psycopg.Connection[Any]:
        return door.connect(*args, **options)
