"""Cosigns the checkpoints of transparency logs (C2SP tlog-witness), one after the other.

The key is not one of those that sign links. It belongs to the epoch of the table: a witness that
lost what it cosigned also lost the key, and so can never cosign a second history with it.
"""

from collections.abc import Callable, Mapping, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.jws import kid_of
from domain.transparency.notes import COSIGNATURE, NoteKey
from domain.transparency.witnessing import CosigningWitness, Reply
from service.access.ed25519 import verify_bytes
from service.witness.table import Table


class Cosigning:
    """What a witness does for logs. ``name`` is that of its key; empty for one from the key.

    ``now`` returns seconds since 1970.
    """

    def __init__(self, table: Table, name: str, now: Callable[[], int]) -> None:
        self._table = table
        self._now = now
        private = Ed25519PrivateKey.from_private_bytes(table.cosigner)
        public = private.public_key().public_bytes_raw()
        self._sign = private.sign
        self._key = NoteKey(name or f"carolus-witness/{kid_of(public)}", COSIGNATURE, public)

    @property
    def vkey(self) -> str:
        """The verifier key, with which services and auditors know the witness."""
        return self._key.vkey

    def answer(self, body: bytes, logs: Mapping[str, Sequence[NoteKey]]) -> Reply:
        """Answer a call, given the keys of the logs; block until what is cosigned is on disk.

        Raises Unusable if the table fails; then nothing was cosigned.
        """
        witness = CosigningWitness(logs, self._key, self._sign, verify_bytes)
        with self._table.lock:
            now = self._now()
            reply = witness.answer(body, self._table.cosigned, now)
            if reply.latest is not None:
                self._table.cosign(reply.latest, now)
        return reply
