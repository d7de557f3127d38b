"""Checks a record on this machine, if the packages of the extra ``verify`` are installed."""

from typing import TYPE_CHECKING

from carolus_client import types
from carolus_client.errors import VerifierMissing

if TYPE_CHECKING:
    from domain.record.audit import Audited


def verify(
    record: types.Record, keys: types.PublishedKeys, *, witnesses: types.PublishedKeys | None = None
) -> "Audited":
    """Decide a whole record again; compute each event, hash and die; verify every signature.

    ``is_valid`` of the result says whether everything is right, and one of ``keys`` signed the end;
    ``findings`` says what is not. So a game that has not ended does not pass. ``keys`` are those
    of the service (``Client.keys``), better from a time before the game; ``witnesses`` are the
    keys of the witnesses that you trust, if any.

    Raises VerifierMissing unless ``carolus-client[verify]`` is installed: nothing passes without
    all that a proof needs.
    """
    try:
        from carolus_client import _auditing  # noqa: PLC0415 - needs an extra
    except ImportError as missing:
        raise VerifierMissing(
            f"nothing was verified: {missing.name} is missing; "
            "to get it, run `pip install carolus-client[verify]`"
        ) from missing
    return _auditing.audited(record, keys, witnesses)
