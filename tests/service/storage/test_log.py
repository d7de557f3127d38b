"""The contract of the log, which every store must keep."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from domain.record.chain import chained, genesis
from domain.table.events import SecretRevealed
from service.storage import log as log_module
from service.storage import writer as log_writer
from service.storage.log import SNAPSHOT_EVERY, VAULT, Conflict, Log, Notice
from service.storage.rows import Stored, envelope_of, event_of
from service.storage.writer import COMMITS_BETWEEN_CHORES_MAX, REQUESTS_PER_COMMIT_MAX
from tests.support.stores import AT, OpenStore, games_by_version, note, noting, played, put, run

GAME = "aaaaaaaaaaaaaaaa"
OTHER = "bbbbbbbbbbbbbbbb"


# --- what is put in comes out ------------------------------------------------------------------


def test_a_game_is_read_as_it_was_put(store: OpenStore) -> None:
    """Versions, events, actions and hashes; and the same after all was closed and opened again."""
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
    """From one batch to the next, beginning with the game's own first hash."""
    with store() as log:
        run(put(log, played(GAME, requests=20).batches))
        head = genesis(GAME)
        for row in log.rows(GAME):
            head = chained(head, row.canonical)
            assert row.hash == head.hex()


def test_rows_in_part(store: OpenStore) -> None:
    """After a version, up to a version, no more than so many."""
    with store() as log:
        run(put(log, played(GAME, requests=20).batches))
        rows = log.rows(GAME)
        assert log.rows(GAME, 3) == rows[3:]
        assert log.rows(GAME, 3, 9) == rows[3:9]
        assert log.rows(GAME, 3, 9, 2) == rows[3:5]
        assert log.rows(GAME, len(rows)) == []


def test_what_is_not_there(store: OpenStore) -> None:
    """Is told as nothing, never as an error."""
    with store() as log:
        assert log.hot(GAME) is None
        assert log.load(GAME) is None
        assert log.load_at(GAME, 1) is None
        assert log.rows(GAME) == []
        assert log.vault(GAME) is None
        assert log.request(GAME, "key") is None
        assert log.notices(0, 10) == []


def test_notes_are_kept_beside_the_game(store: OpenStore) -> None:
    """They are found by name and are no events of the game."""
    batch = played(GAME, requests=0).batches[0]
    with store() as log:
        run(log.append(None, batch.game, AT, batch.entries, noting(VAULT + GAME, "secret")))
        assert log.vault(GAME) == b"secret"
        assert len(log.rows(GAME)) == 1


# --- earlier versions and snapshots ------------------------------------------------------------


def test_every_version_can_be_loaded(store: OpenStore) -> None:
    """Each is the fold of its first events, with or without snapshots, in memory or not."""
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
    """Return a list that will hold the first version of each later reading of rows."""
    read: list[int] = []
    rows = log.rows

    def counted(game: str, after: int = 0, *others: Any) -> Any:
        read.append(after)
        return rows(game, after, *others)

    monkeypatch.setattr(log, "rows", counted)
    return read


