"""An OpenID Connect token issuer on this machine, which can be made faulty."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from joserfc import jwt
from joserfc.jwk import ECKey, Key, OctKey, RSAKey

AUDIENCE = "carolus"


class Issuer:
    """The issuer's published documents, and the tokens that it signs."""

    def __init__(self) -> None:
        self.url = ""
        self.keys: dict[str, Key] = {"first": RSAKey.generate_key(2048, {"kid": "first"})}
        self.status = 200
        self.asked: Counter[str] = Counter()
        self.document: dict[str, Any] = {}

    def add(self, kid: str) -> None:
        """Add a signing key."""
        self.keys[kid] = ECKey.generate_key("P-256", {"kid": kid})

    def token(
        self,
        subject: Any = "ana",
        *,
        kid: str = "first",
        algorithm: str | None = None,
        key: Key | None = None,
        header: dict[str, Any] | None = None,
        **claims: Any,
    ) -> str:
        """Return a token; claims that are None are left out."""
        key = key or self.keys[kid]
        usual = "RS256" if isinstance(key, RSAKey) else "ES256"
        now = int(time.time())
        payload = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": subject,
            "exp": now + 600,
            "iat": now,
            **claims,
        }
        payload = {name: value for name, value in payload.items() if value is not None}
        head = {"alg": algorithm or usual, "kid": kid, **(header or {})}
        return jwt.encode(head, payload, key, algorithms=[head["alg"]])

    def answer(self, path: str) -> tuple[int, Any]:
        """Return the response for a path."""
        self.asked[path] += 1
        if self.status != 200:
            return self.status, {}
        if path == "/.well-known/openid-configuration":
            return 200, {"issuer": self.url, "jwks_uri": f"{self.url}/keys", **self.document}
        unusable = [{"kty": "future", "kid": "x"}, {"kty": "RSA", "kid": "broken", "n": "!"}]
        keys = [key.as_dict(private=False) for key in self.keys.values()]
        return 200, {"keys": [*unusable, *keys]}


@contextmanager
def issuing() -> Iterator[Issuer]:
    """Run an issuer."""
    issuer = Issuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, payload = issuer.answer(self.path)
            content = json.dumps(payload).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: Any) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        issuer.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield issuer
        finally:
            server.shutdown()
            thread.join()


def shared_secret(text: str) -> Key:
    """Return a symmetric key."""
    return OctKey.import_key({"kty": "oct", "k": text})
