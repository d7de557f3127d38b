"""Test the stream of the lobby, which shows every change of a game."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from service.access.vaults import Vaults
from service.access.visibility import Visibility
from service.live.lobby import LobbyTail
from service.storage.log import Log
from tests.support.http.client import Json, Table, create, good, start
from tests.support.http.follow import Follower, following, until
from tests.support.servers.served import Served
from tests.support.servers.site import Site
from tests.support.storage.stores import played, put, run, sqlite

pytestmark = pytest.mark.process

LOBBY = "/v1/lobby/events"


def as_listed(http: httpx.Client, game: str) -> Json:
    """Return a game as the list shows it."""
    (found,) = [one for one in good(http.get("/v1/games"))["games"] if one["id"] == game]
    return dict(found)


async def until_games(follower: Follower, wanted: Callable[[list[Any]], bool]) -> None:
    """Wait until the games in the stream satisfy this condition."""
    count = 1
    while not wanted(await follower.until("game", count)):
        count = len(follower.named("game")) + 1


@pytest.mark.long
def test_every_worker_streams_changes_of_the_lobby(site: Site) -> None:
    """Each change appears as the list shows it: opened, running, over."""

    async def scene(http: httpx.Client) -> tuple[Follower, Table]:
        follower = Follower(LOBBY)
        async with following(follower, site.urls()[1]):
            await follower.until("ready")
            table = await asyncio.to_thread(start, http)
            await until_games(follower, lambda games: games[-1]["status"] == "running")
            await asyncio.to_thread(table.act, 1, {"type": "resign"})
            await until_games(follower, lambda games: games[-1]["status"] == "over")
        return follower, table

    with site.client(0) as http:
        follower, table = asyncio.run(scene(http))
        games = follower.named("game")
        assert {game["id"] for game in games} == {table.id}
        assert games[-1] == as_listed(http, table.id)
        numbers = [int(frame.id) for frame in follower.frames if frame.id]
        assert numbers == sorted(set(numbers))
        assert [game["version"] for game in games] == sorted({game["version"] for game in games})


def test_a_client_that_reconnects_gets_what_changed_meanwhile(served: Served) -> None:
    """The stream has each changed game once, in its present state, and no others."""

    def meanwhile() -> list[Table]:
        first, other = create(http), create(http)
        good(first.sit(0))
        good(first.leave(0))
        return [other, first]

    async def scene(follower: Follower) -> list[Table]:
        async with following(follower, served.url):
            await follower.until("ready")
        changed = await asyncio.to_thread(meanwhile)
        async with following(follower, served.url):
            await follower.until("game", 2)
        return changed

    with served.client() as http:
        before = create(http)
        follower = Follower(LOBBY)
        changed = asyncio.run(scene(follower))
        assert follower.named("game") == [as_listed(http, one.id) for one in changed]
        assert before.id not in {game["id"] for game in follower.named("game")}
        assert len(follower.named("ready")) == 1


def test_filters_select_games(served: Served) -> None:
    """A client that filters by state gets a message when a game leaves that state."""

    async def scene(http: httpx.Client) -> tuple[Follower, Follower, Table]:
        opened, none = Follower(LOBBY, status="open"), Follower(LOBBY, ruleset="other")
        async with following(opened, served.url), following(none, served.url):
            await opened.until("ready")
            await none.until("ready")
            table = await asyncio.to_thread(create, http)
            await opened.until("game")
            for seat in (0, 1):
                await asyncio.to_thread(table.sit, seat)
            await opened.until("gone")
            assert none.named("game") == none.named("gone") == []
            return opened, none, table

    with served.client() as http:
        opened, _, table = asyncio.run(scene(http))
        assert opened.named("gone") == [{"id": table.id}]
        assert {game["status"] for game in opened.named("game")} == {"open"}


def test_a_client_that_was_away_too_long_starts_over(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So does a client of another log.

    The tail keeps a bounded number of changes, and reads older ones from the log.
    """
    monkeypatch.setattr("service.live.lobby.CHANGES_KEPT_MAX", 3)
    monkeypatch.setattr("service.live.lobby.CHANGES_AT_ONCE", 2)
    monkeypatch.setattr("service.live.lobby.BEHIND_MAX", 20)
    monkeypatch.setattr("service.live.lobby.GATHER_SECONDS", 0)

    async def scene(log: Log) -> None:
        tail = LobbyTail(log, Visibility(log, Vaults(log)))
        reader = await tail.enter(0)
        names = [f"game{number}" for number in range(8)]
        for name in names:
            await put(log, played(name, 0).batches)
            tail.wake()
        keeping = await tail.enter(None)
        assert keeping.restarts
        await until(lambda: tail.position == log.position())
        assert len(tail._kept) == 3
        streamed: list[str] = []
        while (page := await reader.changes()) is not None:
            streamed += [change.stream for change in page.changes]
        assert streamed == names
        end = log.position()
        assert (await tail.enter(end)).restarts is False
        assert (await tail.enter(end + 1)).restarts is True
        for number in range(8, 40):
            await put(log, played(f"game{number}", 0).batches)
        assert (await tail.enter(end)).restarts is True
        for one in list(tail.readers):
            tail.leave(one)
        assert not tail.running

    with sqlite(tmp_path) as log:
        run(scene(log))
