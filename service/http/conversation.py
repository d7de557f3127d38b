"""A conversation with one client over a WebSocket: frames as they happen, and answers to actions.

What it is about, and how actions are carried out, is up to its kinds: games and tournaments.
"""

import asyncio
import contextlib
import re
from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, closing
from typing import Any, ClassVar, Final, Generic, NoReturn, Protocol, TypeAlias, TypeVar

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from domain.record import strict
from domain.refusal import Malformed
from service.http.admission import token_of
from service.http.answers.event_stream import too_slow
from service.http.answers.problems import problem_of
from service.http.bounds.limits import TooManyRequests, cost_of_body
from service.http.parts import parts_in
from service.http.requests.request import decoded
from service.live.frames import MESSAGES
from service.live.streams import OPEN, of_events
from service.live.tail import EventReader
from service.runtime.exchange import exchange_of
from service.runtime.timer import TimeLimit
from service.server.extensions import FRAME
from service.wire.live import Hello, Id

Socket: TypeAlias = WebSocket[Any, Any, Any]

NORMAL: Final = 1000
WRONG_DATA: Final = 1003
RESTART: Final = 1012
CODE_OF_STATUS: Final = 4000
"""Added to the HTTP status of a problem, this gives the code that closes the socket."""

_QUERY: Final = {"after": re.compile("[0-9]{1,9}"), "snapshot": re.compile("true|false")}


class NumberedAct(Protocol):
    """A request for actions, which may have an id."""

    @property
    def id(self) -> Id:
        """The id, repeated in the answer."""
        ...


ActT = TypeVar("ActT", bound=NumberedAct)
TalkReaderT = TypeVar("TalkReaderT", bound=EventReader[Any, Any])


