"""Clients that follow a game, lose their stream and resume it."""

import asyncio
from http import HTTPStatus
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from tests.simulation.http import Request
from tests.simulation.ledger import Ledger
from tests.simulation.loop import SimulatedLoop
from tests.simulation.network import Network
from tests.simulation.players import AGAIN, Players, good
from tests.simulation.worker import Worker

PATIENCE_SECONDS_MAX: Final = 8.0


class _Event(msgspec.Struct):
    version: int
    hash: str


class _Frame(NamedTuple):
    """A server-sent event."""

    name: str
    id: int | None
    data: Any


def _frames(piece: bytes) -> list[_Frame]:
    """Return the frames in a piece of a stream; skip comments, which have no data."""
    found = []
    for block in piece.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line)
        if "data" in fields:
            number = int(fields["id"]) if "id" in fields else None
            found.append(_Frame(fields["event"], number, msgspec.json.decode(fields["data"])))
    return found


_NOTHING_MORE: Final = _Frame("end", None, None)
"""Stands for a 204 response: there is no stream, and the client has every event."""


class Follower:
    """A client that wants each event once, in order, from the first to the last."""

    def __init__(
        self, loop: SimulatedLoop, network: Network, ledger: Ledger, table: Players
    ) -> None:
        self._loop = loop
        self._network = network
        self._ledger = ledger
        self._table = table
        self._random = Random(loop.random.random())
        self._position: int | None = self._random.choice((None, 0))
        """The last event received; None before the first frame."""
        self._stream = 0
        """The number of the current stream; frames from earlier ones arrive too late."""
        self._over = False

    async def follow(self) -> None:
        """Follow the game to its end, over as many streams as it takes."""
        game = await self._table.game
        while not self._over:
            self._stream += 1
            patience = self._random.random() * PATIENCE_SECONDS_MAX
            worker = self._network.anybody()
            try:
                await self._network.ask(worker, self._work(game, self._stream), patience)
            except AGAIN:
                self._loop.happened("stream cut")
                self._stream += 1  # frames still in flight are lost
                await asyncio.sleep(self._random.random() * 0.5)
        self._loop.happened("followed to the end")

    def _work(self, game: str, stream: int) -> Any:
        headers = {"Accept": "text/event-stream"}
        if self._position is not None:
            headers["Last-Event-ID"] = f"{self._position}"
        request = Request("GET", f"/v1/games/{game}/events", headers)

        async def work(worker: Worker) -> None:
            arrives = 0.0

            def taken(piece: bytes) -> None:
                nonlocal arrives
                received = _frames(piece)
                self._shown(game, received)
                # A connection may be slow, but it delivers in order.
                arrives = max(self._loop.time() + self._loop.latency(), arrives + 1e-6)
                self._loop.call_at(arrives, self._receive, stream, received)

            received = await worker.ask(request, taken)
            if received.status == HTTPStatus.NO_CONTENT:
                arrives = self._loop.time() + self._loop.latency()
                self._loop.call_at(arrives, self._receive, stream, [_NOTHING_MORE])
            else:
                good(received)

        return work

    def _shown(self, game: str, received: list[_Frame]) -> None:
        for frame in received:
            if frame.name == "event":
                event = msgspec.convert(frame.data, _Event)
                self._ledger.shows_event(game, event.version, event.hash)

    def _receive(self, stream: int, received: list[_Frame]) -> None:
        if stream != self._stream:
            return
        for frame in received:
            match frame.name:
                case "game":
                    self._ledger.must(self._position is None, "a game came in place of events")
                    self._position = frame.id
                case "event":
                    wanted = None if self._position is None else self._position + 1
                    self._ledger.must(
                        frame.id == wanted, f"event {frame.id} came over a stream, not {wanted}"
                    )
                    self._position = frame.id
                case "end":
                    last = self._ledger.version(self._table.game.result())
                    self._ledger.must(
                        self._position == last, f"a stream ended at {self._position} of {last}"
                    )
                    self._over = True
                case "dropped":
                    self._ledger.must(False, f"a stream was dropped: {frame.data}")
                case _:
                    pass
