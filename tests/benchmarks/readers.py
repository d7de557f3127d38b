"""Many clients of streams at a small cost: they look for the ids of events, and at little else."""

import asyncio
from collections import Counter
from collections.abc import Callable
from time import perf_counter


class Audience:
    """The readers of one stream of server-sent events, and when all of them had which event.

    ``settled`` is what each of them is told once when all have come, so that nothing more is sent
    until the first event.
    """

    def __init__(self, count: int, settled: bytes) -> None:
        self.last = b""
        """What came last to the last of them, as it came."""
        self.settled = settled
        self._count = count
        self._readers: list[_Reader] = []
        self._have: Counter[bytes] = Counter()
        self._times: dict[bytes, float] = {}
        self._news = asyncio.Event()

    async def come(self, port: int, path: str) -> None:
        """Connect all of them, and return when they have settled."""
        loop = asyncio.get_running_loop()
        ask = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        for _ in range(self._count):
            _, reader = await loop.create_connection(lambda: _Reader(self, ask), "127.0.0.1", port)
            self._readers.append(reader)
        await self._all_had(self.settled)

    async def had(self, number: int) -> float:
        """Return when the last of them had the event of this number, the last of some sent at once.

        The times are those of ``perf_counter``.
        """
        return await self._all_had(b"%d" % number)

    def leave(self) -> None:
        """Hang up."""
        for reader in self._readers:
            reader.hang_up()

    def got(self, what: bytes, data: bytes) -> None:
        """Take note of what came to one of them."""
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
    """One of them."""

    def __init__(self, audience: Audience, ask: bytes) -> None:
        self._audience = audience
        self._ask = ask
        self._rest = b""
        self.hang_up: Callable[[], None]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as it is for TCP
        """Ask for the stream."""
        self.hang_up = transport.abort
        transport.write(self._ask)

    def data_received(self, data: bytes) -> None:
        """Look for the id of the last event that has come as a whole."""
        told = self._rest + data
        end = told.rfind(b"\n\n")
        self._rest = told[max(end, 0) :]
        at = told.rfind(b"\nid: ", 0, max(end, 0))
        if at >= 0:
            self._audience.got(told[at + 5 : told.index(b"\n", at + 5)], data)
        if self._audience.settled in data:
            self._audience.got(self._audience.settled, data)
