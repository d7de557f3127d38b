"""What becomes of changed proofs of inclusion, checkpoints and cosignatures.

As in ``mutants.py``, two readers judge each mutant: the code of the audit, and ``inclusion.py``,
which was written from the reference alone.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from cryptography.exceptions import InvalidSignature

from domain.record.audit import audit
from domain.record.inclusion_audit import leaves_of, logged
from domain.record.record import AnyRecord
from domain.table.times import SECOND, micros
from domain.transparency.checkpoints import cosignatures
from domain.transparency.inclusion import LEAVES_OF_GAME, Inclusion
from domain.transparency.notes import BadNote, NoteKey, read_note
from service.access.ed25519 import verify_bytes
from service.access.record_verifier import RecordVerifier
from tests.support.proof import inclusion as stranger
from tests.support.proof.included import KID, inclusion_in, log_with, witnessed_at
from tests.support.proof.mutants import Family, Judge, Verdict, published
from tests.support.proof.mutations import Mutation
from tests.transparency.logs import Cosigner, LogInMemory

LEAVES_BEFORE: Final = 300
COSIGNED_AT: Final = 1_767_225_600

_WRONG: Final = (ValueError, LookupError, TypeError, AttributeError, InvalidSignature)


def families_of_log(record: AnyRecord) -> dict[str, Family]:
    """Return the texts about a signed game that come from a transparency log."""
    log = log_with(record, before=LEAVES_BEFORE)
    cosigner = Cosigner()
    cosigned = cosigner.cosigned(log.note(), COSIGNED_AT)
    proof = inclusion_in(record, log)
    seen = seen_by(cosigner, record, log)
    return {
        "inclusion proofs": Family(
            msgspec.json.encode(proof),
            {"audit": by_audit(record, proof), "verifier": by_verifier(record, proof)},
        ),
        "witnessed openings": Family(
            msgspec.json.encode(seen),
            {
                "audit": by_audit(record, seen, cosigner.key),
                "verifier": by_verifier(record, seen, cosigner.key),
            },
        ),
        "checkpoints": Family(
            proof.checkpoint.encode(),
            {"audit": of_checkpoint(proof), "verifier": of_checkpoint_by_verifier(proof)},
        ),
        "cosignatures": Family(
            str(cosigned).encode(),
            {
                "audit": of_cosignature(cosigner.key, log.note().text),
                "verifier": of_cosignature_by_verifier(cosigner.key, log.note().text),
            },
        ),
    }


def seen_by(cosigner: Cosigner, record: AnyRecord, log: LogInMemory) -> Inclusion:
    """Return the proof of a game that a witness saw when it was opened, and long after."""
    opening, start, _ = (msgspec.json.decode(leaf)["at"] for leaf in leaves_of(record).values())
    opened, started = micros(opening) // SECOND, micros(start) // SECOND
    size = LEAVES_BEFORE + 1
    seen = witnessed_at(record, log, size, cosigner, time=opened)
    proof = inclusion_in(record, log, seen)
    last = cosigner.cosigned(read_note(proof.checkpoint.encode()), max(started, COSIGNED_AT))
    return msgspec.structs.replace(proof, checkpoint=str(last))


def by_audit(record: AnyRecord, proof: Inclusion, *cosigners: NoteKey) -> Judge:
    """Return how the audit judges changes of the proof of a record."""
    signatures = RecordVerifier([KID], cosigners=cosigners)
    audited = audit(record, signatures)
    replace = msgspec.structs.replace
    whole, meant = logged(replace(record, inclusion=proof), audited, signatures)
    assert whole.is_valid
    assert meant.published is not None

    def judge(text: bytes, _: Mutation) -> Verdict:
        try:
            other = msgspec.json.decode(text, type=Inclusion)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return "unreadable"
        changed, said = logged(replace(record, inclusion=other), audited, signatures)
        last = said.published
        if last is None or not changed.is_valid or len(changed.findings) > len(whole.findings):
            return "caught"
        assert meant.published is not None
        if last.checkpoint != meant.published.checkpoint:
            return "missed"
        return _compared(
            {about: getattr(other, about) for about in LEAVES_OF_GAME},
            {about: getattr(proof, about) for about in LEAVES_OF_GAME},
            [(one.signed.time, one.size) for one in said.seen],
            [(one.signed.time, one.size) for one in meant.seen],
        )

    return judge


def by_verifier(record: AnyRecord, proof: Inclusion, *cosigners: NoteKey) -> Judge:
    """Return how the verifier judges changes of the proof of a record."""
    leaves = leaves_of(record)
    keys = [one.vkey for one in cosigners]
    meant = json.loads(msgspec.json.encode(proof))

    def fault(inclusion: Any, about: Iterable[str]) -> str | None:
        some: dict[str, bytes] = {one: leaf for one, leaf in leaves.items() if one in about}
        return stranger.fault_in(inclusion, some, published(), whole=True, cosigners=keys)

    assert fault(meant, leaves) is None

    def judge(text: bytes, _: Mutation) -> Verdict:
        try:
            other = json.loads(text, object_pairs_hook=_each_once)
            about = [one for one in LEAVES_OF_GAME if one in other]
        except (ValueError, RecursionError, TypeError):
            return "unreadable"
        if fault(other, about) is not None:
            return "caught"
        if stranger._checkpoint(other["checkpoint"], other["key"], published()) != (
            stranger._checkpoint(meant["checkpoint"], meant["key"], published())
        ):
            return "missed"
        return _compared(
            {one: other.get(one) for one in LEAVES_OF_GAME},
            {one: meant.get(one) for one in LEAVES_OF_GAME},
            [one for key in keys for one in stranger.openings_seen(other, key)],
            [one for key in keys for one in stranger.openings_seen(meant, key)],
        )

    return judge


def of_checkpoint(proof: Inclusion) -> Judge:
    """Return how the audit judges changes of a checkpoint."""
    signatures = RecordVerifier([KID])
    meant = signatures.verify_checkpoint(proof.checkpoint, proof.key)

    def judge(text: bytes, _: Mutation) -> Verdict:
        try:
            note = text.decode()
        except UnicodeDecodeError:
            return "unreadable"
        try:
            said = signatures.verify_checkpoint(note, proof.key)
        except BadNote:
            return "caught"
        return "same" if said == meant else "missed"

    return judge


def of_checkpoint_by_verifier(proof: Inclusion) -> Judge:
    """Return how the verifier judges changes of a checkpoint."""
    meant = stranger._checkpoint(proof.checkpoint, proof.key, published())

    def judge(text: bytes, _: Mutation) -> Verdict:
        try:
            note = text.decode()
        except UnicodeDecodeError:
            return "unreadable"
        try:
            said = stranger._checkpoint(note, proof.key, published())
        except _WRONG:
            return "caught"
        return "same" if said == meant else "missed"

    return judge


def of_cosignature(key: NoteKey, meant: str) -> Judge:
    """Return how the code judges changes of a checkpoint that a witness cosigned."""

    def judge(text: bytes, _: Mutation) -> Verdict:
        try:
            note = read_note(text)
            found = cosignatures(note, [key], verify_bytes)
        except BadNote:
            return "caught"
        if not found:
            return "says less"
        same = (note.text, [one.time for one in found]) == (meant, [COSIGNED_AT])
        return "same" if same else "missed"

    return judge


def of_cosignature_by_verifier(key: NoteKey, meant: str) -> Judge:
    """Return how the verifier judges changes of a checkpoint that a witness cosigned."""

    def judge(text: bytes, _: Mutation) -> Verdict:
        try:
            said, times = stranger.cosigned(text.decode(), key.vkey)
        except _WRONG:
            return "caught"
        if not times:
            return "says less"
        return "same" if (said, times) == (meant, [COSIGNED_AT]) else "missed"

    return judge


def _compared(
    other: dict[str, object],
    meant: dict[str, object],
    seen: Sequence[tuple[int, int]],
    meant_seen: Sequence[tuple[int, int]],
) -> Verdict:
    """Return the verdict about a valid proof: leaves and times are as before, or there are fewer.

    If the first cosignature is left out, the next one proves less: it is later.
    """
    if (other, seen) == (meant, meant_seen):
        return "same"
    fewer = all(one is None or one == meant[about] for about, one in other.items())
    later = all(any(one >= each for each in meant_seen) for one in seen)
    return "says less" if fewer and later else "missed"


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a member occurs twice")
    return found
