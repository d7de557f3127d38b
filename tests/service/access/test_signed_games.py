"""Openings, starts and ends are signed, each in the transaction of its events."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from eventsourcing.persistence import StoredEvent

from domain.record.statement import FinalStatement, Receipt, final_statement, of_kind
from domain.table.actions import AbortGame, AcceptDraw, OfferDraw, Resign, TakeSeat
from domain.table.game import TABLE
from service.access.signing import Verifier
from service.access.signing_keys import published_keys, signing_keys
from service.access.visibility import STARTED
from service.cli import main
from service.games.handler import Handler
from service.records.export import record
from service.storage.idempotency import KeyedRequest, TooManyRaces
from service.storage.log import RECEIPT, SIGNATURE, Log
from service.tasks.house import choose
from tests.support.games.table import RULES
from tests.support.storage.stores import OpenStore, handler_of, on_both_engines, run, sqlite

VERIFIER = Verifier()


@pytest.fixture
def log(store: OpenStore) -> Iterator[Log]:
    """Yield a log of this test, on every kind of database."""
    with store() as opened_log:
        yield opened_log


async def open_game(handler: Handler) -> str:
    """Open a game for two."""
    return (await handler.open(RULES, RULES.options_type(players=2), None)).stored.game.id


async def start_game(handler: Handler, bot: str | None = None) -> str:
    """Open a game and fill its seats."""
    game = await open_game(handler)
    await handler.perform(game, TABLE, [TakeSeat(seat, bot=bot) for seat in range(2)])
    return game


async def play_on(handler: Handler, game: str) -> None:
    """Let the house play to the end; check that there is no signature before."""
    stored = await handler.load(game)
    random = Random(1)
    while due := stored.game.bots_due:
        assert handler.log.signature(game) is None
        action = choose(stored.game, due[0], random.randrange)
        stored = (await handler.perform(game, due[0], [action], house=True)).stored


def must_be_signed(log: Log, game: str, status: str, reason: str | None) -> None:
    """Check that the signature has the result of the game and follows its last event."""
    stored = log.load(game)
    token = log.signature(game)
    assert stored is not None
    assert token is not None
    signed = VERIFIER.verify(token).statement
    assert signed == final_statement(stored.game, stored.head.hash, stored.head.at)
    assert (signed.status, signed.version) == (status, stored.head.version)
    assert (signed.outcome or {}).get("reason") == reason
    streams = [notice.stream for notice in log.notices(0, 10_000)]
    last = max(number for number, stream in enumerate(streams) if stream == game)
    assert streams[last + 1] == f"{SIGNATURE}{game}"
    assert streams.count(f"{SIGNATURE}{game}") == 1
    exported = record(log, game)
    assert exported is not None
    assert exported.signature == token


def test_a_game_played_to_its_end_is_signed(log: Log) -> None:
    """Before its end, it is not."""

    async def scene() -> str:
        handler = handler_of(log)
        game = await start_game(handler, "random")
        await play_on(handler, game)
        return game

    game = run(scene())
    must_be_signed(log, game, "over", "castle_goal")


def test_a_game_that_ends_by_resignation_is_signed(log: Log) -> None:
    """It is over once only one side is left."""

    async def scene() -> str:
        handler = handler_of(log)
        game = await start_game(handler)
        await handler.perform(game, 0, [Resign()])
        return game

    must_be_signed(log, run(scene()), "over", "resignation")


def test_a_draw_is_signed(log: Log) -> None:
    """When all have agreed, not when it is offered."""

    async def scene() -> str:
        handler = handler_of(log)
        game = await start_game(handler)
        await handler.perform(game, 0, [OfferDraw()])
        assert log.signature(game) is None
        await handler.perform(game, 1, [AcceptDraw()])
        return game

    must_be_signed(log, run(scene()), "over", "draw_agreed")


def test_a_game_called_off_is_signed(log: Log) -> None:
    """It has no outcome, but a head."""

    async def scene() -> str:
        handler = handler_of(log)
        game = await open_game(handler)
        await handler.perform(game, TABLE, [AbortGame()])
        return game

    must_be_signed(log, run(scene()), "aborted", None)


def test_an_unfinished_game_has_no_signature(log: Log) -> None:
    """Neither has its record, nor a game that does not exist."""

    async def scene() -> str:
        return await start_game(handler_of(log))

    game = run(scene())
    exported = record(log, game)
    assert exported is not None
    assert exported.signature is None
    assert log.signature(game) is None
    assert log.signature("nothing") is None


@on_both_engines
def test_an_end_that_cannot_be_signed_is_not_stored(log: Log) -> None:
    """Both are stored or neither. Here the place of the signature is already taken."""

    async def scene() -> None:
        handler = handler_of(log)
        game = await open_game(handler)
        taken = StoredEvent(f"{SIGNATURE}{game}", 1, "signature.v1", b"someone else's")
        await log._writer.put([taken])
        with pytest.raises(TooManyRaces):
            await handler.perform(game, TABLE, [AbortGame()])
        log.forget(game)
        assert (await handler.load(game)).game.status == "open"

    run(scene())


def test_a_start_that_cannot_be_receipted_is_not_stored(log: Log) -> None:
    """Both are stored or neither. Here the place of the receipt is already taken."""

    async def scene() -> None:
        handler = handler_of(log)
        game = await open_game(handler)
        await log._writer.put([StoredEvent(f"{RECEIPT}{game}", 2, "receipt.v1", b"another")])
        with pytest.raises(TooManyRaces):
            await handler.perform(game, TABLE, [TakeSeat(seat) for seat in range(2)])
        log.forget(game)
        assert (await handler.load(game)).game.status == "open"

    run(scene())


@on_both_engines
def test_receipts_follow_their_events(log: Log) -> None:
    """In one transaction with them: each is the first row after the rows of its batch."""

    async def scene() -> str:
        handler = handler_of(log)
        game = await open_game(handler)
        assert [*log.receipts(game)] == ["opened"]
        await handler.perform(game, 0, [TakeSeat(0)])
        assert [*log.receipts(game)] == ["opened"]
        await handler.perform(game, 1, [TakeSeat(1)])
        return game

    game = run(scene())
    rows = log.rows(game)
    receipts = {
        stage: of_kind(VERIFIER.verify(token), Receipt)
        for stage, token in log.receipts(game).items()
    }
    opened, started = receipts["opened"], receipts["started"]
    assert (opened.version, opened.head) == (1, rows[0].hash)
    assert rows[started.version - 1].topic.startswith(STARTED)
    assert started.head == rows[started.version - 1].hash
    streams = [notice.stream for notice in log.notices(0, 10_000)]
    last = max(number for number, stream in enumerate(streams) if stream == game)
    assert streams[last + 1] == f"{RECEIPT}{game}"
    assert streams.count(f"{RECEIPT}{game}") == 2


def test_a_retried_end_is_signed_once(log: Log) -> None:
    """The retry gets the same response."""

    async def scene() -> str:
        handler = handler_of(log)
        game = await open_game(handler)
        request = KeyedRequest("key", "asked")
        first = await handler.perform(game, TABLE, [AbortGame()], request=request)
        assert await handler.perform(game, TABLE, [AbortGame()], request=request) == first
        return game

    must_be_signed(log, run(scene()), "aborted", None)


def test_simulated_games_are_signed_with_the_key_of_the_data_folder(tmp_path: Path) -> None:
    """The service publishes the same key."""
    folder = tmp_path / "data"
    runner = CliRunner(env={"CAROLUS_DATA": str(folder)})
    assert runner.invoke(main, ["simulate", "3", "--seed", "signed"]).exit_code == 0
    (key,) = published_keys(signing_keys(folder)).keys
    verifier = Verifier([key.kid])
    with sqlite(folder) as log:
        streams = {notice.stream for notice in log.notices(0, 10_000)}
        games = [stream for stream in streams if "/" not in stream]
        assert len(games) == 3
        for game in games:
            token = log.signature(game)
            assert token is not None
            signed = verifier.verify(token)
            assert signed.published
            assert of_kind(signed, FinalStatement).game == game
