"""Helpers to send commands to the handler, and to check the log afterwards."""

import asyncio
import itertools
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from domain.record.chain import chained, genesis
from domain.table.actions import TakeSeat
from domain.table.clock import Clock
from domain.table.game import TABLE, Game
from domain.table.opening import OpeningTerms
from service.games.handler import Handler
from service.storage.idempotency import KeyedRequest
from service.storage.log import Log
from service.storage.rows import Stored
from tests.support.games.table import RULES, due
from tests.support.storage.stores import OpenStore, handler_of

T = TypeVar("T")


@contextmanager
def workers(store: OpenStore, count: int) -> Iterator[list[Handler]]:
    """Open ``count`` handlers on one store, each with its own memory, like processes."""
    with ExitStack() as stack:
        yield [handler_of(stack.enter_context(store()), seed) for seed in range(count)]


async def open_game(
    handler: Handler, clock: Clock | None = None, *, take_backs: bool = False, **options: Any
) -> str:
    """Open a table and return its id."""
    terms = OpeningTerms(clock, take_backs)
    opened = await handler.open(RULES, RULES.options_type(**options), None, terms=terms)
    return opened.stored.game.id


async def start_game(handler: Handler, clock: Clock | None = None, **others: Any) -> str:
    """Open a table, let people sit down, and return its id."""
    game = await open_game(handler, clock, **others)
    seats = len(handler.log.load(game).game.seats)  # type: ignore[union-attr]
    await handler.perform(game, TABLE, [TakeSeat(seat) for seat in range(seats)])
    return game


async def game_and_seat_due(handler: Handler, game: str) -> tuple[Stored, int]:
    """Return the game, and the seat that is due."""
    stored = await handler.load(game)
    return stored, due(stored.game)


def legal_actions(game: Game, count: int) -> list[Any]:
    """Return up to ``count`` different legal actions of the seat that is due."""
    return list(itertools.islice(game.rules.legal(game.position, due(game)), count))


def key(text: str, asked: str = "asked") -> KeyedRequest:
    """Return the identity of a request."""
    return KeyedRequest(text, asked)


def must_be_whole(log: Log, game: str) -> int:
    """Return the length of a stream; fail if it has gaps or its hashes are not a chain."""
    head = genesis(game)
    rows = log.rows(game)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        head = chained(head, row.canonical)
        assert row.hash == head.hex()
    return len(rows)


async def outcomes(*requests: Coroutine[Any, Any, T]) -> list[T | BaseException]:
    """Run these at the same time; return their results and exceptions."""
    return await asyncio.gather(*requests, return_exceptions=True)
