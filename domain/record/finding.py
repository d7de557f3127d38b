"""What an audit finds."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

Weight: TypeAlias = Literal["breach", "difference", "note"]
"""The severity of a finding.

``breach``: the record is not valid. ``difference``: it describes the same game in another wording.
``note``: it is valid, but cannot prove something.
"""


class Finding(Struct, frozen=True):
    """What an audit found: a rule (of the game, of the table, or RC-… of records) and its facts."""

    weight: Weight
    rule: str
    reason: str
    facts: Mapping[str, Any] = {}
    entry: int | None = None
    """Number of the entry that is not valid; the first is 0."""
    where: str = "$"
    """The place in the record, as a JSON path."""


def differs(rule: str, where: str, recorded: Any, derived: Any) -> Finding:
    """Return the finding that a part of a record is not what its entries lead to."""
    facts = {"recorded": plain(recorded), "derived": plain(derived)}
    return Finding("breach", rule, "not_what_the_entries_lead_to", facts, where=where)


def plain(value: Any) -> Any:
    """Return a value as facts have it."""
    return msgspec.to_builtins(value)
