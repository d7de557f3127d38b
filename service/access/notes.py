"""Ed25519 for signed notes: the signer of the service, and the keys that notes name.

The service signs notes with the same keys as statements. One signature cannot pass for the other:
what a JWS signs is a single line of base64url, and a note has at least three lines.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.signatures import Published
from domain.transparency.checkpoints import (
    Checkpoint,
    Cosignature,
    cosignatures,
    founder_in,
    refuse_extensions,
    verified,
)
from domain.transparency.notes import (
    ED25519,
    BadNote,
    NoteKey,
    NoteSignature,
    SignedNote,
    read_note,
    read_vkey,
)
from service.access.ed25519 import verify_bytes
from service.access.signing import Jwk, from_base64url, thumbprint
from service.runtime.lru_cache import LruCache

NOTES_MAX: Final = 1_000
"""Checkpoints that a verifier caches; the records of one export have the same."""


class NoteSigner:
    """Signs notes with one key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self._public = key.public_key().public_bytes_raw()
        self.kid = kid_of(self._public)
        """The thumbprint of the key (RFC 7638)."""

    def sign(self, name: str, text: str) -> SignedNote:
        """Return a note with this text, signed under a name."""
        key = note_key(name, self._public)
        return SignedNote(text, (NoteSignature(name, key.key_id, self._key.sign(text.encode())),))

    def vkey(self, name: str) -> str:
        """Return the public key under a name, as verifiers are configured with it."""
        return note_key(name, self._public).vkey


class NoteVerifier:
    """Verifies checkpoints. ``published``, if given, are the thumbprints of the trusted keys.

    ``cosigners`` are the keys of trusted witnesses of the log, whose cosignatures are verified.
    """

    def __init__(
        self, published: Iterable[str] | None = None, cosigners: Sequence[NoteKey] = ()
    ) -> None:
        self._published = None if published is None else frozenset(published)
        self._cosigners = tuple(cosigners)
        self._known: LruCache[tuple[str, str], Published] = LruCache(NOTES_MAX)

    def verify(self, note: str, vkey: str) -> Published:
        """Return the checkpoint in a note that a key signed; raise BadNote for any deviation."""
        found = self._known.get((note, vkey))
        if found is None:
            key = read_vkey(vkey)
            if key.kind != ED25519:
                raise BadNote("unknown_kind_of_key", key=vkey, kind=key.kind)
            signed = read_note(note.encode())
            checkpoint = verified(signed, [key], verify_bytes)
            refuse_extensions(signed)
            found = self._published_by(checkpoint, kid_of(key.public), self._cosigned(signed))
            self._known.put((note, vkey), found)
        return found

    def _cosigned(self, note: SignedNote) -> tuple[Cosignature, ...]:
        return cosignatures(note, self._cosigners, verify_bytes)

    def _published_by(
        self, checkpoint: Checkpoint, kid: str, cosigned: tuple[Cosignature, ...]
    ) -> Published:
        signed_by = {one.key for one in cosigned}
        missing = tuple(key for key in self._cosigners if key not in signed_by)
        if self._published is None:
            return Published(checkpoint, kid, None, None, cosigned, missing)
        listed, founder = kid in self._published, founder_in(checkpoint.origin)
        founded = founder in self._published
        return Published(checkpoint, kid, listed, founded, cosigned, missing)


def note_key(name: str, public: bytes) -> NoteKey:
    """Return a key that signs notes under a name."""
    return NoteKey(name, ED25519, public)


def note_keys(name: str, xs: Iterable[str]) -> list[NoteKey]:
    """Return keys under a name, given the members ``x`` of their JWKs."""
    return [note_key(name, from_base64url(x)) for x in xs]


def kid_of(public: bytes) -> str:
    """Return the thumbprint of a public key (RFC 7638)."""
    return thumbprint(Jwk("Ed25519", "OKP", urlsafe_b64encode(public).rstrip(b"=").decode()))
