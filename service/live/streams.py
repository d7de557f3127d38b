"""Streams: the frames for one client, in order, in the form that it requested."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import closing
from typing import Any, Final, NamedTuple

import msgspec
from eventsourcing.persistence import PersistenceError
from prometheus_client import Counter, Gauge

from domain.table.game import Status
from service.access.issuers import IssuerUnavailable
from service.live.following import RETRY_SECONDS
from service.live.frames import Form, written
from service.live.lobby import AnyChange, LobbyReader, TournamentChange
from service.live.tail import EventReader
from service.runtime.timer import Timer
from service.wire.live import Dropped, Gone, OwnGame, Ready, TournamentChanged

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


async def of_events(
    reader: EventReader[Any, Any], form: Form, pace: Pace, *, snapshot: bool | None
) -> AsyncGenerator[list[bytes], None]:
    """Yield the frames of a game or tournament: first its state if ``snapshot``, then its events.

    If ``snapshot`` is None, the state comes first unless the client gave a valid version.
    """
    if snapshot is not None:
        reader.restarts = snapshot
    with closing(Timer(pace.heartbeat_seconds, reader.news.set)) as silence:
        while reader.open:
            reader.news.clear()
            if reason := reader.dropped:
                DROPPED.labels(reason).inc()
                yield [written(form, "dropped", Dropped(reason))]
                return
            if frames := await reader.frames(form):
                yield frames
            elif reader.over:
                yield [written(form, "end", reader.end)]
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
    """Yield the frames of the lobby: each changed game that matches the client's filter.

    Tournaments match only a client without a filter.
    """
    if reader.restarts:
        yield [written(form, "ready", Ready(reader.position), reader.position)]
    now = asyncio.get_running_loop().time
    sent = now()
    with closing(Timer(pace.heartbeat_seconds, reader.news.set)) as silence:
        while reader.open:
            reader.news.clear()
            before = reader.position
            page = await reader.changes()
            if page is not None:
                found = [_frame_for(form, one, before, status, ruleset) for one in page.changes]
                if frames := [frame for frame in found if frame is not None]:
                    sent = now()
                    yield frames
                    continue
            else:
                with silence:
                    await reader.news.wait()
            # Not by the timer alone: changes of other games may stop it all the time.
            if now() - sent >= pace.heartbeat_seconds:
                sent = now()
                yield [form.beat(reader.position)]


async def of_own_games(
    reader: LobbyReader,
    form: Form,
    pace: Pace,
    account: str,
    ruleset: str | None,
    still: Callable[[], Awaitable[bool]],
) -> AsyncGenerator[list[bytes], None]:
    """Yield the frames of an account's games: each that changed, while its token is valid."""
    if reader.restarts:
        yield [written(form, "ready", Ready(reader.position), reader.position)]
    now = asyncio.get_running_loop().time
    sent = now()
    with closing(Timer(pace.heartbeat_seconds, reader.news.set)) as silence:
        while reader.open:
            reader.news.clear()
            page = await reader.changes()
            frames: list[bytes] = []
            if page is not None:
                found = [_own_frame(form, one, account, ruleset) for one in page.changes]
                frames = [frame for frame in found if frame is not None]
            else:
                with silence:
                    await reader.news.wait()
            if not frames and now() - sent < pace.heartbeat_seconds:
                continue
            # The changes are in the log before the token is checked: see ADR 24.
            if not await _still_valid(reader, still):
                if reader.open:
                    DROPPED.labels("rights").inc()
                    yield [written(form, "dropped", Dropped("rights"))]
                return
            sent = now()
            yield frames or [form.beat(reader.position)]


async def _still_valid(reader: LobbyReader, still: Callable[[], Awaitable[bool]]) -> bool:
    """Return whether the token of a stream is valid; wait while that cannot be determined."""
    while reader.open:
        try:
            return await still()
        except (PersistenceError, IssuerUnavailable):
            await asyncio.sleep(RETRY_SECONDS)
    return False


def _own_frame(form: Form, change: AnyChange, account: str, ruleset: str | None) -> bytes | None:
    """Return the frame for a change of an account's game; None for anything else."""
    if isinstance(change, TournamentChange) or not change.fits(None, ruleset):
        return None
    seats = tuple(seat for seat, player in enumerate(change.players) if player == account)
    if seats:
        turn = tuple(seat for seat in seats if seat in change.due)
        own = OwnGame(msgspec.Raw(change.own), change.head, seats, turn)
        return written(form, "game", own, change.position)
    if account in change.left:
        return written(form, "gone", Gone(change.game), change.position)
    return None


def _frame_for(
    form: Form, change: AnyChange, before: int, status: Status | None, ruleset: str | None
) -> bytes | None:
    """Return the frame for a change; None if it matches neither before nor after it."""
    if isinstance(change, TournamentChange):
        filtered = status is not None or ruleset is not None
        named = TournamentChanged(change.tournament)
        return None if filtered else written(form, "tournament", named, change.position)
    if change.fits(status, ruleset):
        return form.frame("game", change.summary, change.position)
    if change.since > before and change.fits(None, ruleset):
        return written(form, "gone", Gone(change.game), change.position)
    return None
