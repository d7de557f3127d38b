"""The audit of ``carolus-domain``, with signatures by libsodium."""

import json

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from carolus_client import types
from domain.record.audit import Audited, audit, unreadable
from domain.record.inclusion_audit import logged
from domain.record.jws import jwks_in
from domain.record.record import read_record
from domain.record.signature_verifier import SignatureVerifier
from domain.record.synopsis import summarised
from domain.record.vouched import vouched
from domain.refusal import Malformed


def audited(
    record: types.Record, keys: types.PublishedKeys, witnesses: types.PublishedKeys | None
) -> Audited:
    """Return the audit of a record whose end one of the keys must have signed."""
    trusted = None if witnesses is None else _thumbprints(witnesses)
    signatures = SignatureVerifier(_is_signed, _thumbprints(keys), trusted)
    try:
        read = read_record(json.dumps(record).encode())
    except Malformed as wrong:
        return unreadable(wrong)
    found, _ = logged(read, audit(read, signatures), signatures)
    found, _ = summarised(read, vouched(found))
    return found


def _thumbprints(keys: types.PublishedKeys) -> set[str]:
    return set(jwks_in(json.dumps(keys).encode()))


def _is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        VerifyKey(public).verify(message, signature)
    except (BadSignatureError, ValueError):  # or a key or a signature of another length
        return False
    return True
