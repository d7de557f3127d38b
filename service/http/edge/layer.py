"""The middleware around every request; this module sets the order, its siblings do the work.

It is a single layer for all subjects (ADR 34).
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import structlog
from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT, HTTP_304_NOT_MODIFIED
from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    HTTPScope,
    Message,
    Receive,
    Scope,
    Send,
    WebSocketScope,
)

from service.http.answers.problem_kinds import (
    REQUEST_TIMEOUT,
    TOOK_TOO_LONG,
    ProblemKind,
)
from service.http.answers.problems import RETRY_AFTER_SECONDS, respond, response_to
from service.http.bounds import metrics
from service.http.bounds.limits import (
    LIMITED,
    Admission,
    Limits,
    TooManyRequests,
    Wait,
    cost_of_body,
    kind_of,
)
from service.http.edge.canonical import is_canonical
from service.http.edge.cors import Cors
from service.http.edge.handshake import Handshake
from service.http.edge.headers import OVER_TLS, Header, Secured
from service.http.edge.packing import Packing
from service.http.edge.request_log import RequestLog
from service.http.requests.request import (
    SAFE,
    PreconditionFailed,
    TooLarge,
    meets_conditions,
)
from service.http.requests.resources import NotFound
from service.runtime import tracing
from service.runtime.exchange import ClientGone, Exchange, begin, for_nothing
from service.runtime.readiness import Draining
from service.runtime.subjects import Subjects
from service.runtime.timer import Timer
from service.server.extensions import BadRequest, cut_off, refusal_of

_LOG = structlog.get_logger("carolus.http")

PIECE_BYTES_MAX: Final = 64 << 10
"""The maximum size of a piece of a response that is sent in one turn of the loop."""

_SUCCESSES: Final = (HTTP_200_OK, HTTP_204_NO_CONTENT, HTTP_304_NOT_MODIFIED)
"""The statuses of reads that succeed."""
_WORDS: Final = frozenset(
    {
        b"access-control-request-method",
        b"authorization",
        b"content-length",
        b"if-match",
        b"origin",
        b"x-request-id",
    }
)
"""The request headers that this module reads."""

Costs = Callable[[str, str], int]
"""Returns what a method and a path count in requests: usually 1, and 0 for monitoring."""


class Edge:
    """The ASGI middleware around the operations."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        draining: Draining,
        *,
        secured: Secured,
        cors: Cors | None,
        costs: Costs,
        packs: bool = False,
        seconds_max: float,
    ) -> None:
        self.secured = secured
        self.cors = cors
        self.draining = draining
        self.policies = _policies(limits) if limits.on else {}
        self._app = app
        self._limits = limits
        self._costs = costs
        self._packs = packs
        self._seconds_max = seconds_max
        self._subjects = Subjects()
        self._log = RequestLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        headers = {name: value for name, value in scope["headers"] if name in _WORDS}
        client = scope.get("client")
        exchange = begin(scope, headers.get(b"x-request-id"), client[0] if client else "")
        exchange.subject = self._subjects.of(headers.get(b"authorization"), exchange.address)
        if scope["type"] == ScopeType.HTTP:
            with tracing.active().of_request(scope, exchange):
                await self._http(scope, receive, _Answering(self, scope, exchange, headers, send))
        else:
            await self._websocket(scope, receive, send, exchange)
        if exchange.who:
            self._subjects.learn(exchange.subject)

    async def _http(self, scope: HTTPScope, receive: Receive, answering: "_Answering") -> None:
        exchange = answering.exchange
        cost = self._costs(scope["method"], scope["path"])
        metrics.IN_PROGRESS.inc()
        try:
            if self._limits.on and cost:
                try:
                    await answering.admit(self._limits, cost)
                except (TooLarge, TooManyRequests) as refused:
                    await answering.refuse(refused)
                    return
            refusal = refusal_of(scope)
            if refusal is not None:
                await answering.refuse(BadRequest(refusal))
            elif is_canonical(scope):
                await self._in_time(scope, receive, answering)
            else:
                await answering.refuse(NotFoundException())
        finally:
            exchange.charge = for_nothing  # breaks a reference cycle
            metrics.IN_PROGRESS.dec()
            metrics.answered(scope, exchange)
            self._log.answered(scope, exchange, quiet=not cost)

    async def _in_time(self, scope: HTTPScope, receive: Receive, answering: "_Answering") -> None:
        """Answer within the time limit of a request.

        Until the answer begins, the limit covers the whole request; after that, each piece of the
        answer has the full limit again. Work continues until its answer has begun: an action that
        waits for its commit is carried out, and the client is asked to retry.
        """
        timer = Timer(self._seconds_max, answering.expire)
        answering.exchange.timer = timer
        timer.start()
        if scope["method"] not in SAFE:
            receive = answering.reading(receive)
        send: Send = Packing(scope, answering) if self._packs else answering
        try:
            await self._app(scope, receive, send)
        except Exception:
            # The framework wraps what it catches while it sends a response.
            if not answering.unmet:
                raise
            await answering.refuse(PreconditionFailed())
        except asyncio.CancelledError:
            # The server closes the connection when it sees the unfinished answer.
            if not (timer.expired and answering.begun):
                raise
            answering.task.uncancel()
        finally:
            timer.close()
            answering.exchange.timer = None  # breaks a reference cycle
            if answering.late is not None:
                await answering.late

    async def _websocket(
        self, scope: WebSocketScope, receive: Receive, send: Send, exchange: Exchange
    ) -> None:
        exchange.unlimited()
        shaking = Handshake(scope, exchange, send)
        try:
            await self._limits.admit(exchange.subject)
            refusal = refusal_of(scope)
            if refusal is not None:
                await receive()
                await shaking.refuse(BadRequest(refusal))
            elif is_canonical(scope):
                await self._app(scope, receive, shaking)
            else:
                await receive()
                await shaking.refuse(NotFound("websocket"))
        except TooManyRequests as refused:
            await receive()
            await shaking.refuse(refused)
        finally:
            self._log.ended(scope, exchange)


