"""Readers of one event stream, and when each of them had an event; slow ones read nothing."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Final

SLOW_BYTES: Final = 4096
"""What the system receives for a slow reader, before the server notices."""


class Crowd:
    """Readers of one stream, which begins with the whole game or tournament."""

    def __init__(self, count: int) -> None:
        self.joined = asyncio.Event()
        """Set when all have received that."""
        self.readers: list[_Reader] = []
        self._count = count
        self._begun = 0
        self._times: list[float] = []
        self._all = asyncio.Event()

    def expect(self) -> None:
        """Forget earlier events."""
        self._times = []
        self._all.clear()

    async def times(self) -> list[float]:
        """Wait until each reader has one event, and return when each had it (``perf_counter``)."""
        await self._all.wait()
        return self._times

    def got(self, *, event: bool) -> None:
        """Note that a reader had an event, or else what the stream begins with."""
        if not event:
            self._begun += 1
            if self._begun == self._count:
                self.joined.set()
            return
        self._times.append(perf_counter())
        if len(self._times) == self._count:
            self._all.set()


class _Reader(asyncio.Protocol):
    """A reader; a slow one stops reading when it has sent its request."""

    def __init__(self, crowd: Crowd, request: bytes, *, slow: bool) -> None:
        self._crowd = crowd
        self._request = request
        self._slow = slow
        self._rest = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as it is for TCP
        """Request the stream."""
        self.transport = transport
        transport.write(self._request)
        if self._slow:
            transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Note each complete frame that has a name; others are heartbeats, and how to retry."""
        *frames, self._rest = (self._rest + data).split(b"\n\n")
        for frame in frames:
            if b"\nevent: " in frame:
                self._crowd.got(event=b"\nevent: event\n" in frame)


@asynccontextmanager
async def crowd(port: int, path: str, count: int, *, slow: bool = False) -> AsyncIterator[Crowd]:
    """Connect readers to a server on this machine; yield them when all but slow ones have begun."""
    found = Crowd(count)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    loop = asyncio.get_running_loop()
    for _ in range(count):
        connection = socket.socket()
        connection.setblocking(False)
        if slow:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SLOW_BYTES)
        await loop.sock_connect(connection, ("127.0.0.1", port))
        _, reader = await loop.create_connection(
            lambda: _Reader(found, head.encode(), slow=slow), sock=connection
        )
        found.readers.append(reader)
    if not slow:
        await found.joined.wait()
    try:
        yield found
    finally:
        for one in found.readers:
            one.transport.abort()
