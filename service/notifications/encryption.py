"""Encryption of push messages for one browser (RFC 8291), in the content coding of RFC 8188.

A message is one record, so it has at most ``PLAIN_MAX`` bytes.
"""

import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
SALT_BYTES: Final = 16
AUTH_BYTES: Final = 16
RECORD_BYTES: Final = 4096
"""What every push service accepts (RFC 8030, section 7.2)."""
PLAIN_MAX: Final = 3993
"""A record of that size, less header, tag and delimiter (RFC 8291, section 4)."""

_LAST_RECORD: Final = b"\x02"


def public_point(encoded: bytes) -> ec.EllipticCurvePublicKey:
    """Return the key of a browser from its uncompressed point; raise ValueError if it is none."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, encoded)


def encoded_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return the uncompressed point of a key: 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    plain: bytes,
    receiver: ec.EllipticCurvePublicKey,
    auth: bytes,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a message that only this browser can read, in the content coding ``aes128gcm``.

    ``sender`` and ``salt`` are new for every message; only the vectors of the RFC name them.
    """
    if len(plain) > PLAIN_MAX:
        raise ValueError(f"expected at most {PLAIN_MAX} bytes, not {len(plain)}")
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_BYTES)
    theirs, ours = encoded_point(receiver), encoded_point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), receiver)
    material = _derived(shared, auth, b"WebPush: info\x00" + theirs + ours, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\x00", 12)
    sealed = AESGCM(key).encrypt(nonce, plain + _LAST_RECORD, None)
    return salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def _derived(material: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt, info).derive(material)