class _Answering:
    """Sends one answer, adds the common headers, and records status and size."""

    __slots__ = (
        "_bytes",
        "_edge",
        "_limits",
        "_paid",
        "_scope",
        "_send",
        "_wait",
        "_waits_for_body",
        "begun",
        "by",
        "exchange",
        "headers",
        "late",
        "task",
        "unmet",
        "verdict",
    )

    def __init__(
        self,
        edge: Edge,
        scope: HTTPScope,
        exchange: Exchange,
        headers: Mapping[bytes, bytes],
        send: Send,
    ) -> None:
        self.exchange = exchange
        self.by = ""
        """The kind of the bucket used last: ``token`` or ``address``."""
        self.verdict: Admission | None = None
        """The decision of that bucket."""
        self.begun = False
        self.unmet = False
        """Whether the response does not meet a condition of the request, and is not sent."""
        self.late: asyncio.Task[None] | None = None
        """Sends the problem if the request took too long."""
        task = asyncio.current_task()
        assert task is not None, "a task answers each request"
        self.task = task
        self._edge = edge
        self._scope = scope
        self.headers = headers
        self._send = send
        self._waits_for_body = False
        self._limits: Limits | None = None
        self._wait = Wait(scope, exchange)
        self._bytes = 0
        self._paid = 0

    async def admit(self, limits: Limits, cost: int) -> None:
        """Charge the request, and its announced body as far as one bucket can pay for it.

        The rest of the body is charged as it arrives. Raises TooLarge for a body that no bucket
        can pay for, and TooManyRequests.
        """
        announced = self.headers.get(b"content-length", b"")
        if announced.isdigit() and self._scope["method"] not in SAFE:
            size, longest = int(announced[:15]), limits.body_bytes_max(cost)
            if size > longest:
                raise TooLarge(longest)
            self._paid = min(cost_of_body(size), max(limits.burst - cost, 0))
        subject = self.exchange.subject
        self.by = kind_of(subject)
        self.verdict = await limits.take(subject, cost + self._paid)
        if self.verdict.refused:
            LIMITED.labels(self.by).inc()
            raise TooManyRequests(self.verdict.retry_after)
        self._limits = limits
        self.exchange.charge = self._charge

    async def _charge(self, size: int) -> None:
        """Charge ``size`` bytes; wait while the bucket is empty."""
        assert self._limits is not None, "the request was admitted"
        self._bytes += size
        owed = cost_of_body(self._bytes) - self._paid
        if owed > 0:
            subject = self.exchange.subject
            verdict = await self._limits.wait_for(subject, owed, self._wait)
            self.by, self.verdict = kind_of(subject), verdict
            self._paid += owed

    async def __call__(self, message: Message) -> None:
        """Send a message of the operation, unless its time is over."""
        if self.late is None:
            await self._pass(message)

    def reading(self, receive: Receive) -> Receive:
        """Return a ``receive`` that charges the body.

        Until the body is complete, it raises BadRequest or ClientGone.
        """
        self._waits_for_body = True

        async def received() -> Any:
            message = await receive()
            if self._waits_for_body:
                refusal = refusal_of(self._scope)
                if refusal is not None:
                    raise BadRequest(refusal)
                if message["type"] == "http.disconnect":
                    raise ClientGone
                await self.exchange.charge(len(message.get("body", b"")))  # type: ignore[arg-type]
                self._waits_for_body = bool(message.get("more_body"))
            return message

        return received

    def expire(self) -> None:
        """End the request, which has taken too long."""
        self.exchange.timer = None  # it expires only once
        if self.begun:
            cut_off(self._scope)
            self.task.cancel()
        else:
            kind = REQUEST_TIMEOUT if self._waits_for_body else TOOK_TOO_LONG
            self.late = asyncio.create_task(self._problem_of_time(kind))
        waits_for = "sending" if self.begun else "reading" if self._waits_for_body else "answering"
        metrics.EXPIRED.labels(waits_for).inc()
        _LOG.warning("request_took_too_long", route=self._scope.get("path_template", ""))

    async def refuse(self, failure: Exception) -> None:
        """Answer with the problem for this failure."""
        await self._respond(response_to(Request(self._scope), failure))

    async def _problem_of_time(self, kind: ProblemKind) -> None:
        """Answer that the request took too long."""
        headers = {"Retry-After": str(RETRY_AFTER_SECONDS)}
        if kind is REQUEST_TIMEOUT:
            headers["Connection"] = "close"  # the rest of the body may still arrive
        await self._respond(respond(Request(self._scope), kind, headers=headers))

    async def _respond(self, response: Response[bytes]) -> None:
        encoded = response.to_asgi_response(None, Request(self._scope))
        await encoded(self._scope, _nothing, self._pass)

    async def _pass(self, message: Message) -> None:
        exchange = self.exchange
        if message["type"] == "http.response.start":
            if b"if-match" in self.headers and self._is_unmet(message):
                self.unmet = True
                raise PreconditionFailed
            self.begun = True
            exchange.status = message["status"]
            headers = list(message["headers"])
            message["headers"] = [*headers, *self._added(headers)]
            await self._send(message)
        elif message["type"] == "http.response.body":
            for piece in _pieces(message):
                exchange.sent_bytes += len(piece["body"])
                await self._send(piece)
                exchange.move()
                if exchange.has_limit and piece["more_body"]:
                    await asyncio.sleep(0)  # so that a fast reader does not keep others waiting

    def _is_unmet(self, message: HTTPResponseStartEvent) -> bool:
        """Return whether a read succeeds, but its ``If-Match`` matches another state."""
        status = message["status"]
        read = self._scope["method"] in SAFE and status in _SUCCESSES
        tags = [value.decode() for name, value in message["headers"] if name.lower() == b"etag"]
        return read and not meets_conditions(Request(self._scope), tags[0] if tags else None)

    def _added(self, headers: list[Header]) -> list[Header]:
        """Return the headers to add to an answer."""
        scope, sent, cors = self._scope, self.headers, self._edge.cors
        added = [
            (b"x-request-id", self.exchange.id.encode("ascii")),
            *self._edge.secured.headers(scope["path"]),
        ]
        if self.exchange.trace:
            added.append((b"traceresponse", self.exchange.trace.encode()))
        if self._edge.draining.began:
            added.append((b"connection", b"close"))  # the next request should go to another worker
        if scope["scheme"] == "https":
            added += OVER_TLS
        if self.verdict is not None:
            left = f'"{self.by}";r={self.verdict.remaining};t={self.verdict.full_after}'
            added.append((b"ratelimit-policy", self._edge.policies[self.by]))
            added.append((b"ratelimit", left.encode()))
        if cors is not None:
            origin = sent.get(b"origin")
            added += cors.headers(origin)
            if scope["method"] == "OPTIONS" and b"access-control-request-method" in sent:
                added += cors.of_preflight(origin, headers)
        return added


def _pieces(message: HTTPResponseBodyEvent) -> Iterator[HTTPResponseBodyEvent]:
    """Yield the pieces of a body, each to be sent in one turn of the loop."""
    body, more = message.get("body", b""), message.get("more_body", False)
    for start in range(0, max(len(body), 1), PIECE_BYTES_MAX):
        end = start + PIECE_BYTES_MAX
        yield {
            "type": "http.response.body",
            "body": body[start:end],
            "more_body": more or end < len(body),
        }


def _policies(limits: Limits) -> dict[str, bytes]:
    return {
        by: f'"{by}";q={limits.burst};w={limits.window_seconds}'.encode()
        for by in ("token", "address")
    }


async def _nothing() -> HTTPReceiveMessage:
    """Stand in for ``receive`` where no body is read."""
    raise AssertionError("a problem reads no body")
