"""Fingerprints: what stands for a text that must not be kept, or is too long to be compared."""

from hashlib import sha256


def fingerprint(text: str | bytes) -> str:
    """Return the SHA-256 of a text, in hexadecimal."""
    return sha256(text.encode() if isinstance(text, str) else text).hexdigest()
