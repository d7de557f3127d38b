"""A client that follows streams as a browser does: it remembers its position and reconnects."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx

WAIT_SECONDS_MAX = 180
"""Far longer than any step should take."""


async def until(happens: Callable[[], bool]) -> None:
    """Wait until this is true."""
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while not happens():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


class Frame(NamedTuple):
    """One server-sent event."""

    name: str
    data: Any
    id: str | None
    """Its own id; None if it has none."""


class Follower:
    """Follows one URL, and keeps the events it receives."""

    def __init__(self, path: str, token: str | None = None, **query: Any) -> None:
        self.last_id: str | None = None
        self.frames: list[Frame] = []
        self.comments = 0
        self.retry_ms: int | None = None
        self.status = 0
        self.headers = httpx.Headers()
        self._path = path
        self._query = query
        self._token = token
        self._came = asyncio.Condition()

    @property
    def events(self) -> list[Any]:
        """The events of the game, in the order of arrival."""
        return self.named("event")

    def named(self, name: str) -> list[Any]:
        """Return the data of all frames of this name."""
        return [frame.data for frame in self.frames if frame.name == name]

    async def follow(self, url: str) -> None:
        """Follow until the stream ends; raise httpx.TransportError if it breaks."""
        async with self.stream(url) as lines:
            async for line in lines:
                await self._take(line)

    @asynccontextmanager
    async def stream(self, url: str) -> AsyncIterator[AsyncIterator[str]]:
        """Open the stream, and yield its lines."""
        headers = {"Accept": "text/event-stream"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        if self.last_id is not None:
            headers["Last-Event-ID"] = self.last_id
        self._fields: dict[str, str] = {}
        timeout = httpx.Timeout(WAIT_SECONDS_MAX)
        async with (
            httpx.AsyncClient(base_url=url, timeout=timeout, verify=False) as http,  # noqa: S501
            http.stream("GET", self._path, params=self._query, headers=headers) as answer,
        ):
            self.status, self.headers = answer.status_code, answer.headers
            yield answer.aiter_lines()

    async def until(self, name: str, count: int = 1) -> list[Any]:
        """Wait for ``count`` frames of this name; return the data of all of them."""
        async with asyncio.timeout(WAIT_SECONDS_MAX), self._came:
            await self._came.wait_for(lambda: len(self.named(name)) >= count)
        return self.named(name)

    async def _take(self, line: str) -> None:
        """Process a line by the rules of HTML, section 9.2.6."""
        if line:
            field, _, value = line.partition(":")
            self.comments += not field
            self._fields[field] = value.removeprefix(" ")
            return
        fields, self._fields = self._fields, {}
        if "retry" in fields:
            self.retry_ms = int(fields["retry"])
        self.last_id = fields.get("id", self.last_id)
        if "data" in fields:
            frame = Frame(fields["event"], json.loads(fields["data"]), fields.get("id"))
            async with self._came:
                self.frames.append(frame)
                self._came.notify_all()


@asynccontextmanager
async def following(follower: Follower, url: str) -> AsyncIterator[Follower]:
    """Follow in the background, until the block ends or the stream does."""
    task = asyncio.create_task(follower.follow(url))
    try:
        yield follower
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
