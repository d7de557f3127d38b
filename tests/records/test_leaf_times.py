"""The times of leaves next to their order in the log, across an archive (RC-LOG-9)."""

from collections.abc import Iterable

import msgspec

from domain.record.record import AnyRecord
from service.archives.examining import AuditOptions, Examined
from tests.records.test_inclusion import FIRST, SECOND, TRUSTED, audited
from tests.support.proof.included import included, log_with
from tests.support.proof.records import signed, steps_of
from tests.support.storage.stores import SIGNER
from tests.transparency.logs import LogInMemory


def test_leaves_are_in_the_order_of_their_times() -> None:
    """Across records: one that is dated long before an earlier leaf, or long after a later one.

    The second record to be read has the finding, so it does not matter which comes first.
    """
    early, late = by_time(FIRST, SECOND, seconds=61)
    right, wrong = log_with(early, late), log_with(late, early)
    for order in ((early, late), (late, early)):
        assert all_notes(right, order) == []
    first, second = audited(*order_in(wrong, (late, early)), terms=TRUSTED)
    assert order_notes(first) == []
    assert order_notes(second) == ["dated_before_an_earlier_leaf"]
    first, second = audited(*order_in(wrong, (early, late)), terms=TRUSTED)
    assert order_notes(first) == []
    assert order_notes(second) == ["dated_after_a_later_leaf"]
    assert second.audited.is_valid
    finding = next(one for one in second.audited.findings if one.rule == "RC-LOG-9")
    assert finding.where == "$.inclusion.opening"
    assert finding.facts == {
        "leaf": "opening",
        "at": late.entries[0].at,
        "index": 0,
        "other": "line 1",
        "other_at": early.entries[0].at,
        "other_index": 3,
    }


def test_clocks_of_workers_may_differ_by_a_minute() -> None:
    """Leaves that are out of order by less than that are not a finding."""
    early, late = by_time(FIRST, SECOND, seconds=59)
    wrong = log_with(late, early)
    for order in ((early, late), (late, early)):
        assert all_notes(wrong, order) == []


def test_only_records_that_are_valid_say_when_a_leaf_was_signed() -> None:
    """A broken record casts no doubt on others, and nor does the log of another key."""
    early, late = by_time(FIRST, SECOND, seconds=61)
    wrong = log_with(late, early)
    broken = msgspec.structs.replace(included(late, wrong), outcome=None)
    _, second = audited(broken, included(early, wrong), terms=TRUSTED)
    assert order_notes(second) == []
    strangers = log_with(late, early, seed=5)
    archive = (included(late, strangers), included(early, wrong))
    for each in audited(*archive, terms=AuditOptions(unsigned=True)):
        assert order_notes(each) == []


def order_in(log: LogInMemory, games: Iterable[AnyRecord]) -> list[AnyRecord]:
    """Return these records with proofs in a log."""
    return [included(one, log) for one in games]


def by_time(first: AnyRecord, second: AnyRecord, *, seconds: int) -> tuple[AnyRecord, AnyRecord]:
    """Return these games as if each had been played in a moment, this many seconds apart."""
    return at_once(first, "12:00:00"), at_once(second, f"12:{seconds // 60:02d}:{seconds % 60:02d}")


def at_once(game: AnyRecord, time: str) -> AnyRecord:
    """Return a game all of whose entries are at this time of a day, signed."""
    at = f"2025-01-01T{time}.000000Z"
    entries = tuple(msgspec.structs.replace(one, at=at) for one in game.entries)
    again = msgspec.structs.replace(game, entries=entries)
    head = steps_of(again)[-1].head.hex()
    return signed(msgspec.structs.replace(again, head=head), SIGNER)


def order_notes(one: Examined) -> list[str]:
    """Return the reasons of the notes about the order of leaves."""
    return [each.reason for each in one.audited.findings if each.rule == "RC-LOG-9"]


def all_notes(log: LogInMemory, games: Iterable[AnyRecord]) -> list[str]:
    """Return these reasons for an archive of games with proofs in a log."""
    found = audited(*order_in(log, games), terms=TRUSTED)
    return [reason for one in found for reason in order_notes(one)]
