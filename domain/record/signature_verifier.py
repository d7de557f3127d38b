"""The verifier of everything that a record has signed: statements, checkpoints, contributions.

It knows each format, but no curve: the caller passes what verifies the bytes of an Ed25519
signature, so the domain needs no library for that.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Final

from domain.record.jws import StatementVerifier, from_base64url, kid_of
from domain.record.signatures import Published
from domain.transparency.checkpoints import (
    cosignatures,
    founder_in,
    refuse_extensions,
    verified,
)
from domain.transparency.notes import ED25519, BadNote, NoteKey, VerifyBytes, read_note, read_vkey

NOTES_MAX: Final = 1_000
"""Checkpoints that a verifier caches; the records of one export have the same."""


class SignatureVerifier(StatementVerifier):
    """Verifies every signature that a record may have (``domain.record.signatures``).

    ``published`` are the thumbprints of the service's keys, and ``witnesses`` those of the
    witnesses that the auditor trusts; None if no such keys are given. ``cosigners`` are the keys
    of trusted witnesses of the transparency log.
    """

    def __init__(
        self,
        verify_bytes: VerifyBytes,
        published: Iterable[str] | None = None,
        witnesses: Iterable[str] | None = None,
        cosigners: Sequence[NoteKey] = (),
    ) -> None:
        super().__init__(verify_bytes, published)
        self._witnesses = None if witnesses is None else frozenset(witnesses)
        read = partial(_published_in, verify_bytes, self._published, tuple(cosigners))
        self._checkpoint = lru_cache(NOTES_MAX)(read)

    def verify_checkpoint(self, note: str, vkey: str) -> Published:
        """Return the checkpoint in a note that a verifier key signed; raise BadNote."""
        return self._checkpoint(note, vkey)

    def verify_witness(self, key: str, signature: str, text: bytes) -> bool:
        """Return whether a public key made this signature; both are in base64url."""
        try:
            return self._verify_bytes(from_base64url(key), text, from_base64url(signature))
        except ValueError:
            return False

    def thumbprint(self, key: str) -> str:
        """Return the thumbprint of a public key in base64url (RFC 7638)."""
        return kid_of(from_base64url(key))

    def is_published(self, kid: str) -> bool | None:
        """Return whether the service has published this key."""
        return None if self._published is None else kid in self._published

    def is_trusted(self, kid: str) -> bool | None:
        """Return whether this is the key of a trusted witness."""
        return None if self._witnesses is None else kid in self._witnesses


def _published_in(
    verify_bytes: VerifyBytes,
    published: frozenset[str] | None,
    cosigners: Sequence[NoteKey],
    note: str,
    vkey: str,
) -> Published:
    """Return the checkpoint in a note that a key signed; raise BadNote for any deviation."""
    key = read_vkey(vkey)
    if key.kind != ED25519:
        raise BadNote("unknown_kind_of_key", key=vkey, kind=key.kind)
    signed = read_note(note.encode())
    checkpoint = verified(signed, [key], verify_bytes)
    refuse_extensions(signed)
    cosigned = cosignatures(signed, cosigners, verify_bytes)
    signed_by = {one.key for one in cosigned}
    missing = tuple(one for one in cosigners if one not in signed_by)
    kid = kid_of(key.public)
    if published is None:
        return Published(checkpoint, kid, None, None, cosigned, missing)
    founded = founder_in(checkpoint.origin) in published
    return Published(checkpoint, kid, kid in published, founded, cosigned, missing)
