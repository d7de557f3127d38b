"""Checks a record on this machine, with the rules of ``carolus-domain``."""

import json
from typing import TYPE_CHECKING, Final

from carolus_client import types

if TYPE_CHECKING:
    from domain.record.audit import Audited
    from domain.record.signatures import Signatures

_SIGNED: Final = frozenset({"signature", "receipts", "inclusion"})


def verify(record: types.Record, signatures: "Signatures | None" = None) -> "Audited":
    """Decide a whole record again, and compute each event, hash and die.

    ``holds`` of the result says whether everything is right, and ``findings`` says what is not.
    This needs ``pip install carolus-client[verify]``.

    Without ``signatures``, an object that verifies them, the signature, the receipts and the proof
    of inclusion are left out, and a witnessed game raises ValueError. ``carolus audit`` checks all
    of them.
    """
    from domain.record.audit import audit  # noqa: PLC0415 - an extra
    from domain.record.record import read_record  # noqa: PLC0415 - an extra
    from domain.record.signatures import NoSignatures  # noqa: PLC0415 - an extra

    if signatures is None:
        unsigned = {name: part for name, part in record.items() if name not in _SIGNED}
        return audit(read_record(json.dumps(unsigned).encode()), NoSignatures())
    return audit(read_record(json.dumps(record).encode()), signatures)
