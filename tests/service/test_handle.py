"""The command handler: retries, races, stale versions and workers that share one log."""

import asyncio
import itertools
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from eventsourcing.persistence import OperationalError, StoredEvent

from domain.record.chain import chained, genesis
from domain.refusal import IllegalAction
from domain.rulesets.carolus_magnus.actions import ChooseDisc, MoveEmperor
from domain.table.actions import AbortGame, LeaveSeat, Resign, TakeSeat
from domain.table.game import TABLE, Game
from service.access.keys import role_of
from service.handle import (
    RACES_MAX,
    Answer,
    Handler,
    KeyUsedAgain,
    NoSuchGame,
    Request,
    StaleVersion,
    TooManyRaces,
)
from service.http.shapes import game_view
from service.storage.log import Conflict, Log
from service.storage.rows import Stored, envelope_of
from tests.support.stores import OpenStore, handler_of, run, sqlite
from tests.support.table import RULES, action_of, due

T = TypeVar("T")


@pytest.fixture
def store(tmp_path: Path) -> OpenStore:
    """Return what opens the log of this test."""
    return partial(sqlite, tmp_path)


@contextmanager
def workers(store: OpenStore, count: int) -> Iterator[list[Handler]]:
    """Open so many handlers on one store, each with a memory of its own, as processes have."""
    with ExitStack() as stack:
        yield [handler_of(stack.enter_context(store()), seed) for seed in range(count)]


async def open_game(handler: Handler, **options: Any) -> str:
    """Open a table and return its id."""
    opened = await handler.open(RULES, RULES.options_type(**options), None)
    return opened.stored.game.id


async def start_game(handler: Handler, **options: Any) -> str:
    """Open a table, let people sit down, and return its id."""
    game = await open_game(handler, **options)
    seats = len(handler.log.load(game).game.seats)  # type: ignore[union-attr]
    await handler.perform(game, TABLE, [TakeSeat(seat) for seat in range(seats)])
    return game


async def on_turn(handler: Handler, game: str) -> tuple[Stored, int]:
    """Return the game, and the seat that is due."""
    stored = await handler.load(game)
    return stored, due(stored.game)


def legal_actions(game: Game, count: int) -> list[Any]:
    """Return so many different legal actions of the seat that is due, or all if there are less."""
    return list(itertools.islice(game.rules.legal(game.position, due(game)), count))


def key(text: str, asked: str = "asked") -> Request:
    """Return what tells a request from others."""
    return Request(text, asked)


def must_be_whole(log: Log, game: str) -> int:
    """Return the length of a stream without gaps, whose hashes are a chain."""
    head = genesis(game)
    rows = log.rows(game)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        head = chained(head, row.canonical)
        assert row.hash == head.hex()
    return len(rows)


async def outcomes(*requests: Coroutine[Any, Any, T]) -> list[T | BaseException]:
    """Carry these out at the same time."""
    return await asyncio.gather(*requests, return_exceptions=True)


# --- retries -----------------------------------------------------------------------------------


