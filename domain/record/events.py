"""The events of a record with events, compared with those that its entries lead to.

An event is shown as the API shows it after the end: ``hash``, the members of the event, and
``sealed`` with the commitments to its hidden members. So readers can check chain, seals and dice
without the rules. This module has the rules, and leaves nothing to interpretation: each event must
be exactly the derived one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from domain.record.chain import canonical, chained, genesis
from domain.record.finding import Finding
from domain.record.record import AnyRecord, AnyRecordWithEvents
from domain.record.rerun import Rerun, chain_entries, hides_something, seal_for
from domain.record.seals import OPEN

_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def event_findings(
    record: AnyRecordWithEvents, again: Rerun, wordings: Mapping[str, int] | None = None
) -> Iterator[Finding]:
    """Yield what is wrong with the events of a record: at most one finding for each rule.

    RC-EVENT-1: they form the hash chain of this game, which needs no rules. RC-EVENT-2: they are
    those of the valid entries, in ``wordings`` or else in those in which the game was opened. If an
    entry is refused, nothing is known about the events after the valid ones, except their hashes.
    """
    if seal_for(record) is None and hides_something(record, again):
        yield Finding("breach", "RC-EVENT-2", "events_need_the_secret", where="$.events")
        return
    shown: Sequence[Any] = record.events
    derived = list(_derived(record, again, wordings))
    first = _first_difference(shown, derived)
    if first == len(shown) == len(derived):
        return
    unchained = _unchained(record, shown)
    if unchained is not None:
        yield unchained
        if unchained.reason == "of_another_game":
            return
    if first < min(len(shown), len(derived)):
        yield _difference(first, shown[first], msgspec.json.decode(derived[first]))
    elif len(shown) < len(derived):
        facts = {"recorded": len(shown), "derived": len(derived)}
        yield Finding("breach", "RC-EVENT-2", "events_are_missing", facts, where="$.events")
    elif len(shown) > len(derived) and again.refused is None:
        facts = {"recorded": len(shown), "derived": len(derived)}
        where = f"$.events[{len(derived)}]"
        yield Finding("breach", "RC-EVENT-2", "too_many_events", facts, where=where)


def _derived(
    record: AnyRecord, again: Rerun, wordings: Mapping[str, int] | None
) -> Iterator[bytes]:
    """Yield the events of the valid entries as JSON with sorted members."""
    seal = seal_for(record) or OPEN
    digest = genesis(record.id)
    version = 0
    for at, by, events in chain_entries(record, again, wordings):
        for event in events:
            version += 1
            digest = chained(digest, canonical(version, at, by, event, seal))
            members = msgspec.to_builtins(event)
            shown = {**members, "at": at, "by": by, "hash": digest.hex(), "version": version}
            if sealed := seal.sealed(version, event, members):
                shown["sealed"] = sealed
            yield _ENCODER.encode(shown)


def _first_difference(shown: Sequence[Any], derived: Sequence[bytes]) -> int:
    """Return the number of the first event that differs, or else how many both have."""
    pairs = zip(shown, derived, strict=False)
    differ = (number for number, (one, other) in enumerate(pairs) if _ENCODER.encode(one) != other)
    return next(differ, min(len(shown), len(derived)))


def _unchained(record: AnyRecord, shown: Sequence[Any]) -> Finding | None:
    """Return the finding that the hash of an event does not follow; of the first such event."""
    digest = genesis(record.id)
    for number, event in enumerate(shown):
        sealed = event.get("sealed")
        covered = event | (sealed if isinstance(sealed, dict) else {})
        form = {name: covered[name] for name in covered if name not in {"hash", "sealed"}}
        digest = chained(digest, _ENCODER.encode(form))
        if event.get("hash") == digest.hex():
            continue
        if number == 0 and (opened := _opens_another(record, event)) is not None:
            return opened
        facts = {"recorded": event.get("hash"), "derived": digest.hex()}
        where = f"$.events[{number}].hash"
        return Finding("breach", "RC-EVENT-1", "hash_does_not_follow", facts, where=where)
    return None


def _opens_another(record: AnyRecord, event: Mapping[str, Any]) -> Finding | None:
    """Return the finding that the first event does not open the game of the record.

    No two games have the same commitment, unless their dice are recorded.
    """
    opened = {"ruleset": record.ruleset, "commitment": record.chance.commitment}
    shown = {name: event.get(name) for name in opened}
    if shown == opened:
        return None
    facts = {"recorded": shown, "derived": opened}
    return Finding("breach", "RC-EVENT-1", "of_another_game", facts, where="$.events[0]")


def _difference(number: int, shown: Mapping[str, Any], derived: Mapping[str, Any]) -> Finding:
    """Return the finding that an event is not the derived one, with the first such member."""
    for name in sorted({*shown, *derived}):
        both = name in shown and name in derived
        if not both or _ENCODER.encode(shown[name]) != _ENCODER.encode(derived[name]):
            break
    facts = {"member": name, "recorded": shown.get(name), "derived": derived.get(name)}
    where = f"$.events[{number}]"
    return Finding("breach", "RC-EVENT-2", "not_what_the_entries_lead_to", facts, where=where)
