"""The audit of a record's proofs that a transparency log has its game or tournament (RC-LOG).

The record has no leaves of its own: they are the payloads of its receipts and of its signature.
"""

from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from domain.record.audit import Audited
from domain.record.checkpoint_findings import (
    CheckpointInRecord,
    clock_findings,
    history_findings,
    late_findings,
    openings_seen,
    time_of,
)
from domain.record.finding import Finding
from domain.record.record import AnyRecord
from domain.record.signatures import DatedLeaf, LoggedGame, Published, Signatures
from domain.record.tournaments import TournamentRecord
from domain.transparency.checkpoints import Checkpoint, founder_in
from domain.transparency.inclusion import (
    LEAVES_OF_GAME,
    Inclusion,
    LeafOfGame,
    LeafProof,
    WitnessedOpening,
)
from domain.transparency.notes import BadNote

_WHERE = "$.inclusion"
_NOT_PUBLISHED: Final = "key_is_not_published"


class _CheckedInclusion(NamedTuple):
    """The valid checkpoints of an inclusion, the last of them by itself, and what is wrong."""

    published: Published | None
    checkpoints: list[CheckpointInRecord]
    found: list[Finding]


def logged(
    record: AnyRecord, audited: Audited, signatures: Signatures
) -> tuple[Audited, LoggedGame]:
    """Return the audit of a record with that of its inclusion, and the valid checkpoints.

    Other records may have other checkpoints; comparing them is up to the audit of the archive.
    """
    found: list[Finding] = []
    leaves = leaves_of(record)
    game = LoggedGame()
    if isinstance(record.inclusion, Inclusion):
        game, found = _logged_game(record, record.inclusion, leaves, signatures)
    found += _unproved(leaves, record.inclusion)
    return replace(audited, findings=(*audited.findings, *found)), game


def tournament_in_log(record: TournamentRecord, signatures: Signatures) -> Iterator[Finding]:
    """Yield what is wrong with a tournament's proof of inclusion.

    A tournament that ran without a service is in no log, so nothing is missed without a proof.
    """
    if not isinstance(record.inclusion, Inclusion):
        return
    leaves = leaves_of(record)
    leaves.pop("start", None)  # a tournament has two leaves: its opening and its end
    found = _included(record.inclusion, leaves, signatures).found
    yield from (_vouched(one) for one in found)
    yield from _unproved(leaves, record.inclusion)


def _vouched(finding: Finding) -> Finding:
    """Return a finding as a breach if it says that a key is not among the published ones."""
    return replace(finding, weight="breach") if finding.reason == _NOT_PUBLISHED else finding


def _logged_game(
    record: AnyRecord,
    inclusion: Inclusion,
    leaves: Mapping[LeafOfGame, bytes],
    signatures: Signatures,
) -> tuple[LoggedGame, list[Finding]]:
    """Return what the inclusion of a game proves, and what is wrong with it."""
    published, checkpoints, found = _included(inclusion, leaves, signatures)
    seen = openings_seen(checkpoints, record, leaves)
    found += late_findings(seen, inclusion)
    dated = () if published is None else tuple(_dated(leaves, inclusion))
    earlier = checkpoints if published is None else checkpoints[:-1]
    witnessed = tuple(one.published for one in earlier)
    return LoggedGame(published, witnessed, seen, dated), found


def _included(
    inclusion: Inclusion, leaves: Mapping[LeafOfGame, bytes], signatures: Signatures
) -> _CheckedInclusion:
    """Check an inclusion, but not when witnesses saw the opening."""
    checkpoints: list[CheckpointInRecord] = []
    found: list[Finding] = []
    for number, one in enumerate(inclusion.witnessed):
        where = f"{_WHERE}.witnessed[{number}]"
        earlier, wrong = _signed(one, where, signatures)
        found += wrong
        if earlier is not None:
            place = f"{where}.opening"
            found += _leaf(leaves, "opening", one.opening, place, earlier.checkpoint)
            checkpoints.append(CheckpointInRecord(where, earlier, one.opening))
    published, wrong = _signed(inclusion, _WHERE, signatures)
    found += wrong
    if published is not None:
        found += _leaves(leaves, inclusion, published.checkpoint)
        found += _cosigners(published)
        checkpoints.append(CheckpointInRecord(_WHERE, published, inclusion.opening))
    found += history_findings(checkpoints)
    found += clock_findings(checkpoints, inclusion, leaves)
    return _CheckedInclusion(published, checkpoints, found)


def _signed(
    proof: Inclusion | WitnessedOpening, where: str, signatures: Signatures
) -> tuple[Published | None, list[Finding]]:
    """Return the checkpoint next to a proof if it is valid, and what is wrong with it."""
    try:
        published = signatures.verify_checkpoint(proof.checkpoint, proof.key)
    except BadNote as bad:
        place = f"{where}.checkpoint"
        return None, [Finding("breach", "RC-LOG-1", bad.reason, dict(bad.facts), where=place)]
    return published, [*_key(published, where), *_origin(published, where)]