def test_a_retry_gets_the_same_answer_and_adds_nothing(store: OpenStore) -> None:
    """At once, after the game went on, and from another worker that never heard of it."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one)
        stored, seat = await on_turn(one, game)
        action = legal_actions(stored.game, 1)
        first = await one.perform(game, seat, action, request=key("k"))
        assert first.rows
        assert await one.perform(game, seat, action, request=key("k")) == first
        random = Random(1)
        for _ in range(40):
            now, who = await on_turn(one, game)
            await one.perform(game, who, [action_of(now.game, who, random)])
        length = must_be_whole(one.log, game)
        for worker in (one, other, one, other):
            again = await worker.perform(
                game, seat, action, request=key("k"), expected=[stored.head.version]
            )
            assert again == first
        assert must_be_whole(one.log, game) == length

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_a_retry_after_the_end_gets_the_same_answer(store: OpenStore) -> None:
    """Also of the request that ended the game."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        first = await handler.perform(game, 0, [Resign()], request=key("k"))
        assert first.stored.game.finished
        assert await handler.perform(game, 0, [Resign()], request=key("k")) == first
        with pytest.raises(IllegalAction, match="TB-ACT-2"):
            await handler.perform(game, 0, [Resign()], request=key("other"))

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_retry_of_sitting_down_gets_the_same_answer(store: OpenStore) -> None:
    """Although sitting down twice is no mistake, the answer is the first one, not today's."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await open_game(one, players=3)
        sit = [TakeSeat(0, name="Ana")]
        first = await one.perform(game, 0, sit, request=key("k"))
        await other.perform(game, 1, [TakeSeat(1)])
        assert await one.perform(game, 0, sit, request=key("k")) == first
        await other.perform(game, 2, [TakeSeat(2)])
        assert await one.perform(game, 0, sit, request=key("k")) == first
        assert await other.perform(game, 0, sit, request=key("k")) == first
        with pytest.raises(KeyUsedAgain):
            await one.perform(game, 0, sit, request=key("k", "something else"))

    with workers(store, 2) as (one, other):
        run(scene(one, other))


@pytest.mark.parametrize("options", [{"max_rounds": 1}, {"players": 3, "setup": "yucata"}])
def test_a_game_read_again_is_told_in_the_same_bytes(
    store: OpenStore, options: dict[str, Any]
) -> None:
    """Whether it is in memory, made from a snapshot or from all of its events, at every version."""

    async def scene(one: Handler) -> None:
        game = await start_game(one, **options)
        random = Random(8)
        told = []
        while (stored := await one.load(game)).game.status == "running":
            told.append(msgspec.json.encode(game_view(stored)))
            seat = due(stored.game)
            await one.perform(game, seat, [action_of(stored.game, seat, random)])
        last = msgspec.json.encode(game_view(stored))
        with workers(store, 1) as (other,):
            assert msgspec.json.encode(game_view(await other.load(game))) == last
            for view in told:
                version = msgspec.json.decode(view)["version"]
                earlier = other.log.load_at(game, version)
                assert earlier is not None
                assert msgspec.json.encode(game_view(earlier)) == view

    with workers(store, 1) as (one,):
        run(scene(one))


def test_a_key_belongs_to_one_request(store: OpenStore) -> None:
    """With another body it is refused, whether that would be legal now or not."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        first, second = legal_actions(stored.game, 2)
        await handler.perform(game, seat, [first], request=key("k", "first"))
        now, who = await on_turn(handler, game)
        legal = legal_actions(now.game, 1)
        length = must_be_whole(handler.log, game)
        for by, actions in ((who, legal), (seat, [second]), (1 - who, [MoveEmperor(99)])):
            with pytest.raises(KeyUsedAgain):
                await handler.perform(game, by, actions, request=key("k", "second"))
        assert must_be_whole(handler.log, game) == length
        elsewhere = await start_game(handler)
        stored, seat = await on_turn(handler, elsewhere)
        await handler.perform(
            elsewhere, seat, legal_actions(stored.game, 1), request=key("k", "second")
        )

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_refused_request_leaves_its_key_free(store: OpenStore) -> None:
    """Nothing was carried out, so the key belongs to nothing."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        with pytest.raises(IllegalAction):
            await handler.perform(game, 1 - seat, [ChooseDisc(1)], request=key("k", "wrong"))
        action = legal_actions(stored.game, 1)
        done = await handler.perform(game, seat, action, request=key("k", "right"))
        assert done.rows

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_concurrent_duplicates_are_one(store: OpenStore) -> None:
    """Forty times the same keyed request at once, on two workers: one batch, one answer."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one)
        random = Random(3)
        for number in range(20):
            stored, seat = await on_turn(one, game)
            actions = [action_of(stored.game, seat, random)]
            request = key(f"k{number}")
            answers = await outcomes(
                *(
                    worker.perform(game, seat, actions, request=request)
                    for worker in (one, other) * 20
                )
            )
            assert all(isinstance(answer, Answer) for answer in answers), answers
            assert all(answer == answers[0] for answer in answers)
            assert must_be_whole(one.log, game) == answers[0].stored.head.version  # type: ignore[union-attr]

    with workers(store, 2) as (one, other):
        run(scene(one, other))


# --- races -------------------------------------------------------------------------------------


