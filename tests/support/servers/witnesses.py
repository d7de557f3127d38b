"""Witnesses for tests: in a process of their own, in this process, and false ones."""

import json
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import create_server
from typing import Any, Final, NamedTuple, TypeAlias

import uvicorn
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.links import Witnessed, at_registration
from domain.record.canonical_text import canonical_text
from domain.record.jws import from_base64url, jwks_in
from domain.record.registration import registration_of
from domain.record.statement import call_of
from service.access.signing import Signer, jwk_of
from service.cli.serving import config
from service.witness.app import create_witness
from tests.support.servers.served import Served
from tests.support.storage.stores import AT, settings_of

NAME: Final = bytes(range(32))
"""The name of a game."""
HEADS: Final = tuple(bytes([number]) * 32 for number in range(256))
"""Heads of logs."""


class Service:
    """A service that asks a witness, with a key that follows from a number."""

    def __init__(self, number: int = 1) -> None:
        self.key = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        self.signer = Signer(self.key)
        self.kid = self.signer.kid

    @property
    def jwks(self) -> dict[str, Any]:
        """Its published keys."""
        jwk = jwk_of(self.key.public_key())
        return {"keys": [{"kty": jwk.kty, "crv": jwk.crv, "x": jwk.x, "kid": self.kid}]}

    def registration(self, name: bytes = NAME, who: int = 128) -> str:
        """Return a signed registration."""
        return self.signer.sign_text(canonical_text(registration_of(name, who)))

    def call(self, moment: int, head: bytes, name: bytes = NAME, at: str = AT) -> str:
        """Return a signed call."""
        return self.signer.sign_text(canonical_text(call_of(name, moment, head, at)))


def checked(answers: Sequence[dict[str, Any]], jwks: dict[str, Any]) -> Witnessed:
    """Check the answers of a witness about one game, in the order of moments: links, signatures.

    Returns the state after the last one; raises BadLink or InvalidSignature.
    """
    first, *others = answers
    name, tip = bytes.fromhex(first["name"]), bytes.fromhex(first["link"])
    state = at_registration(
        name, first["who"], from_base64url(first["service"]), tip, first["time"]
    )
    _verify(first, jwks, state)
    for one in others:
        assert one["previous"] == state.known.moment
        link, head = bytes.fromhex(one["link"]), bytes.fromhex(one["head"])
        state = state.followed_by(one["moment"], head, link, one["time"])
        _verify(one, jwks, state)
    return state


def _verify(one: dict[str, Any], jwks: dict[str, Any], state: Witnessed) -> None:
    key = jwks_in(json.dumps(jwks).encode())[one["key"]]
    public = Ed25519PublicKey.from_public_bytes(from_base64url(key.x))
    public.verify(from_base64url(one["signature"]), state.signed)


class ServedWitness(Served):
    """A witness on one data folder, in a process of its own."""

    command = ("witness",)
    greeting = "The witness is at "

    def start_for(self, *services: str, options: Sequence[str] = ()) -> "ServedWitness":
        """Start it for these services, on any port, without a rate limit."""
        self.environment["CAROLUS_RATE_PER_MINUTE"] = "0"
        given = [word for one in services for word in ("--service", one)]
        self.start("--data", str(self.folder), "--port", "0", *given, *options)
        return self


class InsideWitness(NamedTuple):
    """A witness that runs in a thread of this process."""

    url: str
    key: str
    cosigner: str
    """The verifier key with which it cosigns logs."""


@contextmanager
def witness_inside(folder: Path, *services: str, **settings: Any) -> Iterator[InsideWitness]:
    """Serve a witness until the block ends."""
    made = create_witness(folder, services, settings_of(folder, **settings))
    with create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(config(made.app))
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        host, port = listener.getsockname()
        try:
            yield InsideWitness(f"http://{host}:{port}", made.thumbprint, made.cosigner)
        finally:
            server.should_exit = True
            thread.join()


Answering: TypeAlias = Callable[[str, bytes], tuple[int, dict[str, str], bytes]]
"""Returns status, headers and body, given the path and the body of a request."""


@contextmanager
def answering(answer: Answering, certificate: Path | None = None) -> Iterator[str]:
    """Run a server that answers as this function says; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            status, headers, content = answer(self.path, self.rfile.read(length))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815 - the name that the library looks for

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        scheme = "http"
        if certificate is not None:
            scheme = "https"
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(certificate)
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield f"{scheme}://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def as_json(content: Any, status: int = 200) -> tuple[int, dict[str, str], bytes]:
    """Return an answer with this content."""
    return status, {"Content-Type": "application/json"}, json.dumps(content).encode()
