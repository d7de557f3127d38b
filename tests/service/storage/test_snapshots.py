"""Every earlier version can be loaded, and loading starts from a snapshot."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import OperationalError, StoredEvent
from msgspec.structs import replace

from domain.table.contributions import KnownChain, RegisteredWitness
from service.storage import writer as log_writer
from service.storage.log import SNAPSHOT_EVERY, Log
from service.storage.writer import COMMITS_BETWEEN_CHORES_MAX
from tests.support.games import continued
from tests.support.storage.gates import Gate
from tests.support.storage.stores import (
    OpenStore,
    games_by_version,
    note,
    on_both_engines,
    on_one_engine,
    played,
    put,
    run,
)

GAME = "aaaaaaaaaaaaaaaa"
OTHER = "bbbbbbbbbbbbbbbb"


@on_both_engines
def test_every_version_can_be_loaded(store: OpenStore) -> None:
    """Each is the fold of its first events, with or without a snapshot, in memory or not."""
    game = played(GAME)
    with store() as log:
        run(put(log, game.batches))
        folded = games_by_version(GAME, log.rows(GAME))
        assert len(folded) > 2 * SNAPSHOT_EVERY
        for version, expected in enumerate(folded, start=1):
            found = log.load_at(GAME, version)
            assert found is not None
            assert found.game == expected
            assert found.head.hash.hex() == log.rows(GAME, version - 1, version)[0].hash
        assert log.load_at(GAME, len(folded) + 1) is None
        assert log.load_at(GAME, 0) is None


def rows_read(log: Log, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that collects the version after which each later call reads rows."""
    read: list[int] = []
    rows = log.rows

    def counted(game: str, after: int = 0, *others: Any) -> Any:
        read.append(after)
        return rows(game, after, *others)

    monkeypatch.setattr(log, "rows", counted)
    return read


def test_loading_starts_from_a_snapshot(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of rows to read does not grow with the length of the game."""
    with store() as log:
        stored = run(put(log, played(GAME).batches))
    with store() as log:
        read = rows_read(log, monkeypatch)
        assert log.load(GAME) == stored
        assert stored.head.version - read[0] < 2 * SNAPSHOT_EVERY
        assert read[0] > 0
        log.load_at(GAME, 150)
        assert 0 < read[1] <= 150


@on_one_engine
def test_a_game_in_memory_reads_new_rows_only(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading a game that is in memory queries only the rows after its version."""
    with store() as log:
        stored = run(put(log, played(GAME, requests=9).batches))
        read = rows_read(log, monkeypatch)
        assert log.load(GAME) is stored
        assert read == [stored.head.version]


@on_one_engine
def test_a_game_with_a_snapshot_of_its_end_stays_in_memory(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Imported games have one. The second look at such a game does not read it again."""
    with store() as log:
        stored = run(put(log, played(GAME, requests=9).batches))
        log._snapshots.take(stored)
        log._snapshots.keep()
    with store() as log:
        assert log.load(GAME) == stored
        assert log.hot(GAME) == stored
        monkeypatch.setattr(log._snapshots, "last", None)
        assert log.load(GAME) == stored


def test_a_snapshot_of_another_shape_is_skipped(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the structure of a game changes, the game is folded from its events again."""
    game = played(GAME)
    with store() as log:
        stored = run(put(log, game.batches))
        assert log._snapshots.last(GAME) is not None
        foreign = {"shape": "another", "hash": b"", "game": {"ruleset": "carolus-magnus@1"}}
        unknown = {**foreign, "game": {"ruleset": "chess@1"}}
        for ahead, body in enumerate((foreign, unknown), start=1):
            row = StoredEvent(
                GAME, stored.head.version + ahead, "snapshot.v1", msgspec.msgpack.encode(body)
            )
            log._snapshots._recorder.insert_events([row])
    with store() as log:
        read = rows_read(log, monkeypatch)
        assert log.load(GAME) == stored
        assert read == [0]


@on_one_engine
def test_a_snapshot_has_witnesses_and_chains(store: OpenStore) -> None:
    """They are structs, which the store only knows as lists."""
    witness = RegisteredWitness(f"{'k' * 42}A", f"{'s' * 42}A", "0" * 64, 1, f"{'s' * 85}A")
    with store() as log:
        stored = run(put(log, played(GAME).batches))
        chains = (KnownChain(0, 3, "1" * 64), KnownChain(128, 3, "2" * 64))
        game = replace(stored.game, id=OTHER, links=True, witnesses=(witness,), chains=chains)
        log._snapshots.take(stored._replace(game=game))
        log._snapshots.keep()
        found = log._snapshots.last(OTHER)
    assert found is not None
    assert found.game == game


def test_a_snapshot_is_stored_once(store: OpenStore) -> None:
    """Two processes may take the same one."""
    game = played(GAME, requests=5)
    with store() as one, store() as other:
        stored = run(put(one, game.batches))
        for log in (one, other, one):
            log._snapshots.take(stored)
            log._snapshots.keep()
        assert other._snapshots.last(GAME) == stored


@pytest.mark.long
def test_an_action_succeeds_even_if_its_snapshot_cannot_be_stored(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The events are on disk by then, so the caller gets no error."""
    with store() as log:

        def full(rows: Sequence[StoredEvent]) -> None:
            raise OperationalError("disk is full")

        monkeypatch.setattr(log._snapshots._recorder, "insert_events", full)
        stored = run(put(log, played(GAME).batches))
        assert stored.head.version > SNAPSHOT_EVERY
    with store() as log:
        assert log._snapshots.last(GAME) is None
        assert log.load(GAME) == stored


def test_an_existing_snapshot_does_not_block_others(store: OpenStore) -> None:
    """They are stored together; the one that exists is skipped."""
    ours, other = played(GAME, requests=5), played(OTHER, requests=5)
    with store() as log:
        first, second = run(put(log, ours.batches)), run(put(log, other.batches))
        log._snapshots.take(first)
        log._snapshots.keep()
        log._snapshots.take(first)
        log._snapshots.take(second)
        log._snapshots.keep()
        assert log._snapshots.last(OTHER) == second


@on_one_engine
def test_snapshots_are_stored_even_under_constant_load(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy service does not put them off for ever."""
    kept: list[int] = []
    monkeypatch.setattr(log_writer, "REQUESTS_PER_COMMIT_MAX", 1)
    with store() as log:
        gate = Gate(log, monkeypatch)
        monkeypatch.setattr(log._writer, "_chores", lambda: kept.append(len(gate.sizes)))

        async def scene() -> None:
            futures = [log._writer.put([note(f"n/{number}")]) for number in range(100)]
            gate.opened.set()
            await asyncio.gather(*futures)

        run(scene())
    assert kept[0] <= COMMITS_BETWEEN_CHORES_MAX
    assert len(kept) >= 100 // COMMITS_BETWEEN_CHORES_MAX


def test_a_snapshot_has_the_position_that_a_game_continues(store: OpenStore) -> None:
    """With its type, as a rematch needs it."""
    with store() as log:
        stored = run(put(log, played(GAME).batches))
        game = replace(stored.game, id=OTHER, continues=continued.played().continues)
        log._snapshots.take(stored._replace(game=game))
        log._snapshots.keep()
        found = log._snapshots.last(OTHER)
    assert found is not None
    assert found.game == game
