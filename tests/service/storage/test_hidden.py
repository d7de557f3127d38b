"""Rows of games that hide something: the log is complete, and its canonical lines tell nothing.

The game is Veil, of ``tests/support/games/veiled.py``.
"""

import dataclasses
from collections.abc import Iterator

import msgspec
import pytest

from domain.record.chain import chained, genesis
from domain.ruleset import Retired
from domain.table.actions import TakeSeat
from domain.table.decide import Batch
from domain.table.game import Game
from service.storage.log import Log
from service.storage.rows import Head, Row, event_of, to_rows, to_stored
from tests.support.games import veiled
from tests.support.games.table import ID, SECRET, Table
from tests.support.games.veiled import CARDS, VEIL, CardLaid, LayCard
from tests.support.proof import verifier
from tests.support.storage.stores import AT, OpenStore, games_by_version, put, run


@pytest.fixture(autouse=True)
def house() -> Iterator[None]:
    """Let the house know the game."""
    with veiled.veiled():
        yield


def played() -> tuple[Game, list[Batch]]:
    """Return a game in which both have laid a card, and its requests."""
    table = Table(veiled.opening(veiled.Options()))
    batches = [table.batch, *(table.ask(seat, TakeSeat(seat)).batch for seat in (0, 1))]
    for seat in (0, 1):
        card = table.game.position.hands[seat][0]
        batches += [table.ask(seat, LayCard(card)).batch]
    return table.game, [batch for batch in batches if batch is not None]


def rows_of(log: Log, batches: list[Batch]) -> list[Row]:
    run(put(log, tuple(batches)))
    return log.rows(ID)


def test_what_is_hidden_is_read_back(store: OpenStore) -> None:
    """By another process, which needs no secret for it."""
    game, batches = played()
    with store() as log:
        rows_of(log, batches)
    with store() as log:
        stored = log.load(ID)
        assert stored is not None
        assert stored.game == game
        rows = log.rows(ID)
    assert [event_of(row) for row in rows] == [event for one in batches for event in one.events]
    assert games_by_version(ID, rows)[-1] == game


def test_the_canonical_line_tells_a_seal_and_the_last_line_what_is_hidden(store: OpenStore) -> None:
    """Only where something is hidden is there a fourth line."""
    _, batches = played()
    with store() as log:
        rows = rows_of(log, batches)
    head = genesis(ID)
    for row in rows:
        head = chained(head, row.canonical)
        assert row.hash == head.hex()
        state = to_stored(ID, row).state
        told = msgspec.json.decode(row.canonical)
        members = VEIL.hidden.get(type(event_of(row)), ())
        assert state.count(b"\n") == (3 if members else 2)
        hidden = msgspec.json.decode(row.hidden) if members else {}
        assert set(hidden) == set(members)
        for member, value in hidden.items():
            assert told[member] == verifier.seal(SECRET, row.version, member, value)
    kinds = {type(event_of(row)) for row in rows if row.hidden}
    assert kinds == set(VEIL.hidden)


def test_no_seal_is_made_with_a_key_that_everybody_knows() -> None:
    """A game with fair dice has a secret; who appends to it must bring it."""
    _, batches = played()
    with pytest.raises(ValueError, match="cannot be sealed"):
        run_rows(batches[-1], None)
    assert run_rows(batches[-1], SECRET)


def run_rows(batch: Batch, secret: bytes | None) -> list[Row]:
    """Return the rows of a batch, as if it were the first of a stream."""
    return to_rows(batch.game, Head(0, genesis(ID), ""), AT, batch.entries, secret)[0]


class NumberLaid(veiled._Event, frozen=True, tag="card_laid"):
    """The card by its number: how it was told first."""

    seat: int
    number: int | None


LATER = dataclasses.replace(
    VEIL,
    retired=(
        Retired(
            NumberLaid,
            1,
            lambda old: CardLaid(old.seat, None if old.number is None else CARDS[old.number]),
            lambda new: NumberLaid(new.seat, None if new.card is None else CARDS.index(new.card)),
        ),
    ),
    hidden={**VEIL.hidden, NumberLaid: ("number",)},
)


def test_an_event_is_sealed_in_the_wording_of_its_game(store: OpenStore) -> None:
    """A game that began with the first version is told in it, sealed members too."""
    game, batches = played()
    with veiled.veiled(LATER), store() as log:
        rows = [row for row in rows_of(log, batches) if "card_laid" in row.topic]
        stored = log.load(ID)
        assert stored is not None
        assert stored.game == game
        assert [type(event_of(row)) for row in rows] == [CardLaid, CardLaid]
    for row in rows:
        (number,) = msgspec.json.decode(row.hidden).values()
        told = msgspec.json.decode(row.canonical)
        assert row.topic == "veil.card_laid.v1"
        assert told["number"] == verifier.seal(SECRET, row.version, "number", number)
