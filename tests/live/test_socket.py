"""Test the WebSocket of a game: the same frames as a stream, and the same answers as over HTTP."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from service.server import MESSAGE_BYTES_MAX
from tests.support.http.client import Json, Table, create, good, seat_due, start
from tests.support.http.promises import Promises
from tests.support.servers.inside import Inside
from tests.support.servers.served import Served

pytestmark = pytest.mark.process

HELLO: Json = {"type": "hello"}


class Socket:
    """One conversation; records the messages it receives."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.heard: list[Json] = []

    async def say(self, message: Any) -> None:
        """Send a message."""
        await self._connection.send(json.dumps(message))

    async def hear(self, kind: str) -> Json:
        """Return the next message of this type."""
        while True:
            async with asyncio.timeout(30):
                self.heard.append(json.loads(await self._connection.recv()))
            if self.heard[-1]["type"] == kind:
                return self.heard[-1]

    async def asked(self, message: Json, kind: str = "answer") -> Any:
        """Send a request and return the data of the reply."""
        await self.say(message)
        reply = await self.hear(kind)
        assert reply["id"] == message.get("id")
        return reply["data"]

    async def closed(self) -> tuple[int, str]:
        """Wait for the close; return code and reason."""
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(30):
                async for message in self._connection:
                    self.heard.append(json.loads(message))
        return self._connection.close_code or 0, self._connection.close_reason or ""


