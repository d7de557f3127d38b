"""A connection, between the event loop and the protocol.

Each turn of the loop parses at most ``PIECE_BYTES``, so a client that sends thousands of tiny
requests, frames or chunks at once does not keep others waiting. The rest waits for the next turns.
Meanwhile, the connection does not read from the socket, so the client has to wait too. The same
applies while the protocol is busy, and while the client does not read its answers.
"""

import asyncio
import select
from typing import Any, Final

from service.runtime.timer import Timer

PIECE_BYTES: Final = 1024
"""How much a turn parses: at most some 40 requests or 170 frames of the minimum size."""

LINGER_SECONDS: Final = 2.0
LINGER_BYTES_MAX: Final = 1024 * 1024
"""How long, and how much, a client may continue to send after a refusal. If the server closed the
connection with unread data, the client's system would discard the answer."""

HANG_UP_SECONDS: Final = 1.0
"""How often a connection that does not read checks whether the client has hung up."""

_HUNG_UP: Final = getattr(select, "POLLRDHUP", select.POLLHUP)  # only Linux has the first


class Connection(asyncio.Transport, asyncio.Protocol):
    """A protocol for the loop, and a transport for the actual protocol."""

    lingers = False
    """Whether the client may still be sending when the connection is closed."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._protocol: Any
        """A protocol of uvicorn's; its ``rest`` is the number of bytes left of a body."""
        self._unparsed = bytearray()
        """Data that was read and waits to be parsed."""
        self._next: asyncio.Handle | None = None
        """Parses the next piece."""
        self._busy = False
        """Whether the protocol has paused reading."""
        self._full = False
        """Whether the write buffer is full because the client reads too slowly."""
        self._stopped = False
        """Whether reading from the socket is paused."""
        self._watch = Timer(HANG_UP_SECONDS, self._look)
        """Checks whether the client has hung up: the loop only reports that when it reads."""
        self._ignores = False
        """Whether incoming data is discarded."""
        self._ignored = 0
        """How many bytes were discarded."""
        self._closes = False

    # Callbacks of the loop.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Begin."""
        self._transport = transport
        self._protocol.connection_made(self)

    def data_received(self, data: bytes) -> None:
        """Parse a piece of the data; keep the rest for later turns."""
        if self._ignores:
            self._ignored += len(data)
            if self._closes and self._ignored > LINGER_BYTES_MAX:
                self._transport.close()
        elif not self._stopped and len(data) <= max(PIECE_BYTES, self._protocol.rest):
            self._protocol.data_received(data)
        else:
            self._unparsed += data
            if not self._stopped:
                self._parse()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.ignore()
        self._watch.close()
        self._protocol.connection_lost(exc)
        del self._protocol, self._watch  # breaks reference cycles

    def pause_writing(self) -> None:
        """Stop reading until the client has read enough of its answers."""
        self._full = True
        self._settle()
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Go on."""
        self._full = False
        self._settle()
        self._protocol.resume_writing()

    # Methods for the protocol.

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Use this protocol from now on."""
        self._protocol = protocol

    def pause_reading(self) -> None:
        """Parse nothing more."""
        self._busy = True
        self._settle()

    def resume_reading(self) -> None:
        """Go on."""
        self._busy = False
        self._settle()

    def ignore(self) -> None:
        """Discard incoming data from now on; keep reading, so that the client can finish."""
        self._ignores = True
        self._unparsed.clear()
        self._settle()

    def put_back(self, data: bytes) -> None:
        """Parse this data in a later turn, before the data that followed it."""
        if not self._ignores:
            self._unparsed[:0] = data
            self._settle()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this piece, unless the connection is closing."""
        if not self.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        """Send what was written, then close."""
        lingers = self.lingers and not self.is_closing()
        self._closes = True
        self.ignore()
        if lingers:
            self._transport.write_eof()
            self._loop.call_later(LINGER_SECONDS, self._transport.close)
        else:
            self._transport.close()

    def abort(self) -> None:
        """End the connection at once."""
        self._closes = True
        self.ignore()
        self._transport.abort()

    def is_closing(self) -> bool:
        """Return whether the connection is closed or closing."""
        return self._closes or self._transport.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return information about the connection."""
        return self._transport.get_extra_info(name, default)

    def _parse(self) -> None:
        """Parse the piece of this turn and, with it, the known rest of a body."""
        self._next = None
        self._give(PIECE_BYTES)
        if self._unparsed and not (self._busy or self._full) and self._protocol.rest:
            self._give(self._protocol.rest)
        self._settle()

    def _give(self, size: int) -> None:
        piece = bytes(self._unparsed[:size])
        del self._unparsed[:size]
        try:
            self._protocol.data_received(piece)
        except BaseException:
            self.abort()  # as the loop does in the turn in which it reads
            raise

    def _settle(self) -> None:
        """Schedule parsing, and pause or resume reading, according to the current state."""
        waits = self._busy or self._full
        parses = bool(self._unparsed) and not waits
        if parses and self._next is None:
            self._next = self._loop.call_soon(self._parse)
        elif not parses and self._next is not None:
            self._next.cancel()
            self._next = None
        stops = bool(self._unparsed) or (waits and not self._ignores)
        if stops != self._stopped and not self._transport.is_closing():
            self._stopped = stops
            if stops:
                self._transport.pause_reading()
                self._watch.start()
            else:
                self._transport.resume_reading()
                self._watch.stop()

    def _look(self) -> None:
        """Abort the connection if the client has hung up, even if it left unread data."""
        poll = select.poll()
        poll.register(self._transport.get_extra_info("socket"), _HUNG_UP)
        if poll.poll(0):
            self._transport.abort()
        else:
            self._watch.start()