def test_loading_begins_at_a_snapshot(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """So what has to be read does not grow with the length of the game."""
    with store() as log:
        stored = run(put(log, played(GAME).batches))
    with store() as log:
        read = rows_read(log, monkeypatch)
        assert log.load(GAME) == stored
        assert stored.head.version - read[0] < 2 * SNAPSHOT_EVERY
        assert read[0] > 0
        log.load_at(GAME, 150)
        assert 0 < read[1] <= 150


def test_a_game_in_memory_reads_new_rows_only(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is there already asks for what came after it."""
    with store() as log:
        stored = run(put(log, played(GAME, requests=9).batches))
        read = rows_read(log, monkeypatch)
        assert log.load(GAME) is stored
        assert read == [stored.head.version]


def test_a_snapshot_of_another_shape_is_passed_over(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change of what a game consists of, all is folded from the events again."""
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


def test_a_snapshot_is_kept_once(store: OpenStore) -> None:
    """Two processes may come to take the same one."""
    game = played(GAME, requests=5)
    with store() as one, store() as other:
        stored = run(put(one, game.batches))
        for log in (one, other, one):
            log._snapshots.take(stored)
            log._snapshots.keep()
        assert other._snapshots.last(GAME) == stored


def test_an_action_counts_even_if_its_snapshot_cannot_be_kept(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The events are on disk by then, so nobody is told that nothing was done."""
    with store() as log:

        def full(rows: Sequence[StoredEvent]) -> None:
            raise OperationalError("disk is full")

        monkeypatch.setattr(log._snapshots._recorder, "insert_events", full)
        stored = run(put(log, played(GAME).batches))
        assert stored.head.version > SNAPSHOT_EVERY
    with store() as log:
        assert log._snapshots.last(GAME) is None
        assert log.load(GAME) == stored


def test_a_snapshot_that_is_there_does_not_hinder_others(store: OpenStore) -> None:
    """They are put on disk together; the one that is kept already is passed over."""
    ours, other = played(GAME, requests=5), played(OTHER, requests=5)
    with store() as log:
        first, second = run(put(log, ours.batches)), run(put(log, other.batches))
        log._snapshots.take(first)
        log._snapshots.keep()
        log._snapshots.take(first)
        log._snapshots.take(second)
        log._snapshots.keep()
        assert log._snapshots.last(OTHER) == second


def test_snapshots_are_kept_though_requests_always_wait(
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


# --- one writer wins ---------------------------------------------------------------------------


def test_only_one_of_two_follows_a_version(store: OpenStore) -> None:
    """The second of two batches that were decided on the same version is a conflict."""
    game = played(GAME, requests=3)
    with store() as log:
        before = run(put(log, game.batches[:3]))
        run(put(log, game.batches[3:], before))
        rows = log.rows(GAME)
        other = played(GAME, requests=3, seed=2).batches[-1]
        with pytest.raises(Conflict):
            run(log.append(before, other.game, AT, other.entries))
        assert log.rows(GAME) == rows
        assert len(log.notices(0, 100)) == len(rows)


def test_two_logs_on_one_store(store: OpenStore) -> None:
    """What another process appended is seen by load, not by memory; and its version is taken."""
    game = played(GAME, requests=6)
    with store() as one, store() as other:
        stale = run(put(one, game.batches[:3]))
        assert other.load(GAME) == stale
        now = run(put(other, game.batches[3:], stale))
        assert one.hot(GAME) is stale
        with pytest.raises(Conflict):
            run(one.append(stale, game.batches[3].game, "later", game.batches[3].entries))
        assert one.load(GAME) == now
        assert one.hot(GAME) == now


def test_an_append_that_is_there_already_is_no_conflict(store: OpenStore) -> None:
    """The acknowledgement was lost and the driver tried again: these rows are our own."""
    game = played(GAME, requests=2)
    with store() as log:
        before = run(put(log, game.batches[:2]))
        last = game.batches[2]
        done = run(log.append(before, last.game, AT, last.entries, noting("request/a")))
        assert run(log.append(before, last.game, AT, last.entries, noting("request/a"))) == done
        with pytest.raises(Conflict):
            run(log.append(before, last.game, AT, last.entries, noting("request/b")))
        assert log.request("b", "") is None


def test_a_batch_is_stored_all_or_none(store: OpenStore) -> None:
    """If the note is there already no event is added; if the version is, the note is not."""
    game = played(GAME, requests=2)
    with store() as log:
        before = run(put(log, game.batches[:1]))
        batch = game.batches[1]
        run(put(log, played(OTHER, requests=0).batches))
        first = played(OTHER, requests=1).batches[-1]
        other = log.load(OTHER)
        run(log.append(other, first.game, AT, first.entries, noting("request/x/key")))
        with pytest.raises(Conflict):
            run(log.append(before, batch.game, AT, batch.entries, noting("request/x/key")))
        assert len(log.rows(GAME)) == 1
        run(put(log, game.batches[1:2], before))
        rival = played(GAME, requests=1, seed=2).batches[-1]
        with pytest.raises(Conflict):
            run(log.append(before, rival.game, AT, rival.entries, noting("request/y/key")))
        assert log.request("y", "key") is None


# --- group commit ------------------------------------------------------------------------------


class Gate:
    """Holds the first transaction until all others wait, and counts the transactions."""

    def __init__(self, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        self.opened = threading.Event()
        self.reached = threading.Event()
        self.insert: Callable[..., Any] = log._recorder.insert_events
        self._queue = log._writer._queue
        monkeypatch.setattr(log._recorder, "insert_events", self)

    def __call__(self, rows: Sequence[StoredEvent], **others: Any) -> Any:
        """Wait if it is the first one, then do what the recorder does."""
        first = not self.sizes
        self.sizes.append(len(rows))
        if first:
            self.reached.set()
            assert self.opened.wait(30)
        return self.insert(rows, **others)

    def wait_for(self, count: int) -> None:
        """Return when so many requests wait behind the gate."""
        deadline = time.monotonic() + 30
        while self._queue.qsize() < count:
            assert time.monotonic() < deadline
            time.sleep(0.001)


async def all_at_once(gate: Gate, log: Log, names: list[str]) -> list[Stored | BaseException]:
    """Open a game for each name, so that all but the first wait for one transaction."""

    async def opening(name: str) -> Stored:
        return await put(log, played(name, requests=0).batches)

    tasks = [asyncio.create_task(opening(names[0]))]
    await asyncio.to_thread(gate.reached.wait, 30)
    tasks += [asyncio.create_task(opening(name)) for name in names[1:]]
    await asyncio.to_thread(gate.wait_for, len(names) - 1)
    gate.opened.set()
    return await asyncio.gather(*tasks, return_exceptions=True)


def test_many_requests_share_a_commit(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty appends: the first goes alone, all that wait meanwhile go together."""
    names = [f"game-{number:02}" for number in range(50)]
    with store() as log:
        gate = Gate(log, monkeypatch)
        done = run(all_at_once(gate, log, names))
        assert gate.sizes == [1, 49]
        assert all(isinstance(one, Stored) for one in done)
        assert all(log.load(name) for name in names)
        assert [one.stream for one in log.notices(0, 100)] == names


def test_a_loser_does_not_hurt_the_others(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of fifty opens a game that is there: it alone is told of a conflict."""
    names = [f"game-{number:02}" for number in range(50)]
    with store() as log, store() as other:
        rival = played(names[20], requests=0, players=3).batches[0]
        run(other.append(None, rival.game, AT, rival.entries))
        done = run(all_at_once(Gate(log, monkeypatch), log, names))
        assert [isinstance(one, Conflict) for one in done] == [name == names[20] for name in names]
        assert all(log.load(name) for name in names)


def test_a_failure_is_told_to_all_who_wait(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of theirs is stored, and when the store works again, so does the log."""
    names = [f"game-{number:02}" for number in range(50)]
    with store() as log:
        gate = Gate(log, monkeypatch)
        insert = gate.insert

        def broken(rows: Sequence[StoredEvent], **others: Any) -> Any:
            if len(rows) > 1:
                raise OperationalError("disk is full")
            return insert(rows, **others)

        gate.insert = broken
        done = run(all_at_once(gate, log, names))
        assert isinstance(done[0], Stored)
        assert all(isinstance(one, OperationalError) for one in done[1:])
        assert [log.load(name) is not None for name in names] == [True] + [False] * 49
        gate.insert = insert
        run(put(log, played(names[7], requests=3).batches))


def test_who_goes_away_is_left_out(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller who is cancelled while waiting adds nothing; the others are answered."""

    async def scene(log: Log, gate: Gate) -> None:
        first = asyncio.create_task(put(log, played("first", requests=0).batches))
        await asyncio.to_thread(gate.reached.wait, 30)
        gone = asyncio.create_task(put(log, played("gone", requests=0).batches))
        stays = asyncio.create_task(put(log, played("stays", requests=0).batches))
        await asyncio.to_thread(gate.wait_for, 2)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        gate.opened.set()
        await asyncio.gather(first, stays)

    with store() as log:
        run(scene(log, Gate(log, monkeypatch)))
        assert log.load("first")
        assert log.load("stays")
        assert log.load("gone") is None


def test_closing_writes_what_waits(store: OpenStore) -> None:
    """Whatever was handed to the writer is on disk when it is closed."""
    with store() as log:

        async def scene() -> None:
            for number in range(500):
                log._writer.put([note(f"n/{number}")])

        run(scene())
    with store() as log:
        assert len(log.notices(0, 1000)) == 500


def test_a_snapshot_does_not_wait_for_another_request(store: OpenStore) -> None:
    """The last game of a quiet night is on disk soon after its action, not at the next one."""
    with store() as log:
        run(put(log, played(GAME).batches))
        deadline = time.monotonic() + 30
        while log._snapshots._taken:
            assert time.monotonic() < deadline
            time.sleep(0.001)


def test_whoever_fails_to_listen_holds_up_nobody(store: OpenStore) -> None:
    """The rows are on disk, so it is told so, and so is everybody behind it."""
    with store() as log:

        def deaf() -> None:
            raise RuntimeError

        async def scene() -> None:
            first, second = log._writer.put([note("n/1")], deaf), log._writer.put([note("n/2")])
            await asyncio.wait_for(asyncio.gather(first, second), 30)

        run(scene())
        assert log._note("n/2") is not None


def test_a_closed_log_says_so(store: OpenStore) -> None:
    """Instead of letting somebody wait for ever."""
    with store() as log:
        log.close()

        async def scene() -> None:
            with pytest.raises(OperationalError):
                await log._writer.put([note("n/1")])

        run(scene())


def test_a_transaction_has_a_largest_size(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many wait, no more than so many requests share one."""
    with store() as log:
        gate = Gate(log, monkeypatch)

        async def scene() -> None:
            futures = [log._writer.put([note(f"n/{number}")]) for number in range(600)]
            gate.opened.set()
            await asyncio.gather(*futures)

        run(scene())
        assert max(gate.sizes) == REQUESTS_PER_COMMIT_MAX
        assert sum(gate.sizes) == 600


def test_a_row_is_never_replaced(store: OpenStore) -> None:
    """The store itself refuses a second row with the same stream and version."""
    with store() as log:

        async def scene() -> None:
            await log._writer.put([note("n/1", "first")])
            with pytest.raises(IntegrityError):
                await log._writer.put([note("n/1", "second")])

        run(scene())
        assert log._note("n/1") == b"first"


# --- the order of the whole log ----------------------------------------------------------------


def test_notices_come_in_the_order_of_commits(store: OpenStore) -> None:
    """One per row, without gaps for a reader who remembers where it was."""

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


def test_memory_has_an_end(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that were not asked for lately are forgotten, and found again in the log."""
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


def test_an_old_state_does_not_replace_a_newer_one(store: OpenStore) -> None:
    """Two requests may return in another order than they were carried out."""
    game = played(GAME, requests=5)
    with store() as log:
        before = run(put(log, game.batches[:3]))
        now = run(put(log, game.batches[3:], before))
        log._remember(before)
        assert log.hot(GAME) is now
