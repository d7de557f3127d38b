"""Ed25519 for signed notes: the signer of the service, and the keys that notes name.

The service signs notes with the same keys as statements. One signature cannot pass for the other:
what a JWS signs is a single line of base64url, and a note has at least three lines.
"""

from collections.abc import Iterable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.jws import from_base64url, kid_of
from domain.transparency.notes import ED25519, NoteKey, NoteSignature, SignedNote


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


def note_key(name: str, public: bytes) -> NoteKey:
    """Return a key that signs notes under a name."""
    return NoteKey(name, ED25519, public)


def note_keys(name: str, xs: Iterable[str]) -> list[NoteKey]:
    """Return keys under a name, given the members ``x`` of their JWKs."""
    return [note_key(name, from_base64url(x)) for x in xs]
