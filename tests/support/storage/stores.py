"""Stores for the contract tests of the log, and helpers to fill one with games."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from eventsourcing.persistence import StoredEvent
from sqlalchemy import func, select

from domain.record.jws import thumbprint
from domain.table.apply import evolve, opened
from domain.table.decide import Batch
from domain.table.game import Game
from service.access.game_keys import Keys
from service.access.signing import Signer, jwk_of
from service.access.signing_keys import KeyFile, SigningKey
from service.games.handler import Handler
from service.settings import Settings
from service.storage.address import FILE_NAME
from service.storage.database import Database, migrate, open_database
from service.storage.log import ExtraRows, Log
from service.storage.rows import Row, Stored, event_of
from service.webhooks.tables import MESSAGES
from tests.support.games import table
from tests.support.games.table import Table

T = TypeVar("T")

ENGINES: Final = ("sqlite", "postgresql")
BY_ENGINE: Final = ("sqlite", pytest.param("postgresql", marks=pytest.mark.long))
"""For tests of something other than storage: only the long run uses PostgreSQL."""
on_both_engines = pytest.mark.parametrize("database", BY_ENGINE, indirect=True)
"""For tests in which SQL, locks or races differ, and for one test of each statement."""
on_one_engine = pytest.mark.parametrize("database", ENGINES[:1], indirect=True)
"""Leaves PostgreSQL to other tests of a folder that runs on both."""

AT: Final = "2025-01-01T12:00:00.000000Z"
KEY: Final = bytes(32)
SIGNING_KEY: Final = Ed25519PrivateKey.from_private_bytes(KEY)
SIGNER: Final = Signer(SIGNING_KEY)
JWK: Final = jwk_of(SIGNING_KEY.public_key())
SIGNING: Final = SigningKey(
    Path("1.json"), 1, KeyFile(JWK.kty, JWK.crv, JWK.x, thumbprint(JWK), AT)
)
"""The key as a file of a data folder has it, without its private part."""

OpenStore: TypeAlias = Callable[[], AbstractContextManager[Log]]
"""Opens the same store any number of times, each time as another process would."""


def settings_of(folder: Path | str, address: str = "", **others: Any) -> Settings:
    """Return the settings of a service with this data folder, and its log at this address.

    There is no rate limit unless a test sets one, because tests send requests fast.
    """
    return Settings(data=str(folder), database=address, **{"rate_per_minute": 0, **others})


def database_of(request: pytest.FixtureRequest) -> str:
    """Return the address of a database on a fixture's engine; empty for an SQLite file."""
    found: str = request.getfixturevalue("migrated") if request.param == "postgresql" else ""
    return found


def put_migrated_file(folder: Path) -> None:
    """Write a log without games into this data folder, unless it has one."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE_NAME
    if not file.exists():
        file.touch(0o600)
        file.write_bytes(_migrated_file())


@cache
def _migrated_file() -> bytes:
    with TemporaryDirectory() as folder:
        migrate(settings_of(folder))
        return (Path(folder) / FILE_NAME).read_bytes()


@contextmanager
def opened_database(at: Settings, *, migrated: bool = True) -> Iterator[Database]:
    """Open the database of these settings; unless ``migrated``, even a file that is not there."""
    if migrated and not at.database:
        put_migrated_file(at.folder)
    database = open_database(at)
    try:
        yield database
    finally:
        database.close()


def messages_waiting(database: Database) -> int:
    """Return the number of messages in the queues of all webhooks."""
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(MESSAGES)) or 0


@contextmanager
def opened_log(at: Settings) -> Iterator[Log]:
    """Open the log of these settings."""
    with opened_database(at) as database:
        yield database.log


def sqlite(folder: Path) -> AbstractContextManager[Log]:
    """Open a log in an SQLite file in this folder."""
    return opened_log(settings_of(folder))


class Played(NamedTuple):
    """A game in memory, request by request, to compare with what a log returns."""

    table: Table
    batches: tuple[Batch, ...]


def played(game: str, requests: int = 10**6, seed: int = 1, **options: Any) -> Played:
    """Play a game at random, to its end or for ``requests`` requests after the opening."""
    players = table.opened(game=game, **options)
    assert players.batch is not None
    batches = [players.batch]
    random = Random(f"{game} {seed}")
    steps = table.random_requests(players, random, liveliness=0)
    for _ in itertools.islice(steps, requests):
        assert players.batch is not None
        batches.append(players.batch)
    return Played(players, tuple(batches))


async def put(log: Log, batches: tuple[Batch, ...], before: Stored | None = None) -> Stored:
    """Append these batches in order; return the game after them."""
    for batch in batches:
        before, _ = await log.append(before, batch, AT, table.SECRET)
    assert before is not None
    return before


def games_by_version(game: str, rows: list[Row]) -> list[Game]:
    """Return the game after each of its rows, folded from the first."""
    folded = itertools.accumulate(
        map(event_of, rows[1:]), evolve, initial=opened(game, event_of(rows[0]))
    )
    return list(folded)


def note(stream: str, text: str = "noted") -> StoredEvent:
    """Return a row of a stream that does not belong to a game."""
    return StoredEvent(stream, 1, "note.v1", text.encode())


def noting(stream: str, text: str = "noted") -> ExtraRows:
    """Return a function that adds such a row to a batch."""
    return lambda stored: [note(stream, text)]


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run this to its end, with a time limit."""
    return asyncio.run(asyncio.wait_for(work, 60))


class Ticks:
    """Returns a different time on each call, one microsecond later.

    Clocks with different seeds never return the same time. Otherwise the same action from two
    processes at the same time would be one action, and both would get a success response.
    """

    def __init__(self, seed: object = None) -> None:
        minutes = 0 if seed is None else Random(f"clock {seed}").randrange(60 * 12)
        self._begins = f"2025-01-01T{12 + minutes // 60}:{minutes % 60:02}:00"
        self._ticks = itertools.count()

    def __call__(self) -> str:
        return f"{self._begins}.{next(self._ticks):06}Z"


def handler_of(log: Log, seed: object = 1, now: Callable[[], str] | None = None) -> Handler:
    """Return a handler like that of a service process; all handlers share one key.

    ``seed`` determines its ids and secrets, ``now`` its time.
    """
    return Handler(log, keys_of(seed), SIGNER, now or Ticks(seed))


async def nobody_missing(accounts: Sequence[str]) -> list[str]:
    """Say of all accounts that they exist: for desks without a register."""
    return []


def keys_of(seed: object = 1) -> Keys:
    """Return a source of ids and secrets from this seed, with the shared key."""
    return Keys(KEY, Random(f"handler {seed}").randbytes)
