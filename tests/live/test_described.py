"""Test that the AsyncAPI document describes all that the service sends while games are played."""

import asyncio
import itertools
import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

import httpx
import pytest

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.live.streams import Pace
from tests.live.test_own_games import MINE, account, revoke, sit
from tests.live.test_socket import Socket, socket
from tests.support.http.channels import Channel
from tests.support.http.client import Json, create, good, of_two, seat_due
from tests.support.http.follow import Follower, following, until
from tests.support.run.long import long_after
from tests.support.servers.inside import Inside, served_inside
from tests.support.servers.receiver import Receiver
from tests.support.tournaments.over_http import Scene as Cups

LOBBY: Final = "/v1/lobby/events"
ACTIONS: Final = 12
PACE: Final = Pace(heartbeat_seconds=0.5)
ALL: Final = ["game.started", "game.action", "game.turn", "game.over"]


@pytest.mark.parametrize("rules", long_after(1, RULESETS), ids=lambda one: one.meta.id)
def test_every_frame_of_a_game_is_described(rules: AnyRuleset, tmp_path: Path) -> None:
    """In streams, over sockets in both directions and to webhooks; each kind of message comes."""
    with (
        Receiver(tmp_path / "receiver") as receiver,
        served_inside(tmp_path / "log", PACE, webhooks_private=True) as service,
        httpx.Client(base_url=service.url, timeout=60) as http,
    ):
        asyncio.run(Scene(service, http, receiver, of_two(rules)).play())


class Scene:
    """A game that is played to its end, and one that its followers may no longer see."""

    def __init__(
        self, service: Inside, http: httpx.Client, receiver: Receiver, terms: Json
    ) -> None:
        self.service, self.http, self.receiver = service, http, receiver
        self.ann = account(http, "Ann")
        self.table, self.left = create(http, **terms), create(http, **terms)
        asked = {"url": receiver.url, "about": "me", "events": ALL}
        hook = good(http.post("/v1/webhooks", json=asked, headers=self.ann.headers))["webhook"]
        self.test = f"/v1/webhooks/{hook['id']}/test"
        self.said: list[Json] = []

    async def play(self) -> None:
        """Play, and compare all that came with the document."""
        lobby, everything = Follower(LOBBY, status="open"), Follower(LOBBY)
        own = Follower(MINE, self.ann.token)
        game = Follower(f"{self.table.url}/events", self.table.tokens["seats"][1])
        other = Follower(f"{self.left.url}/events", self.ann.token)
        heard: list[Json] = []
        async with AsyncExitStack() as stack:
            for one in (lobby, everything, own, game, other):
                await stack.enter_async_context(following(one, self.service.url))
            await lobby.until("ready")
            await everything.until("ready")
            await asyncio.to_thread(self._announce)
            await everything.until("tournament")
            await own.until("ready")
            await other.until("presence")
            await asyncio.to_thread(sit, self.left, 1, self.ann)
            await own.until("game")
            await asyncio.to_thread(self._start)
            async with socket(self.service, f"{self.left.url}/live", self.ann.token) as dropped:
                await dropped.hear("game")
                await dropped.hear("heartbeat")
                heard += await self._talk()
                await game.until("end")
                await own.until("gone")
                await lobby.until("gone")
                await asyncio.to_thread(revoke, self.http, self.ann)
                await own.until("dropped")
                await other.until("dropped")
                await dropped.closed()
                heard += dropped.heard
        _must_describe("game", [game, other])
        _must_describe("lobby", [lobby, everything])
        _must_describe("ownGames", [own])
        live = Channel("live")
        for message in [*heard, *self.said]:
            live.takes(message)
            live.refuses({**message, "unknown": 1})
        assert not live.missing
        await until(lambda: self._sent() >= {*ALL, "webhook.test"})
        hook = Channel("webhook")
        for got in self.receiver.got():
            signed = {name: text for name, text in got.headers.items() if "webhook-" in name}
            hook.takes(json.loads(got.body), signed)
            hook.refuses(json.loads(got.body), {})
        assert not [one for one in hook.missing if one.startswith("game")]

    def _announce(self) -> None:
        """Announce a tournament."""
        Cups(self.http, self.service.parts).announce()

    def _start(self) -> None:
        """Test the webhook, leave the seat of the one game, and start the other."""
        assert good(self.http.post(self.test, headers=self.ann.headers))["taken"]
        good(self.left.leave(1))
        sit(self.table, 0, self.ann)
        self.table.tokens["seats"][0] = self.ann.token  # the link may no longer be valid
        good(self.table.sit(1))

    def _sent(self) -> set[str]:
        """Return the types of messages that the webhook got."""
        return {one.type for one in self.receiver.got()}

    async def _talk(self) -> list[Json]:
        """Play over sockets, resign, and return all that they received."""
        path, tokens = f"{self.table.url}/live", self.table.tokens["seats"]
        hello = {"type": "hello", "token": tokens[1]}
        self.said.append(hello)
        async with (
            socket(self.service, path, tokens[0]) as first,
            socket(self.service, path, hello=hello) as second,
        ):
            game = (await first.hear("game"))["data"]
            await second.hear("game")
            random = Random(5)
            for number in itertools.count():
                seat = seat_due(game)
                assert seat is not None
                if number >= ACTIONS and seat == 0:
                    break
                action = await asyncio.to_thread(self.table.any_action, seat, random)
                asked = {"id": number, "version": game["version"], "key": f"key-{number}"}
                game = (await self._ask((first, second)[seat], [action], **asked))["game"]
            # While nobody acts: the service may combine what happens in quick succession.
            await until(lambda: self._sent() >= {"game.action", "game.turn"})
            await self._ask(second, [{"type": "resign"}], kind="problem", version=0)
            await self._ask(second, [{"type": "resign"}], id="last")
            assert await first.closed() == await second.closed() == (1000, "")
            return first.heard + second.heard

    async def _ask(
        self, where: Socket, actions: list[Json], kind: str = "answer", **asked: int | str
    ) -> Json:
        message = {"type": "act", "actions": actions, **asked}
        self.said.append(message)
        found: Json = await where.asked(message, kind)
        return found


def _must_describe(name: str, followers: list[Follower]) -> None:
    """Check the frames of the streams of a channel, and that each kind of frame came."""
    channel = Channel(name)
    for frame in (frame for one in followers for frame in one.frames):
        headers = {"event": frame.name, **({} if frame.id is None else {"id": int(frame.id)})}
        channel.takes(frame.data, headers)
        channel.refuses({**frame.data, "unknown": 1}, headers)
    assert not channel.missing
