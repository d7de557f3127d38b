"""Compress long responses, where no proxy in front does (ADR 87).

Streams pass as they come, because compression would hold events back; so do responses that are
already compressed, such as the files of the page.
"""

import asyncio
import gzip
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import zstandard
from litestar import Request
from litestar.status_codes import HTTP_304_NOT_MODIFIED
from litestar.types import HTTPResponseBodyEvent, HTTPResponseStartEvent, HTTPScope, Message, Send

from service.http.edge.headers import Header
from service.http.requests.request import SAFE, accepts_coding

LENGTH_MIN: Final = 8 << 10
"""The length from which a response is compressed, as in ``deploy/proxy.caddyfile``."""

MEDIA_TYPES: Final = frozenset(
    {
        b"application/json",
        b"application/problem+json",
        b"application/schema+json",
        b"image/svg+xml",
        b"text/css",
        b"text/html",
        b"text/javascript",
        b"text/markdown",
        b"text/plain",
    }
)
"""The types that are compressed; other pictures and fonts already are."""

_CODINGS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "zstd": lambda body: zstandard.ZstdCompressor().compress(body),
    "gzip": lambda body: gzip.compress(body, 6, mtime=0),
}
"""The codings, the preferred one first."""


class Packing:
    """Sends one response, compressed if it is long and the client accepts that."""

    __slots__ = ("_scope", "_send", "_start")

    def __init__(self, scope: HTTPScope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self._start: HTTPResponseStartEvent | None = None
        """The start of a long response, which waits for the body."""

    async def __call__(self, message: Message) -> None:
        """Send a message; the start of a long response together with its body."""
        if message["type"] == "http.response.start":
            if _is_long(message["headers"]):
                self._start = message
                return
            if message["status"] == HTTP_304_NOT_MODIFIED:
                message["headers"] = _varying(message["headers"])
        if message["type"] == "http.response.body" and self._start is not None:
            start, self._start = self._start, None
            if message["body"] and not message.get("more_body"):
                await self._pack(start, message)
            await self._send(start)
        await self._send(message)

    async def _pack(self, start: HTTPResponseStartEvent, body: HTTPResponseBodyEvent) -> None:
        """Compress a complete response, if the client accepts a coding."""
        headers = start["headers"]
        if self._scope["method"] in SAFE:
            headers = _varying(headers)
        request: Request[Any, Any, Any] = Request(self._scope)
        coding = next((one for one in _CODINGS if accepts_coding(request, one)), None)
        if coding is not None:
            body["body"] = await asyncio.to_thread(_CODINGS[coding], body["body"])
            headers = _coded(headers, coding.encode(), len(body["body"]))
        start["headers"] = headers


def _is_long(headers: Iterable[Header]) -> bool:
    """Return whether to compress a response with these headers."""
    found = dict(headers)  # a response has each of these once
    return (
        int(found.get(b"content-length", 0)) >= LENGTH_MIN
        and found.get(b"content-type", b"").partition(b";")[0] in MEDIA_TYPES
        and b"content-encoding" not in found
    )


def _varying(headers: Iterable[Header]) -> list[Header]:
    """Return headers that say that the response depends on what the client accepts."""
    others: list[Header] = []
    lines: list[bytes] = []
    for name, value in headers:
        if name == b"vary":
            lines.append(value)
        else:
            others.append((name, value))
    names = [one.strip() for one in b",".join(lines).split(b",") if one.strip()]
    if b"Accept-Encoding" not in names:
        names.append(b"Accept-Encoding")
    return [*others, (b"vary", b", ".join(names))]


def _coded(headers: Iterable[Header], coding: bytes, length: int) -> list[Header]:
    """Return the headers of the compressed response; its entity tag names the coding."""
    coded = [(b"content-encoding", coding)]
    for name, value in headers:
        if name == b"content-length":
            coded.append((name, b"%d" % length))
        elif name == b"etag":
            coded.append((name, value[:-1] + b"-" + coding + b'"'))
        else:
            coded.append((name, value))
    return coded
