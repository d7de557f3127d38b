"""One attempt to deliver a message, signed as in Standard Webhooks, to an allowed address."""

import asyncio
import ssl
from collections.abc import Callable, Container, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias

import httpcore
import httpx
import structlog
from standardwebhooks import Webhook

from service.webhooks.destinations import BadAddress, Guard
from service.webhooks.hooks import Hook

SECONDS_MAX: Final = 5.0
"""Time limit of an attempt: name resolution, connection, and the head of the response."""

_GONE: Final = 410

_LOG = structlog.get_logger("carolus.webhooks")


Headers: TypeAlias = Mapping[str | bytes, str | bytes]


class Delivery(NamedTuple):
    """The outcome of an attempt."""

    taken: bool
    error: str = ""
    gone: bool = False
    """Whether the receiver answered that it no longer exists."""
    until: str = ""
    """If it was not attempted, or failed for good: when to try. The message waits until then."""
    through: int | None = None
    """The number of the last message that it covers, if it covers more than its own."""
    ours: bool = False
    """Whether the failure is not the receiver's, so that the service never gives up for it."""


def _explanation(failure: Exception) -> str:
    """Return the error text about a failed connection for the webhook's owner."""
    cause: BaseException | None = failure
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"the certificate is not accepted: {cause.verify_message}"
        cause = cause.__cause__ or cause.__context__
    return f"no answer: {type(failure).__name__}"


def _signed(hook: Hook, message: str, body: str) -> Headers:
    """Return the headers of a message, signed with the current time."""
    at = datetime.now(UTC)
    return {
        "Content-Type": "application/json",
        "User-Agent": "Carolus",
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(hook.secret).sign(message, at, body),
    }


class TlsContext:
    """The trusted certificates, which the first attempt loads: many processes make none."""

    def __init__(self) -> None:
        self._loaded: ssl.SSLContext | None = None
        self._loading = asyncio.Lock()

    async def ready(self) -> ssl.SSLContext:
        """Return the TLS context."""
        async with self._loading:
            if self._loaded is None:
                # In a thread, because this reads a file: the event loop stays responsive.
                self._loaded = await asyncio.to_thread(httpx.create_ssl_context)
            return self._loaded


class Sender:
    """Sends messages. Reads only the head of a response, and follows no redirects."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self._tls = TlsContext()

    async def send(self, hook: Hook, message: str, body: str) -> Delivery:
        """Send a message once under this ID. Every failure is returned as an outcome."""
        return await self.post(
            hook.id, hook.url, lambda: (_signed(hook, message, body), body.encode())
        )

    async def post(
        self,
        hook: str,
        url: str,
        sealed: Callable[[], tuple[Headers, bytes]],
        gone: Container[int] = (_GONE,),
    ) -> Delivery:
        """Send one request. Every failure is returned as an outcome.

        ``sealed`` returns headers and body when the connection can be made. ``gone`` contains the
        statuses that mean that the receiver no longer exists.
        """
        try:
            tls = await self._tls.ready()
            async with asyncio.timeout(SECONDS_MAX):
                status = await self._status(tls, url, *sealed())
        except TimeoutError:
            return Delivery(taken=False, error=f"no answer within {SECONDS_MAX:.0f} seconds")
        except BadAddress as refused:
            return Delivery(taken=False, error=f"the address is not allowed: {refused}")
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as failure:
            return Delivery(taken=False, error=_explanation(failure))
        except Exception as failure:  # noqa: BLE001 - any error is a failed attempt
            _LOG.exception("webhook_not_sent", webhook=hook)
            return Delivery(taken=False, error=f"it could not be sent: {type(failure).__name__}")
        if 200 <= status < 300:
            return Delivery(taken=True)
        return Delivery(taken=False, error=f"the answer was {status}", gone=status in gone)

    async def _status(self, tls: ssl.SSLContext, url: str, headers: Headers, body: bytes) -> int:
        # One pool per request: a reused connection would skip the check of the address.
        async with (
            httpcore.AsyncConnectionPool(tls, network_backend=self.guard) as pool,
            pool.stream("POST", url, headers=headers, content=body) as answer,
        ):
            return answer.status