def leaves_of(record: AnyRecord | TournamentRecord) -> dict[LeafOfGame, bytes]:
    """Return what the service signed about a game or tournament, as its record contains it."""
    found: dict[LeafOfGame, bytes] = {}
    for token in record.receipts:
        text = _payload(token)
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # RC-SIGN-4 says so
            found[_STAGES[_RECEIPT.decode(text).stage]] = text
    if record.signature is not None and (text := _payload(record.signature)):
        found["end"] = text
    return found


def _payload(token: str) -> bytes:
    """Return what a JWS signs; empty if it has another form, which RC-SIGN-1 and 4 report."""
    try:
        _, payload, _ = token.split(".")
        return urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    except ValueError:
        return b""


class _Staged(Struct, frozen=True):
    """The member of a receipt that says what it is about."""

    stage: Literal["opened", "started"]


_RECEIPT: Final = msgspec.json.Decoder(_Staged)
_STAGES: Final[Mapping[str, LeafOfGame]] = {"opened": "opening", "started": "start"}


def _leaves(
    leaves: Mapping[LeafOfGame, bytes], inclusion: Inclusion, checkpoint: Checkpoint
) -> Iterator[Finding]:
    """Check each leaf (RC-LOG-2)."""
    before = -1
    for about in LEAVES_OF_GAME:
        proof: LeafProof | None = getattr(inclusion, about)
        if proof is None:
            continue
        wrong = list(_leaf(leaves, about, proof, f"{_WHERE}.{about}", checkpoint))
        yield from wrong
        if not wrong and proof.index <= before:
            facts = {"index": proof.index, "size": checkpoint.size, "before": before}
            where = f"{_WHERE}.{about}"
            yield Finding("breach", "RC-LOG-2", "leaves_are_out_of_order", facts, where=where)
        before = proof.index


def _dated(leaves: Mapping[LeafOfGame, bytes], inclusion: Inclusion) -> Iterator[DatedLeaf]:
    """Yield the leaves that have a proof and a time."""
    for about in LEAVES_OF_GAME:
        proof: LeafProof | None = getattr(inclusion, about)
        at = time_of(leaves.get(about, b""))
        if proof is not None and at is not None:
            yield DatedLeaf(about, proof.index, at)


def _leaf(
    leaves: Mapping[LeafOfGame, bytes],
    about: LeafOfGame,
    proof: LeafProof,
    where: str,
    checkpoint: Checkpoint,
) -> Iterator[Finding]:
    """Check that a tree has a leaf (RC-LOG-2)."""
    facts = {"index": proof.index, "size": checkpoint.size}
    if about not in leaves:
        yield Finding("note", "RC-LOG-2", "record_lacks_the_leaf", facts, where=where)
    elif not proof.proves(leaves[about], checkpoint.size, checkpoint.root):
        yield Finding("breach", "RC-LOG-2", "not_in_the_log", facts, where=where)


def _origin(published: Published, place: str) -> Iterator[Finding]:
    """Check that the log is the one that a published key began (RC-LOG-6)."""
    origin = published.checkpoint.origin
    where = f"{place}.checkpoint"
    facts = {"key": published.kid, "origin": origin}
    if founder_in(origin) is None:
        yield Finding("breach", "RC-LOG-6", "origin_names_no_key", facts, where=where)
    elif published.listed and not published.founded:
        yield Finding("note", "RC-LOG-6", _NOT_PUBLISHED, facts, where=where)


def _cosigners(published: Published) -> Iterator[Finding]:
    """Name the trusted witnesses that did not cosign the checkpoint (RC-LOG-7)."""
    for key in published.not_cosigned:
        facts = {"cosigner": key.vkey, "size": published.checkpoint.size}
        yield Finding("note", "RC-LOG-7", "not_cosigned", facts, where=f"{_WHERE}.checkpoint")


def _unproved(
    leaves: Mapping[LeafOfGame, bytes], inclusion: Inclusion | UnsetType
) -> Iterator[Finding]:
    """Name the leaves without a proof: the log may lack what was signed (RC-LOG-5)."""
    unproved = [about for about in leaves if getattr(inclusion, about, None) is None]
    if unproved:
        yield Finding("note", "RC-LOG-5", "no_proof", {"leaves": unproved}, where=_WHERE)


def _key(published: Published, place: str) -> Iterator[Finding]:
    """Say so if nobody vouches for the key of the checkpoint (RC-LOG-3)."""
    if not published.listed:
        unknown = published.listed is None
        reason = "published_keys_are_not_given" if unknown else _NOT_PUBLISHED
        facts = {"key": published.kid, "origin": published.checkpoint.origin}
        yield Finding("note", "RC-LOG-3", reason, facts, where=f"{place}.key")
