"""Test streams on several workers: with Redis, without it, and while it stops and restarts."""

import asyncio
import contextlib
import itertools
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeAlias

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.support.http.client import Json, Table, create, good, play, start
from tests.support.http.follow import Follower, following
from tests.support.servers.served import Served
from tests.support.servers.services import (
    Postgres,
    Redis,
    start_postgres,
    start_redis,
)
from tests.support.servers.site import Site
from tests.support.tournaments.over_http import OF_TWO, TERMS

pytestmark = pytest.mark.process

CUTS_MIN = 100
CLIENTS = 1
LINES_MAX = 20


def test_every_worker_streams_what_any_of_them_stores(site: Site) -> None:
    """Players alternate between two workers; followers at both get each event once, in order."""

    async def scene(tables: list[Table]) -> list[Follower]:
        followers = [Follower(f"{tables[0].url}/events") for _ in site.workers]
        urls = site.urls()
        async with (
            following(followers[0], urls[0]),
            following(followers[1], urls[1]),
        ):
            for follower in followers:
                await follower.until("game")
            await asyncio.to_thread(play_by_turns, tables)
            for follower in followers:
                await follower.until("end")
        return followers

    with site.client(0) as http, site.client(1) as other:
        table = start(http)
        before = table.now()["version"]
        created = {"game": {"id": table.id}, "tokens": table.tokens}
        for follower in asyncio.run(scene([table, Table(other, created)])):
            assert follower.events == table.events()[before:]


def test_every_worker_streams_a_tournament(site: Site) -> None:
    """House bots play it to the end by themselves, whichever worker pairs the rounds."""
    words = site.run("token", "make", "--new-account", "Olga", "--scope", "organise")
    headers = {"Authorization": f"Bearer {words.split()[-1]}"}
    terms = {**TERMS, **OF_TWO, "house_bots": ["random"], "pace": {"kind": "when_finished"}}
    bots = [{"name": f"Bot {number}", "bot": "random"} for number in range(4)]
    entries: list[Json] = [{"type": "register_entrant", "people": [bot]} for bot in bots]
    asked = {"actions": [*entries, {"type": "start_tournament"}], "role": "organiser"}

    async def scene(url: str, act: Callable[[], httpx.Response]) -> list[Follower]:
        followers = [Follower(f"{url}/events") for _ in site.workers]
        async with asyncio.TaskGroup() as group:
            for follower, worker in zip(followers, site.urls(), strict=True):
                group.create_task(follower.follow(worker))
            for follower in followers:
                await follower.until("tournament")
            good(await asyncio.to_thread(act))
        return followers

    with site.client(0) as http:
        body = {"announcement": terms}
        cup = good(http.post("/v1/tournaments", json=body, headers=headers))
        url = f"/v1/tournaments/{cup['id']}"
        followers = asyncio.run(
            scene(url, lambda: http.post(f"{url}/actions", json=asked, headers=headers))
        )
        events = good(http.get(f"{url}/events", params={"after": cup["version"]}))["events"]
        for follower in followers:
            assert follower.named("tournament") == [cup]
            assert follower.events == events
            assert follower.named("end") == [{"phase": "ended", "version": events[-1]["version"]}]
            asyncio.run(follower.follow(site.urls()[0]))
            assert follower.status == 204


def play_by_turns(tables: list[Table]) -> None:
    """Play a game to its end, and send each action to the next worker."""
    random = Random(7)
    turns = itertools.cycle(tables)
    game = tables[0].now()
    while game["status"] == "running":
        (due,) = game["awaits"]
        table = next(turns)
        answer = table.act(due["seat"], table.any_action(due["seat"], random))
        assert answer.status_code == 200, answer.text
        game = answer.json()["game"]


Https: TypeAlias = tuple[httpx.Client, ...]


def metric(http: httpx.Client, name: str) -> float:
    """Return the value of a metric of a worker."""
    for line in http.get("/metrics").text.splitlines():
        if line.startswith(f"{name} "):
            return float(line.rpartition(" ")[2])
    return 0.0


def wait_for(https: Https, name: str, value: float) -> None:
    """Wait until a metric has this value at every worker."""
    deadline = time.monotonic() + 60
    for http in https:
        while metric(http, name) != value:
            assert time.monotonic() < deadline, name
            time.sleep(0.02)