def test_of_racing_actions_one_is_stored(store: OpenStore) -> None:
    """Many different actions for one decision, at once, on two workers: the rest is refused."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one)
        random = Random(5)
        for _ in range(30):
            stored, seat = await on_turn(one, game)
            length = stored.head.version
            actions = legal_actions(stored.game, 12)
            answers = await outcomes(
                *(
                    worker.perform(game, seat, [action], expected=expected)
                    for action, worker, expected in zip(
                        actions,
                        itertools.cycle((one, other)),
                        itertools.cycle((None, None, None, [length])),
                        strict=False,
                    )
                )
            )
            won = [answer for answer in answers if isinstance(answer, Answer)]
            lost = [answer for answer in answers if not isinstance(answer, Answer)]
            assert len(won) == 1, answers
            assert all(isinstance(no, IllegalAction | StaleVersion) for no in lost)
            assert must_be_whole(one.log, game) == won[0].stored.head.version
            if random.random() < 0.5:
                one, other = other, one

    with workers(store, 2) as (one, other):
        run(scene(one, other))


@pytest.mark.usefixtures("long")
def test_two_workers_race_thousands_of_times(store: OpenStore, seed: int) -> None:
    """Each decision of many games is taken by both: one is first, the other is told so."""
    games, decisions = 48, 100
    counts: Counter[str] = Counter()
    names: dict[Handler, str] = {}

    async def race(mine: Handler, theirs: Handler, game: str, random: Random) -> None:
        for _ in range(decisions):
            stored, seat = await on_turn(mine, game)
            version = stored.head.version
            actions = [action_of(stored.game, seat, random) for _ in range(2)]
            answers = await outcomes(
                mine.perform(game, seat, actions[:1], expected=[version]),
                theirs.perform(game, seat, actions[1:], expected=[version]),
            )
            kinds = sorted(type(answer).__name__ for answer in answers)
            assert kinds == ["Answer", "StaleVersion"], answers
            winner = mine if isinstance(answers[0], Answer) else theirs
            counts[names[winner]] += 1
            (won,) = (answer for answer in answers if isinstance(answer, Answer))
            assert won.rows[0].version == version + 1
            if won.stored.game.finished:
                return
            mine, theirs = theirs, mine

    async def scene(one: Handler, other: Handler) -> None:
        started = [await start_game(one) for _ in range(games)]
        await asyncio.gather(
            *(race(one, other, game, Random(f"{seed} {game}")) for game in started)
        )
        for game in started:
            must_be_whole(one.log, game)

    with workers(store, 2) as (one, other):
        names.update({one: "one", other: "other"})
        run(scene(one, other))
    assert counts.total() > 2000
    assert counts.keys() == {"one", "other"}


def test_two_workers_in_two_threads(store: OpenStore, seed: int) -> None:
    """Each with an event loop of its own plays the same games as fast as it can, to their ends."""
    with workers(store, 2) as (one, other), ThreadPoolExecutor(2) as threads:
        games = [run(start_game(one)) for _ in range(6)]

        def work(handler: Handler) -> Counter[str]:
            return run(play_all(handler, games, seed))

        taken = sum(threads.map(work, (one, other)), Counter[str]())
        for game in games:
            must_be_whole(one.log, game)
            by_seats = [
                row
                for row in one.log.rows(game)
                if row.action and isinstance(envelope_of(row).by, int)
            ]
            assert len(by_seats) == taken[game]


async def play_all(handler: Handler, games: list[str], seed: int) -> Counter[str]:
    """Play these games to their ends, with others or not; return how often it acted in each."""
    taken: Counter[str] = Counter()

    async def play(game: str) -> None:
        random = Random(f"{seed} {game}")
        while not (stored := await handler.load(game)).game.finished:
            seat = due(stored.game)
            try:
                await handler.perform(game, seat, [action_of(stored.game, seat, random)])
            except IllegalAction:
                continue
            taken[game] += 1

    await asyncio.gather(*map(play, games))
    return taken


def test_a_stale_memory_is_not_the_last_word(store: OpenStore) -> None:
    """A worker that missed what happened elsewhere asks the log before it says anything."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await open_game(one)
        sit = [TakeSeat(0, name="Ana")]
        await other.perform(game, 0, sit)
        taken = await one.perform(game, 0, sit)
        assert taken.stored == await other.load(game)
        await other.perform(game, 0, [LeaveSeat(0)])
        again = await one.perform(game, 0, sit)
        assert again.rows, "memory still says that the seat is taken"
        assert again.stored.game.seats[0].taken
        await other.perform(game, TABLE, [AbortGame()])
        with pytest.raises(IllegalAction, match="TB-SIT-1"):
            await one.perform(game, 1, [TakeSeat(1)])

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_a_stale_refusal_is_judged_anew(store: OpenStore) -> None:
    """What memory would refuse is carried out if the game, as it now is, allows it."""

    async def scene(one: Handler, other: Handler) -> None:
        game = await start_game(one)
        stored, seat = await on_turn(other, game)
        random = Random(1)
        while due(stored.game) == seat:
            done = await other.perform(game, seat, [action_of(stored.game, seat, random)])
            stored = done.stored
        follower = due(stored.game)
        assert due(one.log.hot(game).game) == seat  # type: ignore[union-attr]
        done = await one.perform(
            game,
            follower,
            [action_of(stored.game, follower, random)],
            expected=[stored.head.version],
        )
        assert done.stored.head.version > stored.head.version

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_versions_that_were_expected(store: OpenStore) -> None:
    """One of several will do; none of them is stale, and tells the present one; so is no list."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        version = stored.head.version
        action = legal_actions(stored.game, 1)
        for expected in ([version - 1], [version + 1, 1], []):
            with pytest.raises(StaleVersion) as stale:
                await handler.perform(game, seat, action, expected=expected)
            assert stale.value.head == stored.head
            with pytest.raises(StaleVersion):
                await handler.rehearse(game, seat, action, expected=expected)
        assert (await handler.perform(game, seat, action, expected=[1, version])).rows

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_racing_for_ever_has_an_end(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many lost races the request gives up, and says so."""
    tries = 0

    async def always_late(*_: Any) -> Any:
        nonlocal tries
        tries += 1
        raise Conflict

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        monkeypatch.setattr(handler.log, "append", always_late)
        with pytest.raises(TooManyRaces):
            await handler.perform(game, seat, legal_actions(stored.game, 1))
        assert tries == RACES_MAX

    with workers(store, 1) as (handler,):
        run(scene(handler))