class _Closed(Exception):
    """The conversation is over, for the reason given by ``code``."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Conversation(ABC, Generic[ActT, TalkReaderT]):
    """The conversation with one client about one game or tournament."""

    messages: ClassVar[msgspec.json.Decoder[Any]]
    """Decodes what the client says: ``hello``, and actions."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._parts = parts_in(socket.app)
        self._token: str | None = None
        self._ahead: asyncio.Future[Any] | None = None
        """The next message, if it is received while a frame waits for the rate limit."""

    async def hold(self) -> None:
        """Accept the client, and talk until one side ends the conversation."""
        await self._socket.accept()
        # Once the client is gone, there is no one to report to.
        with contextlib.suppress(OSError, WebSocketDisconnect):
            try:
                await self._hold_and_close()
            except TimeoutError:
                too_slow("live", self._socket.scope)

    @abstractmethod
    async def _follow(self, after: int | None) -> AbstractAsyncContextManager[TalkReaderT]:
        """Identify the client by its token, and return a reader after a version for it."""

    @abstractmethod
    async def _carry_out(self, act: ActT) -> bytes:
        """Carry out the actions, and return the result as JSON."""

    async def _hold_and_close(self) -> None:
        """Talk until the end, and send the reason.

        Raises TimeoutError if the client stops reading.
        """
        try:
            await self._hold()
        except _Closed as ended:
            async with self._patience():  # the client may not have read the last message
                await self._socket.close(ended.code, ended.reason)
        finally:
            if self._ahead is not None:
                self._ahead.cancel()
                await asyncio.gather(self._ahead, return_exceptions=True)

    async def _hold(self) -> None:
        """Talk until the end; raise _Closed, or TimeoutError if the client stops reading."""
        streams, scope = self._parts.streams, self._socket.scope
        async with AsyncExitStack() as stack:
            try:
                query = self._query()
                with streams.counted(scope, begins=True):
                    following = await self._begin(query)
                # Only now is the caller known: a browser sends its token in a message.
                stack.enter_context(streams.counted(scope))
                reader = await stack.enter_async_context(following)
            except (_Closed, OSError, WebSocketDisconnect):
                raise
            except Exception as failure:  # noqa: BLE001 - the client gets a problem for any failure
                status = await self._problem(None, failure)
                raise _Closed(CODE_OF_STATUS + status) from None
            with OPEN.labels("live").track_inprogress():
                await self._talk(reader, query.get("snapshot"))

    async def _begin(self, query: dict[str, str]) -> AbstractAsyncContextManager[TalkReaderT]:
        """Learn the token of the client, and return a reader for it."""
        self._token = token_of(self._socket)
        if self._token is None:
            self._token = await self._greeted()
        return await self._follow(int(query["after"]) if "after" in query else None)

    def _query(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, value in self._socket.query_params.multi_items():
            if name not in _QUERY or name in found or not _QUERY[name].fullmatch(value):
                raise Malformed("expected: after=<version>, snapshot=true or false", where=name)
            found[name] = value
        return found

    async def _greeted(self) -> str | None:
        """Return the token in the client's first message."""
        try:
            async with asyncio.timeout(self._parts.pace.hello_seconds):
                text = await self._message()
        except TimeoutError:
            raise _Closed(CODE_OF_STATUS + 408, "say hello, or send a token as a header") from None
        strict.must_name_once(text)
        hello = decoded(text, self.messages)
        if not isinstance(hello, Hello):
            raise Malformed('the first message must be of type "hello"', where="$.type")
        return hello.token

    async def _talk(self, reader: TalkReaderT, with_snapshot: str | None) -> None:
        """Send events and answer messages, until one side ends the conversation."""
        listening = asyncio.create_task(self._listen(reader), name="live-listen")
        try:
            snapshot = None if with_snapshot is None else with_snapshot == "true"
            frames = of_events(reader, MESSAGES, self._parts.pace, snapshot=snapshot)
            with closing(TimeLimit(self._parts.pace.stall_seconds)) as stall:
                async with aclosing(frames) as several:
                    async for messages in several:
                        for message in messages:
                            with stall:
                                await self._put(message)
        finally:
            listening.cancel()
            (heard,) = await asyncio.gather(listening, return_exceptions=True)
        if isinstance(heard, (_Closed, OSError, WebSocketDisconnect)):
            raise heard
        if isinstance(heard, Exception):
            raise _Closed(CODE_OF_STATUS + await self._problem(None, heard))
        if reader.stopping:
            raise _Closed(RESTART, "this worker is shutting down")
        raise _Closed(NORMAL)

    async def _listen(self, reader: TalkReaderT) -> None:
        """Answer messages in order; when this ends, the stream ends too."""
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
                act = self._act(text)
                number = act.id
            finally:
                await self._take(len(text))  # an invalid message costs as much
            done = await self._carry_out(act)
        except TooManyRequests as refused:
            await self._send_away(number, refused)
        except Exception as failure:  # noqa: BLE001 - the client gets a problem for any failure
            await self._problem(number, failure)
        else:
            await self._send(_reply(b"answer", number, done))

    def _act(self, text: bytes) -> ActT:
        strict.must_name_once(text)
        message = decoded(text, self.messages)
        if isinstance(message, Hello):
            raise Malformed("hello may be sent only once, as the first message", where="$.type")
        act: ActT = message
        return act

    async def _take(self, size: int) -> None:
        """Count a frame as an HTTP request with a body of ``size`` bytes.

        Beyond the limit, the frame waits, and the client with it. Raises TooManyRequests if the
        limit still refuses the frame after that, or if the client sends another one meanwhile.
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

    async def _problem(self, number: Id, failure: Exception) -> int:
        """Send the problem to the client; return its HTTP status."""
        status, problem = problem_of(self._socket, failure)
        await self._send(_reply(b"problem", number, problem))
        return status

    async def _send_away(self, number: Id, refused: TooManyRequests) -> NoReturn:
        raise _Closed(CODE_OF_STATUS + await self._problem(number, refused)) from None

    async def _message(self) -> bytes:
        """Return the next message; raise _Closed if there will be none."""
        message = await self._received()
        while FRAME in message:
            await self._take(0)
            message = await self._received()
        if message["type"] == "websocket.disconnect":
            raise ConnectionResetError
        text = message.get("text")
        if not isinstance(text, str):
            raise _Closed(WRONG_DATA, "messages are text")
        return text.encode()

    async def _received(self) -> Any:
        ahead, self._ahead = self._ahead, None
        return await (ahead or self._socket.receive())

    async def _send(self, message: bytes) -> None:
        """Send an answer; raise TimeoutError if the client stops reading."""
        async with self._patience():
            await self._put(message)

    def _patience(self) -> asyncio.Timeout:
        return asyncio.timeout(self._parts.pace.stall_seconds)

    async def _put(self, message: bytes) -> None:
        await self._socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


def _reply(kind: bytes, number: Id, data: bytes) -> bytes:
    return b'{"type":"%b","id":%b,"data":%b}' % (kind, msgspec.json.encode(number), data)
