"""A proxy between a client and a server that can be slow, disconnect, hang, and lose responses."""

import itertools
import socket
import struct
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Final, Self, TypeAlias
from urllib.parse import urlsplit

Place: TypeAlias = str | tuple[str, int]
"""Where a server listens: a socket path, or an address and a port."""

_PIECE: Final = 65_536
_AT_ONCE: Final = struct.pack("ii", 1, 0)
"""The linger option that makes closing reset the connection."""


def place_of(url: str) -> Place:
    """Return where the service with this address listens."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    assert parts.port is not None
    return parts.hostname, parts.port


_Pump: TypeAlias = Callable[["_Pair"], None]


class Proxy:
    """Listens on ``port`` of this machine, and passes everything on to a server and back.

    ``lose`` makes it lose responses: the server handles the request, but the proxy cuts the
    connection when the response begins. ``delay_seconds`` delays each piece of a response.
    ``swallow`` and ``hold`` make it hang silently until ``release``. ``cut_after`` makes it cut
    connections in the middle of a response.
    """

    def __init__(self, server: Place, random: Random) -> None:
        self.server = server
        self.delay_seconds = 0.0
        self.lost = 0
        """How many responses it has lost so far."""
        self._random = random
        self._losing: tuple[bytes, float] | None = None
        self.cut_after: Callable[[int], int | None] = lambda _number: None
        """Returns how many pieces of responses pass on the connection with a number, from 0.

        Of the next piece only half passes, and then the connection is cut.
        """
        self.cuts = 0
        """How many connections it has cut in this way so far."""
        self._accepted = itertools.count()
        self._swallows = False
        self._passes = threading.Event()
        self._passes.set()
        self._pairs: set[_Pair] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.release()
        self.cut()

    @property
    def url(self) -> str:
        """The address for HTTP clients."""
        return f"http://127.0.0.1:{self.port}"

    def lose(self, requests: bytes, share: float) -> None:
        """Lose this share of the responses to requests that contain these bytes; 0 for none."""
        self._losing = (requests, share) if share else None

    def cut(self) -> None:
        """Cut every current connection."""
        for pair in self._all():
            pair.cut()

    def swallow(self) -> None:
        """Let all data vanish, like a network that has forgotten its connections.

        Current connections, and new ones until the release, stay silent for ever.
        """
        with self._lock:
            self._swallows = True
            for pair in self._pairs:
                pair.swallowed = True

    def hold(self) -> None:
        """Hold everything back until released, like a server that hangs."""
        self._passes.clear()

    def release(self) -> None:
        """Let new data through again."""
        self._swallows = False
        self._passes.set()

    def _all(self) -> "list[_Pair]":
        with self._lock:
            return list(self._pairs)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return  # closed
            try:
                server = _connected(self.server)
            except OSError:
                client.close()  # as if the server were down
                continue
            pair = _Pair(client, server, self.cut_after(next(self._accepted)))
            with self._lock:
                pair.swallowed = self._swallows
                self._pairs.add(pair)
            for pump in (self._ask, self._answer):
                threading.Thread(target=self._pump, args=(pump, pair), daemon=True).start()

    def _pump(self, pump: "_Pump", pair: "_Pair") -> None:
        try:
            pump(pair)
        except OSError:
            pass  # one side has closed, or was cut off
        finally:
            pair.cut()
            with self._lock:
                self._pairs.discard(pair)

    def _ask(self, pair: "_Pair") -> None:
        while piece := self._next(pair, pair.client):
            if self._losing is not None:
                requests, share = self._losing
                pair.doomed |= requests in piece and self._random.random() < share
            pair.server.sendall(piece)

    def _answer(self, pair: "_Pair") -> None:
        while piece := self._next(pair, pair.server):
            if pair.doomed:
                self.lost += 1
                return
            if self.delay_seconds:
                time.sleep(self.delay_seconds)
            if pair.pieces == 0:
                self.cuts += 1
                pair.client.sendall(piece[: len(piece) // 2])
                return
            if pair.pieces is not None:
                pair.pieces -= 1
            pair.client.sendall(piece)
        if pair.swallowed:
            pair.gone.wait()  # hide from the client that the server closed the connection

    def _next(self, pair: "_Pair", end: socket.socket) -> bytes:
        """Return the next piece to pass on; empty at the end."""
        while True:
            piece = end.recv(_PIECE)
            self._passes.wait()
            if not (piece and pair.swallowed):
                return piece


class _Pair:
    """The two ends of one connection."""

    def __init__(self, client: socket.socket, server: socket.socket, pieces: int | None) -> None:
        self.client = client
        self.server = server
        self.pieces = pieces
        self.doomed = False
        self.swallowed = False
        self.gone = threading.Event()

    def cut(self) -> None:
        self.gone.set()
        for end in (self.client, self.server):
            try:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                end.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads from it
            except OSError:
                pass  # it is closed already
            end.close()


def _connected(place: Place) -> socket.socket:
    if isinstance(place, tuple):
        return socket.create_connection(place)
    server = socket.socket(socket.AF_UNIX)
    try:
        server.connect(place)
    except OSError:
        server.close()
        raise
    return server
