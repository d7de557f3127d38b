"""Frames of a stream, encoded as server-sent events or as WebSocket messages.

A frame has a name, data, and the number from which a client can resume. Frames that describe only
the current moment have no number.
"""

from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from domain.ruleset import Viewer
from service.access.rights import Caller
from service.storage.rows import Row, Stored
from service.storage.tournaments import StoredTournament
from service.wire.games import event_view, game_view
from service.wire.tournaments import tournament_event, tournament_view

FrameName: TypeAlias = Literal[
    "game",
    "tournament",
    "event",
    "presence",
    "ready",
    "gone",
    "end",
    "dropped",
    "answer",
    "problem",
]

_ENCODE: Final = msgspec.json.Encoder().encode


class Form(Protocol):
    """An encoding of frames."""

    def frame(self, name: FrameName, data: bytes, number: int | None = None) -> bytes:
        """Return a frame with this JSON data."""
        ...

    def beat(self, number: int | None = None) -> bytes:
        """Return a heartbeat, with the client's position if the encoding can carry it."""
        ...


class Sse:
    """Server-sent events, for ``text/event-stream``. The JSON contains no line breaks."""

    def frame(self, name: FrameName, data: bytes, number: int | None = None) -> bytes:
        """Return an event."""
        event = b"event: %b\ndata: %b\n\n" % (name.encode(), data)
        return event if number is None else b"id: %d\n%b" % (number, event)

    def beat(self, number: int | None = None) -> bytes:
        """Return a comment; a number sets the client's last event ID without an event."""
        return b": \n\n" if number is None else b": \nid: %d\n\n" % number


class Messages:
    """WebSocket messages, one JSON object each."""

    def frame(self, name: FrameName, data: bytes, number: int | None = None) -> bytes:
        """Return a message."""
        rest = b'"type":"%b","data":%b}' % (name.encode(), data)
        return b"{%b" % rest if number is None else b'{"id":%d,%b' % (number, rest)

    def beat(self, number: int | None = None) -> bytes:
        """Return a message without data; browsers do not expose WebSocket pings."""
        return b'{"type":"heartbeat"}'


SSE: Final[Form] = Sse()
MESSAGES: Final[Form] = Messages()


def written(form: Form, name: FrameName, data: Any, number: int | None = None) -> bytes:
    """Encode the data as JSON and return it in a frame."""
    return form.frame(name, _ENCODE(data), number)


def game_frame(form: Form, stored: Stored, caller: Caller) -> bytes:
    """Return a frame with the whole game as the caller may see it."""
    seen = game_view(stored, caller.viewer, caller.policy)
    return written(form, "game", seen, stored.head.version)


def tournament_frame(form: Form, stored: StoredTournament) -> bytes:
    """Return a frame with the whole tournament, of which everything is public."""
    return written(form, "tournament", tournament_view(stored), stored.head.version)


class StreamedEvent:
    """An event of a game for many readers, encoded once per form and viewer."""

    __slots__ = ("_frames", "_row", "version")

    def __init__(self, row: Row) -> None:
        self.version = row.version
        self._row = row
        self._frames: dict[tuple[Form, Viewer], bytes] = {}

    def frame(self, form: Form, stored: Stored, viewer: Viewer) -> bytes:
        """Return a frame with the event as the viewer may see it."""
        viewer = stored.game.as_seen_by(viewer)
        found = self._frames.get((form, viewer))
        if found is None:
            data = bytes(event_view(stored.game, self._row, viewer))
            found = self._frames[form, viewer] = form.frame("event", data, self.version)
        return found


class StreamedTournamentEvent:
    """An event of a tournament for many readers, encoded once per form."""

    __slots__ = ("_frames", "_row", "version")

    def __init__(self, row: Row) -> None:
        self.version = row.version
        self._row = row
        self._frames: dict[Form, bytes] = {}

    def frame(self, form: Form) -> bytes:
        """Return a frame with the event."""
        found = self._frames.get(form)
        if found is None:
            data = bytes(tournament_event(self._row))
            found = self._frames[form] = form.frame("event", data, self.version)
        return found
