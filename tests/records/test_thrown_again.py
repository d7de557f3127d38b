"""An operator who edits the log throws dice again until they suit; the proof of the game shows it.

The operator draws a moment and looks at the dice. If they are not good, an accomplice does
something harmless, and the next moment throws again. The service never writes such a log.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from domain.record.audit import audit
from domain.record.chain import canonical, chained, genesis
from domain.record.record import AnyRecord, RecordedEntry, record_of
from domain.record.seals import OPEN
from domain.record.statement import final_statement
from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus.actions import RollDice
from domain.table.actions import DeclineDraw, DrawMoment, OfferDraw, Resign, TakeSeat
from domain.table.dealers import FairDealer
from domain.table.decide import advance, carry_out, reveal
from domain.table.events import DrawDeclined, DrawOffered
from domain.table.game import TABLE, By, freeze, thaw
from domain.table.moments import moment_is_due
from service.access.record_verifier import RecordVerifier
from tests.support.games.table import AT, ID, SECRET, opened
from tests.support.proof import verifier
from tests.support.storage.stores import SIGNER

DEALER: Final = FairDealer(SECRET)
TRIES_MAX: Final = 40


class Written(NamedTuple):
    """What the operator wrote: each entry with its events."""

    by: By
    action: Any
    events: tuple[Any, ...]


class Operator:
    """Plays a game of two, and writes its log without the rules of moments."""

    def __init__(self) -> None:
        table = opened(2)
        assert table.batch is not None
        self.draft = thaw(table.game)
        self.log = [Written(TABLE, table.batch.entries[0].action, table.batch.events)]
        self.thrown_again = 0

    def take(self, by: By, action: Any) -> None:
        """Write an action that the rules allow."""
        self.log.append(Written(by, action, advance(self.draft, by, action, AT)))

    def end_the_moment(self) -> None:
        """Let the accomplice do something harmless, although chance has to draw."""
        offered = "draw" in self.draft.seats[0].agrees
        action, event = (
            (DeclineDraw(), DrawDeclined(1)) if offered else (OfferDraw(), DrawOffered(0))
        )
        by = event.seat
        self.log.append(Written(by, action, carry_out(self.draft, by, action, AT, (event,))))
        self.thrown_again += 1

    def draw(self) -> None:
        """Let chance answer; dice with a crown are thrown again."""
        while self.draft.awaits_chance:
            if moment_is_due(self.draft):
                self.take(CHANCE, DrawMoment(self.draft.moments + 1))
            answer = DEALER.answer(self.draft)
            if (
                isinstance(answer, RollDice)
                and "crown" in answer.faces
                and self.thrown_again < TRIES_MAX
            ):
                self.end_the_moment()
            else:
                self.take(CHANCE, answer)

    def record(self) -> AnyRecord:
        """Return the record of the game, with the signature of the service."""
        *_, last = self.log
        self.log[-1] = last._replace(events=(*last.events, *reveal(self.draft, SECRET.hex())))
        game, head = freeze(self.draft), genesis(ID)
        for version, (by, event) in enumerate(self.happened(), start=1):
            head = chained(head, canonical(version, AT, by, event, OPEN))
        entries = [RecordedEntry(one.by, AT, one.action) for one in self.log]
        return record_of(game, entries, head, SIGNER.sign(final_statement(game, head, AT)))

    def happened(self) -> Iterator[tuple[By, Any]]:
        """Yield all events, and who caused them."""
        for one in self.log:
            for event in one.events:
                yield one.by, event


@pytest.fixture
def operator() -> Operator:
    """Return an operator who has played a game without a crown."""
    operator = Operator()
    operator.take(0, TakeSeat(0, "Accomplice"))
    operator.take(1, TakeSeat(1, "Honest", entropy="ab" * 32))
    operator.draw()
    for _ in range(30):
        draft = operator.draft
        seat: Any = draft.awaits[0].seat
        operator.take(seat, draft.rules.legal(draft.position, seat).at(0))
        operator.draw()
    operator.take(1, Resign())
    assert 0 < operator.thrown_again < TRIES_MAX, "this secret needs some throws"
    return operator


def test_the_audit_finds_dice_that_were_thrown_again(operator: Operator) -> None:
    """All dice follow from the secret, and the head from the events; but a moment was ended."""
    found = audit(operator.record(), RecordVerifier([SIGNER.kid]))
    (breach,) = [one for one in found.findings if one.weight == "breach"]
    assert (breach.rule, breach.reason) == ("TB-MOMENT-2", "moment_is_open")
    first = next(at for at, one in enumerate(operator.log) if isinstance(one.action, OfferDraw))
    assert (breach.entry, breach.where) == (first, f"$.entries[{first}]")


def test_a_verifier_without_rules_finds_them_too(operator: Operator) -> None:
    """Every die is right; but two moments follow each other without a decision of a seat."""
    operator.record()
    events = [
        {"version": version, "at": AT, "by": by, **msgspec.json.decode(msgspec.json.encode(event))}
        for version, (by, event) in enumerate(operator.happened(), start=1)
    ]
    verifier.check_dice(ID, events, SECRET)
    with pytest.raises(verifier.Wrong, match="no seat decided between moments"):
        verifier.check_moments(ID, events)
