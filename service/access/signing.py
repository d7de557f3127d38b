"""Signatures of the service: statements as a compact JWS, signed with Ed25519 (RFC 9864).

``domain.record.jws`` describes the format and reads it.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.record.canonical_text import canonical_text
from domain.record.jws import (
    ALGORITHM,
    Jwk,
    SignatureHeader,
    StatementVerifier,
    thumbprint,
    to_base64url,
)
from domain.record.statement import Statement
from service.access.ed25519 import verify_bytes


class PublishedKey(msgspec.Struct, frozen=True):
    """A key with which the service signs, or has signed: a JWK (RFC 8037)."""

    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    """The public key: 32 bytes in base64url."""
    kid: str
    """Its thumbprint (RFC 7638)."""
    alg: Literal["Ed25519"]
    use: Literal["sig"]


class PublishedKeys(msgspec.Struct, frozen=True):
    """All keys of the service, the oldest first: a JWK Set (RFC 7517)."""

    keys: tuple[PublishedKey, ...]


class Signer:
    """Signs statements with one key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        jwk = jwk_of(key.public_key())
        self.kid = thumbprint(jwk)
        """The thumbprint of the key (RFC 7638)."""
        self._header = to_base64url(SignatureHeader(ALGORITHM, jwk, self.kid).text)

    def sign(self, statement: Statement) -> str:
        """Return the signature of a statement, with the statement in it."""
        return self.sign_text(canonical_text(statement))

    def sign_text(self, text: bytes) -> str:
        """Return the signature of a text in canonical form, with the text in it."""
        signed = f"{self._header}.{to_base64url(text)}"
        return f"{signed}.{to_base64url(self._key.sign(signed.encode()))}"


class Verifier(StatementVerifier):
    """Verifies signatures. ``published``, if given, are the thumbprints of the trusted keys."""

    def __init__(self, published: Iterable[str] | None = None) -> None:
        super().__init__(verify_bytes, published)


def jwk_of(key: Ed25519PublicKey) -> Jwk:
    """Return a public key as a JWK."""
    return Jwk("Ed25519", "OKP", to_base64url(key.public_bytes_raw()))
