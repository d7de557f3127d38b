"""The WebSocket of a game: what happens, as it happens, and actions the other way.

What is told is what the stream of events tells, and an action is judged and answered as over HTTP.
OpenAPI has no words for a conversation: docs/reference/live.md describes it.
"""

import asyncio
import contextlib
import re
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, closing
from typing import Annotated, Any, Final, NoReturn, TypeAlias

import msgspec
from litestar import WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from domain.refusal import Malformed
from service.access.actors import must_hold, who_acts
from service.access.rights import WATCH, Caller
from service.http.answers.event_stream import too_slow
from service.http.answers.problems import UpgradeRequired, problem_of
from service.http.bounds.limits import TooManyRequests, cost_of_body
from service.http.callers import caller_with, token_of
from service.http.parts import parts_in
from service.http.requests.actions import read_actions
from service.http.requests.request import decoded, told_apart
from service.live.frames import MESSAGES
from service.live.streams import OPEN, of_game
from service.live.tail import Reader
from service.runtime.exchange import exchange_of
from service.runtime.timer import TimeLimit
from service.server.extensions import FRAME
from service.storage.idempotency import KeyedRequest
from service.wire.games import taken

Socket: TypeAlias = WebSocket[Any, Any, Any]

NORMAL: Final = 1000
WRONG_DATA: Final = 1003
RESTART: Final = 1012
CODE_OF_STATUS: Final = 4000
"""Added to the status that HTTP has for a problem it is the code with which a socket is closed."""

VersionNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Id: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)] | int | None


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first message of a client that could not send a header."""

    token: str | None = None


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="act"):
    """A request for actions."""

    actions: msgspec.Raw
    id: Id = None
    """Comes back with the answer."""
    version: VersionNumber | None = None
    """The version that it was made for."""
    key: str | None = None
    """As ``Idempotency-Key``."""


_MESSAGE: Final = msgspec.json.Decoder(Hello | Act)
_QUERY: Final = {"after": re.compile("[0-9]{1,9}"), "snapshot": re.compile("true|false")}


class _Ended(Exception):
    """The conversation is over; ``code`` says why."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@get("/v1/games/{game:str}/live", include_in_schema=False, sync_to_thread=False)
def no_websocket(game: FromPath[str]) -> None:
    """Refuse a request that is no handshake."""
    raise UpgradeRequired


@websocket("/v1/games/{game:str}/live")
async def follow_live(socket: Socket) -> None:
    """Follow a game, and act in it."""
    await socket.accept()
    conversation = _Conversation(socket)
    # Once the client is gone, nobody is left to be told.
    with contextlib.suppress(OSError, WebSocketDisconnect):
        try:
            await conversation.hold_and_close()
        except TimeoutError:
            too_slow("live", socket.scope)


