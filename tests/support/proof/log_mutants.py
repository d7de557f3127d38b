"""What becomes of changed proofs of inclusion, checkpoints and cosignatures.

As in ``mutants.py``, two readers judge each mutant: the code of the audit, and ``inclusion.py``,
which was written from the reference alone.
"""

import json
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature

from domain.record.audit import audit
from domain.record.logged import leaves_of, logged
from domain.record.record import AnyRecord
from domain.transparency.checkpoints import cosignatures
from domain.transparency.inclusion import LEAVES_OF_GAME, Inclusion
from domain.transparency.notes import BadNote, NoteKey, read_note
from service.access.ed25519 import verify_bytes
from service.access.verifying import RecordVerifier
from tests.support.proof import inclusion as stranger
from tests.support.proof.included import KID, inclusion_in, log_with
from tests.support.proof.mutants import Family, Judge, Verdict, published
from tests.support.proof.mutations import Mutation
from tests.transparency.logs import Cosigner

LEAVES_BEFORE: Final = 300
COSIGNED_AT: Final = 1_767_225_600

_WRONG: Final = (ValueError, LookupError, TypeError, AttributeError, InvalidSignature)


def families_of_log(record: AnyRecord) -> dict[str, Family]:
    """Return the texts about a signed game that come from a transparency log."""
    log = log_with(record, before=LEAVES_BEFORE)
    proof = inclusion_in(record, log)
    cosigner = Cosigner()
    cosigned = cosigner.cosigned(log.note(), COSIGNED_AT)
    return {
        "inclusion proofs": Family(
            msgspec.json.encode(proof),
            {"audit": by_audit(record, proof), "verifier": by_verifier(record, proof)},
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


def by_audit(record: AnyRecord, proof: Inclusion) -> Judge:
    """Return how the audit judges changes of the proof of a record."""
    signatures = RecordVerifier([KID])
    audited = audit(record, signatures)

    def judge(text: bytes, _: Mutation) -> Verdict:
        try:
            other = msgspec.json.decode(text, type=Inclusion)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return "unreadable"
        changed, said = logged(
            msgspec.structs.replace(record, inclusion=other), audited, signatures
        )
        if said is None or not changed.holds or len(changed.findings) > len(audited.findings):
            return "caught"
        if said.checkpoint != signatures.verify_checkpoint(proof.checkpoint, proof.key).checkpoint:
            return "missed"
        return _compared(
            {about: getattr(other, about) for about in LEAVES_OF_GAME},
            {about: getattr(proof, about) for about in LEAVES_OF_GAME},
        )

    return judge


def by_verifier(record: AnyRecord, proof: Inclusion) -> Judge:
    """Return how the verifier judges changes of the proof of a record."""
    leaves = leaves_of(record)
    meant = json.loads(msgspec.json.encode(proof))

    def judge(text: bytes, _: Mutation) -> Verdict:
        try:
            other = json.loads(text, object_pairs_hook=_each_once)
            about = [one for one in LEAVES_OF_GAME if one in other]
        except (ValueError, RecursionError, TypeError):
            return "unreadable"
        some: dict[str, bytes] = {one: leaves[one] for one in about}
        if stranger.fault_in(other, some, published(), whole=True) is not None:
            return "caught"
        if stranger._checkpoint(other["checkpoint"], other["key"], published()) != (
            stranger._checkpoint(meant["checkpoint"], meant["key"], published())
        ):
            return "missed"
        return _compared(
            {one: other.get(one) for one in LEAVES_OF_GAME},
            {one: meant.get(one) for one in LEAVES_OF_GAME},
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


def _compared(other: dict[str, object], meant: dict[str, object]) -> Verdict:
    """Return the verdict about a valid proof: all leaves are proved as before, or fewer."""
    if other == meant:
        return "same"
    fewer = all(one is None or one == meant[about] for about, one in other.items())
    return "says less" if fewer else "missed"


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a member is there twice")
    return found
