"""Streams: the frames for one client, in order, in the form that it requested."""

from collections.abc import AsyncGenerator
from contextlib import closing
from typing import Final, NamedTuple

import msgspec
from prometheus_client import Counter, Gauge

from domain.table.game import Status
from service.live.frames import Form, written
from service.live.lobby import LobbyChange, LobbyReader
from service.live.tail import Reader
from service.runtime.timer import Timer

OPEN = Gauge("carolus_streams", "Streams that are open.", ["kind"], multiprocess_mode="livesum")
DROPPED = Counter("carolus_streams_dropped", "Streams that were dropped.", ["reason"])


class Pace(NamedTuple):
    """The timeouts of a stream."""

    heartbeat_seconds: float = 15
    """Time without a frame after which the service sends a heartbeat."""
    stall_seconds: float = 30
    """How long a client may read nothing before the service drops it."""
    hello_seconds: float = 10
    """Time limit for the first message of a WebSocket client."""
    limit_seconds: float = 10
    """How long a message over the rate limit may wait."""


PACE: Final = Pace()


class Ended(msgspec.Struct, frozen=True):
    """The game is finished, and all of its events were sent."""

    status: Status
    version: int


class Dropped(msgspec.Struct, frozen=True):
    """The stream ends for another reason; the client may reconnect."""

    reason: str


class Ready(msgspec.Struct, frozen=True):
    """The stream contains all changes after this position of the log."""

    position: int


class Gone(msgspec.Struct, frozen=True):
    """A game no longer matches the client's filter."""

    id: str


async def of_game(
    reader: Reader, form: Form, pace: Pace, *, snapshot: bool | None
) -> AsyncGenerator[list[bytes], None]:
    """Yield the frames of a game: first the game itself if ``snapshot``, then its events.

    If ``snapshot`` is None, the game comes first unless the client gave a valid version.
    """
    if snapshot is not None:
        reader.restarts = snapshot
    with closing(Timer(pace.heartbeat_seconds, reader.news.set)) as silence:
        while reader.open:
            reader.news.clear()
            tail = reader.tail
            if reason := reader.dropped:
                DROPPED.labels(reason).inc()
                yield [written(form, "dropped", Dropped(reason))]
                return
            if frames := await reader.frames(form):
                yield frames
            elif reader.over:
                ended = Ended(tail.stored.game.status, tail.version)
                yield [written(form, "end", ended)]
                return
            elif present := await reader.presence():
                yield [written(form, "presence", present)]
            else:
                with silence:
                    await reader.news.wait()
                if silence.expired:
                    yield [form.beat()]
                    await reader.check()


async def of_lobby(
    reader: LobbyReader, form: Form, pace: Pace, status: Status | None, ruleset: str | None
) -> AsyncGenerator[list[bytes], None]:
    """Yield the frames of the lobby: each changed game that matches the client's filter."""
    if reader.restarts:
        yield [written(form, "ready", Ready(reader.position), reader.position)]
    with closing(Timer(pace.heartbeat_seconds, reader.news.set)) as silence:
        while reader.open:
            reader.news.clear()
            before = reader.position
            page = await reader.changes()
            if page is not None:
                found = [_frame_for(form, one, before, status, ruleset) for one in page.changes]
                if frames := [frame for frame in found if frame is not None]:
                    yield frames
                continue
            with silence:
                await reader.news.wait()
            if silence.expired:
                yield [form.beat(reader.position)]


def _frame_for(
    form: Form, change: LobbyChange, before: int, status: Status | None, ruleset: str | None
) -> bytes | None:
    """Return the frame for a change; None if the game matches neither before nor after it."""
    if change.fits(status, ruleset):
        return form.frame("game", change.summary, change.position)
    if change.since > before and change.fits(None, ruleset):
        return written(form, "gone", Gone(change.game), change.position)
    return None
