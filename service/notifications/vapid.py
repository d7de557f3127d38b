"""The identity of the service towards push services: VAPID (RFC 8292).

The key is derived from the service key, so all workers have the same one, and a backup of the
service key includes it. If the service gets another service key, browsers subscribe again on their
next visit.
"""

import time
from collections.abc import Callable
from typing import Final

import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from domain.record.jws import to_base64url
from service.notifications.encryption import CURVE, encoded_point

VALID_SECONDS: Final = 12 * 3600
"""How long a token is valid; push services accept at most a day (RFC 8292, section 2)."""

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""
_SEED_BYTES: Final = 48
"""Extra bits, so that every key is equally likely (FIPS 186-5, A.2.1)."""


class Vapid:
    """Signs requests to push services. ``clock`` counts seconds since 1970."""

    def __init__(
        self, service_key: bytes, contact: str, clock: Callable[[], float] = time.time
    ) -> None:
        seed = HKDF(SHA256(), _SEED_BYTES, None, b"carolus-vapid/1").derive(service_key)
        private = ec.derive_private_key(int.from_bytes(seed, "big") % (_ORDER - 1) + 1, CURVE)
        self.public_key = to_base64url(encoded_point(private.public_key()))
        """The key that browsers name when they subscribe (``applicationServerKey``)."""
        self._private = private
        self._contact = contact
        self._clock = clock

    def authorization(self, endpoint: str) -> str:
        """Return the header ``Authorization`` of a request to an endpoint."""
        from joserfc import jwt  # noqa: PLC0415 - slow to import, and needed by pushes only
        from joserfc.jwk import ECKey  # noqa: PLC0415 - the same

        claims = {"aud": _origin(endpoint), "exp": int(self._clock()) + VALID_SECONDS}
        if self._contact:
            claims["sub"] = self._contact
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, ECKey.import_key(self._private))
        return f"vapid t={token}, k={self.public_key}"


def _origin(endpoint: str) -> str:
    url = httpx.URL(endpoint)
    return f"{url.scheme}://{url.netloc.decode()}"
