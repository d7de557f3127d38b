"""Raw bytes on a socket, for requests that a client library would correct."""

import json
import socket
import struct
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Self
from urllib.parse import urlsplit

TEXT: Final = 1
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
CONTINUATION: Final = 0

HANDSHAKE: Final = (
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==",
)


class Answer(NamedTuple):
    """A response as received, with lowercase header names."""

    status: int
    headers: dict[str, str]
    body: bytes

    def problem(self) -> Any:
        """Return the problem, which must have an id."""
        assert self.headers["content-type"] == "application/problem+json"
        assert self.headers["x-request-id"]
        content = json.loads(self.body)
        assert content["status"] == self.status
        return content


def request(method: str, path: str, *headers: str, body: bytes = b"", host: str = "x") -> bytes:
    """Return a request; ``body`` follows the head unchanged."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def frame(kind: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """Return a client's frame; a mask of zeros leaves the data unchanged."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack("!BH", 0xFE, len(data))
    return bytes([0x80 * last | kind]) + length + b"\0\0\0\0" + data


class Raw:
    """A connection."""

    def __init__(self, url: str) -> None:
        place = urlsplit(url)
        self.socket = socket.create_connection((place.hostname, place.port), timeout=60)
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, *pieces: bytes) -> Self:
        """Send everything at once."""
        self.socket.sendall(b"".join(pieces))
        return self

    def answer(self, method: str = "GET") -> Answer:
        """Return the next response."""
        while b"\r\n\r\n" not in self._rest:
            self._more()
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        fields = (line.partition(": ") for line in lines)
        headers = {name.lower(): value for name, _, value in fields}
        length = 0 if method == "HEAD" else int(headers.get("content-length", "0"))
        return Answer(int(first.split()[1]), headers, self._exactly(length))

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """Yield the server's frames up to its close frame."""
        while True:
            kind, length = self._exactly(2)
            if length == 126:
                (length,) = struct.unpack("!H", self._exactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._exactly(8))
            yield kind & 15, self._exactly(length)
            if kind & 15 == CLOSE:
                return

    def is_over(self) -> bool:
        """Wait for what comes next; return whether that is the end of the connection."""
        return not self._rest and self.socket.recv(1) == b""

    def _exactly(self, size: int) -> bytes:
        while len(self._rest) < size:
            self._more()
        found, self._rest = self._rest[:size], self._rest[size:]
        return found

    def _more(self) -> None:
        block = self.socket.recv(65536)
        assert block, f"the connection has ended after {self._rest!r}"
        self._rest += block


def heard(raw: Raw) -> tuple[list[Any], int]:
    """Return the messages of a WebSocket until it closes, and the close code."""
    messages: list[Any] = []
    for kind, data in raw.frames():
        if kind == TEXT:
            messages.append(json.loads(data))
        elif kind == CLOSE:
            return messages, int.from_bytes(data[:2], "big")
    raise AssertionError("frames end with one that closes")
