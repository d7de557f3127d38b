"""Follows streams of server-sent events, and resumes them after every loss."""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import httpx

from carolus_client.errors import ProblemError
from carolus_client.sending import Sender, problem_in, retry_after, unreachable

_BUSY: Final = 429
_SERVER_ERROR: Final = 500


class Frame(NamedTuple):
    """One frame of a stream."""

    name: str
    """For a game: ``game``, ``event``, ``presence`` or ``end``."""
    data: Any
    """Its content; for an ``event``, the event, and for a ``game``, the game."""
    id: str | None
    """Where the stream continues after this frame; for a game, a version."""


class _Position:
    """How far a stream was read, over all of its connections."""

    def __init__(self, last_id: str | None) -> None:
        self.last_id = last_id
        self.retry_seconds = 1.0
        self.losses = 0

    def frames(self, lines: Iterable[str]) -> Iterator[Frame]:
        """Yield the frames of one connection, by the rules of HTML, section 9.2.6."""
        fields: dict[str, str] = {}
        for line in lines:
            self.losses = 0
            if line:
                name, _, value = line.partition(":")
                value = value.removeprefix(" ")
                both = name == "data" and name in fields
                fields[name] = f"{fields[name]}\n{value}" if both else value
                continue
            # Only a complete frame counts: of one that was cut off, the id would skip the data.
            self.last_id = fields.get("id", self.last_id)
            if fields.get("retry", "").isdecimal():
                self.retry_seconds = int(fields["retry"]) / 1000
            if "data" in fields:
                yield Frame(
                    fields.get("event", "message"), json.loads(fields["data"]), self.last_id
                )
            fields = {}


def follow(
    sender: Sender,
    path: str,
    headers: Mapping[str, str],
    params: Mapping[str, Any],
    after: int | str | None,
) -> Iterator[Frame]:
    """Yield the frames of a stream, each once and in order, until the stream has an end.

    The client reconnects after every loss, also after a silence, and continues after the last
    complete frame. It raises ProblemError for a refusal, and ServiceUnreachable after several
    losses in a row.
    """
    at = _Position(None if after is None else str(after))
    while True:
        resumed = {} if at.last_id is None else {"Last-Event-ID": at.last_id}
        asked = {**headers, "Accept": "text/event-stream", **resumed}
        failure: Exception | None = None
        try:
            with sender.stream(path, asked, params) as response:
                if response.status_code == httpx.codes.NO_CONTENT:
                    return
                if response.is_success:
                    for frame in at.frames(response.iter_lines()):
                        if frame.name == "dropped":
                            break  # the next connection shows what this caller may see now
                        yield frame
                        if frame.name == "end":
                            return
                else:
                    failure = _refusal(sender, response)
        except httpx.TransportError as lost:
            failure = lost
        _wait(sender, at, failure)


def _refusal(sender: Sender, response: httpx.Response) -> ProblemError | None:
    """Wait if the service is busy; return a temporary failure, and raise any other."""
    problem = problem_in(response)
    waits = retry_after(response)
    if response.status_code == _BUSY:
        sender.wait_for_bucket(problem, waits)
        return None
    if response.status_code < _SERVER_ERROR:
        raise problem
    if waits is not None:
        time.sleep(min(waits, sender.patience.retry_after_seconds_max))
    return problem


def _wait(sender: Sender, at: _Position, failure: Exception | None) -> None:
    """Wait before the next connection; raise if there were too many losses in a row."""
    if failure is None:
        time.sleep(at.retry_seconds)
        return
    at.losses += 1
    if at.losses > sender.patience.losses:
        raise unreachable(failure) from failure
    time.sleep(sender.patience.after(at.losses))
