"""A request and its answer, as the middleware around the operations sees them.

The exchange belongs to the request (``exchange_of``) and to the task that answers it, so that every
line logged by the task can name the request.
"""

import re
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from service.runtime.subjects import of_token
from service.runtime.timer import Timer

if TYPE_CHECKING:
    from litestar.types import Scope

NO_ANSWER: Final = 499
"""The status recorded for a request whose client disconnected before the answer."""

_KEY: Final = "exchange"
_NUMBERS: Final = Random()  # noqa: S311 - an id, not a secret
_WELL_FORMED: Final = re.compile(rb"[A-Za-z0-9._~+/=:-]{1,64}")


class ClientGone(Exception):
    """The client disconnected before its request was complete."""


class Exchange:
    """A request in progress. All times are in seconds, from ``perf_counter``."""

    __slots__ = (
        "address",
        "body",
        "charge",
        "has_limit",
        "id",
        "sent_bytes",
        "started",
        "status",
        "subject",
        "timer",
        "trace",
        "who",
    )

    def __init__(self, request_id: str, address: str) -> None:
        self.id = request_id
        self.address = address
        """The caller's address; empty if unknown."""
        self.body: bytes | None = None
        """The body, once it has been read."""
        self.subject = ""
        """The subject whose rate limit and streams this request counts towards."""
        self.who = ""
        """The name of the caller for the log, once the token is validated."""
        self.started = perf_counter()
        self.timer: Timer | None = None
        """Expires if the request makes no progress for too long; None without a limit."""
        self.status = NO_ANSWER
        self.sent_bytes = 0
        self.has_limit = True
        self.trace = ""
        """The W3C ``traceresponse`` of the request; empty if it is not traced."""
        self.charge: Callable[[int], Awaitable[None]] = for_nothing
        """Charges bytes of the body to the rate limit; waits while the limit is reached."""

    def move(self) -> None:
        """Restart the time limit, after a piece of a long body was received or sent."""
        if self.timer is not None:
            self.timer.start()

    def unlimited(self) -> None:
        """Remove the time limit, as for a stream."""
        self.has_limit = False
        if self.timer is not None:
            self.timer.close()
            self.timer = None


async def for_nothing(size: int) -> None:
    """Charge nothing; used without a rate limit."""


CURRENT: Final[ContextVar[Exchange | None]] = ContextVar("exchange", default=None)
"""The exchange of the current task."""


def exchange_of(scope: "Scope") -> Exchange:
    """Return the exchange of a request."""
    found: Exchange = scope["state"][_KEY]
    return found


def begin(scope: "Scope", sent_id: bytes | None, address: str) -> Exchange:
    """Create the exchange of a new request, and attach it to the scope and the task.

    ``sent_id`` is the id that the caller sent; if it is missing or malformed, generate one.
    """
    if sent_id is not None and _WELL_FORMED.fullmatch(sent_id):
        name = sent_id.decode("ascii")
    else:
        name = f"{_NUMBERS.getrandbits(64):016x}"
    exchange = Exchange(name, address)
    state: dict[str, Any] = scope["state"]
    state[_KEY] = exchange
    CURRENT.set(exchange)
    return exchange


def known_as(scope: "Scope", name: str, token: str) -> None:
    """Record the holder of a validated token.

    From now on, the request counts towards the limits of the token, not of the address.
    """
    exchange = exchange_of(scope)
    exchange.subject = of_token(token.encode("latin-1", "replace"))
    exchange.who = f"{name} {exchange.subject.partition(':')[2][:8]}"
