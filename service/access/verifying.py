"""The one verifier of records: of statements, checkpoints and what witnesses signed."""

from collections.abc import Iterable, Sequence

from domain.record.signatures import Published
from domain.transparency.notes import NoteKey
from service.access.notes import NoteVerifier, kid_of
from service.access.signing import Verifier, from_base64url, is_signed


class RecordVerifier(Verifier):
    """Verifies every signature that a record may have (``domain.record.signatures``).

    ``published`` are the thumbprints of the service's keys, and ``witnesses`` those of the
    witnesses that the auditor trusts; None if no such keys are given. ``cosigners`` are the keys
    of trusted witnesses of the transparency log.
    """

    def __init__(
        self,
        published: Iterable[str] | None = None,
        witnesses: Iterable[str] | None = None,
        cosigners: Sequence[NoteKey] = (),
    ) -> None:
        super().__init__(published)
        self._witnesses = None if witnesses is None else frozenset(witnesses)
        self._notes = NoteVerifier(self._published, cosigners)

    def verify_checkpoint(self, note: str, vkey: str) -> Published:
        """Return the checkpoint in a note that a verifier key signed; raise BadNote."""
        return self._notes.verify(note, vkey)

    def verify_witness(self, key: str, signature: str, text: bytes) -> bool:
        """Return whether a public key made this signature; both are in base64url."""
        return is_signed(key, signature, text)

    def thumbprint(self, key: str) -> str:
        """Return the thumbprint of a public key in base64url (RFC 7638)."""
        return kid_of(from_base64url(key))

    def is_published(self, kid: str) -> bool | None:
        """Return whether the service has published this key."""
        return None if self._published is None else kid in self._published

    def is_trusted(self, kid: str) -> bool | None:
        """Return whether this is the key of a trusted witness."""
        return None if self._witnesses is None else kid in self._witnesses
