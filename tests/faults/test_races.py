"""Test two workers that get requests at the same moment: one action is stored, once."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.support.http.client import Json, Table, good, seat_due
from tests.support.http.connection import Connection, Response
from tests.support.proof import verifier
from tests.support.servers.site import Site
from tests.support.storage.stores import on_both_engines

pytestmark = [pytest.mark.process, pytest.mark.long, on_both_engines]

RACES = 80
TABLES = 8

COPIES = 40
REQUESTS = 14
CONNECTIONS = 10


# --- races ---------------------------------------------------------------------------------------


class Racer:
    """Plays one game after the other, with a connection to each worker."""

    def __init__(self, connections: Sequence[Connection], random: Random) -> None:
        self.connections = connections
        self.games: list[str] = []
        self.ended = Counter[str]()
        self._random = random

    async def race(self, races: int) -> None:
        """Play until this many races are over."""
        while self.ended.total() < races:
            created, game = await started(self._random.choice(self.connections))
            self.games.append(game["id"])
            while game["status"] == "running" and self.ended.total() < races:
                game = await self._race(created["tokens"], game)

    async def _race(self, tokens: Json, before: Json) -> Json:
        """Send both workers actions of the seat whose turn it is; return the game after them."""
        path = f"/v1/games/{before['id']}"
        token = tokens["seats"][seat_due(before)]
        legal = await self.connections[0].good("GET", f"{path}/legal-actions?limit=20", None, token)
        bound = self._random.random() < 0.5
        condition = {"If_Match": f'"{before["version"]}"'} if bound else {}

        async def ask(worker: int, number: int) -> Response:
            body = {"actions": [actions[number]]}
            headers = {"Idempotency_Key": f"{before['version']}-{number}", **condition}
            connection = self.connections[worker]
            return await connection.ask("POST", f"{path}/actions", body, token, **headers)

        actions = [self._random.choice(legal["actions"]) for _ in self.connections]
        responses = await asyncio.gather(ask(0, 0), ask(1, 1))
        stored = sorted(
            (one.json() for one in responses if one.status == 200),
            key=lambda one: int(one["version"]),
        )
        lost = [number for number, one in enumerate(responses) if one.status != 200]
        assert [one["events"][0]["version"] for one in stored] == [
            before["version"] + 1,
            *(one["version"] + 1 for one in stored[:-1]),
        ]
        assert len(lost) == 1 or not bound
        for number in lost:
            must_give_the_reason(responses[number], stored[0], bound=bound)
            must_give_the_reason(await ask(1 - number, number), stored[0], bound=bound)
        self.ended["lost" if lost else "both in turn"] += 1
        return dict(stored[-1]["game"])


def must_give_the_reason(response: Response, stored: Json, *, bound: bool) -> None:
    """Check that the loser learns the present version, or the rule that refuses the action."""
    if bound:
        assert (response.status, response.json()["version"]) == (412, stored["version"])
    else:
        assert response.status == 409
        assert response.json()["rule"]
        assert response.json()["reason"]


async def started(connection: Connection) -> tuple[Json, Json]:
    """Open a game for two and seat them; return the answer to the creation, and the game."""
    created = await connection.good("POST", "/v1/games", {"ruleset": "carolus-magnus"})
    game = created["game"]
    for seat, token in enumerate(created["tokens"]["seats"]):
        path = f"/v1/games/{game['id']}/seats/{seat}"
        game = await connection.good("PUT", path, {"name": f"Racer {seat}"}, token)
    return created, game


def test_of_two_actions_at_once_one_is_stored(site: Site, seed: int) -> None:
    """The other one gets the reason, and gets it again from the other worker."""

    async def race() -> list[Racer]:
        racers = [
            Racer([await Connection.open(url) for url in site.urls()], Random(f"{seed} {number}"))
            for number in range(TABLES)
        ]
        await asyncio.wait_for(asyncio.gather(*(one.race(RACES // TABLES) for one in racers)), 300)
        for connection in itertools.chain(*(racer.connections for racer in racers)):
            connection.close()
        return racers

    racers = asyncio.run(race())
    ended = sum((racer.ended for racer in racers), Counter())
    assert ended["lost"] > 0.9 * RACES, ended
    site.must_be_clean(games=sum(len(racer.games) for racer in racers))


# --- duplicates ----------------------------------------------------------------------------------


class Crowd:
    """Sends each request forty times, to all workers, most of them at the same time."""

    def __init__(self, connections: Sequence[Connection], random: Random) -> None:
        self.connections = connections
        self.requests = 0
        self._random = random

    async def play(self, requests: int) -> tuple[Json, list[Json]]:
        """Play a game, to its end or for this many requests; return its start, and all answers."""
        created = await self._good("POST", "/v1/games", {"ruleset": "carolus-magnus"})
        game, said = created["game"], []
        path, tokens = f"/v1/games/{game['id']}", created["tokens"]["seats"]
        for number, token in enumerate(tokens):
            game = await self._good("PUT", f"{path}/seats/{number}", {"name": "Me"}, token)
        started = game
        while self.requests < requests and (seat := seat_due(game)) is not None:
            legal = await self.connections[0].good(
                "GET", f"{path}/legal-actions?limit=20", None, tokens[seat]
            )
            asked = {"actions": [self._random.choice(legal["actions"])]}
            said.append(await self._good("POST", f"{path}/actions", asked, tokens[seat]))
            game = said[-1]["game"]
        return started, said

    async def _good(self, method: str, path: str, asked: Any, token: str = "") -> Any:
        """Send a request many times; return the one answer that all must get."""
        self.requests += 1
        key = f"crowd-{self.requests}"

        async def some(connection: Connection) -> set[tuple[int, bytes]]:
            return {
                (response.status, response.body)
                for _ in range(COPIES // len(self.connections))
                for response in [
                    await connection.ask(method, path, asked, token, Idempotency_Key=key)
                ]
            }

        answers = await asyncio.gather(*(some(connection) for connection in self.connections))
        ((status, body),) = set[tuple[int, bytes]]().union(*answers)
        return Response(status, {}, body).good()


def test_hundreds_of_duplicates_add_nothing(site: Site, seed: int) -> None:
    """The game is opened once, every player sits down once, and each action is stored once."""

    async def play() -> list[tuple[Json, list[Json]]]:
        connections = [
            await Connection.open(url)
            for url, _ in itertools.product(site.urls(), range(CONNECTIONS // 2))
        ]
        crowd = Crowd(connections, Random(seed))
        games = []
        while crowd.requests < REQUESTS:
            games.append(await crowd.play(REQUESTS))
        for connection in connections:
            connection.close()
        return games

    games = asyncio.run(asyncio.wait_for(play(), 300))
    with site.client() as http:
        listed = {one["id"] for one in good(http.get("/v1/games"))["games"]}
        assert listed == {game["id"] for game, _ in games}
        for game, said in games:
            events = Table(http, {"game": game, "tokens": {}}).events()
            added = [event for answer in said for event in answer["events"]]
            assert events[game["version"] :] == added
            assert verifier.head_of(game["id"], events) == (said[-1] if said else game)["head"]
    site.must_be_clean(len(games))
