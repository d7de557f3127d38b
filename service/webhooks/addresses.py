"""Where webhooks may be sent: never into the network of the service itself.

A name is looked up by us, once for each connection; every address that it has must be one of the
public internet, and the connection goes to such an address and not to the name. So there is no
second look-up that could give another answer.
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
"""Returns the addresses of a name; raises OSError if there are none."""

_GLOBAL: Final = tuple(map(ipaddress.ip_network, ("0.0.0.0/0", "2000::/3")))
"""Where public addresses are. All others of IPv6 are local, for many, reserved, or lead to one of
IPv4: compatible, mapped and NAT64."""

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
"""The rest of the special-purpose address registries of IANA, and multicast. Blocks that can be
reached from everywhere, such as those of AS112, are here too: nobody has a receiver there. What
``ipaddress`` knows of the registries differs between versions of Python."""

_LABEL: Final = re.compile("[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
"""A part of a host name. DNS has names with an underscore, as some closed networks do."""

_PORT: Final = re.compile("[0-9]{0,5}")
"""How a URL writes a port. Python reads numbers in other forms, too: +1, 8_0, those of Arabic."""

_NUMBER: Final = re.compile("[0-9]+|0x[0-9a-f]*")


class BadAddress(Exception):
    """Nothing is sent there. The text says what was expected."""


def checked_url(text: str, *, private: bool) -> str:
    """Return a URL in the form in which it is kept; raise BadAddress."""
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
    # A name is rewritten in ASCII; whoever means an address writes it as one.
    if not _is_host(host) or (_is_address(host) and host not in authority):
        raise BadAddress("expected a host name, without a dot at its end, or an IP address")
    if len(str(url)) > URL_LENGTH_MAX:
        raise BadAddress(f"expected at most {URL_LENGTH_MAX} characters")
    return str(url)


def _is_host(host: str) -> bool:
    """Tell whether this is a host name or an address as they are written in URLs, in ASCII.

    Addresses in other forms, such as 127.1, are no names either: a name ends with no number.
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
    """Return the host of a URL, in ASCII; of one that is not valid any more, the URL itself."""
    try:
        return httpx.URL(url).raw_host.decode()
    except (httpx.InvalidURL, ValueError):
        return url


def is_public(text: str) -> bool:
    """Tell whether an address is one of the public internet, and leads to no other network."""
    if "%" in text:  # an address of IPv6 with a zone is one of a network nearby
        return False
    address = ipaddress.ip_address(text)
    return any(address in one for one in _GLOBAL) and not any(address in one for one in _SPECIAL)


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
        """Raise BadAddress if nothing may be sent to this URL, which was checked."""
        await self.addresses(host_of(text), httpx.URL(text).port or 443)

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
