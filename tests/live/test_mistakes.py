"""Test that a bug in one place ends no background task, and does not block others."""

import asyncio
from pathlib import Path
from typing import Any, Self, cast

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from redis.asyncio import Redis
from structlog.testing import capture_logs

from service.access.vaults import Vaults
from service.access.visibility import Visibility
from service.http.bounds import limits
from service.http.bounds.limits import Limits
from service.live import bus
from service.live.bus import Bus
from service.live.lobby import LobbyTail
from service.live.polling import LogPoller
from service.live.presence import Presence, Present
from service.storage.log import Log
from service.webhooks.hooks import Hooks
from service.webhooks.messages import KINDS
from service.webhooks.news import News
from tests.support.http.client import create
from tests.support.http.follow import until
from tests.support.servers.applications import application_on
from tests.support.storage.handling import open_game
from tests.support.storage.stores import (
    Ticks,
    handler_of,
    messages_waiting,
    opened_database,
    run,
    settings_of,
    sqlite,
)


class Mistaken:
    """Raises an unexpected error this many times, then works."""

    def __init__(self, does: Any, times: int = 1) -> None:
        self.left = times
        self._does = does

    def __call__(self, *args: Any, **others: Any) -> Any:
        """Raise, or call the function."""
        if self.left:
            self.left -= 1
            raise ZeroDivisionError
        return self._does(*args, **others)


class Words:
    """A fake Redis for the bus: subscribers get what is published."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[bytes] = asyncio.Queue()
        self.publish: Any = Mistaken(self._publish)
        self.pubsub: Any = Mistaken(lambda: self)

    async def _publish(self, channel: str, word: bytes) -> None:
        self.said.put_nowait(word)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def subscribe(self, channel: str) -> None:
        """Start to listen."""
        self._messages = iter([{"type": "subscribe"}])

    async def get_message(self, timeout: float) -> Any:  # noqa: ASYNC109 - the library's interface
        """Return the next message."""
        for message in self._messages:
            return message
        return {"type": "message", "data": (await self.said.get()).replace(b"here", b"there")}


def test_the_bus_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure to publish and an error in a listener do not stop the bus."""
    monkeypatch.setattr(bus, "RETRY_SECONDS", (0.001, 0.001))
    heard: list[Any] = []

    async def scene() -> None:
        one = Bus(cast("Redis", Words()), "", "here")
        ups: list[bool] = []
        one.listeners.append(lambda: ups.append(one.up))
        one.start(Mistaken(heard.append))
        await until(lambda: one.up)
        for version in range(1, 100):
            one.stream_advanced("game", version)
            await asyncio.sleep(0.01)
            if heard:
                break
        assert heard[0].games["game"] > 0
        assert ups == [True, False, True], "the bus was down while it did not listen"
        await one.stop()

    run(scene())


def test_the_watch_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers that wait for the start get the error, and the next reader gets in."""
    monkeypatch.setattr("service.live.polling.ALONE_SECONDS", 0.001)
    found: list[Any] = []

    async def scene(log: Log) -> None:
        watch = LogPoller(log, Bus(None, "", ""), Mistaken(found.extend))
        monkeypatch.setattr(log, "position", Mistaken(log.position))
        waiting = await asyncio.gather(watch.follow(), watch.follow(), return_exceptions=True)
        assert [type(one) for one in waiting] == [ZeroDivisionError] * 2
        await watch.follow()
        handler = handler_of(log)
        while not found:
            await open_game(handler)
            await asyncio.sleep(0.01)
        watch.leave()

    with sqlite(tmp_path) as log:
        run(scene(log))


def test_presence_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next round reports what the failed one did not."""
    monkeypatch.setattr("service.live.presence.GATHER_SECONDS", 0.001)
    reported: dict[str, Present] = {}

    async def scene() -> None:
        presence = Presence(None, "", Bus(None, "", ""), Mistaken(reported.__setitem__), lifetime=1)
        presence.start()
        presence.come("game", 1)
        await until(lambda: reported == {"game": Present((1,), 0)})
        await presence.stop()

    run(scene())


def test_the_limits_come_back_to_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not matter what Redis answered in between."""
    monkeypatch.setattr(limits, "_PROBE_SECONDS", 0.001)

    async def pong() -> None:
        pass

    async def scene() -> None:
        found = Limits(60, 1, "redis://127.0.0.1:9", "")
        monkeypatch.setattr(found._client, "ping", Mistaken(pong))
        found._go_alone(OSError())
        assert found.alone
        await until(lambda: not found.alone)
        await found.close()

    run(scene())


def test_the_client_of_a_websocket_gets_a_problem(tmp_path: Path) -> None:
    """An unexpected error between two messages is logged, and ends the conversation with 4500."""
    with application_on(settings_of(tmp_path)) as app, TestClient(app) as http:
        serve: Any = app.asgi_handler

        async def failing_later(scope: Any, receive: Any, send: Any) -> None:
            """Pass on the handshake and the first message."""
            left = iter([receive, receive])

            async def received() -> Any:
                for one in left:
                    return await one()
                raise ZeroDivisionError

            await serve(scope, received, send)

        url = create(http).url
        app.asgi_handler = cast("Any", failing_later)
        try:
            with capture_logs() as logged, http.websocket_connect(f"{url}/live") as socket:
                socket.send_json({"type": "hello"})
                while (message := socket.receive_json(timeout=5))["type"] != "problem":
                    pass
                assert message["data"]["type"] == "/problems/internal"
                with pytest.raises(WebSocketDisconnect) as closed:
                    socket.receive_json(timeout=5)
                assert closed.value.code == 4500
        finally:
            app.asgi_handler = serve
        assert [one["event"] for one in logged if one["log_level"] == "error"] == ["unexpected"]


def test_an_error_in_one_game_does_not_block_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This applies to the lobby and to webhooks."""
    with opened_database(settings_of(tmp_path)) as database:
        log = database.log
        handler = handler_of(log)
        visibility = Visibility(log, Vaults(log))
        Hooks(database, Ticks()).make("a" * 26, "lobby", "https://hook.example/", KINDS)
        games = [run(open_game(handler)) for _ in range(3)]
        policy = visibility.policy

        def of(game: str) -> Any:
            if game == games[1]:
                raise ZeroDivisionError
            return policy(game)

        monkeypatch.setattr(visibility, "policy", of)
        page = LobbyTail(log, visibility).page_after(0)
        assert [one.stream for one in page.changes] == [games[0], games[2]]
        assert page.position == log.position()
        news = News(database, visibility, Ticks())
        while news.step():
            pass
        assert messages_waiting(database) == 2
