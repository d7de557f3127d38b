"""Verifies Ed25519 signatures (RFC 8032), by libsodium.

``cryptography`` keeps the keys and signs. An audit verifies three signatures for each game
(ADR 34).
"""

from typing import Final

from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

from domain.transparency.notes import PUBLIC_KEY_BYTES

SIGNATURE_BYTES: Final = 64


def verify_bytes(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether an Ed25519 key signed a message.

    A key that is not 32 bytes and a signature that is not 64 verify nothing, nor do the few weak
    keys under which a signature is valid for many messages.
    """
    if len(public) != PUBLIC_KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        crypto_sign_open(signature + message, public)
    except BadSignatureError:
        return False
    return True
