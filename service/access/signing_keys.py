"""Signing keys: one file each in ``<data folder>/signing-keys``, numbered from 1.

The newest key signs. The public parts of all keys stay published, so every signature can always be
verified. The private part of a former key is deleted.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.expectations import plain_fault
from domain.record.jws import ALGORITHM, Jwk, from_base64url, public_of, thumbprint, to_base64url
from service.access.note_keys import NoteSigner
from service.access.secret_files import BadKey, put_again, put_new
from service.access.signing import PublishedKey, PublishedKeys, Signer, jwk_of

FOLDER: Final = "signing-keys"

Now = Callable[[], str]


class KeyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of a file: a JWK (RFC 8037), and when it was made."""

    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    kid: str
    since: str
    """RFC 3339, UTC."""
    d: str | None = None
    """The private part; absent from a former key."""


class SigningKey(NamedTuple):
    """One key and its file."""

    path: Path
    number: int
    content: KeyFile

    @property
    def published(self) -> PublishedKey:
        """The public part."""
        key = self.content
        return PublishedKey(key.kty, key.crv, key.x, key.kid, ALGORITHM, "sig")


def signing_keys(folder: Path) -> tuple[SigningKey, ...]:
    """Return the keys of a data folder, oldest first.

    Raises OSError, or BadKey naming the unusable file.
    """
    numbered = sorted(
        (int(path.stem), path) for path in (folder / FOLDER).glob("*.json") if path.stem.isdecimal()
    )
    return tuple(SigningKey(path, number, _read(path)) for number, path in numbered)


def ready_keys(folder: Path, now: Now) -> tuple[SigningKey, ...]:
    """Return the keys of a data folder; make the first one if there is none."""
    found = signing_keys(folder)
    if not found:
        _make(folder, 1, now)
        found = signing_keys(folder)
    return found


def rotate_keys(folder: Path, now: Now) -> tuple[SigningKey, ...]:
    """Make a new key, delete the private parts of all others, and return all keys."""
    before = signing_keys(folder)
    add_key(folder, now)
    for key in before:
        if key.content.d is not None:
            _write_again(key)
    return signing_keys(folder)


def add_key(folder: Path, now: Now) -> tuple[SigningKey, ...]:
    """Make a new key; the others can still sign. Return all keys."""
    before = signing_keys(folder)
    number = before[-1].number + 1 if before else 1
    while not _make(folder, number, now):
        number += 1  # another process has made this one
    return signing_keys(folder)


def private_keys(keys: Sequence[SigningKey]) -> dict[str, Ed25519PrivateKey]:
    """Return the keys that can sign, by their thumbprints."""
    return {key.content.kid: _private(key.content.d) for key in keys if key.content.d is not None}


def signer_of(keys: Sequence[SigningKey]) -> Signer:
    """Return a signer with the newest of these keys; raise BadKey if it cannot sign."""
    return Signer(_signing(keys[-1]))


def note_signer_of(keys: Sequence[SigningKey]) -> NoteSigner:
    """Return a signer of notes with the newest of these keys; raise BadKey if it cannot sign."""
    return NoteSigner(_signing(keys[-1]))


def _signing(newest: SigningKey) -> Ed25519PrivateKey:
    if newest.content.d is None:
        raise BadKey(
            f"{newest.path} has no private part (d), so it cannot sign: "
            "restore the file, or make a new key with `carolus keys rotate`"
        )
    return _private(newest.content.d)


def published_keys(keys: Sequence[SigningKey]) -> PublishedKeys:
    """Return the public parts of these keys."""
    return PublishedKeys(tuple(key.published for key in keys))


def _make(folder: Path, number: int, now: Now) -> bool:
    """Make the key with this number; return whether there was none before."""
    key = Ed25519PrivateKey.generate()
    jwk = jwk_of(key.public_key())
    secret = to_base64url(key.private_bytes_raw())
    content = KeyFile(jwk.kty, jwk.crv, jwk.x, thumbprint(jwk), now(), secret)
    path = folder / FOLDER / f"{number}.json"
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return put_new(path, _written(content))


def _write_again(key: SigningKey) -> None:
    put_again(key.path, _written(msgspec.structs.replace(key.content, d=None)))


def _written(content: KeyFile) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n"


def _read(path: Path) -> KeyFile:
    try:
        content = msgspec.json.decode(path.read_bytes(), type=KeyFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadKey(f"{path} is not a signing key: {plain_fault(wrong).with_place()}") from None
    jwk = Jwk(content.crv, content.kty, content.x)
    if thumbprint(jwk) != content.kid:
        raise BadKey(f"{path} is not a signing key: kid is not the thumbprint of x")
    try:
        public_of(jwk)
    except ValueError as wrong:
        raise BadKey(f"{path} is not a signing key: x is not a public key: {wrong}") from None
    if content.d is not None and not _belongs(content.d, content.x):
        raise BadKey(f"{path} is not a signing key: d is not the private part of x")
    return content


def _belongs(secret: str, public: str) -> bool:
    try:
        return jwk_of(_private(secret).public_key()).x == public
    except ValueError:
        return False


def _private(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(from_base64url(secret))
