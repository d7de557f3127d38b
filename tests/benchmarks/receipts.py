"""What receipts cost: whole games through the command handler, with and without them."""

import asyncio
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from eventsourcing.persistence import StoredEvent

from domain.record.statement import Stage
from domain.rulesets.carolus_magnus import RULESET
from domain.table.actions import TakeSeat
from domain.table.game import Game
from service.games.handler import Handler
from service.storage.log import Log
from service.storage.rows import Head
from tests.benchmarks.measure import Row, best_rates, per_second
from tests.support.games.table import action_of
from tests.support.storage.stores import SIGNER, Ticks, handler_of, keys_of, sqlite

GAMES: Final = 10
"""Games in each turn; both contestants play the same ones."""
TURNS: Final = 6


class Unreceipted(Handler):
    """A handler that signs only the end of a game."""

    def _receipts(self, game: Game, stage: Stage, head: Head) -> list[StoredEvent]:
        return []


def rows() -> Iterator[Row]:
    """Play with both handlers, turn by turn, and yield the line of the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sqlite(Path(folder) / "with") as ours,
        sqlite(Path(folder) / "without") as bare,
        asyncio.Runner() as runner,
    ):
        handlers = {"with": handler_of(ours, "receipts"), "without": _unreceipted(bare)}
        contestants = {name: partial(_in, runner, handler) for name, handler in handlers.items()}
        rates = best_rates(contestants, turns=TURNS)
    yield Row(
        "an action in a game with receipts for opening and start, committed to SQLite",
        per_second(rates["with"], "actions"),
        f"without receipts: {per_second(rates['without'], 'actions')}",
        rates["with"] / rates["without"],
        "≥ 0.95",
    )


def _unreceipted(log: Log) -> Handler:
    return Unreceipted(log, keys_of("receipts"), SIGNER, Ticks("receipts"))


def _in(runner: asyncio.Runner, handler: Handler) -> int:
    return runner.run(_played(handler))


async def _played(handler: Handler) -> int:
    """Open some games and play them to their ends; return the number of actions."""
    actions = 0
    for number in range(GAMES):
        random = Random(number)
        options = RULESET.options_type(players=2)
        stored = (await handler.open(RULESET, options, None)).stored
        for seat in range(2):
            stored = (await handler.perform(stored.game.id, seat, [TakeSeat(seat)])).stored
        while not stored.game.finished:
            seat = stored.game.people_due[0]
            action = action_of(stored.game, seat, random)
            stored = (await handler.perform(stored.game.id, seat, [action])).stored
            actions += 1
    return actions