# --- opening -----------------------------------------------------------------------------------


def test_opening_again_is_the_same_game(store: OpenStore) -> None:
    """With the same tokens; on every worker, at once and later."""

    async def scene(one: Handler, other: Handler) -> None:
        options = RULES.options_type(players=3)
        answers = await outcomes(
            *(worker.open(RULES, options, key("k")) for worker in (one, other) * 10)
        )
        first = answers[0]
        assert not isinstance(first, BaseException)
        assert all(answer == first for answer in answers), answers
        game = first.stored.game.id
        await one.perform(game, 0, [TakeSeat(0)])
        assert await other.open(RULES, options, key("k")) == first
        vault = await other.vault(game)
        assert role_of(vault, first.tokens.creator) == "creator"
        assert [role_of(vault, token) for token in first.tokens.seats] == [0, 1, 2]
        assert role_of(vault, "seat0_x") is None
        with pytest.raises(KeyUsedAgain):
            await other.open(RULES, options, key("k", "another body"))
        assert (await one.open(RULES, options, key("other"))).stored.game.id != game
        streams = {one.stream for one in one.log.notices(0, 1000) if "/" not in one.stream}
        assert len(streams) == 2

    with workers(store, 2) as (one, other):
        run(scene(one, other))


def test_an_id_is_never_given_twice(store: OpenStore) -> None:
    """Should two draws be the same, against all odds, the second game is not opened."""

    async def scene(handler: Handler, twin: Handler) -> None:
        game = await open_game(handler)
        with pytest.raises(Conflict):
            await open_game(twin, players=3)
        assert must_be_whole(handler.log, game) == 1

    with store() as log:
        run(scene(handler_of(log, "twin"), handler_of(log, "twin")))


