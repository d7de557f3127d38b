"""Whose requests are counted together: those of a token, or of an address without one.

A token counts by itself only once it was found to be good; else whoever makes one up for each
request would never be limited. Until then, and for all who have none, the address counts. Tokens
are kept as hashes, here and in Redis.
"""

import ipaddress
from collections import OrderedDict
from functools import lru_cache
from hashlib import sha256
from typing import Final

TOKENS_MAX: Final = 100_000
"""How many good tokens are remembered; who was not there for longest is forgotten."""

_IPV6_NETWORK: Final = 64
"""Bits of the network that is given to one customer, with any number of addresses in it."""


class Subjects:
    """The good tokens of late."""

    def __init__(self) -> None:
        self._good: OrderedDict[str, None] = OrderedDict()

    def of(self, authorization: bytes | None, address: str) -> tuple[str, str]:
        """Return the subject of a request, and the one of its token if that is not known yet."""
        if authorization is None:
            return of_address(address), ""
        token = f"token:{sha256(authorization).hexdigest()[:32]}"
        if token in self._good:
            self._good.move_to_end(token)
            return token, ""
        return of_address(address), token

    def learn(self, token: str) -> None:
        """Remember that the token with this subject is good."""
        self._good[token] = None
        if len(self._good) > TOKENS_MAX:
            self._good.popitem(last=False)


@lru_cache(4096)
def of_address(address: str) -> str:
    """Return the subject of all requests from an address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "address:unknown"  # a socket of this machine, or a proxy that does not tell
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return f"address:{found.ipv4_mapped}"
        return f"address:{ipaddress.ip_network((found, _IPV6_NETWORK), strict=False)}"
    return f"address:{found}"
