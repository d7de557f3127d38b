"""How long PostgreSQL is waited for.

Its own limits hold while it is there and the line is whole. When it says nothing more, and nobody
closes the connection (a machine that stands still, a network that drops everything), only a limit
on our side ends the waiting. All of them are parts of the time that a request may take, so that
who waits for the database is told of it and not only that it took too long.
"""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout
from sqlalchemy import Engine, event

CONNECT_SECONDS_MAX: Final = 3
"""How long to wait for a connection to PostgreSQL, and for a word of one that was not in use."""

_REQUEST_SECONDS: Final = (6.0, 30.0)
"""Between these the time of a request counts; a database may take a while, however it is set."""

_LOOK_SECONDS: Final = 0.1

_TURN_SECONDS: Final = 0.5
"""How long to wait for an attempt of somebody else to connect: most end within milliseconds, and
the next one may succeed."""

_T = TypeVar("_T")


class Patience(NamedTuple):
    """How many seconds PostgreSQL may take."""

    lock: float
    """For a lock that another transaction has."""
    statement: float
    """For one statement."""
    idle: float
    """To hear of a worker that is in the middle of a transaction."""
    answer: float | None
    """Until it has answered; then the connection is given up. None: for ever."""


def patience_of(request_seconds: float) -> Patience:
    """Return how long to wait for the database where requests may take so long."""
    shortest, longest = _REQUEST_SECONDS
    whole = min(max(request_seconds, shortest), longest)
    return Patience(whole / 3, whole * 2 / 3, whole / 3, whole * 3 / 4)


PATIENT: Final = patience_of(_REQUEST_SECONDS[1])
FOR_EVER: Final = PATIENT._replace(answer=None)
"""For steps that change tables, which end by themselves."""


class _Connection(psycopg.Connection[Any]):
    """A connection that is closed when the other side says nothing for too long."""

    answer_seconds: float | None = CONNECT_SECONDS_MAX

    def wait(
        self, gen: PQGen[_T], interval: float = _LOOK_SECONDS, timeout: float | None = None
    ) -> _T:
        """Wait for an answer; raise OperationalError, and be closed, if there is none in time."""
        limit = self.answer_seconds if timeout is None else timeout
        try:
            return super().wait(gen, interval, limit)
        except _WaitTimeout:
            self.close()
            raise psycopg.OperationalError(f"no answer within {limit:g} seconds") from None


class _Door:
    """Where connections are made. While the database is away, one thread at a time tries.

    An attempt may take seconds, and without this all threads would wait for the same.
    """

    def __init__(self, answer_seconds: float | None) -> None:
        self._answer_seconds = answer_seconds
        self._trying = Lock()
        self._away = ""
        """Why the last attempt failed; empty if it did not."""

    def connect(self, *args: Any, **options: Any) -> psycopg.Connection[Any]:
        """Return a connection; raise OperationalError, soon if somebody else is trying in vain."""
        alone = bool(self._away)
        if alone and not self._trying.acquire(timeout=_TURN_SECONDS):
            raise psycopg.OperationalError(self._away)
        try:
            connection = _Connection.connect(*args, **options)
        except psycopg.OperationalError as failure:
            self._away = str(failure) or type(failure).__name__
            raise
        finally:
            if alone:
                self._trying.release()
        self._away = ""
        return connection

    def out(self, connection: _Connection, *_: object) -> None:
        """Let somebody use a connection, who waits for what he asked."""
        connection.answer_seconds = self._answer_seconds

    def back(self, connection: _Connection | None, *_: object) -> None:
        """Take it back. Before it goes out again it is asked whether it is alive."""
        if connection is not None:
            connection.answer_seconds = CONNECT_SECONDS_MAX


def be_patient(engine: Engine, patience: Patience) -> None:
    """Let the connections of an engine wait for PostgreSQL for so long, and no longer."""
    door = _Door(patience.answer)

    @event.listens_for(engine, "do_connect")
    def _connecting(
        _dialect: object, _record: object, args: Sequence[Any], options: Mapping[str, Any]
    ) -> psycopg.Connection[Any]:
        return door.connect(*args, **options)

    event.listen(engine, "checkout", door.out)
    event.listen(engine, "checkin", door.back)