def test_tokens_are_found_again_when_memory_is_full(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games there are, each keeps its own."""
    monkeypatch.setattr("service.handle.GAMES_IN_MEMORY_MAX", 2)

    async def scene(handler: Handler) -> None:
        opened = [await handler.open(RULES, RULES.options_type(), None) for _ in range(5)]
        for one in [*opened, *opened]:
            vault = await handler.vault(one.stored.game.id)
            assert role_of(vault, one.tokens.seats[1]) == 1

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_options_that_are_refused_open_nothing(store: OpenStore) -> None:
    """And leave the key free."""

    async def scene(handler: Handler) -> None:
        with pytest.raises(IllegalAction, match="CM-OPT-1"):
            await handler.open(RULES, RULES.options_type(players=7), key("k"))
        assert handler.log.notices(0, 10) == []
        assert await handler.open(RULES, RULES.options_type(), key("k", "right"))

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_games_that_are_not_there(store: OpenStore) -> None:
    """Also those streams that are no games."""

    async def scene(handler: Handler) -> None:
        game = await open_game(handler)
        for name in ("aaaaaaaaaaaaaaaa", "", f"vault/{game}x"):
            for asked in (
                handler.load(name),
                handler.vault(name),
                handler.perform(name, 0, [Resign()]),
                handler.rehearse(name, 0, [Resign()]),
            ):
                with pytest.raises(NoSuchGame):
                    await asked

    with workers(store, 1) as (handler,):
        run(scene(handler))


# --- what goes with an append ------------------------------------------------------------------


def test_each_commit_is_told_once(store: OpenStore) -> None:
    """After it, with the game as it is then; not for refusals, retries and rehearsals."""

    async def scene(handler: Handler) -> None:
        told: list[int] = []

        def committed(stored: Stored) -> None:
            assert len(handler.log.rows(stored.game.id)) == stored.head.version
            told.append(stored.head.version)

        handler.listeners.append(committed)
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        assert told == [1, stored.head.version]
        action = legal_actions(stored.game, 1)
        await handler.rehearse(game, seat, action)
        done = await handler.perform(game, seat, action, request=key("k"))
        await handler.perform(game, seat, action, request=key("k"))
        with pytest.raises(IllegalAction):
            await handler.perform(game, seat, [MoveEmperor(99)])
        assert told == [1, stored.head.version, done.stored.head.version]

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_caller_who_goes_away_stops_nothing(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit that runs is told to the house all the same, so that bots play on."""
    reached, gate = threading.Event(), threading.Event()

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        insert = handler.log._recorder.insert_events
        told = asyncio.Event()
        handler.listeners.append(lambda stored: told.set())

        def slowly(rows: Sequence[StoredEvent], **others: Any) -> Any:
            reached.set()
            assert gate.wait(30)
            return insert(rows, **others)

        monkeypatch.setattr(handler.log._recorder, "insert_events", slowly)
        asked = asyncio.create_task(handler.perform(game, seat, legal_actions(stored.game, 1)))
        await asyncio.to_thread(reached.wait, 30)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        gate.set()
        await told.wait()
        assert (await handler.load(game)).head.version > stored.head.version

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_when_the_store_fails_nothing_is_half_done(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller is told; the same request with the same key is carried out later."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        stored, seat = await on_turn(handler, game)
        action = legal_actions(stored.game, 1)

        def broken(rows: Sequence[StoredEvent], **others: Any) -> Any:
            raise OperationalError("disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(handler.log._recorder, "insert_events", broken)
            with pytest.raises(OperationalError):
                await handler.perform(game, seat, action, request=key("k"))
        assert await handler.load(game) == stored
        done = await handler.perform(game, seat, action, request=key("k"))
        assert done.rows
        assert await handler.perform(game, seat, action, request=key("k")) == done

    with workers(store, 1) as (handler,):
        run(scene(handler))


def test_a_rehearsal_stores_nothing(store: OpenStore) -> None:
    """It tells what would happen up to the dice, which stay hidden."""

    async def scene(handler: Handler) -> None:
        game = await start_game(handler)
        random = Random(2)
        for _ in range(40):
            stored, seat = await on_turn(handler, game)
            action = action_of(stored.game, seat, random)
            notices = handler.log.notices(0, 10_000)
            before, batch, refused = await handler.rehearse(game, seat, [action])
            assert (before, refused) == (stored, None)
            assert {entry.by for entry in batch.entries} == {seat}
            assert handler.log.notices(0, 10_000) == notices
            twice = await handler.rehearse(game, seat, [action, action])
            assert (twice.stored, twice.batch) == (stored, batch)
            assert twice.refused is not None
            assert twice.refused.index == 1
            done = await handler.perform(game, seat, [action])
            assert done.stored.head.version >= batch.game.version

    with workers(store, 1) as (handler,):
        run(scene(handler))
