"""The services whose requests a witness accepts, as its operator configured them.

A service is one key by its thumbprint, or all keys of a JWK Set: a file, or an address at which the
service publishes it. A set at an address is fetched when the witness starts, and again when a
request names an unknown key, but at most once a minute, so that invented keys cause no requests.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import httpx
import structlog

from domain.record.jws import from_base64url, jwks_in
from domain.transparency.checkpoints import origin_of
from domain.transparency.notes import NoteKey
from service.access.note_keys import note_keys
from service.links.fetching import UnusableAnswer, fetched
from service.witness.giving import Client

FETCHED_AGAIN_SECONDS: Final = 60
THUMBPRINT_BYTES: Final = 32

_LOG = structlog.get_logger("carolus.witness")


class BadService(ValueError):
    """A configured service is neither a thumbprint, nor a JWK Set, nor the address of one."""


class Services:
    """The configured services. ``clock`` counts seconds."""

    def __init__(
        self, configured: Sequence[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Raise BadService for a text that names no service."""
        self._clock = clock
        self._known: dict[str, dict[str, str]] = {
            one: {} if _is_address(one) else _keys_of(one) for one in configured
        }
        self._fetched = float("-inf")
        self._fetching = asyncio.Lock()

    async def start(self) -> None:
        """Fetch all sets at addresses; log a service that does not answer, and retry later."""
        async with self._fetching:
            await self._fetch()

    async def client(self, kid: str) -> Client | None:
        """Return the service with this key; None if none of the configured services has it."""
        found = self._find(kid)
        if found is None:
            await self.renewed()
            found = self._find(kid)
        return found

    @property
    def logs(self) -> dict[str, list[NoteKey]]:
        """The keys of the transparency logs of these services, by origin.

        A service names its log after its first key. A bare thumbprint has no key to verify with.
        """
        found: dict[str, list[NoteKey]] = {}
        for keys in self._known.values():
            if all(keys.values()):
                for kid in list(keys)[:1]:
                    origin = origin_of(kid)
                    found[origin] = note_keys(origin, keys.values())
        return found

    async def renewed(self) -> bool:
        """Fetch all sets at addresses again; return False if that was less than a minute ago."""
        async with self._fetching:
            waited = self._clock() - self._fetched >= FETCHED_AGAIN_SECONDS
            if waited:
                await self._fetch()
            return waited

    def _find(self, kid: str) -> Client | None:
        for keys in self._known.values():
            if kid in keys:
                return Client(kid, frozenset(keys))
        return None

    async def _fetch(self) -> None:
        self._fetched = self._clock()
        addresses = [one for one in self._known if _is_address(one)]
        if not addresses:
            return
        async with httpx.AsyncClient(follow_redirects=False) as http:
            for address, keys in zip(
                addresses,
                await asyncio.gather(*(_published(http, one) for one in addresses)),
                strict=True,
            ):
                # A key that disappears stays known: running games were registered with it.
                self._known[address] |= keys


async def _published(http: httpx.AsyncClient, address: str) -> dict[str, str]:
    try:
        return _keys_in((await fetched(http, "GET", address)).body)
    except (UnusableAnswer, ValueError) as failure:
        _LOG.warning("service_keys_not_fetched", address=address, error=str(failure))
        return {}


def _is_address(text: str) -> bool:
    return text.startswith(("https://", "http://"))


def _keys_in(text: bytes) -> dict[str, str]:
    """Return the keys of a JWK Set by their thumbprints, in its order; raise ValueError."""
    return {kid: key.x for kid, key in jwks_in(text).items()}


def _keys_of(text: str) -> dict[str, str]:
    """Return the key with this thumbprint, or the keys of this file."""
    try:
        if len(from_base64url(text)) == THUMBPRINT_BYTES:
            return {text: ""}
    except ValueError:
        pass
    try:
        found = _keys_in(Path(text).read_bytes())
    except OSError as failure:
        raise BadService(
            f"{text} is not a thumbprint, an address or a readable file: {failure.strerror}"
        ) from None
    except ValueError as wrong:
        raise BadService(f"{text}: {wrong}") from None
    if not found:
        raise BadService(f"{text} contains no Ed25519 key")
    return found
