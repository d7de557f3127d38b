"""The one verifier of records: of statements, checkpoints and what witnesses signed."""

from collections.abc import Iterable, Sequence

from domain.record.signature_verifier import SignatureVerifier
from domain.transparency.notes import NoteKey
from service.access.ed25519 import verify_bytes


class RecordVerifier(SignatureVerifier):
    """Verifies every signature that a record may have, by libsodium."""

    def __init__(
        self,
        published: Iterable[str] | None = None,
        witnesses: Iterable[str] | None = None,
        cosigners: Sequence[NoteKey] = (),
    ) -> None:
        super().__init__(verify_bytes, published, witnesses, cosigners)
