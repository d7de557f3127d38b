"""Test how many streams and messages a caller may have, and what ends a valid stream."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from service.live.streams import Pace
from tests.live.test_socket import HELLO, socket
from tests.support.http.client import Table, create, good, start
from tests.support.http.follow import Follower, following
from tests.support.http.plain import plain_client
from tests.support.servers.inside import served_inside
from tests.support.servers.served import Served


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a worker that allows two streams, and few requests."""
    environment = {
        "CAROLUS_STREAMS_MAX": "2",
        "CAROLUS_RATE_BURST": "30",
        "CAROLUS_RATE_PER_MINUTE": "1",
    }
    with Served(tmp_path_factory.mktemp("strict"), environment=environment) as service:
        yield service.start()


@pytest.mark.process
def test_players_at_one_address_each_have_their_own(strict: Served) -> None:
    """Their tokens count, including those that a browser can only send in its first message."""

    async def scene(table: Table) -> None:
        async with AsyncExitStack() as stack:
            for token in [*table.tokens["seats"], table.tokens["creator"]]:
                hello = {**HELLO, "token": token}
                live = socket(strict, f"{table.url}/live", hello=hello)
                await (await stack.enter_async_context(live)).hear("game")

    with strict.client() as http:
        asyncio.run(scene(create(http)))


@pytest.mark.process
def test_streams_are_counted(strict: Served) -> None:
    """The service refuses one too many, over HTTP and over a socket."""

    async def scene(http: httpx.Client, table: Table) -> None:
        path = f"{table.url}/events"
        token = table.tokens["seats"][0]
        followers = [Follower(path), Follower(path)]
        async with (
            AsyncExitStack() as stack,
            following(followers[0], strict.url),
            following(followers[1], strict.url),
        ):
            for follower in followers:
                await follower.until("game")
            hello = {**HELLO, "token": token}
            own = await stack.enter_async_context(socket(strict, f"{table.url}/live", hello=hello))
            await own.hear("game")
            headers = {"Accept": "text/event-stream"}
            answer = await asyncio.to_thread(http.get, path, headers=headers)
            assert answer.status_code == 429
            assert "retry-after" in answer.headers
            async with socket(strict, f"{table.url}/live") as third:
                code, _ = await third.closed()
            assert code == 4429
            assert third.heard[0]["data"]["status"] == 429

    with strict.client() as http:
        asyncio.run(scene(http, create(http)))


def test_a_revoked_token_loses_its_streams(tmp_path: Path) -> None:
    """The token belongs to an account; the client gets the reason, on a stream and on a socket."""

    async def scene(http: httpx.Client, url: str, table: Table) -> None:
        made = good(await asyncio.to_thread(http.post, "/v1/players", json={"name": "Ana"}))
        token = made["secret"]
        authorization = {"Authorization": f"Bearer {token}"}
        follower = Follower(f"{table.url}/events", token)
        live = f"{url.replace('http', 'ws', 1)}{table.url}/live"
        async with (
            following(follower, url),
            connect(live, additional_headers=authorization, proxy=None) as connection,
        ):
            await follower.until("game")
            revoked = f"/v1/tokens/{made['token']['id']}"
            answer = await asyncio.to_thread(http.delete, revoked, headers=authorization)
            assert answer.status_code == 204
            assert await follower.until("dropped") == [{"reason": "rights"}]
            messages = [message async for message in connection]
            assert '"type":"dropped","data":{"reason":"rights"}' in str(messages[-1])
        with pytest.raises(AssertionError, match="401"):
            good(await asyncio.to_thread(http.get, table.url, headers=authorization))

    pace = Pace(heartbeat_seconds=0.1)
    with (
        served_inside(tmp_path, pace) as inside,
        plain_client(inside.url) as http,
    ):
        asyncio.run(scene(http, inside.url, start(http)))
