"""The times of leaves next to their order in the log, across records (RC-LOG-9).

The log appends a leaf when it is signed. So a leaf with a time long before that of an earlier leaf
was added later than it says, or the earlier one sooner. This does not prove fraud: a service that
was down signs what it missed later, and a log may begin with imported games.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from domain.record.checkpoint_findings import CLOCKS_SECONDS
from domain.record.finding import Finding
from domain.record.signatures import DatedLeaf
from domain.table.times import SECOND, micros, rfc3339

_TOLERATED: Final = CLOCKS_SECONDS * SECOND


class OtherLeaf(Struct, frozen=True):
    """A leaf of another record: its index, its time in the unit of ``micros``, and its record."""

    index: int
    at: int
    place: str


def order_findings(
    leaf: DatedLeaf, latest: OtherLeaf | None, earliest: OtherLeaf | None
) -> Iterator[Finding]:
    """Note a leaf that was signed long before an earlier one, or long after a later one.

    ``latest`` is the latest of those before it in the log, and ``earliest`` the earliest of those
    after it.
    """
    at = micros(leaf.at)
    if latest is not None and at < latest.at - _TOLERATED:
        yield _finding("dated_before_an_earlier_leaf", leaf, latest)
    if earliest is not None and at > earliest.at + _TOLERATED:
        yield _finding("dated_after_a_later_leaf", leaf, earliest)


def _finding(reason: str, leaf: DatedLeaf, other: OtherLeaf) -> Finding:
    facts = {
        "leaf": leaf.about,
        "at": leaf.at,
        "index": leaf.index,
        "other": other.place,
        "other_at": rfc3339(other.at),
        "other_index": other.index,
    }
    return Finding("note", "RC-LOG-9", reason, facts, where=f"$.inclusion.{leaf.about}")
