"""Test the stream of an account's own games, and the tickets of streams."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from functools import partial
from typing import Any, NamedTuple

import httpx
import pytest
from eventsourcing.persistence import PersistenceError

from service.access.stream_tickets import TICKET_SECONDS, StreamTickets
from service.access.vaults import Vaults
from service.access.visibility import Visibility
from service.live.frames import SSE
from service.live.lobby import LobbyTail
from service.live.streams import Pace, of_lobby, of_own_games
from service.runtime.timestamps import later
from service.storage.log import Log
from tests.support.http.client import Json, Table, create, good
from tests.support.http.follow import Follower, following, until
from tests.support.servers.served import Served
from tests.support.servers.site import Site
from tests.support.storage.stores import KEY, played, put, run

MINE = "/v1/players/me/events"
TICKET = "/v1/players/me/stream-ticket"


class Account(NamedTuple):
    """An account, and what its token allows."""

    id: str
    token: str
    headers: dict[str, str]


def account(http: httpx.Client, name: str) -> Account:
    made = good(http.post("/v1/players", json={"name": name}))
    token = str(made["secret"])
    return Account(made["player"]["id"], token, {"Authorization": f"Bearer {token}"})


def revoke(http: httpx.Client, who: Account) -> None:
    (token,) = good(http.get("/v1/tokens", headers=who.headers))["tokens"]
    assert http.delete(f"/v1/tokens/{token['id']}", headers=who.headers).is_success


def sit(table: Table, seat: int, who: Account) -> None:
    url, headers = f"{table.url}/seats/{seat}", table.headers(seat)
    good(table.http.put(url, json={}, headers={**headers, "Carolus-Player": who.token}))


def is_of(game: str, shown: Json) -> bool:
    return bool(shown["game"]["id"] == game)


async def until_game(follower: Follower, wanted: Callable[[Json], bool]) -> Json:
    """Wait until the newest game in the stream satisfies this condition, and return it."""
    count = 1
    while not wanted((await follower.until("game", count))[-1]):
        count = len(follower.named("game")) + 1
    found: Json = follower.named("game")[-1]
    return found


@pytest.mark.process
def test_one_stream_has_all_games_of_an_account(site: Site) -> None:
    """It shows where it is the account's turn, on whichever worker, and no games of others."""

    async def scene(http: httpx.Client) -> None:
        ann = account(http, "Ann")
        others, first, second = create(http), create(http), create(http)
        follower = Follower(MINE, ann.token)
        async with following(follower, site.urls()[1]):
            await follower.until("ready")
            for seat in (0, 1):
                await asyncio.to_thread(others.sit, seat)
            for seat, table in enumerate((first, second)):
                await asyncio.to_thread(sit, table, seat, ann)
                shown = await until_game(follower, partial(is_of, table.id))
                assert (shown["seats"], shown["turn"]) == ([seat], [])
            await asyncio.to_thread(first.sit, 1)
            running = await until_game(follower, lambda one: one["game"]["status"] == "running")
            now = first.now()
            due = [one["seat"] for one in now["awaits"]]
            assert running["turn"] == [seat for seat in due if seat == 0]
            assert running["head"] == now["head"]
            await asyncio.to_thread(first.act, due[0], {"type": "resign"})
            over = await until_game(follower, lambda one: one["game"]["status"] == "over")
            assert over["turn"] == []
            assert over["game"]["outcome"] == first.now()["outcome"]
            await asyncio.to_thread(second.leave, 1)
            assert await follower.until("gone") == [{"id": second.id}]
        assert others.id not in {one["game"]["id"] for one in follower.named("game")}

    with site.client(0) as http:
        asyncio.run(scene(http))


@pytest.mark.process
def test_the_stream_resumes_and_ends_with_its_token(served: Served) -> None:
    """A client that returns gets each game that has changed once, and what it has left."""

    async def scene(http: httpx.Client) -> None:
        ann = account(http, "Ann")
        kept, left = create(http), create(http)
        follower = Follower(MINE, ann.token)
        async with following(follower, served.url):
            await follower.until("ready")
            await asyncio.to_thread(sit, left, 0, ann)
            await follower.until("game")
        await asyncio.to_thread(left.leave, 0)
        await asyncio.to_thread(sit, kept, 0, ann)
        async with following(follower, served.url):
            assert (await follower.until("game", 2))[-1]["game"]["id"] == kept.id
            assert await follower.until("gone") == [{"id": left.id}]
            assert len(follower.named("ready")) == 1
            await asyncio.to_thread(revoke, http, ann)
            await asyncio.to_thread(kept.sit, 1)
            assert await follower.until("dropped") == [{"reason": "rights"}]
        assert len(follower.named("game")) == 2

    with served.client() as http:
        asyncio.run(scene(http))


