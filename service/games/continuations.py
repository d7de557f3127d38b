"""Playing on from a game that has ended: what a new game says about the one that it continues."""

import asyncio
from typing import NamedTuple

from domain.table.continuation import AnyContinuation
from domain.table.continuing import continuation_of, must_be_over
from domain.table.game import Game
from service.games.handler import Handler, NoSuchGame, completes_action
from service.storage.rows import Head


class NoSuchVersion(Exception):
    """The game has not been at this version; ``head`` is its current one."""

    def __init__(self, version: int, head: Head) -> None:
        super().__init__(f"the game has {head.version} events")
        self.version = version
        self.head = head


class SourceFound(NamedTuple):
    """A game that has ended, and what a new game says about it."""

    source: Game
    continues: AnyContinuation


async def continuation(handler: Handler, game: str, version: int) -> SourceFound:
    """Return what a game says that continues another one from this version.

    Everyone may read a game that has ended, and no other can be continued (TB-CONTINUE-3), so this
    reveals nothing. Raises NoSuchGame, NoSuchVersion, IllegalAction, or PersistenceError when the
    log cannot be read.
    """
    log = handler.log
    stored = await asyncio.to_thread(log.load, game)
    if stored is None:
        raise NoSuchGame(game)
    must_be_over(stored.game)  # not even the number of events of any other may be known
    if version > stored.head.version:
        raise NoSuchVersion(version, stored.head)
    then = await asyncio.to_thread(log.load_at, game, version)
    assert then is not None, "the game has been at this version"
    complete = await asyncio.to_thread(completes_action, log, then)
    found = continuation_of(stored.game, then.game, then.head.hash, complete=complete)
    return SourceFound(stored.game, found)
