"""The checkpoints in a record side by side, and what witnesses say about their times.

A record may have several checkpoints of one log: the one of its proof of inclusion, and earlier
ones that witnesses cosigned. They must be of one history (RC-LOG-4), and the times of their leaves
must fit the clocks of the witnesses (RC-LOG-7).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from domain.record.finding import Finding
from domain.record.record import AnyRecord
from domain.record.signatures import OpeningSeen, Published
from domain.record.statement import SignedTime
from domain.table.actions import TakeSeat
from domain.table.times import SECOND, micros, rfc3339
from domain.transparency.checkpoints import Cosignature
from domain.transparency.inclusion import LEAVES_OF_GAME, Inclusion, LeafOfGame, LeafProof
from domain.transparency.tree import inclusion_ranges

CLOCKS_SECONDS: Final = 60
"""How far the clock of a witness and that of the service may differ. It includes the whole seconds
of a cosignature, and the time that a checkpoint takes to a slow witness."""


class CheckpointInRecord(NamedTuple):
    """A valid checkpoint, and its place in the record."""

    where: str
    """The object that contains it, as a JSON path."""
    published: Published
    opening: LeafProof | None
    """Where its tree has the opening."""


def history_findings(checkpoints: Sequence[CheckpointInRecord]) -> Iterator[Finding]:
    """Yield what shows that checkpoints are not of one history, or not in order."""
    for one, other in pairwise(checkpoints):
        yield from _contradicting(one, other)


def _contradicting(one: CheckpointInRecord, other: CheckpointInRecord) -> Iterator[Finding]:
    """Compare a checkpoint with the next one of a record, whose tree must be larger."""
    before, after = one.published.checkpoint, other.published.checkpoint
    where, facts = f"{one.where}.checkpoint", {"size": before.size, "other": other.where}
    if before.origin != after.origin:
        facts = {"origin": before.origin, "key": one.published.kid, "other": other.where}
        facts |= {"other_origin": after.origin, "other_key": other.published.kid}
        yield Finding("breach", "RC-LOG-6", "another_origin", facts, where=where)
    elif before.size == after.size and before.root != after.root:
        facts |= {"origin": before.origin}
        facts |= {"root": before.root.hex(), "other_root": after.root.hex()}
        yield Finding("breach", "RC-LOG-4", "another_root", facts, where=where)
    elif before.size >= after.size:
        facts |= {"other_size": after.size}
        yield Finding("breach", "RC-LOG-4", "checkpoints_are_out_of_order", facts, where=where)
    elif one.opening is not None and other.opening is None:
        facts = {"index": one.opening.index, "earlier": one.where}
        where = f"{other.where}.opening"
        yield Finding("breach", "RC-LOG-2", "opening_has_no_proof", facts, where=where)
    elif one.opening is not None and other.opening is not None:
        yield from _openings(one, other, one.opening, other.opening)


def _openings(
    one: CheckpointInRecord, other: CheckpointInRecord, proof: LeafProof, other_proof: LeafProof
) -> Iterator[Finding]:
    """Compare the proofs of the opening in two trees, of which the second continues the first."""
    before, after = one.published.checkpoint, other.published.checkpoint
    where, facts = f"{one.where}.opening", {"index": proof.index, "other": other.where}
    if proof.index != other_proof.index:
        facts |= {"other_index": other_proof.index}
        yield Finding("breach", "RC-LOG-2", "another_index", facts, where=where)
        return
    hashes = _hashes(proof, before.size)
    others = _hashes(other_proof, after.size)
    # Above all those of everything before the opening: they are the same in every larger tree.
    if any(hashes[each] != others[each] for each in hashes.keys() & others.keys()):
        facts |= {"size": before.size, "root": before.root.hex()}
        facts |= {"other_size": after.size, "other_root": after.root.hex()}
        yield Finding("breach", "RC-LOG-4", "not_consistent", facts, where=where)


def _hashes(proof: LeafProof, size: int) -> dict[tuple[int, int], str]:
    """Return the hashes of a path by the range of leaves of each; none if it is not of the tree."""
    if proof.index >= size:
        return {}
    return dict(zip(inclusion_ranges(proof.index, size), proof.path, strict=False))


# --- times -------------------------------------------------------------------------------------


class _Dated(Struct, frozen=True):
    """The member of a leaf that says when it was signed."""

    at: SignedTime


_DATED: Final = msgspec.json.Decoder(_Dated)


def clock_findings(
    checkpoints: Sequence[CheckpointInRecord],
    inclusion: Inclusion,
    leaves: Mapping[LeafOfGame, bytes],
) -> Iterator[Finding]:
    """Yield the leaves whose times the clock of a trusted witness contradicts (RC-LOG-7).

    A tree cannot have a leaf that was signed after a witness saw it, and lacks none that was signed
    long before.
    """
    for about in LEAVES_OF_GAME:
        proof: LeafProof | None = getattr(inclusion, about)
        at = time_of(leaves.get(about, b""))
        if proof is None or at is None:
            continue
        for one in checkpoints:
            size = one.published.checkpoint.size
            for signed in one.published.cosigned:
                reason = _wrong_clock(at, signed.time, is_included=proof.index < size)
                if reason is None:
                    continue
                facts = {
                    "leaf": about,
                    "at": at,
                    "index": proof.index,
                    "cosigner": signed.key.vkey,
                    "time": rfc3339(signed.time * SECOND),
                    "size": size,
                }
                yield Finding("breach", "RC-LOG-7", reason, facts, where=f"{one.where}.checkpoint")


def _wrong_clock(at: str, time: int, *, is_included: bool) -> str | None:
    """Return what is wrong with the time of a leaf next to that of a cosignature."""
    ahead = micros(at) - time * SECOND
    if is_included and ahead > CLOCKS_SECONDS * SECOND:
        return "leaf_is_postdated"
    if not is_included and ahead < -CLOCKS_SECONDS * SECOND:
        return "leaf_is_backdated"
    return None


def time_of(leaf: bytes) -> str | None:
    """Return when a leaf was signed; None if it does not say, which RC-SIGN reports."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError):
        return _DATED.decode(leaf).at
    return None


