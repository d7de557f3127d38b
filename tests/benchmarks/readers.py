"""Many cheap stream clients, which look for little more than the ids of events."""

import asyncio
from collections import Counter
from collections.abc import Callable
from time import perf_counter


class Audience:
    """The readers of one event stream, and when all of them had received which event.

    Each reader gets ``settled`` once, after all have joined; nothing more follows until the first
    event.
    """

    def __init__(self, count: int, settled: bytes) -> None:
        self.last = b""
        """The last bytes that the last reader received."""
        self.settled = settled
        self._count = count
        self._readers: list[_Reader] = []
        self._have: Counter[bytes] = Counter()
        self._times: dict[bytes, float] = {}
        self._news = asyncio.Event()

    async def come(self, port: int, path: str) -> None:
        """Connect all readers, and return when they have settled."""
        loop = asyncio.get_running_loop()
        ask = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        for _ in range(self._count):
            _, reader = await loop.create_connection(lambda: _Reader(self, ask), "127.0.0.1", port)
            self._readers.append(reader)
        await self._all_had(self.settled)

    async def had(self, number: int) -> float:
        """Return when the last reader had this event, which must be the last of some sent together.

        The times are those of ``perf_counter``.
        """
        return await self._all_had(b"%d" % number)

    def leave(self) -> None:
        """Close all connections."""
        for reader in self._readers:
            reader.hang_up()

    def got(self, what: bytes, data: bytes) -> None:
        """Record that a reader received something."""
        self._have[what] += 1
        if self._have[what] == self._count:
            self._times[what] = perf_counter()
            self.last = data
            self._have.clear()
            self._news.set()

    async def _all_had(self, what: bytes) -> float:
        while what not in self._times:
            self._news.clear()
            await self._news.wait()
        return self._times.pop(what)


class _Reader(asyncio.Protocol):
    """One reader."""

    def __init__(self, audience: Audience, ask: bytes) -> None:
        self._audience = audience
        self._ask = ask
        self._rest = b""
        self.hang_up: Callable[[], None]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as it is for TCP
        """Request the stream."""
        self.hang_up = transport.abort
        transport.write(self._ask)

    def data_received(self, data: bytes) -> None:
        """Look for the id of the last complete event."""
        received = self._rest + data
        end = received.rfind(b"\n\n")
        self._rest = received[max(end, 0) :]
        at = received.rfind(b"\nid: ", 0, max(end, 0))
        if at >= 0:
            self._audience.got(received[at + 5 : received.index(b"\n", at + 5)], data)
        if self._audience.settled in data:
            self._audience.got(self._audience.settled, data)
