"""Frames: what goes down a stream, written as server-sent events or as messages of a WebSocket.

A frame has a name, data, and the number with which a client goes on after it; frames that tell of
the moment alone have no number.
"""

from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from domain.ruleset import Viewer
from service.access.rights import Caller
from service.storage.rows import Row, Stored
from service.wire.games import event_view, game_view

FrameName: TypeAlias = Literal[
    "game", "event", "presence", "ready", "gone", "end", "dropped", "answer", "problem"
]

_ENCODE: Final = msgspec.json.Encoder().encode


class Form(Protocol):
    """How frames are written."""

    def frame(self, name: FrameName, data: bytes, number: int | None = None) -> bytes:
        """Return a frame with this data, which is JSON."""
        ...

    def beat(self, number: int | None = None) -> bytes:
        """Return what says that the stream is alive, and perhaps how far the client has come."""
        ...


class Sse:
    """Server-sent events, for ``text/event-stream``. JSON of ours has no line breaks."""

    def frame(self, name: FrameName, data: bytes, number: int | None = None) -> bytes:
        """Return an event."""
        told = b"event: %b\ndata: %b\n\n" % (name.encode(), data)
        return told if number is None else b"id: %d\n%b" % (number, told)

    def beat(self, number: int | None = None) -> bytes:
        """Return a comment; a number beside it becomes the last id without any event."""
        return b": \n\n" if number is None else b": \nid: %d\n\n" % number


class Messages:
    """Messages of a WebSocket, one JSON object each."""

    def frame(self, name: FrameName, data: bytes, number: int | None = None) -> bytes:
        """Return a message."""
        told = b'"type":"%b","data":%b}' % (name.encode(), data)
        return b"{%b" % told if number is None else b'{"id":%d,%b' % (number, told)

    def beat(self, number: int | None = None) -> bytes:
        """Return a message without data; browsers do not show the pings of the protocol."""
        return b'{"type":"heartbeat"}'


SSE: Final[Form] = Sse()
MESSAGES: Final[Form] = Messages()


def written(form: Form, name: FrameName, data: Any, number: int | None = None) -> bytes:
    """Return a frame with this data."""
    return form.frame(name, _ENCODE(data), number)


def game_frame(form: Form, stored: Stored, caller: Caller) -> bytes:
    """Return the whole game as the caller may see it."""
    seen = game_view(stored, caller.viewer, caller.policy)
    return written(form, "game", seen, stored.head.version)


class StreamedEvent:
    """An event on its way to many readers: it is written once in each form for each viewer."""

    __slots__ = ("_frames", "_row", "version")

    def __init__(self, row: Row) -> None:
        self.version = row.version
        self._row = row
        self._frames: dict[tuple[Form, Viewer], bytes] = {}

    def frame(self, form: Form, stored: Stored, viewer: Viewer) -> bytes:
        """Return the event of this game as the viewer may see it."""
        viewer = stored.game.as_seen_by(viewer)
        found = self._frames.get((form, viewer))
        if found is None:
            data = bytes(event_view(stored.game, self._row, viewer))
            found = self._frames[form, viewer] = form.frame("event", data, self.version)
        return found