class _Conversation:
    """One client and one game, until either is done."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._parts = parts_in(socket.app)
        self._game: str = socket.path_params["game"]
        self._caller = Caller()
        self._token: str | None = None
        self._ahead: asyncio.Future[Any] | None = None
        """What comes while a frame waits for the limit."""

    async def hold_and_close(self) -> None:
        """Talk until the end, and say why; raise TimeoutError for a client that takes nothing."""
        try:
            await self._hold()
        except _Ended as ended:
            async with self._patience():  # it may not have taken what came last
                await self._socket.close(ended.code, ended.reason)
        finally:
            if self._ahead is not None:
                self._ahead.cancel()
                await asyncio.gather(self._ahead, return_exceptions=True)

    async def _hold(self) -> None:
        """Talk until the end; raise _Ended, or TimeoutError for a client that takes nothing."""
        streams, scope = self._parts.streams, self._socket.scope
        async with AsyncExitStack() as stack:
            try:
                query = self._query()
                with streams.counted(scope, begins=True):
                    following = await self._begin(query)
                # Only now it is known whose it is: a browser tells its token in a message.
                stack.enter_context(streams.counted(scope))
                reader = await stack.enter_async_context(following)
            except (_Ended, OSError, WebSocketDisconnect):
                raise
            except Exception as failure:  # noqa: BLE001 - whatever it is, the client is told
                status = await self._problem(None, failure)
                raise _Ended(CODE_OF_STATUS + status) from None
            with OPEN.labels("live").track_inprogress():
                await self._talk(reader, query.get("snapshot"))

    async def _begin(self, query: dict[str, str]) -> AbstractAsyncContextManager[Reader]:
        """Return what follows the game for the client, who is known from here on."""
        self._token = token_of(self._socket)
        if self._token is None:
            self._token = await self._greeted()
        self._caller = await caller_with(self._socket, self._game, self._token)
        WATCH.admit(self._caller)
        stored = await self._parts.handler.load(self._game)
        stored = await self._parts.watching.by(self._caller, stored)
        after = int(query["after"]) if "after" in query else None
        return self._parts.hub.follow(stored, self._caller, after, self._token)

    def _query(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, value in self._socket.query_params.multi_items():
            if name not in _QUERY or name in found or not _QUERY[name].fullmatch(value):
                raise Malformed("expected: after=<version>, snapshot=true or false", where=name)
            found[name] = value
        return found

    async def _greeted(self) -> str | None:
        """Return the token of the client's first message."""
        try:
            async with asyncio.timeout(self._parts.pace.hello_seconds):
                text = await self._message()
        except TimeoutError:
            raise _Ended(CODE_OF_STATUS + 408, "say hello, or send a token as a header") from None
        hello = decoded(text, _MESSAGE)
        if not isinstance(hello, Hello):
            raise Malformed('the first message must be of type "hello"', where="$.type")
        return hello.token

    async def _talk(self, reader: Reader, asked: str | None) -> None:
        """Send what happens, and answer what is asked, until one side ends it."""
        listening = asyncio.create_task(self._listen(reader), name="live-listen")
        try:
            snapshot = None if asked is None else asked == "true"
            frames = of_game(reader, MESSAGES, self._parts.pace, snapshot=snapshot)
            with closing(TimeLimit(self._parts.pace.stall_seconds)) as stall:
                async with aclosing(frames) as several:
                    async for messages in several:
                        for message in messages:
                            with stall:
                                await self._put(message)
        finally:
            listening.cancel()
            (heard,) = await asyncio.gather(listening, return_exceptions=True)
        if isinstance(heard, (_Ended, OSError, WebSocketDisconnect)):
            raise heard
        raise _Ended(RESTART, "this worker stops") if reader.stopping else _Ended(NORMAL)

    async def _listen(self, reader: Reader) -> None:
        """Answer one message after the other; whatever ends this ends the stream too."""
        try:
            while True:
                await self._answer(await self._message())
        except TooManyRequests as refused:
            await self._send_away(None, refused)
        finally:
            reader.leave()

    async def _answer(self, text: bytes) -> None:
        number: Id = None
        try:
            try:
                asked = _act(text)
                number = asked.id
            finally:
                await self._take(len(text))  # a message that cannot be read costs as much
            done = await self._carry_out(asked)
        except TooManyRequests as refused:
            await self._send_away(number, refused)
        except Exception as failure:  # noqa: BLE001 - whatever it is, the client is told
            await self._problem(number, failure)
        else:
            await self._send(_reply(b"answer", number, done))

    async def _carry_out(self, asked: Act) -> bytes:
        """Return what came of it, as JSON."""
        handler = self._parts.handler
        stored = await handler.known(self._game)
        must_hold(self._caller, stored.game)
        # As the body of a request over HTTP: it is read, and told apart, in the same way.
        body = b'{"actions":%b}' % bytes(asked.actions)
        actions = read_actions(body, stored.game.ruleset)
        await self._judge_again()
        by = who_acts(self._caller, actions)
        expected = None if asked.version is None else (asked.version,)
        done = await handler.perform(
            self._game, by, actions, expected=expected, request=self._keyed(asked.key, body)
        )
        await self._judge_again()  # a token that was revoked meanwhile sees nothing of what came
        return msgspec.json.encode(taken(done, self._caller))

    async def _judge_again(self) -> None:
        """See who the token stands for by now; raise Unauthorized if that is nobody."""
        if self._caller.identity is not None:
            self._caller = await caller_with(self._socket, self._game, self._token)

    async def _take(self, size: int) -> None:
        """Count a frame as a request over HTTP with a body of so many bytes.

        Beyond the limit it waits, and so lets the client wait. Raises TooManyRequests if the limit
        does not let the frame through then, or if the client has sent another frame meanwhile.
        """
        limits, subject = self._parts.limits, exchange_of(self._socket.scope).subject
        cost = 1 + cost_of_body(size)
        try:
            await limits.admit(subject, cost)
        except TooManyRequests as refused:
            self._ahead = asyncio.ensure_future(self._socket.receive())
            await asyncio.sleep(min(refused.retry_after, self._parts.pace.limit_seconds))
            if self._ahead.done():
                raise
            await limits.admit(subject, cost)

    def _keyed(self, key: str | None, body: bytes) -> KeyedRequest | None:
        if key is None:
            return None
        where = f"POST /v1/games/{self._game}/actions"
        return told_apart(key, self._caller.keyholder, where, body, "$.key")

    async def _problem(self, number: Id, failure: Exception) -> int:
        """Tell the client why something was not done; return the status that HTTP has for it."""
        status, problem = problem_of(self._socket, failure)
        await self._send(_reply(b"problem", number, problem))
        return status

    async def _send_away(self, number: Id, refused: TooManyRequests) -> NoReturn:
        raise _Ended(CODE_OF_STATUS + await self._problem(number, refused)) from None

    async def _message(self) -> bytes:
        """Return the next message; raise _Ended if there will be none."""
        message = await self._received()
        while FRAME in message:
            await self._take(0)
            message = await self._received()
        if message["type"] == "websocket.disconnect":
            raise ConnectionResetError
        text = message.get("text")
        if not isinstance(text, str):
            raise _Ended(WRONG_DATA, "messages are text")
        return text.encode()

    async def _received(self) -> Any:
        ahead, self._ahead = self._ahead, None
        return await (ahead or self._socket.receive())

    async def _send(self, message: bytes) -> None:
        """Send an answer; raise TimeoutError for a client that takes nothing."""
        async with self._patience():
            await self._put(message)

    def _patience(self) -> asyncio.Timeout:
        return asyncio.timeout(self._parts.pace.stall_seconds)

    async def _put(self, message: bytes) -> None:
        await self._socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


def _act(text: bytes) -> Act:
    asked = decoded(text, _MESSAGE)
    if not isinstance(asked, Act):
        raise Malformed("hello is said once, before anything else", where="$.type")
    return asked


def _reply(kind: bytes, number: Id, data: bytes) -> bytes:
    return b'{"type":"%b","id":%b,"data":%b}' % (kind, msgspec.json.encode(number), data)
