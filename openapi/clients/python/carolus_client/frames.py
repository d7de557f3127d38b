"""The frames of server-sent events, and how far a stream was read."""

import json
from typing import Any, NamedTuple


class Frame(NamedTuple):
    """One frame of a stream."""

    name: str
    """For a game: ``game``, ``event``, ``presence`` or ``end``."""
    data: Any
    """Its content; for an ``event``, the event, and for a ``game``, the game."""
    id: str | None
    """Where the stream continues after this frame; for a game, a version."""


class StreamPosition:
    """How far a stream was read, over all of its connections."""

    def __init__(self, after: int | str | None) -> None:
        self.retry_seconds = 1.0
        """How long to wait before the next connection, if the last one ended as it should."""
        self.losses = 0
        """How many connections in a row were lost before they brought anything."""
        self._last_id = None if after is None else str(after)
        self._fields: dict[str, str] = {}

    def connecting(self) -> dict[str, str]:
        """Return the headers of a new connection, which continues after the last frame."""
        self._fields = {}
        return {} if self._last_id is None else {"Last-Event-ID": self._last_id}

    def read(self, line: str) -> Frame | None:
        """Read a line; return the frame that it completes (HTML, section 9.2.6)."""
        self.losses = 0
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            both = name == "data" and name in self._fields
            self._fields[name] = f"{self._fields[name]}\n{value}" if both else value
            return None
        # Only a complete frame counts: of one that was cut off, the id would skip the data.
        fields, self._fields = self._fields, {}
        self._last_id = fields.get("id", self._last_id)
        if fields.get("retry", "").isdecimal():
            self.retry_seconds = int(fields["retry"]) / 1000
        if "data" not in fields:
            return None
        return Frame(fields.get("event", "message"), json.loads(fields["data"]), self._last_id)
