"""Test streams of a game that hides something: each client gets what its seat may see.

The game is Veil, of ``tests/support/games/veiled.py``; the service runs in this process, which
knows it.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.live.test_socket import Socket
from tests.support.games import veiled
from tests.support.games.registered import registered
from tests.support.http.client import Json, Table, good, play
from tests.support.http.follow import Follower, following
from tests.support.http.plain import plain_client
from tests.support.proof import verifier
from tests.support.servers import commands
from tests.support.servers.inside import served_inside


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """Return the address of a service that knows the game."""
    with registered(veiled.VEIL), served_inside(tmp_path) as service:
        yield service.url


def seated(http: httpx.Client, **asked: Any) -> Table:
    """Open a game for two players."""
    table = Table(http, good(http.post("/v1/games", json={"ruleset": "veil", **asked})))
    for seat in (0, 1):
        good(table.sit(seat))
    return table


def laid(events: list[Json], seat: int) -> list[str | None]:
    return [one["card"] for one in events if one["type"] == "card_laid" and one["seat"] == seat]


def test_each_stream_shows_what_its_client_may_see(url: str) -> None:
    """It does so while the game goes on; a client that connects after the end gets everything."""

    async def work(table: Table) -> None:
        everything: Json = {"after": 0}
        mine = Follower(f"{table.url}/events", token=table.tokens["seats"][0], **everything)
        theirs = Follower(f"{table.url}/events", token=table.tokens["seats"][1], **everything)
        anybody = Follower(f"{table.url}/events", **everything)
        seen = [mine, theirs, anybody]
        async with following(mine, url), following(theirs, url), following(anybody, url):
            for one in seen:
                await one.until("event", 6)
            action = await asyncio.to_thread(table.any_action, 0, Random(1))
            good(await asyncio.to_thread(table.act, 0, action))
            for one in seen:
                await one.until("event", 7)
            assert [laid(one.events, 0) for one in seen] == [[action["card"]], [None], [None]]
            hands = [one.events[5]["hands"] for one in seen]
            assert [[hand is not None for hand in one] for one in hands] == [
                [True, False],
                [False, True],
                [False, False],
            ]
            await asyncio.to_thread(lambda: [*play(table, Random(2), (0, 1))])
            for one in seen:
                await one.until("end")
        head = (await asyncio.to_thread(table.now))["head"]
        for one in seen:
            assert verifier.head_of(table.id, one.events) == head
        late = Follower(f"{table.url}/events", **everything)
        async with following(late, url):
            await late.until("end")
        assert late.events == await asyncio.to_thread(table.events)
        assert laid(late.events, 0)[0] == action["card"]
        verifier.check_seals(late.events, bytes.fromhex(late.events[-1]["secret"]))

    with plain_client(url) as http:
        asyncio.run(work(seated(http)))


def test_a_stream_of_a_link_ends_when_a_game_starts_that_an_account_plays(url: str) -> None:
    """Other people with the link must not see the player's hand."""

    async def work(table: Table, ana: str) -> None:
        link = Follower(f"{table.url}/events", token=table.tokens["seats"][1])
        account = Follower(f"{table.url}/events", token=ana)
        async with following(link, url), following(account, url):
            for one in (link, account):
                await one.until("game")
            await asyncio.to_thread(table.sit, 0)
            assert await link.until("dropped") == [{"reason": "rights"}]
            await account.until("event", 4)
        assert [one["type"] for one in account.events] == [
            "seat_taken",
            "game_started",
            "moment_drawn",
            "hands_dealt",
        ]
        assert account.events[-1]["hands"][1]
        assert "hands_dealt" not in [one["type"] for one in link.events]

    with plain_client(url) as http:
        table = Table(http, good(http.post("/v1/games", json={"ruleset": "veil"})))
        ana = str(good(http.post("/v1/players", json={"name": "Ana"}))["secret"])
        good(table.sit(1, headers={"Carolus-Player": ana}))
        asyncio.run(work(table, ana))


def test_a_stream_of_a_former_player_ends_when_another_plays_there(url: str) -> None:
    """An account sees its own hand, not the hand of a seat that it left before the start."""

    async def work(table: Table, ana: str, bob: str) -> None:
        was_there = Follower(f"{table.url}/events", token=ana)
        async with following(was_there, url):
            await was_there.until("game")
            good(await asyncio.to_thread(table.leave, 1))
            good(await asyncio.to_thread(table.sit, 1, headers={"Carolus-Player": bob}))
            good(await asyncio.to_thread(table.sit, 0, headers={"Carolus-Player": ana}))
            assert await was_there.until("dropped") == [{"reason": "rights"}]
        assert "hands_dealt" not in [one["type"] for one in was_there.events]

    with plain_client(url) as http:
        table = Table(http, good(http.post("/v1/games", json={"ruleset": "veil"})))
        ana, bob = (
            str(good(http.post("/v1/players", json={"name": name}))["secret"])
            for name in ("Ana", "Bob")
        )
        good(table.sit(1, headers={"Carolus-Player": ana}))
        asyncio.run(work(table, ana, bob))


def test_a_stream_of_an_arbiter_ends_when_they_play(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player cannot be the arbiter, or see the hands of the others."""

    async def work(table: Table, judge: str) -> None:
        above = Follower(f"{table.url}/events", token=judge)
        async with following(above, url):
            await above.until("game")
            good(await asyncio.to_thread(table.sit, 1, headers={"Carolus-Player": judge}))
            good(await asyncio.to_thread(table.sit, 0))
            assert await above.until("dropped") == [{"reason": "rights"}]
        assert "hands_dealt" not in [one["type"] for one in above.events]

    monkeypatch.setenv("CAROLUS_DATA", str(tmp_path))
    scopes = ("--scope", "play", "--scope", "arbitrate")
    made = commands.run("token", "make", "--new-account", "Op", *scopes)
    with plain_client(url) as http:
        table = Table(http, good(http.post("/v1/games", json={"ruleset": "veil"})))
        asyncio.run(work(table, made.stdout.strip()))


def test_a_socket_shows_what_its_client_may_see(url: str) -> None:
    """The game at the start, the answer to an action, and events all follow this."""

    async def work(table: Table) -> None:
        address = f"{url.replace('http', 'ws', 1)}{table.url}/live"
        mine, theirs = ({"Authorization": f"Bearer {token}"} for token in table.tokens["seats"])
        async with (
            connect(address, additional_headers=mine, proxy=None) as one,
            connect(address, additional_headers=theirs, proxy=None) as other,
        ):
            first, second = Socket(one), Socket(other)
            game = (await first.hear("game"))["data"]
            card = game["position"]["hands"][0][0]
            assert game["position"]["hands"][1] is None
            assert (await second.hear("game"))["data"]["position"]["hands"][0] is None
            act = {"type": "act", "actions": [{"type": "lay_card", "card": card}]}
            await first.say(act)
            answer = (await first.hear("answer"))["data"]
            assert laid(answer["events"], 0) == [card]
            assert answer["game"]["position"]["laid"] == [card, None]
            assert laid([(await second.hear("event"))["data"]], 0) == [None]

    with plain_client(url) as http:
        asyncio.run(work(seated(http)))
