"""Flags fall once, before anything else happens, and no worker's clock can corrupt a game."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random

import pytest

from domain.record.audit import audit
from domain.table.actions import AcceptPause, FallFlag, OfferPause, Resign
from domain.table.clock import BankClock, OnFlag, PerActionClock
from domain.table.events import FlagFell
from domain.table.game import TABLE
from service.access.record_verifier import RecordVerifier
from service.games.handler import ActionRefused, Handler, Performed
from service.records.export import record
from service.storage.log import Log
from service.storage.rows import envelope_of
from service.storage.stale_version import StaleVersion
from tests.support.games.table import action_of
from tests.support.storage.handling import (
    game_and_seat_due,
    key,
    must_be_whole,
    outcomes,
    start_game,
)
from tests.support.storage.stores import OpenStore, handler_of, on_both_engines, run
from tests.support.storage.timing import Hand, flags

MINUTE = BankClock(60, "forfeit")


@contextmanager
def workers(store: OpenStore, *hands: Hand) -> Iterator[list[Handler]]:
    """Open a handler for each of these clocks, each with its own memory."""
    with ExitStack() as stack:
        yield [
            handler_of(stack.enter_context(store()), number, hand)
            for number, hand in enumerate(hands)
        ]


def times(log: Log, game: str) -> list[str]:
    """Return the time of each event."""
    return [envelope_of(row).at for row in log.rows(game)]


def must_be_valid(log: Log, game: str) -> None:
    """Check that the stream is complete and that an audit of the record finds nothing."""
    must_be_whole(log, game)
    found = record(log, game)
    assert found is not None
    assert audit(found, RecordVerifier()).is_valid


def test_a_late_action_is_refused_and_the_flag_is_stored(store: OpenStore) -> None:
    """The flag is a batch of its own.

    A retry with the same key gets the same error and adds nothing.
    """
    hand = Hand()

    async def scene(one: Handler) -> None:
        game = await start_game(one, MINUTE)
        stored, seat = await game_and_seat_due(one, game)
        action = action_of(stored.game, seat, Random(1))
        hand.move(60)
        for _ in range(3):
            with pytest.raises(ActionRefused) as refused:
                await one.perform(game, seat, [action], request=key("k"))
            assert refused.value.refusal.rule == "TB-FLAG-3"
            now = await one.load(game)
            assert (now.game.status, now.game.outcome.reason) == ("over", "time")
            assert refused.value.head == now.head
        assert flags(one.log, game) == [FlagFell(seat, None)]
        assert one.log.signature(game) is not None
        must_be_valid(one.log, game)

    with workers(store, hand) as (one,):
        run(scene(one))


def test_a_late_action_with_a_version_is_stale(store: OpenStore) -> None:
    """The flag fell, so the game has moved past the version in the request."""
    hand = Hand()

    async def scene(one: Handler) -> None:
        game = await start_game(one, MINUTE)
        stored, seat = await game_and_seat_due(one, game)
        action = action_of(stored.game, seat, Random(1))
        hand.move(61)
        with pytest.raises(StaleVersion):
            await one.perform(game, seat, [action], expected=[stored.head.version])
        assert len(flags(one.log, game)) == 1

    with workers(store, hand) as (one,):
        run(scene(one))


def test_a_retry_of_a_timely_action_succeeds_after_the_flag(store: OpenStore) -> None:
    """A client that lost the response gets it again, even after the opponent's deadline."""
    hand = Hand()

    async def scene(one: Handler) -> None:
        game = await start_game(one, MINUTE)
        stored, seat = await game_and_seat_due(one, game)
        action = action_of(stored.game, seat, Random(1))
        hand.move(59)
        first = await one.perform(game, seat, [action], request=key("k"))
        hand.move(600)
        assert await one.perform(game, seat, [action], request=key("k")) == first
        assert len(flags(one.log, game)) == 1
        must_be_valid(one.log, game)

    with workers(store, hand) as (one,):
        run(scene(one))


