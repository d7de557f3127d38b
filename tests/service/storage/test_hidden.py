"""Rows of games with hidden information: the log is complete, but canonical lines reveal nothing.

The game is Veil, from ``tests/support/games/veiled.py``.
"""

import dataclasses
from collections.abc import Iterator

import msgspec
import pytest

from domain.kit import EventType
from domain.record.chain import chained, genesis
from domain.ruleset import Retired
from domain.table.actions import TakeSeat
from domain.table.decide import Batch
from domain.table.game import Game
from service.storage.log import Log
from service.storage.rows import Head, Row, event_of, to_rows, to_stored
from tests.support.games import veiled
from tests.support.games.registered import registered
from tests.support.games.table import ID, SECRET, Table
from tests.support.games.veiled import CARDS, VEIL, CardLaid, LayCard
from tests.support.proof import verifier
from tests.support.storage.stores import AT, OpenStore, games_by_version, on_one_engine, put, run


@pytest.fixture(autouse=True)
def veil() -> Iterator[None]:
    """Make Veil a known ruleset."""
    with registered(veiled.VEIL):
        yield


def played() -> tuple[Game, list[Batch]]:
    """Return a game in which both players have laid a card, and its batches."""
    table = Table(veiled.opening(veiled.Options()))
    batches = [table.batch, *(table.ask(seat, TakeSeat(seat)).batch for seat in (0, 1))]
    for seat in (0, 1):
        card = table.game.position.hands[seat][0]
        batches += [table.ask(seat, LayCard(card)).batch]
    return table.game, [batch for batch in batches if batch is not None]


def rows_of(log: Log, batches: list[Batch]) -> list[Row]:
    run(put(log, tuple(batches)))
    return log.rows(ID)


def test_hidden_values_are_read_back(store: OpenStore) -> None:
    """Another process can read them, and needs no secret for it."""
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


@on_one_engine
def test_the_canonical_line_has_the_seal_and_the_last_line_the_value(store: OpenStore) -> None:
    """Only rows that hide something have a fourth line."""
    _, batches = played()
    with store() as log:
        rows = rows_of(log, batches)
    head = genesis(ID)
    for row in rows:
        head = chained(head, row.canonical)
        assert row.hash == head.hex()
        state = to_stored(ID, row).state
        line = msgspec.json.decode(row.canonical)
        members = VEIL.hidden.get(type(event_of(row)), ())
        assert state.count(b"\n") == (3 if members else 2)
        hidden = msgspec.json.decode(row.hidden) if members else {}
        assert set(hidden) == set(members)
        for member, value in hidden.items():
            assert line[member] == verifier.seal(SECRET, row.version, member, value)
    kinds = {type(event_of(row)) for row in rows if row.hidden}
    assert kinds == set(VEIL.hidden)


def test_sealing_needs_the_secret_of_the_game() -> None:
    """A game with fair dice has a secret. Appending a hidden value without it is an error."""
    _, batches = played()
    with pytest.raises(ValueError, match="cannot be sealed"):
        rows_of_batch(batches[-1], None)
    assert rows_of_batch(batches[-1], SECRET)


def rows_of_batch(batch: Batch, secret: bytes | None) -> list[Row]:
    """Return the rows of a batch, as if it were the first in its stream."""
    return to_rows(batch.game, Head(0, genesis(ID), ""), AT, batch.entries, secret)[0]


class NumberLaid(EventType, frozen=True, tag="card_laid"):
    """The first version of the event, which gave the card by its number."""

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


@on_one_engine
def test_an_event_is_sealed_in_the_wording_of_its_game(store: OpenStore) -> None:
    """A game that began with the first version keeps its format, for sealed members too."""
    game, batches = played()
    with registered(LATER), store() as log:
        rows = [row for row in rows_of(log, batches) if "card_laid" in row.topic]
        stored = log.load(ID)
        assert stored is not None
        assert stored.game == game
        assert [type(event_of(row)) for row in rows] == [CardLaid, CardLaid]
    for row in rows:
        (number,) = msgspec.json.decode(row.hidden).values()
        line = msgspec.json.decode(row.canonical)
        assert row.topic == "veil.card_laid.v1"
        assert line["number"] == verifier.seal(SECRET, row.version, "number", number)
