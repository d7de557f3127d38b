"""Test that streams end at once, on every worker, when their token is no longer valid."""

import asyncio
from contextlib import AsyncExitStack
from math import ceil
from time import monotonic
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.live.test_socket import Socket
from tests.support.http.client import Table, good
from tests.support.http.follow import Follower, following, until
from tests.support.servers.site import Site

pytestmark = pytest.mark.process

SECRETS = {"players": 2, "objectives": "secret_and_common"}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


class Watched:
    """A stream and a socket with the same token."""

    def __init__(self, table: Table, token: str) -> None:
        self.stream = Follower(f"{table.url}/events", token=token)
        self._table, self._token = table, token

    async def begin(self, url: str, stack: AsyncExitStack) -> None:
        """Open both at this worker."""
        await stack.enter_async_context(following(self.stream, url))
        live = f"{url.replace('http', 'ws', 1)}{self._table.url}/live"
        connecting = connect(live, additional_headers=bearer(self._token), proxy=None)
        self.socket = Socket(await stack.enter_async_context(connecting))
        await self.stream.until("game")
        await self.socket.hear("game")


def test_no_worker_shows_dealt_cards_to_an_invalid_token(site: Site) -> None:
    """One worker revokes or rotates an arbiter's token while streams are open at the other one."""

    def made(**asked: Any) -> tuple[str, str]:
        received = good(http.post("/v1/tokens", json={"name": "x", **asked}, headers=bearer(judge)))
        return received["token"]["id"], received["secret"]

    def end(tokens: dict[str, str]) -> None:
        mine = bearer(judge)
        assert http.delete(f"/v1/tokens/{tokens['revoked']}", headers=mine).status_code == 204
        good(http.post(f"/v1/tokens/{tokens['rotated']}/rotation", headers=mine))
        site.run("token", "revoke", tokens["revoked by command"])

    async def scene(table: Table) -> None:
        names = ("revoked", "revoked by command", "rotated")
        tokens = {name: made() for name in names}
        stays = Watched(table, judge)
        go = {name: Watched(table, secret) for name, (_, secret) in tokens.items()}
        async with AsyncExitStack() as stack:
            begun = monotonic()
            for one in (stays, *go.values()):
                await one.begin(site.urls()[1], stack)
            # It is valid for longer than the start takes, even on a slow machine.
            seconds = 3 + ceil(3 * (monotonic() - begun))
            tokens["expired"] = made(expires_in_seconds=seconds)
            go["expired"] = Watched(table, tokens["expired"][1])
            await go["expired"].begin(site.urls()[1], stack)
            await asyncio.to_thread(end, {name: token for name, (token, _) in tokens.items()})
            expired = bearer(tokens["expired"][1])
            await until(lambda: http.get(table.url, headers=expired).status_code == 401)
            for seat in (0, 1):
                good(await asyncio.to_thread(table.sit, seat))
            assert all((await stays.stream.until("event", 5))[4]["objectives"])
            for name, one in go.items():
                assert await one.stream.until("dropped") == [{"reason": "rights"}], name
                assert await one.socket.closed() == (1000, "")
                received = [
                    frame["type"] for frame in one.socket.heard if frame["type"] != "presence"
                ]
                assert (received, one.stream.events) == (["game", "dropped"], []), name

    with site.client(0) as http:
        judge = site.run("token", "make", "--new-account", "Judge", "--scope", "arbitrate").strip()
        opened = http.post("/v1/games", json={"ruleset": "teg", "options": SECRETS})
        asyncio.run(scene(Table(http, good(opened))))
