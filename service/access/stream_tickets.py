"""Tickets for streams: a token for one stream, for a minute, in a form that an address may contain.

The ``EventSource`` of browsers cannot set headers, and addresses end up in logs. A ticket contains
the token encrypted, so every worker with the service key can read it, and its rights are always
those of the token.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Callable
from secrets import token_bytes
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from service.access.game_keys import RandomBytes
from service.runtime.timestamps import later

TICKET_SECONDS: Final = 60
TICKET_PATTERN: Final = "^ticket_[A-Za-z0-9_-]{40,6000}$"

_PREFIX: Final = "ticket_"
_NONCE_BYTES: Final = 12


class Ticket(NamedTuple):
    """A ticket, and the time when it expires."""

    text: str
    expires: str


class StreamTickets:
    """Makes and opens tickets."""

    def __init__(
        self,
        key: bytes,
        now: Callable[[], str],
        random_bytes: RandomBytes = token_bytes,
    ) -> None:
        self._cipher = AESGCM(hmac.digest(key, b"carolus-stream-ticket/1", "sha256"))
        self._now = now
        self._random_bytes = random_bytes

    def make(self, token: str, stream: str) -> Ticket:
        """Return a ticket with this token for the stream at this address."""
        expires = later(self._now(), TICKET_SECONDS)
        nonce = self._random_bytes(_NONCE_BYTES)
        sealed = self._cipher.encrypt(nonce, f"{expires} {token}".encode(), stream.encode())
        return Ticket(_PREFIX + urlsafe_b64encode(nonce + sealed).decode().rstrip("="), expires)

    def opened(self, ticket: str, stream: str) -> str | None:
        """Return the token in a ticket for this stream; None if the ticket is not valid."""
        text = ticket.removeprefix(_PREFIX)
        try:
            content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
            nonce, sealed = content[:_NONCE_BYTES], content[_NONCE_BYTES:]
            plain = self._cipher.decrypt(nonce, sealed, stream.encode()).decode()
        except (Error, ValueError, InvalidTag):
            return None
        expires, _, token = plain.partition(" ")
        return token if self._now() < expires else None
