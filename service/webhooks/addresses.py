"""Where webhooks may be sent: never into the network of the service itself.

A name is looked up by us, once for each connection; every address that it has must be one of the
public internet, and the connection goes to such an address and not to the name. So there is no
second look-up that could give another answer.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

import httpcore
import httpx

URL_LENGTH_MAX: Final = 2_000
ADDRESSES_TRIED_MAX: Final = 4
LOOK_UP_SECONDS_MAX: Final = 3.0

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a name; raises OSError if there are none."""

_CARRYING: Final = tuple(
    ipaddress.ip_network(one)
    for one in (
        "::/96",
        "::ffff:0:0/96",
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "2001::/32",
        "2002::/16",
    )
)
"""Addresses of IPv6 that lead to one of IPv4: compatible, mapped, NAT64, Teredo and 6to4."""


class BadAddress(Exception):
    """Nothing is sent there. The text says what was expected."""


def checked_url(text: str, *, private: bool) -> str:
    """Return an address as it is kept; raise BadAddress."""
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, ValueError):
        raise BadAddress("expected an address such as https://example.org/hook") from None
    schemes = ("https", "http") if private else ("https",)
    if url.scheme not in schemes or not url.host:
        raise BadAddress(f"expected an address that begins with {schemes[0]}:// and names a host")
    if url.userinfo:
        raise BadAddress("expected no user and no password; messages are signed")
    if url.fragment:
        raise BadAddress("expected no fragment: it is never sent")
    if len(str(url)) > URL_LENGTH_MAX:
        raise BadAddress(f"expected at most {URL_LENGTH_MAX} characters")
    return str(url)


def is_public(text: str) -> bool:
    """Tell whether an address is one of the public internet, and leads to no other network."""
    if "%" in text:  # an address of IPv6 with a zone is one of a network nearby
        return False
    address = ipaddress.ip_address(text)
    if address.is_multicast or address.is_reserved or not address.is_global:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return True
    return not address.is_site_local and not any(address in one for one in _CARRYING)


async def looked_up(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a name, as the system knows them."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


class Guard(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only; with ``private`` to any."""

    def __init__(self, *, private: bool, resolve: Resolve = looked_up) -> None:
        self.private = private
        self._resolve = resolve
        self._plain = httpcore.AnyIOBackend()

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """Return where a name leads; raise BadAddress if any of it is not public."""
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS_MAX):
                found = await self._resolve(host, port)
        except (OSError, UnicodeError):
            found = ()
        if not found:
            raise BadAddress("expected a host that has an address")
        if not self.private and not all(map(is_public, found)):
            # Which address it is says nothing of: that would show the names of a closed network.
            raise BadAddress("expected a host that has public addresses only")
        return found

    async def must_be_allowed(self, text: str) -> None:
        """Raise BadAddress if nothing may be sent to this address."""
        url = httpx.URL(text)
        await self.addresses(url.host, url.port or 443)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's interface
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to an address that was looked at; raise BadAddress or httpcore.ConnectError."""
        failure = httpcore.ConnectError("no address was tried")
        for address in (await self.addresses(host, port))[:ADDRESSES_TRIED_MAX]:
            try:
                return await self._plain.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except httpcore.ConnectError as refused:
                failure = refused
        raise failure
