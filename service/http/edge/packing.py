"""Packs long answers with gzip, for clients that can unpack them: browsers, mostly.

What a bot asks for at each of its turns is shorter than ``BYTES_MIN``, and not worth the time.
Streams go out as they come.

No answer depends on a cookie, so nobody can have the browser of another ask for what is secret,
mixed with words of their own, and measure how well the mixture packs (the attack named BREACH).
"""

import asyncio
import gzip
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from litestar.types import HTTPResponseStartEvent, Message, Send

from service.http.edge.headers import Header
from service.http.requests.codings import GZIP, is_packed, packed_tag
from service.http.requests.negotiation import takes_coding

BYTES_MIN: Final = 8_192
_AT_ONCE_MAX: Final = 65_536
"""What is longer is packed beside the event loop, which has others to answer."""

_LEVEL: Final = 5  # the page's files, packed once, are packed better

_KINDS: Final = (b"application/json", b"application/problem+json", b"image/svg+xml", b"text/")
_NOT_MODIFIED: Final = 304


class Packing:
    """The way of one answer out, packed if it is long and the client can unpack it."""

    __slots__ = ("_codings", "_has_packed", "_send", "_waiting")

    def __init__(self, send: Send, said: Mapping[bytes, bytes]) -> None:
        """``said`` are the headers of the request."""
        self._send = send
        self._codings = said.get(b"accept-encoding", b"").decode("latin-1")
        self._has_packed = is_packed(said.get(b"if-none-match", b"").decode("latin-1"))
        self._waiting: HTTPResponseStartEvent | None = None

    async def __call__(self, message: Message) -> None:
        """Send a message; the start of an answer that is packed goes with its body."""
        if message["type"] == "http.response.start":
            if self._has_packed and message["status"] == _NOT_MODIFIED:
                message["headers"] = [_tagged(one) for one in message["headers"]]
            elif is_long(message):
                message["headers"] = [*message["headers"], (b"vary", b"Accept-Encoding")]
                if takes_coding(self._codings, GZIP):
                    self._waiting = message
                    return
        elif self._waiting is not None and message["type"] == "http.response.body":
            start, self._waiting = self._waiting, None
            message["body"] = await _packed(message["body"])
            start["headers"] = [*_of_packed(start["headers"], len(message["body"]))]
            await self._send(start)
        await self._send(message)


def is_long(start: HTTPResponseStartEvent) -> bool:
    """Tell whether an answer is worth packing: it is whole, plain, text and long."""
    said = dict(start["headers"])
    return (
        int(said.get(b"content-length", 0)) >= BYTES_MIN
        and said.get(b"content-type", b"").startswith(_KINDS)
        and b"content-encoding" not in said
    )


def _of_packed(headers: Iterable[Header], size: int) -> Iterator[Header]:
    """Give the headers of an answer as they are when its body was packed to this size."""
    yield b"content-encoding", b"gzip"
    yield b"content-length", b"%d" % size
    for header in headers:
        if header[0] != b"content-length":
            yield _tagged(header)


def _tagged(header: Header) -> Header:
    """Return a header as a packed answer has it."""
    name, value = header
    if name != b"etag" or is_packed(value.decode("ascii")):
        return header
    return name, packed_tag(value.decode("ascii")).encode("ascii")


async def _packed(body: bytes) -> bytes:
    if len(body) > _AT_ONCE_MAX:
        return await asyncio.to_thread(gzip.compress, body, _LEVEL, mtime=0)
    return gzip.compress(body, _LEVEL, mtime=0)
