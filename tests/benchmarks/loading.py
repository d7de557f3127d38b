"""The log: loading a stored game against reading its rows, and what a long game costs."""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any, Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ruleset import AnyRuleset
from domain.rulesets.carolus_magnus import RULESET as CAROLUS_MAGNUS
from domain.rulesets.teg import RULESET as TEG
from domain.table.actions import TakeSeat
from domain.table.game import TABLE
from service.access.game_keys import Keys
from service.access.signing import Signer
from service.cli.shared import chance_of
from service.games.handler import Handler
from service.runtime.timestamps import now
from service.storage.log import SNAPSHOT_EVERY, Log, project
from service.storage.rows import event_of
from service.tasks.house import choose
from tests.benchmarks.measure import Row, best_rates, microseconds
from tests.support.games.play import options_of
from tests.support.storage.stores import sqlite

TURNS = 7
NEAR = 12
"""How near to a version an append or a read must be to count for it."""


class Course(NamedTuple):
    """Games of one ruleset, and how to measure them."""

    rules: AnyRuleset
    games: int
    options: dict[str, Any]
    events: int
    """The length of the game to load; the nearest one is taken."""
    loads: int
    at: tuple[int, ...]
    """Versions at which games are measured: each 20 events after a snapshot, or after the start."""


COURSES: Final = (
    Course(CAROLUS_MAGNUS, 60, {}, 400, 40, (20, 120, 220, 420)),
    Course(TEG, 8, {"round_limit": 80}, 3_500, 4, (20, 1_020, 2_020, 3_020)),
)


def rows() -> Iterator[Row]:
    """Play games into their own log, then yield the lines of the table."""
    for course in COURSES:
        with tempfile.TemporaryDirectory() as folder, sqlite(Path(folder)) as log:
            games = asyncio.run(_play(log, course))
            loaded = min(games, key=lambda one: abs(one.version - course.events))
            yield from _loading(log, loaded, course)
            long = [one for one in games if one.version > course.at[-1] + NEAR]
            yield from _growth(long, course)


class _Long:
    """A game, and how long its appends and reads took while it was played."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.version = 0
        self.appends: list[tuple[int, float]] = []
        self.reads: list[tuple[int, float]] = []


async def _play(log: Log, course: Course) -> list[_Long]:
    """Play random games in order; time each append, and the reads near ``at``."""
    games = []
    signer = Signer(Ed25519PrivateKey.from_private_bytes(bytes(32)))
    options = options_of(course.rules, **course.options)
    for number in range(course.games):
        random_bytes, pick = chance_of(f"benchmark {number}")
        handler = Handler(log, Keys(bytes(32), random_bytes), signer, now)
        stored = (await handler.open(course.rules, options, None)).stored
        played = _Long(stored.game.id)
        seats = [TakeSeat(seat, bot="random") for seat in range(2)]
        stored = (await handler.perform(played.game, TABLE, seats)).stored
        while due := stored.game.bots_due:
            before = stored.head.version
            if any(abs(before - version) <= NEAR for version in course.at):
                played.reads.append((before, _read(log, played.game)))
            action = choose(stored.game, due[0], pick)
            began = time.perf_counter()
            stored = (await handler.perform(played.game, due[0], [action], house=True)).stored
            played.appends.append((before, time.perf_counter() - began))
        played.version = stored.head.version
        games.append(played)
    return games


def _read(log: Log, game: str) -> float:
    """Return the seconds to read the last position when it is not in memory."""
    log.forget(game)
    began = time.perf_counter()
    log.load(game)
    return time.perf_counter() - began


def _loading(log: Log, played: _Long, course: Course) -> Iterator[Row]:
    game, loads = played.game, course.loads

    def decode() -> int:
        for _ in range(loads):
            for row in log.rows(game):
                event_of(row)
        return loads

    def load() -> int:
        for _ in range(loads):
            assert project(game, None, log.rows(game)) is not None
        return loads

    def load_from_snapshot() -> int:
        for _ in range(loads):
            log.forget(game)
            assert log.load(game) is not None
        return loads

    rates = best_rates(
        {"decode": decode, "load": load, "snapshot": load_from_snapshot}, turns=TURNS
    )
    against = f"reading and decoding its rows: {microseconds(1 / rates['decode'])}"
    for how, name, goal in (
        ("from its first event", "load", "≥ 0.5"),
        (f"from a snapshot, {played.version % SNAPSHOT_EVERY} events on", "snapshot", ""),
    ):
        yield Row(
            f"{course.rules.meta.title}, {played.version} stored events → position, {how}",
            microseconds(1 / rates[name]),
            against,
            rates[name] / rates["decode"],
            goal,
        )


def _growth(games: list[_Long], course: Course) -> Iterator[Row]:
    """Yield what an append and a read cost late in a game, against early in the same games.

    The lower quartiles are compared: they show the work itself, with little waiting for the
    machine.
    """
    for what, kept in (
        ("appending to a game", [one for game in games for one in game.appends]),
        ("reading the last position, not in memory", [one for game in games for one in game.reads]),
    ):
        typical = {
            version: quantiles(took for at, took in kept if abs(at - version) <= NEAR)[0]
            for version in course.at
        }
        for version in course.at[1:]:
            yield Row(
                f"{course.rules.meta.title}: {what} at version {version} ({len(games)} games)",
                microseconds(typical[version]),
                f"at version {course.at[0]}: {microseconds(typical[course.at[0]])}",
                typical[version] / typical[course.at[0]],
                "≤ 1.25",
            )
