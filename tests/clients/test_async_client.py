"""Test the client for asyncio, and that the one for threads is derived from it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from random import Random

import httpx
import pytest

from carolus_client import (
    AsyncClient,
    AsyncSeat,
    Frame,
    Patience,
    ServiceUnreachable,
    TooManyRequests,
    types,
    verify,
)
from tests.clients.conftest import BUSY, CUTS_MIN, QUICK, scripted
from tests.support.run.long import cases
from tests.support.servers.proxy import Proxy, place_of
from tests.tools.make_sync_client import derived_modules


def test_the_client_for_threads_is_current() -> None:
    modules = dict(derived_modules())
    assert len(modules) > 3
    for path, text in modules.items():
        assert path.read_text("utf-8") == text, f"{path} differs: run `make openapi`"


def test_two_play_in_one_loop_while_every_third_connection_is_cut(
    line: Proxy, url: str, seed: int
) -> None:
    """Each acts once for each choice, and a third program sees each event once and in order.

    In ``make test``, a player resigns instead of playing to the end.
    """
    choices_max = cases(10_000, 20)

    async def scene() -> None:
        chosen: dict[int, list[types.SentAction]] = {0: [], 1: []}
        seen: list[types.Event] = []
        random = Random(seed)

        async def play(seat: AsyncSeat) -> types.Game:
            async def choose(legal: types.LegalActions) -> types.SentAction:
                await asyncio.sleep(0)
                mine = chosen[seat.number]
                over = len(mine) == choices_max
                mine.append({"type": "resign"} if over else random.choice(legal["actions"]))
                return mine[-1]

            return await seat.play(choose)

        async def watch(game: str) -> None:
            frames = client.follow(game, after=0)
            seen.extend([frame.data async for frame in frames if frame.name == "event"])

        async with AsyncClient(line.url, patience=QUICK) as client:
            created = await client.create_game(
                {"ruleset": "carolus-magnus", "options": {"players": 2}}
            )
            game, tokens = created["game"]["id"], created["tokens"]["seats"]
            seats = [AsyncSeat(client, game, number, token) for number, token in enumerate(tokens)]
            await asyncio.gather(*(seat.sit(f"Player {seat.number}") for seat in seats))
            end, same, _ = await asyncio.gather(*(play(seat) for seat in seats), watch(game))
        assert line.cuts >= CUTS_MIN
        async with AsyncClient(url) as direct:
            record, keys = await asyncio.gather(direct.record(game), direct.keys())
            assert seen == [event async for event in direct.events(game)]
            assert end == same == await direct.game(game)
        assert end["status"] == "over"
        assert verify(record, keys).is_valid
        for seat in (0, 1):
            acted = [one["action"] for one in record["entries"] if one["by"] == seat]
            assert [one for one in acted if one["type"] != "take_seat"] == chosen[seat]

    asyncio.run(scene())


def test_a_silent_connection_is_lost(url: str, seed: int) -> None:
    """A stream whose network has forgotten it continues on another connection."""
    patience = Patience(wait_seconds=0.01, wait_seconds_max=0.05, losses=100, silence_seconds=0.5)

    async def scene(line: Proxy) -> None:
        async with AsyncClient(url) as direct, AsyncClient(line.url, patience=patience) as client:
            created = await direct.create_game({"ruleset": "carolus-magnus"})
            game, tokens = created["game"]["id"], created["tokens"]["seats"]
            async with aclosing(client.follow(game)) as frames:
                first = await anext(frames)
                line.swallow()
                await AsyncSeat(direct, game, 0, tokens[0]).sit("Anna")
                line.release()
                frame = first
                while frame.name != "event":
                    frame = await anext(frames)
        assert first.name == "game"
        assert frame.data["version"] == first.data["version"] + 1

    with Proxy(place_of(url), Random(seed)) as line:
        asyncio.run(scene(line))


def misbehaving(*answers: httpx.Response | Exception) -> tuple[AsyncClient, list[httpx.Request]]:
    """Return a client of a service that gives these answers, and the requests that it gets."""
    transport, asked = scripted(*answers)
    http = httpx.AsyncClient(transport=transport)
    return AsyncClient("http://service", http=http, patience=QUICK), asked


def test_a_choice_that_fails_ends_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    async def follow(_: AsyncClient, game: str) -> AsyncGenerator[Frame]:
        try:
            yield Frame("game", {}, "1")
        finally:
            ended.append(game)

    async def choose(_: types.LegalActions) -> types.SentAction:
        raise ZeroDivisionError

    async def scene() -> None:
        legal = {"version": 1, "count": 1, "actions": [{"type": "resign"}]}
        client, _ = misbehaving(httpx.Response(200, json=legal))
        with pytest.raises(ZeroDivisionError):
            await AsyncSeat(client, "game-1", 0, "token").play(choose)
        assert ended == ["game-1"]

    monkeypatch.setattr(AsyncClient, "follow", follow)
    asyncio.run(scene())


def test_the_client_survives_services_that_misbehave() -> None:
    """As the client for threads does: see the cases there."""

    async def scene() -> None:
        busy = httpx.Response(429, json=BUSY, headers={"Retry-After": "0"})
        client, asked = misbehaving(busy, httpx.ReadError("cut"), httpx.Response(201, json={}))
        await client.create_game({"ruleset": "teg"})
        assert len({one.headers["Idempotency-Key"] for one in asked}) == 1
        assert len(asked) == 3

        endless = httpx.Response(429, json=BUSY, headers={"Retry-After": "9999"})
        client, asked = misbehaving(endless)
        with pytest.raises(TooManyRequests):
            await client.rulesets()

        client, asked = misbehaving(*[httpx.ReadError("cut")] * 20)
        with pytest.raises(ServiceUnreachable):
            await client.rulesets()
        assert len(asked) == QUICK.losses + 1

    asyncio.run(scene())
