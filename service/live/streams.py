"""Streams: the frames that one client gets, in order, in the form that it asked for."""

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
    """How long a stream waits for what."""

    heartbeat_seconds: float = 15
    """Longest silence of ours."""
    stall_seconds: float = 30
    """How long a client may take nothing before it is dropped."""
    hello_seconds: float = 10
    """How long the first message of a WebSocket may take."""
    limit_seconds: float = 10
    """How long a message beyond the rate limit may wait."""


PACE: Final = Pace()


class Ended(msgspec.Struct, frozen=True):
    """The game is finished, and all of its events were sent."""

    status: Status
    version: int


class Dropped(msgspec.Struct, frozen=True):
    """The stream ends for another reason; the client may come again."""

    reason: str


class Ready(msgspec.Struct, frozen=True):
    """From this position of the log on the lobby tells of all changes."""

    position: int


class Gone(msgspec.Struct, frozen=True):
    """A game is not any more among those that are asked for."""

    id: str


async def of_game(
    reader: Reader, form: Form, pace: Pace, *, snapshot: bool | None
) -> AsyncGenerator[list[bytes], None]:
    """Give the frames of a game: first the game itself, with ``snapshot``, then what happens.

    Without a word about it, the game comes first if the client does not say how far it has come.
    """
    if snapshot is not None:
        reader.anew = snapshot
    with closing(Timer(pace.heartbeat_seconds, reader.news.set)) as silence:
        while not (reader.left or reader.stopping):
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
    """Give the frames of the lobby: the games that changed, of those that are asked for."""
    if reader.anew:
        yield [written(form, "ready", Ready(reader.position), reader.position)]
    with closing(Timer(pace.heartbeat_seconds, reader.news.set)) as silence:
        while not (reader.left or reader.stopping):
            reader.news.clear()
            before = reader.position
            page = await reader.changes()
            if page is not None:
                told = [_frame_for(form, one, before, status, ruleset) for one in page.changes]
                if frames := [frame for frame in told if frame is not None]:
                    yield frames
                continue
            with silence:
                await reader.news.wait()
            if silence.expired:
                yield [form.beat(reader.position)]


def _frame_for(
    form: Form, change: LobbyChange, before: int, status: Status | None, ruleset: str | None
) -> bytes | None:
    """Return what a client is told of a change, or None if it is none of its games."""
    if change.fits(status, ruleset):
        return form.frame("game", change.summary, change.position)
    if change.since > before and change.fits(None, ruleset):
        return written(form, "gone", Gone(change.game), change.position)
    return None
