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

    def of(self, authorization: bytes | None, address: str) -> str:
        """Return the subject of a request: its token if that is known, else its address."""
        if authorization is not None:
            token = of_token(authorization.partition(b" ")[2].strip())
            if token in self._good:
                self._good.move_to_end(token)
                return token
        return of_address(address)

    def learn(self, token: str) -> None:
        """Remember that the token with this subject is good."""
        if token not in self._good:
            self._good[token] = None
            if len(self._good) > TOKENS_MAX:
                self._good.popitem(last=False)


def of_token(token: bytes) -> str:
    """Return the subject of a token that was found to be good."""
    return f"token:{sha256(token).hexdigest()[:32]}"


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