@on_both_engines
@pytest.mark.parametrize("on_flag", ["forfeit", "house"])
def test_a_flag_falls_only_once(store: OpenStore, on_flag: OnFlag) -> None:
    """Many requests on two workers arrive at the deadline; half of them contain no action."""
    hand = Hand()

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one, PerActionClock(30, on_flag))
        stored, seat = await game_and_seat_due(other, game)
        action = action_of(stored.game, seat, Random(1))
        hand.move(30)
        found = await outcomes(
            *(worker.perform(game, TABLE, []) for worker in (one, other) * 10),
            *(worker.perform(game, seat, [action]) for worker in (one, other) * 10),
        )
        assert all(isinstance(one, Performed | ActionRefused) for one in found), found
        assert sum(isinstance(one, ActionRefused) for one in found) == 20
        (flag,) = flags(one.log, game)
        assert flag.seat == seat
        assert (await other.load(game)).game.status == (
            "over" if on_flag == "forfeit" else "running"
        )
        must_be_valid(one.log, game)

    with workers(store, hand, hand) as (one, other):
        run(scene(one, other))


def test_a_lagging_worker_sees_a_timely_action(store: OpenStore) -> None:
    """In the older game in its memory, time would be up; the log says otherwise."""
    hand = Hand()

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one, PerActionClock(60, "forfeit"))
        stored, seat = await game_and_seat_due(other, game)
        hand.move(59)
        await one.perform(game, seat, [action_of(stored.game, seat, Random(1))])
        hand.move(2)
        assert (await other.perform(game, TABLE, [])).stored.game.status == "running"
        assert flags(other.log, game) == []

    with workers(store, hand, hand) as (one, other):
        run(scene(one, other))


def test_clocks_that_jump_and_disagree_cannot_corrupt_a_game(store: OpenStore) -> None:
    """Time in a game never goes back, and its record passes an audit."""
    mine, theirs = Hand(), Hand()
    random = Random(7)

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one, BankClock(3600, "house", 10), players=3)
        for _ in range(40):
            random.choice((mine, theirs)).move(random.choice([-7200, -3, 0, 1, 30, 900]))
            worker = random.choice((one, other))
            stored = (await worker.perform(game, TABLE, [])).stored
            if not stored.game.people_due:
                break
            seat = stored.game.people_due[0]
            await worker.perform(game, seat, [action_of(stored.game, seat, random)])
        seen = times(one.log, game)
        assert seen == sorted(seen)
        must_be_valid(one.log, game)

    with workers(store, mine, theirs) as (one, other):
        run(scene(one, other))


def test_a_rehearsal_lets_no_flag_fall(store: OpenStore) -> None:
    """The rehearsal says that time is up, but stores nothing."""
    hand = Hand()

    async def scene(one: Handler) -> None:
        game = await start_game(one, MINUTE)
        stored, seat = await game_and_seat_due(one, game)
        hand.move(61)
        rehearsal = await one.rehearse(game, 1 - seat, [Resign()])
        assert rehearsal.refused is not None
        assert rehearsal.refused.refusal.rule == "TB-FLAG-2"
        assert (await one.load(game)).head == stored.head

    with workers(store, hand) as (one,):
        run(scene(one))


def test_the_table_cannot_make_a_flag_fall_early(store: OpenStore) -> None:
    """Not even with an explicit action."""
    hand = Hand()

    async def scene(one: Handler) -> None:
        game = await start_game(one, MINUTE)
        hand.move(59)
        with pytest.raises(ActionRefused, match="TB-FLAG-1"):
            await one.perform(game, TABLE, [FallFlag()])

    with workers(store, hand) as (one,):
        run(scene(one))


@on_both_engines
def test_a_game_with_terms_is_the_same_after_a_restart(store: OpenStore) -> None:
    """Clocks, a pause and take-backs are equal whether loaded from a snapshot or from events."""
    hand = Hand()
    random = Random(3)

    async def scene(one: Handler) -> str:
        game = await start_game(one, BankClock(600, "house", 30), take_backs=True)
        for _ in range(60):
            stored, seat = await game_and_seat_due(one, game)
            hand.move(3)
            await one.perform(game, seat, [action_of(stored.game, seat, random)])
            if len(stored.game.terms.decisions) > 1 and stored.head.version > 220:  # type: ignore[union-attr,arg-type]
                break
        await one.perform(game, 0, [OfferPause()])
        await one.perform(game, 1, [AcceptPause()])
        return game

    with workers(store, hand) as (one,):
        game = run(scene(one))
        stored = one.log.load(game)
        assert stored is not None
        assert stored.game.paused
    with workers(store, hand) as (one,):
        assert one.log.load(game) == stored
        must_be_valid(one.log, game)
