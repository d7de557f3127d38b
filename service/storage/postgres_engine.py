"""SQLAlchemy's engine on PostgreSQL: its timeouts, and how it connects.

The server enforces the timeouts for locks, statements and idle transactions; libpq and the
operating system enforce those for dead connections. They are shorter than the time limit of a
request, so a client learns that the database caused the delay.
"""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

import psycopg
from sqlalchemy import Engine, create_engine, event

from service.storage.address import for_driver

_CONNECTING: Final = {
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 12_000,  # milliseconds
}
"""Parameters of libpq: a connection to an unreachable host fails within 12 seconds."""

_REQUEST_SECONDS: Final = (6.0, 30.0)
"""Bounds of the request time from which the timeouts derive, whatever the setting."""

_TURN_SECONDS: Final = 0.5
"""How long a thread waits for another thread's attempt to connect; then it tries itself."""


class Patience(NamedTuple):
    """Timeouts in seconds."""

    lock: float
    """For a lock held by another transaction."""
    statement: float
    """For one statement."""
    idle: float
    """For a worker that sends nothing within a transaction."""


def patience_of(request_seconds: float) -> Patience:
    """Return the timeouts for a service with this time limit per request."""
    shortest, longest = _REQUEST_SECONDS
    whole = min(max(request_seconds, shortest), longest)
    return Patience(whole / 3, whole * 2 / 3, whole / 3)


PATIENT: Final = patience_of(_REQUEST_SECONDS[1])


def postgres_engine(
    address: str, connections_max: int, patience: Patience = PATIENT, **options: Any
) -> Engine:
    """Return an engine on a PostgreSQL database with these timeouts.

    The pool pings a connection before each use, so the service recovers by itself after a restart
    of the database.
    """
    engine = create_engine(
        for_driver(address),
        pool_size=connections_max,
        max_overflow=0,
        pool_timeout=patience.lock,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"fallback_application_name": "carolus", **_CONNECTING},
        **options,
    )
    _connect_one_at_a_time(engine)
    session = _session(patience)

    @event.listens_for(engine, "connect")
    def _connected(connection: psycopg.Connection[Any], _: object) -> None:
        connection.execute(session)
        connection.commit()

    return engine


def _session(patience: Patience) -> str:
    """Return the statement that sets up each connection to PostgreSQL."""
    settings = {
        "search_path": "'public'",
        "lock_timeout": f"'{patience.lock * 1000:.0f}ms'",
        "statement_timeout": f"'{patience.statement * 1000:.0f}ms'",
        "idle_in_transaction_session_timeout": f"'{patience.idle * 1000:.0f}ms'",
        "synchronous_commit": "replace(current_setting('synchronous_commit'), 'off', 'on')",
    }
    calls = [f"set_config('{name}', {value}, false)" for name, value in settings.items()]
    return f"SELECT {', '.join(calls)}"


class _Door:
    """Opens connections. While the database is unreachable, one thread at a time tries.

    An attempt may take seconds. Without the limit, all threads would wait for their own attempts.
    """

    def __init__(self) -> None:
        self._trying = Lock()
        self._away = ""
        """Why the last attempt failed; empty if it succeeded."""

    def connect(self, *args: Any, **options: Any) -> psycopg.Connection[Any]:
        """Return a connection; raise OperationalError, soon if another thread is trying."""
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


def _connect_one_at_a_time(engine: Engine) -> None:
    """Let only one thread at a time of this engine try to connect while the database is down."""
    door = _Door()

    @event.listens_for(engine, "do_connect")
    def _connecting(
        _dialect: object, _record: object, args: Sequence[Any], options: Mapping[str, Any]
    ) -> psycopg.Connection[Any]:
        return door.connect(*args, **options)