@asynccontextmanager
async def socket(
    served: Served | Inside, path: str, token: str | None = None, *, hello: Json | None = HELLO
) -> AsyncIterator[Socket]:
    """Connect, and send the token as a header or in a first message."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    url = f"{served.url.replace('http', 'ws', 1)}{path}"
    async with connect(url, additional_headers=headers, proxy=None) as connection:
        found = Socket(connection)
        if hello is not None and token is None:
            with contextlib.suppress(
                ConnectionClosed
            ):  # the service closes some before they say it
                await found.say(hello)
        yield found


def test_two_play_a_game_over_sockets(served: Served) -> None:
    """Each player has a socket; both see every event, and answers are the same as over HTTP."""

    async def play(table: Table) -> tuple[list[Json], list[Json]]:
        tokens = table.tokens["seats"]
        hello = {"type": "hello", "token": tokens[1]}
        async with (
            socket(served, f"{table.url}/live", tokens[0]) as first,
            socket(served, f"{table.url}/live", hello=hello) as other,
        ):
            sockets = [first, other]
            game = (await first.hear("game"))["data"]
            assert (await other.hear("game"))["data"] == game
            random = Random(4)
            asked: Json = {}
            done: Json = {}
            seat: int | None = None
            for number in range(40):
                seat = seat_due(game)
                assert seat is not None
                action = await asyncio.to_thread(table.any_action, seat, random)
                asked = {"type": "act", "id": f"{number}", "actions": [action]}
                asked |= {"version": game["version"], "key": f"key-{number}"}
                done = await sockets[seat].asked(asked)
                assert done["game"]["version"] == done["version"]
                game = done["game"]
            # As over HTTP, the same key returns the same answer and adds nothing.
            assert seat is not None
            assert await sockets[seat].asked(asked) == done
            await first.asked({"type": "act", "id": 1, "actions": [{"type": "resign"}]})
            assert await first.closed() == await other.closed() == (1000, "")
            return first.heard, other.heard

    with served.client() as http:
        table = start(http)
        before = table.now()["version"]
        for heard in asyncio.run(play(table)):
            events = [one for one in heard if one["type"] == "event"]
            assert [one["data"] for one in events] == table.events()[before:]
            assert [one["id"] for one in events] == [one["data"]["version"] for one in events]
            assert heard[-1] == {
                "type": "end",
                "data": {"status": "over", "version": table.now()["version"]},
            }


def test_a_key_is_one_over_http_and_socket(served: Served) -> None:
    """A client can retry a lost answer over the other protocol."""

    async def ask(table: Table, asked: Json) -> Json:
        async with socket(served, f"{table.url}/live", table.tokens["seats"][0]) as own:
            return dict(await own.asked(asked))

    with served.client() as http:
        table = start(http, seating="opposite")
        seat = seat_due(table.now())
        assert seat is not None
        table.tokens["seats"][0] = table.tokens["seats"][seat]
        actions = json.dumps([table.any_action(seat, Random(1))])
        done = http.post(
            f"{table.url}/actions",
            content=f'{{"actions":{actions}}}',
            headers=table.headers(
                seat, {"Idempotency-Key": "k", "Content-Type": "application/json"}
            ),
        )
        asked = {"type": "act", "actions": json.loads(actions), "key": "k"}
        assert asyncio.run(ask(table, asked)) == good(done)


def test_refusals_are_the_same_problems_as_over_http(served: Served) -> None:
    """The client gets the same problem; the conversation goes on."""

    async def ask(table: Table, messages: list[Json]) -> list[Json]:
        async with socket(served, f"{table.url}/live", table.tokens["seats"][0]) as own:
            return [await own.asked(message, "problem") for message in messages]

    with served.client() as http:
        table = start(http)
        messages: list[tuple[Json, int, str]] = [
            ({"type": "act", "id": 7, "actions": []}, 400, "malformed"),
            ({"type": "act", "actions": [{"type": "dance"}]}, 400, "malformed"),
            ({"type": "act", "actions": [{"type": "resign"}], "key": "ñ"}, 400, "malformed"),
            ({"type": "act", "actions": [{"type": "abort_game"}]}, 403, "forbidden"),
            ({"type": "act", "actions": [{"type": "accept_draw"}]}, 409, "illegal-action"),
            ({"type": "act", "actions": [{"type": "end_turn"}]}, 409, "illegal-action"),
            ({"type": "act", "actions": [{"type": "resign"}], "version": 1}, 412, "stale-version"),
            ({"type": "sing"}, 400, "malformed"),
            (HELLO, 400, "malformed"),
        ]
        problems = asyncio.run(ask(table, [message for message, _, _ in messages]))
        promises = Promises(http.get("/schema/openapi.json").json())
    schema = {"$ref": "#/components/schemas/Problem"}
    for problem, (_, status, kind) in zip(problems, messages, strict=True):
        assert (problem["status"], problem["type"]) == (status, f"/problems/{kind}")
        promises.fits(problem, schema)


@pytest.mark.parametrize(
    ("path", "hello", "code"),
    [
        ("/v1/games/aaaaaaaaaaaaaaaa/live", HELLO, 4404),
        ("{url}/live", {"type": "hello", "token": "seat0_nonsense"}, 4401),
        ("{url}/live", {"type": "act", "actions": []}, 4400),
        ("{url}/live", {"type": "hello", "name": "Ana"}, 4400),
        ("{url}/live?after=seven", HELLO, 4400),
        ("{url}/live?before=7", HELLO, 4400),
    ],
)
def test_an_invalid_start_closes_with_a_problem(
    served: Served, path: str, hello: Json, code: int
) -> None:
    """Its code is 4000 plus the status of the problem, because browsers do not show the status."""

    async def end(url: str) -> tuple[list[Json], int]:
        async with socket(served, path.format(url=url), hello=hello) as own:
            found, _ = await own.closed()
            return own.heard, found

    with served.client() as http:
        heard, found = asyncio.run(end(create(http).url))
    assert found == code
    assert [one["type"] for one in heard] == ["problem"]
    assert heard[0]["data"]["status"] == code - 4000


def test_a_socket_continues_where_it_was_lost(served: Served) -> None:
    """The address says where, because a browser can set no header here."""

    async def heard(url: str) -> list[tuple[str, int]]:
        async with socket(served, url) as own:
            await own.hear("presence")
            return [(one["type"], one["id"]) for one in own.heard if "id" in one]

    with served.client() as http:
        table = create(http)
        good(table.sit(0))
        good(table.leave(0))
        url = f"{table.url}/live"
        assert asyncio.run(heard(f"{url}?after=1")) == [("event", 2), ("event", 3)]
        assert asyncio.run(heard(f"{url}?after=1&snapshot=true")) == [("game", 3)]
        assert asyncio.run(heard(url)) == [("game", 3)]


def test_large_or_binary_messages_end_the_conversation(served: Served) -> None:
    """The service closes it with the codes of the protocol."""

    async def end(table: Table, content: str | bytes) -> int:
        async with socket(served, f"{table.url}/live", table.tokens["seats"][0]) as own:
            await own.hear("game")
            await own._connection.send(content)
            code, _ = await own.closed()
            return code

    with served.client() as http:
        table = create(http)
        assert asyncio.run(end(table, "x" * (MESSAGE_BYTES_MAX + 1))) == 1009
        assert asyncio.run(end(table, b"{}")) == 1003
        assert table.now()["version"] == 1
