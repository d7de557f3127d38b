"""Test streams of games that spectators may watch only with a delay, or not at all."""

import asyncio
from random import Random
from typing import Any

import pytest

from tests.support.http.client import Table, create, good, seat_due, start
from tests.support.http.follow import Follower, following
from tests.support.servers.served import Served

pytestmark = pytest.mark.process


def moved(table: Table, random: Random) -> dict[str, Any]:
    """Let the player whose turn it is act; return the game as this player sees it."""
    for seat in (0, 1):
        mine = table.headers(seat)
        if seat_due(good(table.http.get(table.url, headers=mine))) == seat:
            return dict(good(table.act(seat, table.any_action(seat, random)))["game"])
    raise AssertionError("it is nobody's turn")


def test_a_stream_some_turns_behind(served: Served) -> None:
    """The stream lacks events that are not public yet, and has all of them after the end."""

    async def work(table: Table) -> None:
        random, started = Random(1), table.now()
        spectator = Follower(f"{table.url}/events")
        player = Follower(f"{table.url}/events", token=table.tokens["seats"][0])
        async with following(spectator, served.url), following(player, served.url):
            assert await spectator.until("game") == [started]
            for _ in range(7):
                now = await asyncio.to_thread(moved, table, random)
                await player.until("event", now["version"] - started["version"])
                came = [event["version"] for event in spectator.events]
                seen = await asyncio.to_thread(table.now)
                assert max(came, default=0) <= seen["version"] < now["version"]
                await spectator.until("event", seen["version"] - started["version"])
            await asyncio.to_thread(table.act, 0, {"type": "resign"})
            await spectator.until("end")
            await player.until("end")
            assert spectator.events == player.events
            assert spectator.events == table.events()[started["version"] :]

    with served.client() as http:
        asyncio.run(work(start(http, terms={"spectators": {"kind": "delayed", "turns": 3}})))


def test_an_early_follower_sees_nothing_of_a_private_game(served: Served) -> None:
    """It sees everything after the end. Clients that connect while the game runs are refused."""

    async def work(table: Table) -> None:
        spectator = Follower(f"{table.url}/events")
        player = Follower(f"{table.url}/events", token=table.tokens["seats"][0])
        async with following(spectator, served.url), following(player, served.url):
            await spectator.until("game")
            await player.until("game")
            for seat in (0, 1):
                await asyncio.to_thread(table.sit, seat)
            await player.until("event", 3)
            random = Random(2)
            (*_, now) = [await asyncio.to_thread(moved, table, random) for _ in range(4)]
            await player.until("event", now["version"] - 1)
            assert all(event["type"] == "seat_taken" for event in spectator.events)
            late = Follower(f"{table.url}/events")
            await late.follow(served.url)
            assert late.status == 403
            await asyncio.to_thread(table.act, 0, {"type": "resign"})
            await spectator.until("end")
            await player.until("end")
            assert spectator.events == player.events

    with served.client() as http:
        asyncio.run(work(create(http, terms={"spectators": {"kind": "refused"}})))
