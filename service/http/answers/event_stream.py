"""Server-sent events over HTTP.

The framework's class for them sends text. Here, many readers share frames that are already encoded
as bytes, the service drops a client that stops reading, and it notices a disconnect at once.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, closing
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import structlog
from litestar import Request, Response
from litestar.response.base import ASGIResponse
from litestar.status_codes import HTTP_200_OK
from litestar.types import (
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    Receive,
    Scope,
    Send,
)

from service.http.bounds.streams_open import StreamsOpen
from service.http.parts import parts_of
from service.http.requests.negotiation import EVENT_STREAM
from service.live.streams import DROPPED, OPEN, Pace
from service.runtime.sandbox import choices
from service.runtime.timer import TimeLimit
from service.server.extensions import cut_off

_LOG = structlog.get_logger("carolus.live")

STREAM_HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # otherwise nginx collects the frames into blocks
}

_RETRY_MS: Final = (1000, 3000)
"""The range of the random delay before a client reconnects, so that not all reconnect at once."""


_ABORT_SECONDS_MAX: Final = 1
"""How long the server may take to notice that a connection was cut off."""


class Listener(Protocol):
    """The reader of a stream."""

    def leave(self) -> None:
        """Record that the client has disconnected."""
        ...


ListenerT = TypeVar("ListenerT", bound=Listener)
Frames: TypeAlias = AsyncGenerator[list[bytes], None]


class Followed(NamedTuple, Generic[ListenerT]):
    """A source of frames: how to start listening, and the frames for a listener."""

    kind: str
    enter: Callable[[], AbstractAsyncContextManager[ListenerT]]
    frames: Callable[[ListenerT], Frames]


class EventStream(Response[None]):
    """A response that streams the frames of a source."""

    def __init__(self, followed: Followed[Any], pace: Pace, headers: Mapping[str, str]) -> None:
        super().__init__(None, media_type=EVENT_STREAM, headers={**STREAM_HEADERS, **headers})
        self._followed = followed
        self._pace = pace

    def to_asgi_response(
        self,
        app: object,
        request: Request[Any, Any, Any],
        *,
        is_head_response: bool = False,
        **_: object,
    ) -> ASGIResponse:
        """Return the stream; for HEAD, only the headers."""
        headers = [(b"content-type", f"{EVENT_STREAM}; charset=utf-8".encode())]
        for name, value in self.headers.items():
            headers.append((name.lower().encode("latin-1"), value.encode("latin-1")))
        if is_head_response or request.method == "HEAD":
            return _HeadersAlone(headers)
        return _Streamed(self._followed, self._pace, parts_of(request).streams, headers)


class _HeadersAlone(ASGIResponse):
    """The headers of a stream, without a length because it is unknown."""

    def __init__(self, headers: list[tuple[bytes, bytes]]) -> None:
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        await send({"type": "http.response.start", "status": HTTP_200_OK, "headers": self._headers})
        await send(_piece(b"", more=False))


class _Streamed(ASGIResponse):
    """The sending of one stream."""

    def __init__(
        self,
        followed: Followed[Any],
        pace: Pace,
        streams: StreamsOpen,
        headers: list[tuple[bytes, bytes]],
    ) -> None:
        self._followed = followed
        self._pace = pace
        self._streams = streams
        self._start: HTTPResponseStartEvent = {
            "type": "http.response.start",
            "status": HTTP_200_OK,
            "headers": headers,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send frames until the source ends or the client disconnects.

        Raises TooManyStreams if the caller has too many streams open.
        """
        with self._streams.counted(scope):
            await self._follow(scope, receive, send)

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._followed.enter() as reader:
            await send(self._start)
            gone = asyncio.create_task(_until_gone(receive, reader), name="stream-gone")
            try:
                with OPEN.labels(self._followed.kind).track_inprogress():
                    await self._send(reader, send)
            except TimeoutError:
                too_slow(self._followed.kind, scope)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(gone, _ABORT_SECONDS_MAX)
            finally:
                gone.cancel()

    async def _send(self, reader: Listener, send: Send) -> None:
        """Send all frames; raise TimeoutError if the client stops reading."""
        await send(_piece(b"retry: %d\n\n" % choices().randint(*_RETRY_MS)))
        with closing(TimeLimit(self._pace.stall_seconds)) as stall:
            async with aclosing(self._followed.frames(reader)) as several:
                async for frames in several:
                    with stall:
                        await send(_piece(b"".join(frames)))
            with stall:  # the client may not have read the last frame
                await send(_piece(b"", more=False))


def too_slow(kind: str, scope: Scope) -> None:
    """Drop a client that has stopped reading, and discard the frames buffered for it."""
    DROPPED.labels("too_slow").inc()
    _LOG.warning("stream_dropped", kind=kind, reason="too_slow")
    cut_off(scope)


def _piece(content: bytes, *, more: bool = True) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": content, "more_body": more}


async def _until_gone(receive: Receive, reader: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.leave()
