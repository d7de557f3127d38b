"""A browser that receives pushes: it has keys, and reads what its push service received."""

import json
import secrets
from typing import Any

import http_ece  # type: ignore[import-untyped]  # it has no types
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from domain.record.jws import from_base64url, to_base64url
from tests.support.servers.receiver import Message, Receiver

POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""The public key of the browser in RFC 8291, appendix A."""


class PushBrowser:
    """A browser whose push service is a receiver; ``path`` is that of its pushes."""

    def __init__(self, receiver: Receiver, path: str = "/push") -> None:
        self._receiver = receiver
        self._path = path
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)

    def subscription(self, language: str = "en") -> dict[str, Any]:
        """Return what the page sends after the browser has subscribed."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"http://127.0.0.1:{self._receiver.port}{self._path}",
            "expirationTime": None,
            "keys": {"p256dh": to_base64url(point), "auth": to_base64url(self._auth)},
            "language": language,
        }

    def arrived(self) -> list[Message]:
        """Return the requests about this browser, in order."""
        return [one for one in self._receiver.got() if one.path == self._path]

    def read(self, message: Message, application_key: str) -> dict[str, Any]:
        """Check a request as a push service does, and decrypt it as a browser does."""
        must_be_authorized(message, application_key)
        assert message.headers["content-encoding"] == "aes128gcm"
        assert int(message.headers["ttl"]) > 0
        assert len(message.headers["topic"]) <= 32
        plain = decrypted(message.content, self._key, self._auth)
        found: dict[str, Any] = json.loads(plain)
        return found

    def shown(self, application_key: str) -> list[dict[str, Any]]:
        """Return all pushes that arrived."""
        return [self.read(one, application_key) for one in self.arrived()]


def decrypted(message: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Decrypt a message as a browser does, with a library that the service does not use."""
    return bytes(http_ece.decrypt(message, private_key=key, auth_secret=auth))


def must_be_authorized(message: Message, application_key: str) -> dict[str, Any]:
    """Check the VAPID header of a request; return its claims (RFC 8292)."""
    scheme, _, rest = message.headers["authorization"].partition(" ")
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == application_key
    point = ec.EllipticCurvePublicKey.from_encoded_point(
        ec.SECP256R1(), from_base64url(application_key)
    )
    token = jwt.decode(parts["t"], ECKey.import_key(point), algorithms=["ES256"])
    host = message.headers["host"]
    assert token.claims["aud"] == str(httpx.URL(f"http://{host}"))
    return dict(token.claims)
