"""Checks where webhooks may be sent: never into the service's own network.

The service resolves a host name once per connection, requires every address to be public, and
connects to one of these addresses instead of the name. So no second look-up can return another
address (DNS rebinding).
"""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

import httpcore
import httpx
import idna

URL_LENGTH_MAX: Final = 2_000
HOST_LENGTH_MAX: Final = 253
PORT_MAX: Final = 65_535
ADDRESSES_TRIED_MAX: Final = 4
LOOK_UP_SECONDS_MAX: Final = 3.0

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a host name; raises OSError if it has none."""

_GLOBAL: Final = tuple(map(ipaddress.ip_network, ("0.0.0.0/0", "2000::/3")))
"""The networks with public addresses. All other IPv6 addresses are local, multicast, reserved, or
embed an IPv4 address (compatible, mapped, NAT64)."""

_SPECIAL: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20",
        ),
    )
)
"""Non-public networks within ``_GLOBAL``: IANA's special-purpose address registries and multicast.

The list includes globally reachable special-purpose blocks, such as those of AS112, because they
have no webhook receivers. It does not use ``ipaddress.is_global``, which differs between versions
of Python."""

_LABEL: Final = re.compile("[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
"""A label of a host name. It may contain underscores, as in some private networks."""

_PORT: Final = re.compile("[0-9]{0,5}")
"""How a URL writes a port. Python reads numbers in other forms, too: +1, 8_0, those of Arabic."""

_NUMBER: Final = re.compile("[0-9]+|0x[0-9a-f]*")


class BadAddress(Exception):
    """The URL or its host is not allowed. The text says what was expected.

    ``where`` is the place of the URL in a request.
    """

    def __init__(self, expected: str, where: str = "$.url") -> None:
        super().__init__(expected)
        self.where = where


def checked_url(text: str, *, private: bool) -> str:
    """Return a URL in the form in which it is stored; raise BadAddress."""
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, ValueError):
        raise BadAddress("expected a URL such as https://example.org/hook") from None
    schemes = ("https", "http") if private else ("https",)
    if url.scheme not in schemes or not url.raw_host:
        raise BadAddress(f"expected a URL that begins with {schemes[0]}:// and names a host")
    if url.userinfo:
        raise BadAddress("expected no user and no password; messages are signed")
    if "#" in text:
        raise BadAddress("expected no fragment: it is never sent")
    authority = re.split("[/?#]", text.partition("://")[2], maxsplit=1)[0]
    port = authority.rpartition("]")[2].partition(":")[2]
    if not _PORT.fullmatch(port) or (url.port is not None and not 0 < url.port <= PORT_MAX):
        raise BadAddress(f"expected a port from 1 to {PORT_MAX}")
    host = url.raw_host.decode()
    # A name is rewritten in ASCII; an IP address must be written as one.
    if not _is_host(host) or (_is_address(host) and host not in authority):
        raise BadAddress("expected a host name, without a dot at its end, or an IP address")
    if len(str(url)) > URL_LENGTH_MAX:
        raise BadAddress(f"expected at most {URL_LENGTH_MAX} characters")
    return str(url)


def _is_host(host: str) -> bool:
    """Return whether the text is an ASCII host name or IP address as written in a URL.

    Short forms of addresses, such as 127.1, are not valid: the last label of a host name is not a
    number.
    """
    labels = host.split(".")
    if ":" in host or _NUMBER.fullmatch(labels[-1]):
        return "%" not in host and _is_address(host)
    return len(host) <= HOST_LENGTH_MAX and all(map(_is_label, labels))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_label(label: str) -> bool:
    if not _LABEL.fullmatch(label):
        return False
    if label.startswith("xn--"):
        try:
            idna.ulabel(label)
        except UnicodeError:
            return False
    return True


def host_of(url: str) -> str:
    """Return the host of a URL in ASCII, or the URL itself if it is no longer valid."""
    try:
        return httpx.URL(url).raw_host.decode()
    except (httpx.InvalidURL, ValueError):
        return url


def is_public(text: str) -> bool:
    """Return whether an address is on the public internet."""
    if "%" in text:  # an IPv6 address with a zone is link-local
        return False
    address = ipaddress.ip_address(text)
    return any(address in one for one in _GLOBAL) and not any(address in one for one in _SPECIAL)


async def looked_up(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host name from the system's resolver."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


class Guard(httpcore.AsyncNetworkBackend):
    """Connects only to public addresses; with ``private``, to any."""

    def __init__(self, *, private: bool, resolve: Resolve = looked_up) -> None:
        self.private = private
        self._resolve = resolve
        self._plain = httpcore.AnyIOBackend()

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """Return the addresses of a host; raise BadAddress if one of them is not allowed."""
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS_MAX):
                found = await self._resolve(host, port)
        except (OSError, UnicodeError):
            found = ()
        if not found:
            raise BadAddress("expected a host that has an address")
        if not self.private and not all(map(is_public, found)):
            # The error does not name the address, so it cannot be used to map a private network.
            raise BadAddress("expected a host that has public addresses only")
        return found

    async def must_be_allowed(self, text: str) -> None:
        """Raise BadAddress if the host of this valid URL is not allowed."""
        await self.addresses(host_of(text), httpx.URL(text).port or 443)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's interface
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to an address that was checked; raise BadAddress or httpcore.ConnectError."""
        failure = httpcore.ConnectError("no address was tried")
        for address in (await self.addresses(host, port))[:ADDRESSES_TRIED_MAX]:
            try:
                return await self._plain.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except httpcore.ConnectError as refused:
                failure = refused
        raise failure