@pytest.mark.process
def test_a_ticket_opens_the_stream_for_which_it_is(served: Served) -> None:
    """The address contains no token. A ticket is for streams, and for no other."""

    async def scene(table: Table, ann: Account, mine: str, of_seat: str) -> None:
        all_games = Follower(MINE, ticket=mine)
        one_game = Follower(f"{table.url}/events", ticket=of_seat)
        async with following(all_games, served.url), following(one_game, served.url):
            await all_games.until("ready")
            await one_game.until("game")
            await asyncio.to_thread(sit, table, 0, ann)
            assert (await all_games.until("game"))[0]["seats"] == [0]
            # The stream of the ticket is that of the seat.
            assert (await one_game.until("presence"))[-1]["seats"] == [0]

    with served.client() as http:
        ann, table = account(http, "Ann"), create(http)
        address = f"{table.url}/stream-ticket"
        mine = good(http.post(TICKET, headers=ann.headers))["ticket"]
        of_seat = good(http.post(address, headers=table.headers(0)))["ticket"]
        assert ann.token not in mine
        asyncio.run(scene(table, ann, mine, of_seat))
        stream = {"Accept": "text/event-stream"}
        for path, ticket in (
            (MINE, of_seat),
            (f"{table.url}/events", mine),
            (f"{create(http).url}/events", of_seat),
            (MINE, f"{mine[:-3]}AAA"),
        ):
            refused = http.get(path, params={"ticket": ticket}, headers=stream)
            assert refused.status_code == 401, path
        without_a_stream = http.get(f"{table.url}/events", params={"ticket": of_seat})
        assert without_a_stream.status_code == 401  # its right ends where the stream does
        assert http.get(MINE, headers=stream).status_code == 401
        assert http.post(TICKET).status_code == 401
        assert http.post(address).status_code == 401


def test_a_ticket_expires() -> None:
    """It is valid for a minute, and only with the key of its service."""
    time = ["2026-01-01T00:00:00.000000Z"]
    tickets = StreamTickets(KEY, lambda: time[0])
    ticket = tickets.make("seat0_secret", MINE)
    assert "secret" not in ticket.text
    assert tickets.opened(ticket.text, MINE) == "seat0_secret"
    assert StreamTickets(b"other" + KEY, lambda: time[0]).opened(ticket.text, MINE) is None
    assert tickets.opened(ticket.text, "/v1/games/x/events") is None
    for bad in ("ticket_", "ticket_A", "ticket_AAAA", ticket.text[:-3]):
        assert tickets.opened(bad, MINE) is None
    time[0] = later(time[0], TICKET_SECONDS)
    assert ticket.expires == time[0]
    assert tickets.opened(ticket.text, MINE) is None


@pytest.mark.parametrize("kind", ["lobby", "own games"])
def test_a_client_without_news_gets_heartbeats(
    log: Log, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even while other games change all the time, and with the position up to which they did."""
    monkeypatch.setattr("service.live.lobby.GATHER_SECONDS", 0)
    pace = Pace(heartbeat_seconds=0)

    async def valid() -> bool:
        return True

    async def scene() -> None:
        tail = LobbyTail(log, Visibility(log, Vaults(log)))
        reader = await tail.enter(log.position())
        frames = (
            of_lobby(reader, SSE, pace, None, "other")
            if kind == "lobby"
            else of_own_games(reader, SSE, pace, "nobody", None, valid)
        )
        async with aclosing(frames) as stream:
            await put(log, played("game", 0).batches)
            tail.wake()
            await until(lambda: tail.position == log.position())
            assert await anext(stream) == [SSE.beat(log.position())]
        tail.leave(reader)

    run(scene())


def test_the_service_waits_while_it_cannot_check_a_token(log: Log) -> None:
    """The frame that was due is sent when the log can be read again."""
    answers: list[Any] = [PersistenceError(), True]

    async def still() -> bool:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return bool(answer)

    async def scene() -> None:
        tail = LobbyTail(log, Visibility(log, Vaults(log)))
        reader = await tail.enter(log.position())
        async with aclosing(
            of_own_games(reader, SSE, Pace(heartbeat_seconds=0), "nobody", None, still)
        ) as stream:
            assert await anext(stream) == [SSE.beat(reader.position)]
        assert answers == []
        tail.leave(reader)

    run(scene())
