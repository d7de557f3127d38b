"""Prints a record as text: the head, then a line per turn."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from domain.expectations import as_json
from domain.record.record import FORMAT, AnyRecord
from domain.record.text.head import write_terms
from domain.record.text.parser import LINE_LENGTH_MAX, OPEN_GAME, opening_of, parse_value
from domain.ruleset import CHANCE, tag_of
from domain.rulesets.registry import BY_PINNED
from domain.table import notation
from domain.table.game import By
from domain.table.opening import OpenGame, OpeningTerms
from domain.transparency.inclusion import Inclusion

_BETWEEN: Final = " | "
"""Separates the entries of a line."""


def write_text(record: AnyRecord) -> str:
    """Return a record as text, from which ``parse_text`` returns an equal record."""
    return "\n".join([*_head(record), "", *_turns(record), ""])


def _head(record: AnyRecord) -> Iterator[str]:
    yield FORMAT
    yield f"id {record.id}"
    yield f"ruleset {record.ruleset}"
    for name, value in msgspec.to_builtins(record.options).items():
        yield f"option {name} {_write_value(value)}"
    yield f"chance {record.chance.scheme} {record.chance.commitment}".rstrip()
    if record.chance.secret is not None:
        yield f"secret {record.chance.secret}"
    for opening in record.entries[:1]:
        if isinstance(opening.action, OpenGame):
            yield from write_terms(opening.action)
    for seat in record.seats:
        yield f"seat {notation.write_sitting(seat)}"
    if not record.seats:
        yield "seat none"
    yield f"outcome {'none' if record.outcome is None else as_json(record.outcome)}"
    if record.head is not None:
        yield f"head {record.head}"
    yield from _signed(record)


def _signed(record: AnyRecord) -> Iterator[str]:
    """Yield the lines for what the service signed."""
    if record.signature is not None:
        yield f"signature {notation.write_string(record.signature)}"
    for receipt in record.receipts:
        yield f"receipt {notation.write_string(receipt)}"
    if isinstance(record.inclusion, Inclusion):
        yield f"inclusion {as_json(record.inclusion)}"


def _turns(record: AnyRecord) -> Iterator[str]:
    """Yield a line per turn: the entries of one actor, and the entries of chance among them.

    A turn that is too long for one line continues on the next.
    """
    parts: list[str] = []
    length = 0
    actor: By | None = None
    at = ""
    for index, entry in enumerate(record.entries):
        words = [_write_action(record, entry.action)]
        clock = _write_time(entry.at, at)
        at = entry.at
        if parts and entry.by in (actor, CHANCE):
            part = _spaced(clock, "*" if entry.by != actor else "", *words)
            length += len(_BETWEEN) + len(part)
            if length <= LINE_LENGTH_MAX:
                parts.append(part)
                continue
        if parts:
            yield _BETWEEN.join(parts)
        actor = entry.by
        parts = [_spaced(f"{index}.", clock, f"{actor}:", *words)]
        length = len(parts[0])
    if parts:
        yield _BETWEEN.join(parts)


def _spaced(*words: str) -> str:
    return " ".join(word for word in words if word)


def _write_time(at: str, before: str) -> str:
    """Return the parts of a time that differ from the one before it."""
    if at == before:
        return ""
    day, _, clock = at.removesuffix("Z").partition("T")
    clock = clock.rstrip("0").removesuffix(".")
    return clock if before.startswith(day) else f"{day}T{clock}Z"


def _write_action(record: AnyRecord, action: Any) -> str:
    kind = tag_of(action)
    if kind in notation.NAMES:
        return notation.write(action)
    if type(action) is not OpenGame:
        return BY_PINNED[record.ruleset].write_action(action)
    # The head contains the terms, unless the record contradicts itself.
    first = record.entries[0].action
    if not isinstance(first, OpenGame):
        return as_json(action)
    terms = OpeningTerms(
        first.clock,
        first.take_backs,
        first.label,
        first.links,
        first.witnesses,
        first.continues,
        first.sandbox,
        first.tournament,
        first.reserved,
        first.reserved_names,
    )
    return OPEN_GAME if action == opening_of(record, terms) else as_json(action)


def _write_value(value: Any) -> str:
    """Return a value as JSON; a string that is unambiguous without quotes loses them."""
    if isinstance(value, str):
        word = notation.write_string(value)
        if parse_value(word) == value:
            return word
    return as_json(value)
