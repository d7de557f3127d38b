"""Answers by standing orders in a record (RC-ORDERS-1): they follow, and none is left out."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest

from domain.record.audit import audit
from domain.record.finding import Finding
from domain.record.record import AnyRecord
from domain.record.text.parser import parse_text
from domain.record.text.printer import write_text
from domain.ruleset import AnyRuleset, tag_of
from domain.rulesets.registry import BY_ID
from domain.table import decide
from domain.table.actions import OfferDraw, Resign, TakeSeat
from domain.table.decide import perform
from domain.table.standing_orders import GiveStandingOrders
from service.access.record_verifier import RecordVerifier
from tests.support.games.standing_orders import NEVER_ASK, by_orders, give
from tests.support.games.table import Table, action_of, due, opened
from tests.support.proof.records import recorded

ANCIENTS: Final[AnyRuleset] = BY_ID["ancients"]

STORED: Final = Path(__file__).with_name("standing_orders.txt")
"""A game of two turns by correspondence, with three answers by orders."""


def played() -> AnyRecord:
    """Return the record of a game with orders."""
    table: Table = opened(2, rules=ANCIENTS, turn_limit=8)
    random = Random(5)
    return recorded(table, by_orders(table, random), random)


@cache
def honest() -> AnyRecord:
    """Return the record of a game in which the table follows the orders."""
    return played()


def breaches(record: AnyRecord) -> list[Finding]:
    """Return what an audit finds that proves a fault."""
    findings = audit(record, RecordVerifier()).findings
    return [one for one in findings if one.weight == "breach"]


def first_answer(record: AnyRecord) -> int:
    """Return the number of the first entry by orders: another seat acts, at the same time."""
    pairs = zip(record.entries, record.entries[1:], strict=False)
    return next(
        number
        for number, (before, entry) in enumerate(pairs, 1)
        if type(before.by) is type(entry.by) is int
        and before.by != entry.by
        and before.at == entry.at
    )


def test_a_game_with_orders_is_valid() -> None:
    """It has such answers, and the orders themselves."""
    assert breaches(honest()) == []
    assert first_answer(honest())
    assert any(isinstance(one.action, GiveStandingOrders) for one in honest().entries)


def test_orders_are_in_the_text_of_a_record() -> None:
    """The text gives the same record."""
    assert parse_text(write_text(honest())) == honest()


def test_a_stored_record_stays_valid() -> None:
    """Its head pins the events, the seals and what the orders answer, with a time for reactions."""
    text = STORED.read_text("utf-8")
    record = parse_text(text)
    assert record.head is not None
    assert breaches(record) == []
    assert write_text(record) == text
    otherwise = parse_text(text.replace("battle_back yes", "battle_back no"))
    assert breaches(otherwise)[0].rule == "RC-ORDERS-1"


def test_a_table_that_ignores_orders_is_found() -> None:
    """It asked the player, who may have decided otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decide, "ordered", lambda game: None)
        ignored = played()
    (breach,) = breaches(ignored)
    assert (breach.rule, breach.reason) == ("RC-ORDERS-1", "orders_are_not_followed")
    assert breach.entry == first_answer(honest())
    assert breach.where == f"$.entries[{breach.entry}]"
    assert breach.facts["recorded"] == msgspec.to_builtins(ignored.entries[breach.entry])


@pytest.mark.parametrize("further", [Resign(), OfferDraw(), give(None)], ids=tag_of)
def test_a_request_may_go_on_after_its_attack(further: Any) -> None:
    """Orders answer after its last action, so no player can make the record invalid."""
    table = opened(2, rules=ANCIENTS)
    record = recorded(table, attacked(table, further), Random(5))
    kinds = [tag_of(entry.action) for entry in record.entries]
    assert kinds[kinds.index("attack") + 1] == tag_of(further)
    assert breaches(record) == []


def attacked(table: Table, further: Any) -> Iterator[Table]:
    """Play to the first attack to which orders react, and send a further action with it."""
    random = Random(1)
    for seat in (0, 1):
        yield table.ask(seat, TakeSeat(seat))
    for seat in (0, 1):
        yield table.ask(seat, give(NEVER_ASK))
    while True:
        seat = due(table.game)
        action = action_of(table.game, seat, random)
        if perform(table.game, seat, [action], None, at=table.at).game.reacting:
            yield table.ask(seat, action, further)
            break
        yield table.ask(seat, action)
    if not table.game.finished:
        yield table.ask(seat, Resign())


def test_an_answer_that_was_held_back_is_found() -> None:
    """The answer comes at the time of the entry that asks for it."""
    record, index = honest(), first_answer(honest())
    late = msgspec.structs.replace(record.entries[index], at=record.entries[-1].at)
    entries = (*record.entries[:index], late, *record.entries[index + 1 :])
    found = breaches(msgspec.structs.replace(record, entries=entries))
    assert (found[0].rule, found[0].entry) == ("RC-ORDERS-1", index)
