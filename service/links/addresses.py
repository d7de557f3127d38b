"""The witnesses that a service uses, as its operator configured them."""

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from domain.links import WITNESSES_MAX

EXPECTED: Final = (
    "expected addresses with the thumbprint of a key, such as https://witness.example#<thumbprint>"
)

_THUMBPRINT: Final = re.compile("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
"""32 bytes in base64url; the last character has no spare bits."""


class WitnessAddress(NamedTuple):
    """A witness: where it is, and the key that signs for new games."""

    url: str
    """Without a slash at the end."""
    key: str
    """The thumbprint of its key (RFC 7638), which the operator got from the witness's operator."""


def witnesses_in(text: str) -> tuple[WitnessAddress, ...]:
    """Return the witnesses of a setting, in the order of their places in new games.

    They are separated by commas. Raises ValueError, which says what is wrong.
    """
    found = tuple(_witness(one.strip()) for one in text.split(",") if one.strip())
    if len({one.key for one in found}) < len(found):
        raise ValueError("expected each witness once")
    if len(found) > WITNESSES_MAX:
        raise ValueError(f"expected at most {WITNESSES_MAX} witnesses")
    return found


def _witness(text: str) -> WitnessAddress:
    url, _, key = text.partition("#")
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.port == 0:
        raise ValueError(EXPECTED)
    if parts.query or "@" in parts.netloc:
        raise ValueError(f"{EXPECTED}, without a query, a user or a password")
    if not _THUMBPRINT.fullmatch(key):
        raise ValueError(f"{EXPECTED}; the part after # has 43 characters of base64url")
    return WitnessAddress(url.rstrip("/"), key)
