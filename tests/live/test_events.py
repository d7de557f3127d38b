"""Test the events of a game as a stream: where it starts, what it contains, how it ends."""

import asyncio
from random import Random
from typing import Any

import httpx
import pytest

from tests.support.http.client import Table, create, good, play, start
from tests.support.http.follow import Follower, following
from tests.support.proof import verifier
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.process


def of(table: Table, **query: Any) -> Follower:
    """Return a follower of this game."""
    return Follower(f"{table.url}/events", **query)


async def whole_game(served: Served, table: Table, follower: Follower) -> None:
    """Play to the end while a client follows."""
    stream = asyncio.create_task(follower.follow(served.url))
    await follower.until("game")
    await asyncio.to_thread(lambda: [*play(table, Random(1), (0, 1))])
    async with asyncio.timeout(60):
        await stream


def test_a_stream_begins_with_the_game_and_ends_with_it(served: Served) -> None:
    """It has the game, then each event once and in order with its version as id, then the end."""
    with served.client() as http:
        table = start(http)
        before = table.now()
        follower = of(table)
        asyncio.run(whole_game(served, table, follower))
        after = table.now()
        events = table.events()
    names = [frame.name for frame in follower.frames if frame.name != "presence"]
    assert names == ["game", *["event"] * (after["version"] - before["version"]), "end"]
    assert follower.frames[0].data == before
    assert follower.frames[0].id == str(before["version"])
    assert follower.events == events[before["version"] :]
    for frame in follower.frames:
        if frame.name == "event":
            assert frame.id == str(frame.data["version"])
    assert follower.named("end") == [{"status": "over", "version": after["version"]}]
    assert follower.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert follower.headers["cache-control"] == "no-store"
    assert follower.headers["carolus-head"] == before["head"]
    assert follower.retry_ms is not None
    assert 1000 <= follower.retry_ms <= 3000
    assert verifier.head_of(table.id, events) == after["head"]


def test_a_finished_game_is_streamed_once(served: Served) -> None:
    """Late clients get it too; a browser that reconnects gets a 204, which stops it."""
    with served.client() as http:
        table = start(http)
        good(table.act(1, {"type": "resign"}))
        version = table.now()["version"]
        late = of(table, after=0)
        asyncio.run(late.follow(served.url))
        assert late.events == table.events()
        assert late.named("game") == []
        assert late.named("end") == [{"status": "over", "version": version}]
        asyncio.run(late.follow(served.url))
        assert late.status == 204
        assert late.events == table.events()
        assert len(late.named("end")) == 1


def test_where_a_stream_begins(served: Served) -> None:
    """The stream starts after what the client has, or with the game.

    The address, the header and the game decide.
    """
    with served.client() as http:
        table = create(http)
        good(table.sit(0, name="Ana"))
        good(table.leave(0))

        async def begins(
            names: list[str], versions: list[int], last_id: str | None = None, **query: Any
        ) -> None:
            follower = of(table, **query)
            follower.last_id = last_id
            async with following(follower, served.url):
                await follower.until("presence")
            found = [frame.name for frame in follower.frames if frame.name != "presence"]
            assert (found, [event["version"] for event in follower.events]) == (names, versions)

        async def all_of_them() -> None:
            await asyncio.gather(
                begins(["game"], []),
                begins(["event", "event"], [2, 3], after=1),
                begins(["event"], [3], "2"),
                begins(["event"], [3], "2", after=0),
                begins([], [], "3"),
                begins([], [], snapshot=False),
                begins(["game"], [], "1", snapshot=True),
                # A higher version: the client knows another log, so it first gets the game.
                begins(["game"], [], "4"),
            )

        asyncio.run(all_of_them())


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/v1/games/aaaaaaaaaaaaaaaa/events", {}, 404),
        ("{url}/events", {"Last-Event-ID": "seven"}, 400),
        ("{url}/events?after=-1", {}, 400),
        ("{url}/events?snapshot=perhaps", {}, 400),
        ("{url}/events", {"Authorization": "Bearer seat0_nonsense"}, 401),
        ("/v1/lobby/events?status=lost", {}, 400),
        ("/v1/lobby/events", {"Last-Event-ID": "seven"}, 400),
        ("/v1/lobby/events", {"Accept": "application/json"}, 406),
    ],
)
def test_an_invalid_stream_is_a_problem(
    served: Served, path: str, headers: dict[str, str], status: int
) -> None:
    """The service refuses the request before it starts to stream."""
    with served.client() as http:
        url = create(http).url if "{url}" in path else ""
        headers = {"Accept": "text/event-stream", **headers}
        answer = http.get(path.format(url=url), headers=headers)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


def test_head_returns_only_the_headers(served: Served) -> None:
    """The service answers at once."""
    with served.client() as http:
        table = create(http)
        answer = http.head(f"{table.url}/events", headers={"Accept": "text/event-stream"})
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert answer.headers["carolus-head"] == table.now()["head"]


def test_a_page_of_events_respects_the_header(served: Served) -> None:
    """The header works for both forms, because it says what the client has."""
    with served.client() as http:
        table = create(http)
        good(table.sit(0))
        page = good(http.get(f"{table.url}/events", headers={"Last-Event-ID": "1"}))
        assert [event["version"] for event in page["events"]] == [2]


def test_a_client_that_goes_away_is_noticed(served: Served) -> None:
    """The service keeps nothing for this client: it counts no stream, and shows no presence."""
    with served.client() as http:
        table = create(http)

        async def come_and_go() -> None:
            async with following(of(table), served.url) as follower:
                await follower.until("presence")

        asyncio.run(come_and_go())
        until_nobody_is_there(http, table)
        assert 'carolus_streams{kind="game"} 0.0' in http.get("/metrics").text


def until_nobody_is_there(http: httpx.Client, table: Table) -> None:
    """Wait until the service knows that all clients have left."""
    until(lambda: not good(http.get(f"{table.url}/presence"))["spectators"])
