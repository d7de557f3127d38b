"""The events of a game as a stream: where it begins, what comes, how it ends."""

import asyncio
from random import Random
from typing import Any

import httpx
import pytest

from tests.support.http.client import Table, create, good, play, start
from tests.support.http.follow import Follower, following
from tests.support.proof import verifier
from tests.support.servers.served import Served

pytestmark = pytest.mark.process


def of(table: Table, **query: Any) -> Follower:
    """Return who follows this game."""
    return Follower(f"{table.url}/events", **query)


async def whole_game(served: Served, table: Table, follower: Follower) -> None:
    """Play to the end while somebody follows."""
    stream = asyncio.create_task(follower.follow(served.url))
    await follower.until("game")
    await asyncio.to_thread(lambda: [*play(table, Random(1), (0, 1))])
    async with asyncio.timeout(60):
        await stream


def test_a_stream_begins_with_the_game_and_ends_with_it(served: Served) -> None:
    """Game, then each event once and in order with its version as id, then the end."""
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


def test_a_finished_game_is_told_once(served: Served) -> None:
    """Also to who comes late; a browser that comes again is told to stop."""
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
    """After what the client has, or anew, as the address, the header and the game say."""
    with served.client() as http:
        table = create(http)
        good(table.sit(0, name="Ana"))
        good(table.leave(0))

        async def begun(last_id: str | None, **query: Any) -> tuple[list[str], list[int]]:
            follower = of(table, **query)
            follower.last_id = last_id
            async with following(follower, served.url):
                await follower.until("presence")
            names = [frame.name for frame in follower.frames if frame.name != "presence"]
            return names, [event["version"] for event in follower.events]

        async def all_of_them() -> None:
            assert await begun(None) == (["game"], [])
            assert await begun(None, after=1) == (["event", "event"], [2, 3])
            assert await begun("2") == (["event"], [3])
            assert await begun("2", after=0) == (["event"], [3])
            assert await begun("3") == ([], [])
            assert await begun(None, snapshot=False) == ([], [])
            assert await begun("1", snapshot=True) == (["game"], [])
            # More than there is: the client knows another log, so it begins anew.
            assert await begun("4") == (["game"], [])

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
def test_what_is_no_stream_is_a_problem(
    served: Served, path: str, headers: dict[str, str], status: int
) -> None:
    """As everywhere, before anything is streamed."""
    with served.client() as http:
        url = create(http).url if "{url}" in path else ""
        headers = {"Accept": "text/event-stream", **headers}
        answer = http.get(path.format(url=url), headers=headers)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


def test_head_tells_the_headers_alone(served: Served) -> None:
    """And does not wait for anything."""
    with served.client() as http:
        table = create(http)
        answer = http.head(f"{table.url}/events", headers={"Accept": "text/event-stream"})
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert answer.headers["carolus-head"] == table.now()["head"]


def test_an_old_page_still_heeds_the_header(served: Served) -> None:
    """What a client has is one thing, whatever form it asks for."""
    with served.client() as http:
        table = create(http)
        good(table.sit(0))
        page = good(http.get(f"{table.url}/events", headers={"Last-Event-ID": "1"}))
        assert [event["version"] for event in page["events"]] == [2]


def test_a_client_that_goes_away_is_noticed(served: Served) -> None:
    """Nothing is kept for it: no stream is counted, nobody is present."""
    with served.client() as http:
        table = create(http)

        async def come_and_go() -> None:
            async with following(of(table), served.url) as follower:
                await follower.until("presence")

        asyncio.run(come_and_go())
        until_nobody_is_there(http, table)
        assert 'carolus_streams{kind="game"} 0.0' in http.get("/metrics").text


def until_nobody_is_there(http: httpx.Client, table: Table) -> None:
    """Wait until the service knows that everybody has gone."""
    while good(http.get(f"{table.url}/presence"))["spectators"]:
        pass
