"""The witnesses of a game: the keys that signed its links, and which ones an auditor trusts."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.links import witness_in
from domain.record.audit import Audited
from domain.record.finding import Finding
from domain.record.record import AnyRecord
from domain.table.actions import OpenGame
from service.access.notes import kid_of
from service.access.signing import from_base64url


def witnesses_of(record: AnyRecord) -> tuple[str, ...]:
    """Return the thumbprints of the keys of a game's witnesses (RFC 7638), by place."""
    opening = record.entries[0].action if record.entries else None
    if not isinstance(opening, OpenGame):
        return ()
    return tuple(kid_of(from_base64url(one.key)) for one in opening.witnesses)


def with_witnesses(
    record: AnyRecord,
    audited: Audited,
    published: frozenset[str] | None,
    trusted: frozenset[str] | None,
) -> Audited:
    """Return the audit of a record with what it shows about the keys of its witnesses.

    ``published`` are the thumbprints of the service's keys, and ``trusted`` those of the witnesses
    that the auditor trusts; None to compare with none.
    """
    found = (*_registrations(record, published), *_strangers(record, trusted))
    return replace(audited, findings=(*audited.findings, *found)) if found else audited


def _registrations(record: AnyRecord, published: frozenset[str] | None) -> Iterator[Finding]:
    """Yield the witnesses that registered the game for another service (RC-WITNESS-2)."""
    if published is None:
        return
    for place, kid in enumerate(witnesses_of(record)):
        service = record.entries[0].action.witnesses[place].service
        if service not in published:
            facts = {"who": witness_in(place), "witness": kid, "key": service}
            where = f"{_place(place)}.service"
            yield Finding("note", "RC-WITNESS-2", "key_is_not_published", facts, where=where)


def _strangers(record: AnyRecord, trusted: frozenset[str] | None) -> Iterator[Finding]:
    """Yield the witnesses that the auditor does not trust (RC-WITNESS-3)."""
    if trusted is None:
        return
    for place, kid in enumerate(witnesses_of(record)):
        if kid not in trusted:
            facts = {"who": witness_in(place), "witness": kid}
            where = f"{_place(place)}.key"
            yield Finding("note", "RC-WITNESS-3", "witness_is_not_trusted", facts, where=where)


def _place(place: int) -> str:
    return f"$.entries[0].action.witnesses[{place}]"
