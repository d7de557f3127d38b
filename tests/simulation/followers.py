"""Clients that follow a game, lose their stream, and go on where they were."""

import asyncio
from random import Random
from typing import Any, Final

import msgspec

from service.access.rights import Caller
from service.live.frames import MESSAGES
from service.live.streams import PACE, of_game
from tests.simulation.ledger import Ledger
from tests.simulation.loop import SimulatedLoop
from tests.simulation.players import AGAIN, Network, Players
from tests.simulation.worker import Worker

PATIENCE_SECONDS_MAX: Final = 8.0


class _Event(msgspec.Struct):
    version: int
    hash: str


class _Frame(msgspec.Struct):
    type: str
    id: int | None = None
    data: Any = None


_DECODE: Final = msgspec.json.Decoder(_Frame).decode


class Follower:
    """One who wants each event once, in order, from the first to the last."""

    def __init__(
        self, loop: SimulatedLoop, network: Network, ledger: Ledger, table: Players
    ) -> None:
        self._loop = loop
        self._network = network
        self._ledger = ledger
        self._table = table
        self._random = Random(loop.random.random())
        self._position: int | None = self._random.choice((None, 0))
        """The last event that came; None as long as not even the game came."""
        self._stream = 0
        """Which of its streams is the present one; what comes over others is late."""
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
                self._stream += 1  # what is still on its way is lost
                await asyncio.sleep(self._random.random() * 0.5)
        self._loop.happened("followed to the end")

    def _work(self, game: str, stream: int) -> Any:
        after = self._position

        async def work(worker: Worker) -> None:
            stored = await worker.handler.load(game)
            arrives = 0.0
            async with worker.hub.follow(stored, Caller(), after) as reader:
                async for frames in of_game(reader, MESSAGES, PACE, snapshot=None):
                    told = [_DECODE(frame) for frame in frames]
                    self._shown(game, told)
                    # A line may be slow, but what is sent over it arrives in order.
                    arrives = max(self._loop.time() + self._loop.latency(), arrives + 1e-6)
                    self._loop.call_at(arrives, self._receive, stream, told)

        return work

    def _shown(self, game: str, told: list[_Frame]) -> None:
        for frame in told:
            if frame.type == "event":
                event = msgspec.convert(frame.data, _Event)
                self._ledger.shows_event(game, event.version, event.hash)

    def _receive(self, stream: int, told: list[_Frame]) -> None:
        if stream != self._stream:
            return
        for frame in told:
            match frame.type:
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
                    last = frame.data["version"]
                    self._ledger.must(
                        self._position == last, f"a stream ended at {self._position} of {last}"
                    )
                    self._over = True
                case "dropped":
                    self._ledger.must(False, f"a stream was dropped: {frame.data}")
                case _:
                    pass
