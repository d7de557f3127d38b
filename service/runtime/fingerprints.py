"""Fingerprints, for texts that must not be stored or are too long to compare."""

from hashlib import sha256


def fingerprint(text: str | bytes) -> str:
    """Return the SHA-256 of a text, in hexadecimal."""
    return sha256(text.encode() if isinstance(text, str) else text).hexdigest()
