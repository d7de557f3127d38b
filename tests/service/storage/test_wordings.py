"""A log that two versions of Carolus write, of which the older one does not know the newer.

The newer one is told in ``tests/support/games/wordings.py``.
"""

from random import Random

import msgspec
import pytest

from domain.record.chain import chained, genesis
from domain.rulesets.carolus_magnus import events
from domain.table.decide import Batch
from service.records.export import record
from service.storage.log import SNAPSHOT_EVERY, Log, UnreadableGame
from service.storage.rows import event_of
from tests.support.games.table import Table, random_requests
from tests.support.games.wordings import NAME, DiscPlayed, as_it_will_be
from tests.support.proof.records import proved
from tests.support.storage.stores import OpenStore, played, put, run

OLD = "aaaaaaaaaaaaaaaa"
NEW = "bbbbbbbbbbbbbbbb"


def discs(log: Log, game: str) -> tuple[set[str], set[type], bool]:
    """Return how discs are stored, as what they are read, and whether a round is told."""
    rows = [row for row in log.rows(game) if "disc_played" in row.topic]
    told = {"round" in msgspec.json.decode(row.canonical) for row in rows}
    assert len(told) == 1
    return {row.topic for row in rows}, {type(event_of(row)) for row in rows}, told.pop()


def go_on(log: Log, game: str, requests: int) -> None:
    """Play a game on at random, from where it is in the log."""
    stored = log.load(game)
    assert stored is not None
    table = Table(Batch((), stored.game))
    for _, _ in zip(range(requests), random_requests(table, Random(1), 0), strict=False):
        assert table.batch is not None
        stored = run(put(log, (table.batch,), stored))


def must_be_whole(log: Log, game: str) -> None:
    """Fail unless all hashes of a game are right, and its record is true."""
    head = genesis(game)
    for row in log.rows(game):
        head = chained(head, row.canonical)
        assert row.hash == head.hex()
    told = record(log, game)
    assert told is not None
    proved(told)
    assert told.head == head.hex()


def test_a_game_ends_in_the_wording_in_which_it_began(store: OpenStore) -> None:
    """Played by the older version, by the newer one, and by the older one again."""
    with store() as log:
        run(put(log, played(OLD, requests=30).batches))
    with as_it_will_be(), store() as log:
        go_on(log, OLD, 60)
        assert discs(log, OLD) == ({f"{NAME}.v1"}, {DiscPlayed}, False)
        must_be_whole(log, OLD)
    with store() as log:
        go_on(log, OLD, 10**6)
        assert discs(log, OLD) == ({f"{NAME}.v1"}, {events.DiscPlayed}, False)
        must_be_whole(log, OLD)
        stored = log.load(OLD)
        assert stored is not None
        assert stored.game.finished


def test_a_finished_game_is_read_by_a_newer_version(store: OpenStore) -> None:
    """The same position, the same head, the same record."""
    with store() as log:
        before = run(put(log, played(OLD).batches))
        told = record(log, OLD)
    with as_it_will_be(), store() as log:
        assert log.load(OLD) == before
        assert log.load_at(OLD, before.head.version) == before
        assert record(log, OLD) == told
        must_be_whole(log, OLD)


def test_new_games_are_written_in_the_present_version(store: OpenStore) -> None:
    """The topic says so, and the new fact is in the row."""
    with as_it_will_be(), store() as log:
        before = run(put(log, played(NEW, requests=40).batches))
        assert discs(log, NEW) == ({f"{NAME}.v2"}, {DiscPlayed}, True)
    with as_it_will_be(), store() as log:
        assert log.load(NEW) == before
        go_on(log, NEW, 10**6)
        assert discs(log, NEW) == ({f"{NAME}.v2"}, {DiscPlayed}, True)
        must_be_whole(log, NEW)


def test_what_is_not_known_is_named(store: OpenStore) -> None:
    """Game, event and version; also if there is a snapshot of it. The other games go on."""
    with as_it_will_be(), store() as log:
        stored = run(put(log, played(NEW).batches))
        assert stored.head.version > SNAPSHOT_EVERY
    with store() as log:
        run(put(log, played(OLD).batches))
        for _ in range(2):
            with pytest.raises(UnreadableGame) as unreadable:
                log.load(NEW)
            assert str(unreadable.value) == (
                f"game {NEW} cannot be read: event 1 has the type '{NAME}.v2', "
                "which this version of Carolus does not know"
            )
        with pytest.raises(UnreadableGame):
            log.load_at(NEW, stored.head.version)
        with pytest.raises(UnreadableGame):
            record(log, NEW)
        assert log.load_if_readable(NEW) is None
        must_be_whole(log, OLD)
    with as_it_will_be(), store() as log:
        assert log.load(NEW) == stored
