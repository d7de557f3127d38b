"""Following a game on behalf of somebody, as long as the token is good."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from eventsourcing.persistence import PersistenceError

from service.access.callers import Callers
from service.access.rights import Caller, Unauthorized
from service.http.parts import Parts
from service.live.tail import Reader
from service.storage.rows import Stored


@asynccontextmanager
async def followed(
    parts: Parts, stored: Stored, caller: Caller, token: str | None, after: int | None
) -> AsyncIterator[Reader]:
    """Give a reader of a game's events after a version; without one, from now on.

    A token of an account can be revoked, or expire, or come to be that of a seat: then the reader
    is dropped, and who comes again is judged anew. Raises PersistenceError.
    """
    async with parts.hub.follow(stored, caller, after) as reader:
        if caller.identity is None or token is None:
            yield reader
            return
        checking = asyncio.create_task(
            _check(parts.callers, stored.game.id, token, reader, parts.pace.heartbeat_seconds),
            name="stream-rights",
        )
        try:
            yield reader
        finally:
            checking.cancel()


async def _check(callers: Callers, game: str, token: str, reader: Reader, seconds: float) -> None:
    """Drop the reader as soon as the token does not stand for the same caller any more."""
    now: Caller | None = reader.caller
    while now == reader.caller:
        await asyncio.sleep(seconds)
        try:
            now = await callers.in_game(game, token)
        except Unauthorized:
            now = None
        except PersistenceError:
            continue  # nobody is judged while the log cannot be read
    reader.drop("rights")
