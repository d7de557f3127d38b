"""Test exporting the record of a game from the log."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.record.chain import canonical, genesis
from domain.record.record import read_record, record_of, write_record
from domain.table.actions import AbortGame, TakeSeat
from domain.table.events import SeatTaken
from domain.table.game import TABLE
from service.access.game_keys import Vault
from service.records.export import record, record_at
from service.storage.log import Log
from tests.support.games.table import RULES, opened, random_requests
from tests.support.proof import verifier
from tests.support.proof.records import end_of, proved, steps_of, written
from tests.support.run.long import cases, long_after
from tests.support.storage.stores import handler_of, run, sqlite


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """Return a log for one test."""
    with sqlite(tmp_path) as opened_log:
        yield opened_log


def put(log: Log, random: Random, requests_max: int, liveliness: float) -> str:
    """Play a game through the handler, request by request, and return its id."""
    players = random.choice((2, 3, 4))

    async def scene() -> str:
        handler = handler_of(log, random.random())
        game = (await handler.open(RULES, RULES.options_type(players=players), None)).stored.game
        secret = bytes.fromhex((await handler.vault(game.id)).secret)
        table = opened(players, secret, game.id)
        steps = random_requests(table, random, liveliness)
        for _, _ in zip(range(requests_max), steps, strict=False):
            assert table.batch is not None
            seats = [entry for entry in table.batch.entries if entry.by != "chance"]
            if not seats:
                continue  # a player who already sat took the same seat again
            actions = [entry.action for entry in seats]
            answer = await handler.perform(game.id, seats[0].by, actions, house=True)
            assert answer.stored.game == table.game
        return game.id

    return run(scene())


@pytest.mark.parametrize("liveliness", long_after(1, [0.01, 0.0, 0.2]))
def test_a_game_from_the_log_is_proved(log: Log, seed: int, liveliness: float) -> None:
    """Whatever happened in the game, its record and that record's JSON replay to the same game."""
    for number in range(cases(6, 3)):
        game = put(log, Random(f"{seed} {liveliness} {number}"), 10**6, liveliness)
        exported = record(log, game)
        assert exported is not None
        assert end_of(exported) != "unfinished"
        steps = proved(exported)
        stored = log.load(game)
        assert stored is not None
        assert (steps[-1].game, steps[-1].head) == (stored.game, stored.head.hash)
        assert proved(read_record(written(exported).encode()))


def test_the_record_of_an_unfinished_game_ends_now(log: Log, seed: int) -> None:
    """The record lacks the secret, and replays to the game's current state."""
    for number in range(10):
        random = Random(f"{seed} {number}")
        game = put(log, random, random.randrange(40), 0.0)
        exported = record(log, game)
        assert exported is not None
        if exported.chance.secret is None:
            vault = msgspec.json.decode(log.vault(game) or b"", type=Vault)
            assert vault.secret not in written(exported)
        last = steps_of(exported)[-1]
        again = record_of(last.game, exported.entries, last.head, receipts=exported.receipts)
        assert len(exported.receipts) == 1 + (last.game.status != "open")
        assert write_record(again) == write_record(exported)


def test_an_earlier_record_lacks_a_later_signature(log: Log) -> None:
    """A caller who loaded the game before its end gets the record as of then."""

    async def scene() -> None:
        handler = handler_of(log)
        game = (await handler.open(RULES, RULES.options_type(), None)).stored.game.id
        before = await handler.load(game)
        await handler.perform(game, TABLE, [AbortGame()])
        assert record_at(log, before).signature is None
        assert record_at(log, before).receipts == tuple(log.receipts(game).values())
        assert record_at(log, before).head == before.head.hash.hex()
        assert record_at(log, await handler.load(game)).signature == log.signature(game)

    run(scene())


def test_an_earlier_record_lacks_the_receipt_of_a_later_start(log: Log) -> None:
    """A caller who loaded the game before its start gets the record as of then."""

    async def scene() -> None:
        handler = handler_of(log)
        game = (await handler.open(RULES, RULES.options_type(players=2), None)).stored.game.id
        before = await handler.load(game)
        await handler.perform(game, TABLE, [TakeSeat(seat) for seat in range(2)])
        receipts = log.receipts(game)
        assert [*receipts] == ["opened", "started"]
        assert record_at(log, before).receipts == (receipts["opened"],)
        assert record_at(log, await handler.load(game)).receipts == tuple(receipts.values())

    run(scene())


def test_an_unknown_game_has_no_record(log: Log) -> None:
    """Other things in the log have none either."""
    game = put(log, Random(1), 3, 0.0)
    assert record(log, "aaaaaaaaaaaaaaaa") is None
    assert record(log, f"request/{game}") is None


def test_the_canonical_form_is_what_any_json_library_writes() -> None:
    """Members are sorted, and there is no white space; it is UTF-8 with the shortest escapes."""
    event = SeatTaken(0, 'Ž "\\/\u00e9 李 👑 \u2027', None, "00ff")
    form = canonical(2, "2025-01-01T12:00:00.000000Z", 0, event)
    assert (
        form
        == (
            '{"at":"2025-01-01T12:00:00.000000Z","bot":null,"by":0,"entropy":"00ff",'
            '"name":"Ž \\"\\\\/\u00e9 李 👑 \u2027","seat":0,"tip":null,'
            '"type":"seat_taken","version":2}'
        ).encode()
    )


def test_the_chain_begins_with_the_game() -> None:
    """Two games with the same events have different hashes."""
    assert verifier.head_of("a", []) == genesis("a").hex() != genesis("b").hex()
