"""Playing on from a game that has ended: what a new game says about the one that it continues."""

import asyncio
from typing import NamedTuple

from domain.refusal import Malformed
from domain.table.continuation import AnyContinuation
from domain.table.continuing import continuation_of, must_be_over
from domain.table.game import Game
from service.games.handler import Handler, amid_an_action


class SourceFound(NamedTuple):
    """A game that has ended, and what a new game says about it."""

    source: Game
    continues: AnyContinuation


async def continuation(handler: Handler, game: str, version: int) -> SourceFound:
    """Return what a game says that continues another one from this version.

    Everyone may read a game that has ended, and no other can be continued (TB-CONTINUE-3), so this
    reveals nothing. Raises Malformed if there is no such game or version, IllegalAction, or
    PersistenceError when the log cannot be read.
    """
    log = handler.log
    stored = await asyncio.to_thread(log.load, game)
    if stored is None:
        raise Malformed(f"there is no game {game!r}", where="$.continues.game")
    must_be_over(stored.game)  # not even the number of events of any other may be known
    last = stored.head.version
    if version > last:
        raise Malformed(f"the game has {last} events", where="$.continues.version")
    then = await asyncio.to_thread(log.load_at, game, version)
    assert then is not None, "the game has been at this version"
    complete = not await asyncio.to_thread(amid_an_action, log, then)
    found = continuation_of(stored.game, then.game, then.head.hash, complete=complete)
    return SourceFound(stored.game, found)