# --- what the witnesses saw --------------------------------------------------------------------


def openings_seen(
    checkpoints: Sequence[CheckpointInRecord],
    record: AnyRecord,
    leaves: Mapping[LeafOfGame, bytes],
) -> tuple[OpeningSeen, ...]:
    """Return when each trusted witness saw the opening of a game for the first time."""
    first: dict[str, tuple[Cosignature, int]] = {}
    for one in checkpoints:
        if one.opening is not None:
            for signed in sorted(one.published.cosigned, key=lambda each: each.time):
                first.setdefault(signed.key.vkey, (signed, one.published.checkpoint.size))
    seated = next((one.at for one in record.entries if type(one.action) is TakeSeat), None)
    started = time_of(leaves.get("start", b""))
    return tuple(
        OpeningSeen(signed, size, _seconds(signed, seated), _seconds(signed, started))
        for signed, size in first.values()
    )


def _seconds(signed: Cosignature, at: str | None) -> int | None:
    """Return the seconds from a cosignature to a time, both in whole seconds."""
    return None if at is None else micros(at) // SECOND - signed.time


def late_findings(seen: Sequence[OpeningSeen], inclusion: Inclusion) -> Iterator[Finding]:
    """Note the witnesses that saw the opening only together with the start (RC-LOG-7).

    The order of the leaves says so, not the clocks.
    """
    if inclusion.start is None:
        return
    for one in seen:
        if one.size > inclusion.start.index:
            facts = {
                "cosigner": one.signed.key.vkey,
                "time": rfc3339(one.signed.time * SECOND),
                "size": one.size,
                "start": inclusion.start.index,
            }
            yield Finding("note", "RC-LOG-7", "seen_after_the_start", facts, where="$.inclusion")
