"""The time limit of requests, with applications that only take too long."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from service.http.bounds.limits import Limits
from service.http.edge.headers import Secured
from service.http.edge.layer import Edge
from service.runtime.exchange import exchange_of
from service.runtime.readiness import Draining
from service.server.extensions import ABORT

SECONDS = 0.05
START = {"type": "http.response.start", "status": 200, "headers": []}
Application = Callable[[Any, Any, Any], Awaitable[None]]


class Client:
    """Sends a request to an application behind the edge, and keeps the response."""

    def __init__(self, application: Application) -> None:
        self._edge = Edge(
            application,
            Limits(0, 1, "", ""),
            Draining(),
            secured=Secured(()),
            cors=None,
            costs=lambda method, path: 1,
            seconds_max=SECONDS,
        )
        self.got: list[Any] = []
        self.cut_off = asyncio.Event()
        self.answered = asyncio.Event()

    async def ask(self) -> None:
        """Send a request without a body, and wait until the application has finished."""
        scope: Any = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "raw_path": b"/",
            "scheme": "http",
            "headers": [(b"x-request-id", b"chosen-by-me")],
            "state": {},
            "extensions": {ABORT: {"abort": self.cut_off.set}},
        }

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        await self._edge(scope, receive, self._keep)

    async def _keep(self, message: Any) -> None:
        self.got.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            self.answered.set()


def test_work_continues_after_its_time_limit() -> None:
    """The client gets 503 at once. The work completes, and its late response is dropped."""

    async def scene() -> None:
        go_on, done = asyncio.Event(), asyncio.Event()

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            await go_on.wait()
            await send(START)
            await send({"type": "http.response.body", "body": b"too late"})
            done.set()

        client = Client(slow)
        asking = asyncio.create_task(client.ask())
        await asyncio.wait_for(client.answered.wait(), 30)
        start, body = client.got
        assert start["status"] == 503
        problem = json.loads(body["body"])
        assert problem["type"] == "/problems/took-too-long"
        assert problem["request_id"] == "chosen-by-me"
        assert dict(start["headers"])[b"retry-after"] == b"1"
        go_on.set()
        await asyncio.wait_for(asking, 30)
        assert done.is_set()
        assert client.got == [start, body]
        assert not client.cut_off.is_set()

    asyncio.run(scene())


def test_a_response_that_stalls_is_cut_off() -> None:
    """It has begun already, so the connection is closed and the application cancelled."""

    async def scene() -> None:
        ended = asyncio.Event()

        async def stuck(scope: Any, receive: Any, send: Any) -> None:
            await send(START)
            await send({"type": "http.response.body", "body": b"so far", "more_body": True})
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        client = Client(stuck)
        await asyncio.wait_for(client.ask(), 30)
        assert client.cut_off.is_set()
        assert ended.is_set()
        assert [one["type"] for one in client.got] == [
            "http.response.start",
            "http.response.body",
        ]

    asyncio.run(scene())


def test_a_stream_has_no_time_limit() -> None:
    """It continues long after the limit."""

    async def scene() -> None:
        async def stream(scope: Any, receive: Any, send: Any) -> None:
            exchange_of(scope).unlimited()
            await send(START)
            await asyncio.sleep(SECONDS * 4)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        client = Client(stream)
        await asyncio.wait_for(client.ask(), 30)
        assert client.answered.is_set()
        assert not client.cut_off.is_set()

    asyncio.run(scene())


def test_a_request_can_be_cancelled_from_outside() -> None:
    """The server does this when it stops."""

    async def scene() -> None:
        async def slow(scope: Any, receive: Any, send: Any) -> None:
            await send(START)
            asking.cancel()
            await asyncio.Event().wait()

        client = Client(slow)
        asking = asyncio.create_task(client.ask())
        (ended,) = await asyncio.gather(asking, return_exceptions=True)
        assert isinstance(ended, asyncio.CancelledError)

    asyncio.run(scene())
