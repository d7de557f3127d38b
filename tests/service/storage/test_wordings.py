"""A log written by two versions of Carolus, the older of which does not know the newer.

``tests/support/games/wordings.py`` defines the newer version.
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
from tests.support.storage.stores import OpenStore, on_both_engines, on_one_engine, played, put, run

OLD = "aaaaaaaaaaaaaaaa"
NEW = "bbbbbbbbbbbbbbbb"


def discs(log: Log, game: str) -> tuple[set[str], set[type], bool]:
    """Return the topics of the discs, the types they load as, and whether they have a round."""
    rows = [row for row in log.rows(game) if "disc_played" in row.topic]
    found = {"round" in msgspec.json.decode(row.canonical) for row in rows}
    assert len(found) == 1
    return {row.topic for row in rows}, {type(event_of(row)) for row in rows}, found.pop()


def go_on(log: Log, game: str, requests: int) -> None:
    """Continue a game with random moves from its state in the log."""
    stored = log.load(game)
    assert stored is not None
    table = Table(Batch((), stored.game))
    for _, _ in zip(range(requests), random_requests(table, Random(1), 0), strict=False):
        assert table.batch is not None
        stored = run(put(log, (table.batch,), stored))


def must_be_whole(log: Log, game: str) -> None:
    """Check every hash of a game and verify its record."""
    head = genesis(game)
    for row in log.rows(game):
        head = chained(head, row.canonical)
        assert row.hash == head.hex()
    found = record(log, game)
    assert found is not None
    proved(found)
    assert found.head == head.hex()


@on_both_engines
def test_a_game_ends_in_the_wording_in_which_it_began(store: OpenStore) -> None:
    """The older version plays it, then the newer one, then the older one again."""
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


@on_one_engine
def test_a_newer_version_reads_a_finished_game(store: OpenStore) -> None:
    """It reads the same position, head and record."""
    with store() as log:
        before = run(put(log, played(OLD).batches))
        found = record(log, OLD)
    with as_it_will_be(), store() as log:
        assert log.load(OLD) == before
        assert log.load_at(OLD, before.head.version) == before
        assert record(log, OLD) == found
        must_be_whole(log, OLD)


@on_one_engine
def test_new_games_use_the_current_event_version(store: OpenStore) -> None:
    """The topic names the version, and the row contains the new field."""
    with as_it_will_be(), store() as log:
        before = run(put(log, played(NEW, requests=40).batches))
        assert discs(log, NEW) == ({f"{NAME}.v2"}, {DiscPlayed}, True)
    with as_it_will_be(), store() as log:
        assert log.load(NEW) == before
        go_on(log, NEW, 10**6)
        assert discs(log, NEW) == ({f"{NAME}.v2"}, {DiscPlayed}, True)
        must_be_whole(log, NEW)


@on_both_engines
def test_the_error_names_the_unknown_event(store: OpenStore) -> None:
    """It names the game, event and version, even if a snapshot exists. Other games still load."""
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
