"""What receipts cost: whole games through the command handler, with and without them.

A third handler signs receipts as the first does. Their ratio would be 1 without noise, so its
spread shows what a difference between the others means.
"""

import asyncio
import gc
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Final

from eventsourcing.persistence import StoredEvent

from domain.record.statement import Stage
from domain.rulesets.carolus_magnus import RULESET
from domain.table.actions import TakeSeat
from domain.table.game import Game
from service.games.handler import Handler
from service.games.statements import Statements
from service.storage.log import Log
from service.storage.rows import Head
from tests.benchmarks.measure import Row, microseconds
from tests.support.games.table import action_of
from tests.support.storage.stores import SIGNER, handler_of, sqlite

GAMES: Final = 2
"""Games in each turn; all contestants play the same ones."""
TURNS: Final = 40


class Unreceipted(Statements):
    """Signs only the end of a game."""

    def _receipts(self, game: Game, stage: Stage, head: Head) -> list[StoredEvent]:
        return []


def rows() -> Iterator[Row]:
    """Play with the handlers, turn by turn, and yield the line of the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sqlite(Path(folder) / "with") as ours,
        sqlite(Path(folder) / "again") as same,
        sqlite(Path(folder) / "without") as bare,
        asyncio.Runner() as runner,
    ):
        logs = [ours, same, bare]
        handlers = [handler_of(log, "receipts") for log in logs]
        handlers[2].statements = Unreceipted(bare, SIGNER)
        _must_differ(runner, handlers, logs)
        turns = [_turn(runner, handlers, number) for number in range(TURNS)]
    with_them, _, without = (median(some) for some in zip(*turns, strict=True))
    low, middle, high = quantiles((one / again for one, again, _ in turns), n=4)
    yield Row(
        "an action in a game with receipts for opening and start, committed to SQLite",
        microseconds(with_them),
        f"without receipts: {microseconds(without)}; with receipts once more: "
        f"{middle:.2f} (quartiles {low:.2f} and {high:.2f})",
        median(one / other for one, _, other in turns),
        "≤ 1.05",
    )


def _must_differ(runner: asyncio.Runner, handlers: list[Handler], logs: list[Log]) -> None:
    """Fail unless all of the handlers sign receipts but the last."""
    stages = []
    for handler, log in zip(handlers, logs, strict=True):
        opened = runner.run(handler.open(RULESET, RULESET.options_type(players=2), None))
        stages.append([*log.receipts(opened.stored.game.id)])
    assert stages == [["opened"], ["opened"], []]


def _turn(runner: asyncio.Runner, handlers: list[Handler], number: int) -> list[float]:
    """Return the seconds of each handler for an action; they take turns in being the first."""
    seconds = dict.fromkeys(range(len(handlers)), 0.0)
    for place in seconds:
        which = (place + number) % len(handlers)
        seconds[which] = _in(runner, handlers[which])
    return [*seconds.values()]


def _in(runner: asyncio.Runner, handler: Handler) -> float:
    """Return the seconds of processor time for an action."""
    gc.collect()
    began = time.process_time()
    actions = runner.run(_played(handler))
    return (time.process_time() - began) / actions


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
