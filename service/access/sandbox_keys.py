"""The keys of a sandbox: the same in each, and public, because they follow from constants.

So tokens and signatures are repeatable, and prove nothing.
"""

from hashlib import sha256
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.jws import thumbprint, to_base64url
from service.access.game_keys import KEY_FILE
from service.access.secret_files import put_new
from service.access.signing import jwk_of
from service.access.signing_keys import FOLDER, KeyFile, Now


def put_sandbox_keys(folder: Path, now: Now) -> None:
    """Write the keys of a sandbox into its empty data folder."""
    put_new(folder / KEY_FILE, _key_for("service"))
    key = Ed25519PrivateKey.from_private_bytes(_key_for("signing"))
    jwk = jwk_of(key.public_key())
    secret = to_base64url(key.private_bytes_raw())
    content = KeyFile(jwk.kty, jwk.crv, jwk.x, thumbprint(jwk), now(), secret)
    path = folder / FOLDER / "1.json"
    path.parent.mkdir(mode=0o700)
    put_new(path, msgspec.json.encode(content))


def _key_for(purpose: str) -> bytes:
    return sha256(f"carolus-sandbox-key/1 {purpose}".encode()).digest()
