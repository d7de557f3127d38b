"""Subjects of rate limits: a token, or the address of callers without one.

A token is a subject only after it is validated; otherwise, clients could avoid the limit by
inventing a token for each request. Until then, and for requests without a token, the subject is
the address. Tokens are stored as hashes, here and in Redis.
"""

import ipaddress
from functools import lru_cache
from hashlib import sha256
from typing import Final

from service.runtime.lru_cache import LruCache

TOKENS_MAX: Final = 100_000
"""How many valid tokens to remember; the least recently used one is evicted."""

_IPV6_NETWORK: Final = 64
"""The prefix length of the network that a provider assigns to one customer."""


class Subjects:
    """The recently used valid tokens."""

    def __init__(self) -> None:
        self._valid: LruCache[str, str] = LruCache(TOKENS_MAX)

    def of(self, authorization: bytes | None, address: str) -> str:
        """Return the subject of a request: its token if known to be valid, else its address."""
        if authorization is not None:
            token = self._valid.get(of_token(authorization.partition(b" ")[2].strip()))
            if token is not None:
                return token
        return of_address(address)

    def learn(self, token: str) -> None:
        """Remember that the token with this subject is valid."""
        self._valid.put(token, token)


def of_token(token: bytes) -> str:
    """Return the subject of a valid token."""
    return f"token:{sha256(token).hexdigest()[:32]}"


def of_address(address: str) -> str:
    """Return the subject of all requests from an address."""
    return f"address:{network_of(address) or 'unknown'}"


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the network that one caller has: an IPv4 address, or a network of IPv6.

    It is empty behind a Unix socket, or a proxy that does not send the address.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, _IPV6_NETWORK), strict=False))
    return str(found)
