"""A receiver of webhooks, in its own process, that records what it gets.

After recording a request, it responds as the file ``answer`` in its folder says: with a status, or
not at all if the file says ``never``. If the folder has a file ``tls.pem`` with a certificate and
its key at the start, it speaks TLS.
"""

import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import socket
from typing import Any, NamedTuple

from tests.support.servers.listener import Listener, Say

NEVER = "never"


class Message(NamedTuple):
    """A request that arrived."""

    path: str
    headers: dict[str, str]
    """The headers, by lowercase name."""
    body: str
    """As text; bytes that are no UTF-8 are escaped as surrogates."""
    server_name: str | None
    """The host that the TLS handshake named; None without TLS."""

    @property
    def id(self) -> str:
        """The id of the message."""
        return self.headers["webhook-id"]

    @property
    def content(self) -> bytes:
        """The bytes of the body."""
        return self.body.encode("utf-8", "surrogateescape")

    @property
    def type(self) -> str:
        """The type of the event."""
        return str(json.loads(self.body)["type"])


class Receiver(Listener):
    """The process, with what it got and how it answers."""

    module = "tests.support.servers.receiver"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.answers("204")

    @property
    def url(self) -> str:
        """The URL of its hook."""
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def tls(self) -> Path:
        """The file with its certificate and key, read at the start."""
        return self.folder / "tls.pem"

    def answers(self, what: str) -> None:
        """Set how it responds from now on."""
        new = self.folder / "new"
        new.write_text(what)
        new.replace(self.folder / "answer")

    def got(self) -> list[Message]:
        """Return the requests that arrived, in order."""
        lines = (self.folder / "got").read_text("utf-8").splitlines(keepends=True)
        return [Message(**json.loads(line)) for line in lines if line.endswith("\n")]


def serve(port: int, folder: Path, say: Say) -> None:
    """Serve for ever."""
    lock = threading.Lock()
    asked = threading.local()
    tls = _tls(folder / "tls.pem", asked)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Record a request, and respond."""
            body = self.rfile.read(int(self.headers["content-length"]))
            text = body.decode("utf-8", "surrogateescape")
            headers = {name.lower(): value for name, value in self.headers.items()}
            name = getattr(asked, "name", None)  # each connection has its own thread
            record = {"path": self.path, "headers": headers, "body": text, "server_name": name}
            line = json.dumps(record)
            with lock, (folder / "got").open("a", encoding="utf-8") as got:
                got.write(f"{line}\n")
            answer = (folder / "answer").read_text()
            if answer == NEVER:
                threading.Event().wait()
            self.send_response(int(answer))
            if answer.startswith("3"):
                self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        allow_reuse_address = True

        def get_request(self) -> tuple[socket, Any]:
            """Accept a connection; its own thread waits for the TLS handshake."""
            connection, place = super().get_request()
            if tls is not None:
                connection = tls.wrap_socket(
                    connection, server_side=True, do_handshake_on_connect=False
                )
            return connection, place

        def handle_error(self, *_: object) -> None:
            """Ignore clients that hang up."""

    with Server(("127.0.0.1", port), Handler) as server:
        say(server.server_port)
        server.serve_forever()


def _tls(file: Path, asked: threading.local) -> ssl.SSLContext | None:
    """Return the TLS settings, if there is a certificate."""
    if not file.exists():
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)

    def begun(_connection: object, name: str | None, _context: object) -> None:
        asked.name = name

    context.sni_callback = begun
    return context
