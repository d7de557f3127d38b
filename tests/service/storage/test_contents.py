"""The log returns what was appended, in the order of commits."""

import asyncio

import msgspec
import pytest

from domain.record.chain import chained, genesis
from domain.table.events import SecretRevealed
from service.storage import log as log_module
from service.storage.log import VAULT, Log, Notice
from service.storage.rows import envelope_of, event_of
from tests.support.storage.stores import AT, OpenStore, noting, on_one_engine, played, put, run

GAME = "aaaaaaaaaaaaaaaa"
OTHER = "bbbbbbbbbbbbbbbb"


def test_a_game_is_read_as_it_was_stored(store: OpenStore) -> None:
    """Versions, events, actions and hashes survive a restart."""
    game = played(GAME)
    with store() as log:
        stored = run(put(log, game.batches))
        assert stored.game == game.table.game
    with store() as log:
        assert log.load(GAME) == stored
        rows = log.rows(GAME)
        events = [event for batch in game.batches for event in batch.events]
        assert [row.version for row in rows] == list(range(1, len(events) + 1))
        assert [event_of(row) for row in rows] == events
        assert rows[-1].hash == stored.head.hash.hex()
        entries = [entry for batch in game.batches for entry in batch.entries]
        asked = [msgspec.json.decode(row.action) for row in rows if row.action]
        assert asked == [msgspec.json.decode(msgspec.json.encode(one.action)) for one in entries]
        assert [envelope_of(row).by for row in rows] == [
            entry.by for entry in entries for _ in entry.events
        ]
        assert isinstance(event_of(rows[-1]), SecretRevealed)


def test_hashes_are_chained(store: OpenStore) -> None:
    """The chain starts at the game's genesis hash and continues across batches."""
    with store() as log:
        run(put(log, played(GAME, requests=20).batches))
        head = genesis(GAME)
        for row in log.rows(GAME):
            head = chained(head, row.canonical)
            assert row.hash == head.hex()


def test_rows_can_be_read_in_part(store: OpenStore) -> None:
    """Rows can be read after a version, up to a version, and with a limit."""
    with store() as log:
        run(put(log, played(GAME, requests=20).batches))
        rows = log.rows(GAME)
        assert log.rows(GAME, 3) == rows[3:]
        assert log.rows(GAME, 3, 9) == rows[3:9]
        assert log.rows(GAME, 3, 9, 2) == rows[3:5]
        assert log.rows(GAME, len(rows)) == []


def test_missing_data_is_none_or_empty(store: OpenStore) -> None:
    """Reading something that does not exist raises no error."""
    with store() as log:
        assert log.hot(GAME) is None
        assert log.load(GAME) is None
        assert log.load_at(GAME, 1) is None
        assert log.rows(GAME) == []
        assert log.vault(GAME) is None
        assert log.request(GAME, "key") is None
        assert log.notices(0, 10) == []


def test_notes_are_stored_outside_the_game(store: OpenStore) -> None:
    """They are read by name and are not events of the game."""
    batch = played(GAME, requests=0).batches[0]
    with store() as log:
        run(log.append(None, batch, AT, None, noting(VAULT + GAME, "secret")))
        assert log.vault(GAME) == b"secret"
        assert len(log.rows(GAME)) == 1


# --- the order of the whole log ------------------------------------------------------------------


def test_notices_come_in_the_order_of_commits(store: OpenStore) -> None:
    """There is one per row. A reader that remembers its position misses none."""

    async def scene(log: Log) -> None:
        games = [played(f"game-{number:02}", requests=12) for number in range(20)]
        await asyncio.gather(*(put(log, game.batches) for game in games))

    with store() as log:
        run(scene(log))
        whole = log.notices(0, 10_000)
        positions = [one.position for one in whole]
        assert positions == sorted(set(positions))
        paged: list[Notice] = []
        while page := log.notices(paged[-1].position if paged else 0, 7):
            paged += page
        assert paged == whole
        for number in range(20):
            name = f"game-{number:02}"
            assert sum(one.stream == name for one in whole) == len(log.rows(name))


@on_one_engine
def test_memory_is_bounded(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that were not used recently are evicted, and loaded again from the log."""
    monkeypatch.setattr(log_module, "GAMES_IN_MEMORY_MAX", 3)
    with store() as log:
        for name in "abcde":
            run(put(log, played(name, requests=0).batches))
        assert [log.hot(name) is not None for name in "abcde"] == [False, False, True, True, True]
        assert log.load("a") is not None
        assert log.hot("a") is not None
        log.forget("a")
        assert log.hot("a") is None
        log.forget("a")


@on_one_engine
def test_an_old_state_does_not_replace_a_newer_one(store: OpenStore) -> None:
    """Two requests may return in a different order than they were committed."""
    game = played(GAME, requests=5)
    with store() as log:
        before = run(put(log, game.batches[:3]))
        now = run(put(log, game.batches[3:], before))
        log._remember(before)
        assert log.hot(GAME) is now
