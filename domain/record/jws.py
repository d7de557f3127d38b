"""Signatures as text: a compact JWS (RFC 7515), and the keys that make them (RFC 8037, RFC 7638).

The protected header has ``alg``, the public key as ``jwk``, and its thumbprint as ``kid``, and
nothing else. So a signature can be verified by itself; the published keys only say whose it is.
Header and payload are JSON in canonical form (RFC 8785).

This module parses the compact form itself, three parts with dots between them, because it refuses
every other spelling of a signature. JOSE libraries accept some: spare bits in base64url, another
order of members. The curve is up to the caller, who passes what verifies bytes.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache, partial
from hashlib import sha256
from typing import Final, Literal, NamedTuple

import msgspec

from domain.expectations import plain_fault
from domain.record.statement import BadSignature, Signed, read_statement
from domain.refusal import Malformed
from domain.transparency.notes import PUBLIC_KEY_BYTES, VerifyBytes

ALGORITHM: Final = "Ed25519"
_PARTS: Final = 3
HEADERS_MAX: Final = 1_000
"""Headers that a verifier caches; a service has one for each of its keys."""


class Jwk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A public key, as RFC 8037 writes it: its required members and no others."""

    crv: Literal["Ed25519"]
    kty: Literal["OKP"]
    x: str


class SignatureHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The protected header; any other member, such as ``crit``, is refused."""

    alg: Literal["Ed25519"]
    jwk: Jwk
    kid: str

    @property
    def text(self) -> bytes:
        """Its canonical form."""
        return _ENCODER.encode(self)


class OpenedSignature(NamedTuple):
    """A text with a valid signature."""

    text: bytes
    kid: str
    """The thumbprint of the key that signed (RFC 7638)."""
    published: bool | None
    """Whether the key is among the given published keys; None if none were given."""


class StatementVerifier:
    """Verifies signatures of texts, above all of statements.

    ``published``, if given, are the thumbprints of the trusted keys.
    """

    def __init__(self, verify_bytes: VerifyBytes, published: Iterable[str] | None = None) -> None:
        self._verify_bytes = verify_bytes
        self._published = None if published is None else frozenset(published)
        # Many signatures have the same header.
        self._known = lru_cache(HEADERS_MAX)(partial(_known_by, self._published))

    def verify(self, token: str) -> Signed:
        """Return what was signed, and its signer; raise BadSignature for any deviation."""
        opened = self.open(token)
        try:
            statement = read_statement(opened.text)
        except Malformed as wrong:
            raise BadSignature("not_a_statement", error=str(wrong), where=wrong.where) from None
        return Signed(statement, opened.kid, opened.published)

    def open(self, token: str) -> OpenedSignature:
        """Return the signed text and its signer; raise BadSignature for any deviation."""
        text = signed_text(token)
        header, payload, signature = token.split(".")
        known = self._known(header)
        signed = f"{header}.{payload}".encode()
        if not self._verify_bytes(known.public, signed, _bytes_of(signature, "signature")):
            raise BadSignature("does_not_verify", kid=known.kid)
        return OpenedSignature(text, known.kid, known.published)


def signed_text(token: str) -> bytes:
    """Return the canonical form of the statement in a signature, without verifying anything.

    Raises BadSignature if the token has another form.
    """
    parts = token.split(".")
    if len(parts) != _PARTS:
        raise BadSignature("not_a_signature", parts=len(parts))
    return _bytes_of(parts[1], "payload")


def public_of(jwk: Jwk) -> bytes:
    """Return the public key of a JWK, 32 bytes; raise ValueError if it is not one."""
    public = from_base64url(jwk.x)
    if len(public) != PUBLIC_KEY_BYTES:
        raise ValueError(f"an Ed25519 key has {PUBLIC_KEY_BYTES} bytes, not {len(public)}")
    return public


def thumbprint(jwk: Jwk) -> str:
    """Return the thumbprint of a key (RFC 7638, SHA-256)."""
    return to_base64url(sha256(_ENCODER.encode(jwk)).digest())


def kid_of(public: bytes) -> str:
    """Return the thumbprint of a public key (RFC 7638)."""
    return thumbprint(Jwk("Ed25519", "OKP", to_base64url(public)))


def jwks_in(text: bytes) -> dict[str, Jwk]:
    """Return the keys in a JWK Set by their thumbprints; raise ValueError if it is not one.

    Keys of other kinds are ignored, as RFC 7517 requires. Thumbprints are computed, not trusted.
    """
    try:
        found = msgspec.json.decode(text, type=_KeySet)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise ValueError(f"not a JWK Set: {plain_fault(wrong).with_place()}") from None
    keys = (Jwk("Ed25519", "OKP", one.x) for one in found.keys if _is_ed25519(one))
    return {thumbprint(key): key for key in keys}


def to_base64url(content: bytes) -> str:
    """Return base64url without padding (RFC 7515, section 2)."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Return the bytes; raise ValueError unless the text is their only encoding."""
    content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    # The decoder ignores other characters, and spare bits of the last character.
    if to_base64url(content) != text:
        raise ValueError("this is not base64url, or its last character has spare bits")
    return content


class _Algorithm(msgspec.Struct, frozen=True):
    """The member of a header that is checked first."""

    alg: str


class _Known(NamedTuple):
    """A header that was verified before."""

    public: bytes
    kid: str
    published: bool | None


class _AnyKey(msgspec.Struct, frozen=True):
    """Any key of a JWK Set."""

    kty: str
    crv: str = ""
    x: str = ""


class _KeySet(msgspec.Struct, frozen=True):
    keys: tuple[_AnyKey, ...]


def _known_by(published: frozenset[str] | None, encoded: str) -> _Known:
    """Read a header, for a verifier that was given these thumbprints; raise BadSignature."""
    text = _bytes_of(encoded, "header")
    header = _header_of(text)
    kid = thumbprint(header.jwk)
    if kid != header.kid:
        raise BadSignature("key_mismatch", kid=header.kid, thumbprint=kid)
    if header.text != text:
        raise BadSignature("header", error="it is not in canonical form")
    try:
        public = public_of(header.jwk)
    except ValueError as wrong:
        raise BadSignature("header", error=f"jwk.x is not a key: {wrong}") from None
    return _Known(public, kid, None if published is None else kid in published)


def _is_ed25519(key: _AnyKey) -> bool:
    return (key.kty, key.crv) == ("OKP", "Ed25519")


def _header_of(text: bytes) -> SignatureHeader:
    try:
        algorithm = msgspec.json.decode(text, type=_Algorithm).alg
        if algorithm != ALGORITHM:
            raise BadSignature("algorithm", asked=algorithm, expected=ALGORITHM)
        return msgspec.json.decode(text, type=SignatureHeader)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadSignature("header", error=plain_fault(wrong).with_place()) from None


def _bytes_of(part: str, name: str) -> bytes:
    try:
        return from_base64url(part)
    except ValueError as wrong:
        raise BadSignature("not_a_signature", part=name, error=str(wrong)) from None


_ENCODER: Final = msgspec.json.Encoder(order="sorted")
