"""The keys of a witness: the key of chains, and the keys that sign.

A game keeps the signing key that it was registered with; new games take the newest. Former keys can
still sign, and the public parts of all keys stay published.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service.access.secret_files import BadKey, ready_bytes
from service.access.signing import PublishedKeys
from service.access.signing_keys import private_keys, published_keys, ready_keys

CHAINS_FILE: Final = "chains.key"
CHAINS_BYTES: Final = 32


class WitnessKeys(NamedTuple):
    """All keys of a witness."""

    chains: bytes
    signing: dict[str, Ed25519PrivateKey]
    """The keys that can sign, by their thumbprints."""
    newest: str
    """The thumbprint of the key for new games."""
    published: PublishedKeys


def keys_in(folder: Path, now: Callable[[], str]) -> WitnessKeys:
    """Return the keys of a data folder; make them if there are none.

    Raises OSError, or BadKey for an unusable file.
    """
    signing = ready_keys(folder, now)
    newest = signing[-1]
    if newest.content.d is None:
        raise BadKey(f"{newest.path} has no private part (d), so it cannot sign: restore the file")
    return WitnessKeys(
        chains=ready_bytes(folder / CHAINS_FILE, CHAINS_BYTES),
        signing=private_keys(signing),
        newest=newest.content.kid,
        published=published_keys(signing),
    )