@pytest.mark.long
def test_nobody_misses_anything_while_redis_restarts(tmp_path: Path) -> None:
    """Redis is killed during a game and restarted: meanwhile workers poll the log."""

    async def scene(table: Table, others: Follower, redis: Redis, https: Https) -> None:
        before = table.now()["version"]
        playing = play(table, Random(3), (0, 1))

        async def some(turns: int | None) -> None:
            game = await asyncio.to_thread(lambda: list(itertools.islice(playing, turns))[-1])
            await others.until("event", game["version"] - before)

        async with following(others, str(https[1].base_url)):
            await others.until("game")
            await some(10)
            redis.kill()
            await asyncio.to_thread(wait_for, https, "carolus_bus_up", 0)
            await some(10)
            redis.start()
            await asyncio.to_thread(wait_for, https, "carolus_bus_up", 1)
            await some(None)
            await others.until("end")

    with (
        start_redis() as redis,
        Site(tmp_path, environment={"CAROLUS_REDIS": redis.url}) as site,
        site.start().client(0) as http,
        site.client(1) as other,
    ):
        https = (http, other)
        wait_for(https, "carolus_bus_up", 1)
        table = start(http, max_rounds=6)
        before = table.now()["version"]
        follower = Follower(f"{table.url}/events")
        asyncio.run(scene(table, follower, redis, https))
        assert follower.events == table.events()[before:]
        assert metric(other, 'carolus_wake_ups_total{source="bus"}') > 0
        assert metric(other, 'carolus_wake_ups_total{source="log"}') > 0


@pytest.mark.long
def test_streams_continue_after_the_database_restarts(tmp_path: Path) -> None:
    """The database is killed during a game and restarted: followers get the rest."""

    async def scene(table: Table, follower: Follower, server: Postgres, https: Https) -> None:
        playing = play(table, Random(5), (0, 1))
        before = table.now()["version"]
        async with following(follower, str(https[1].base_url)):
            await follower.until("game")
            game = await asyncio.to_thread(lambda: list(itertools.islice(playing, 5))[-1])
            await follower.until("event", game["version"] - before)
            server.kill()
            server.start()
            await asyncio.to_thread(wait_until_ready, https)
            await asyncio.to_thread(lambda: [*playing])
            await follower.until("end")

    with (
        start_postgres() as server,
        Site(tmp_path, environment={"CAROLUS_DATABASE": server.url}) as site,
    ):
        site.run("migrate")
        with site.start().client(0) as http, site.client(1) as other:
            table = start(http, max_rounds=6)
            before = table.now()["version"]
            follower = Follower(f"{table.url}/events")
            asyncio.run(scene(table, follower, server, (http, other)))
            assert follower.events == table.events()[before:]


def wait_until_ready(https: Https) -> None:
    """Wait until every worker can play games."""
    deadline = time.monotonic() + 60
    for http in https:
        while http.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.02)


class Cutting(Follower):
    """A client whose connection never lasts."""

    cuts = 0

    async def to_the_end(self, urls: list[str], random: Random) -> None:
        """Read some lines, drop the connection, and reconnect, to any worker.

        Stop at the end of the game; or at a 204, if the connection was lost just before it.
        """
        while not self.named("end") and self.status != 204:
            lines = random.randrange(1, LINES_MAX)
            async with self.stream(random.choice(urls)) as stream:
                async for line in stream:
                    await self._take(line)
                    lines -= 1
                    if not lines:
                        self.cuts += 1
                        break


@pytest.mark.long
def test_streams_that_are_cut_at_random_have_every_event_once(
    site_with_redis: Site, seed: int
) -> None:
    """Clients disconnect hundreds of times, even within frames, while both workers play."""

    async def scene(tables: list[Table], urls: list[str]) -> list[Cutting]:
        clients = [Cutting(f"{tables[0].url}/events", after=0) for _ in range(CLIENTS)]
        await asyncio.gather(
            asyncio.to_thread(play_by_turns, tables),
            *(
                client.to_the_end(urls, Random(f"{seed} {number}"))
                for number, client in enumerate(clients)
            ),
        )
        return clients

    site = site_with_redis
    with site.client(0) as http, site.client(1) as other:
        table = start(http, players=4)
        created = {"game": {"id": table.id}, "tokens": table.tokens}
        clients = asyncio.run(scene([table, Table(other, created)], site.urls()))
        for client in clients:
            assert client.events == table.events()
        assert sum(client.cuts for client in clients) >= CUTS_MIN


def test_a_worker_that_stops_ends_its_streams_at_once(tmp_path: Path) -> None:
    """It closes them cleanly, so clients continue at another worker; nobody is cut off by force."""

    async def scene(table: Table, stopping: Served, other: Served) -> None:
        follower = Follower(f"{table.url}/events")
        socket = f"{stopping.url.replace('http', 'ws', 1)}{table.url}/live"
        async with connect(socket, proxy=None) as connection:
            await connection.send('{"type": "hello"}')
            await connection.recv()
            following_on = asyncio.create_task(follower.follow(stopping.url))
            await follower.until("game")
            stopping.send(signal.SIGTERM)
            await following_on
            with contextlib.suppress(ConnectionClosed):
                async for _ in connection:
                    pass
            assert connection.close_code == 1012
        assert follower.named("end") == []
        async with following(follower, other.url):
            await asyncio.to_thread(table.sit, 1)
            await follower.until("event")
        assert follower.events[0]["version"] == 3

    with Site(tmp_path) as site, site.start().client(1) as http:
        table = create(http)
        table.sit(0)
        asyncio.run(scene(table, site.workers[0], site.workers[1]))
        assert site.workers[0].wait() == 0
        assert "Cancel" not in site.workers[0].log.read_text("utf-8")
