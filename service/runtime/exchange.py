"""One request and its answer, as all that lies around the operations knows them.

The exchange goes with the request (``exchange_of``), and with the task that answers it, so that
every line of the log which is written meanwhile can name the request.
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
"""Stands for the status of a request whose client went away before it was answered."""

_KEY: Final = "exchange"
_NUMBERS: Final = Random()  # noqa: S311 - an id, not a secret
_WELL_FORMED: Final = re.compile(rb"[A-Za-z0-9._~+/=:-]{1,64}")


class ClientGone(Exception):
    """The client hung up before its request had come in whole."""


class Exchange:
    """A request on its way. All times are those of ``perf_counter``, in seconds."""

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
        """Where the caller is, as far as it can be told."""
        self.body: bytes | None = None
        """What came with the request, once it was read as a whole."""
        self.subject = ""
        """Whose requests and streams these are counted with."""
        self.who = ""
        """What may be told of the caller in a log, once a token was found to be good."""
        self.started = perf_counter()
        self.timer: Timer | None = None
        """Runs out when a request makes no progress for too long; None if it has no limit."""
        self.status = NO_ANSWER
        self.sent_bytes = 0
        self.has_limit = True
        self.trace = ""
        """The place of the request in its trace (W3C ``traceresponse``), if it has one."""
        self.charge: Callable[[int], Awaitable[None]] = for_nothing
        """Counts bytes of the body by the rate limit; waits while the caller may send no more."""

    def move(self) -> None:
        """Note that a piece of a long body came or went: the time limit starts again."""
        if self.timer is not None:
            self.timer.start()

    def unlimited(self) -> None:
        """Let it take as long as it likes, as a stream does."""
        self.has_limit = False
        if self.timer is not None:
            self.timer.close()
            self.timer = None


async def for_nothing(size: int) -> None:
    """Count no bytes: where there is no limit."""


CURRENT: Final[ContextVar[Exchange | None]] = ContextVar("exchange", default=None)
"""The exchange that the present task works for."""


def exchange_of(scope: "Scope") -> Exchange:
    """Return the exchange of a request."""
    found: Exchange = scope["state"][_KEY]
    return found


def begin(scope: "Scope", asked: bytes | None, address: str) -> Exchange:
    """Return the exchange of a request that has come in, and let others find it.

    ``asked`` is the id that the caller has given it; one that is not well-formed is replaced.
    """
    if asked is not None and _WELL_FORMED.fullmatch(asked):
        name = asked.decode("ascii")
    else:
        name = f"{_NUMBERS.getrandbits(64):016x}"
    exchange = Exchange(name, address)
    state: dict[str, Any] = scope["state"]
    state[_KEY] = exchange
    CURRENT.set(exchange)
    return exchange


def known_as(scope: "Scope", name: str, token: str) -> None:
    """Note whose token a request has: it was found to be good.

    From now on the token is counted by itself and not with its address.
    """
    exchange = exchange_of(scope)
    exchange.subject = of_token(token.encode("latin-1", "replace"))
    exchange.who = f"{name} {exchange.subject.partition(':')[2][:8]}"
