"""Asks the witnesses of games for their links, and believes nothing that they answer.

Each answer is checked against the chain and the key to which the witness committed when the game
was registered. Requests are safe to repeat: a witness gives the same answer again, byte for byte.

A witness's address is a setting of the operator, so it may be private; certificates are verified.
``fetching`` says what else limits a request.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from typing import Any, Final, NamedTuple

import httpx
import msgspec
import structlog
from msgspec import Struct

from domain.expectations import plain_fault
from domain.links import BadLink, Witnessed, at_registration, witness_in
from domain.record.canonical_text import canonical_text
from domain.record.jws import Jwk, from_base64url, jwks_in
from domain.record.registration import registration_of
from domain.table.contributions import RegisteredWitness
from service.access.record_verifier import RecordVerifier
from service.access.signing import Signer
from service.links.addresses import WitnessAddress
from service.links.fetching import Fetched, UnusableAnswer, fetched
from service.links.messages import GameRegistration, LinkCall, WitnessAnswer

PAUSES_SECONDS: Final = (0.2, 1.0)
"""Pauses before the second and the third attempt, which is the last."""

KEYS_PATH: Final = "/.well-known/jwks.json"

_AGAIN: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})
_SERVER_ERROR: Final = 500

_LOG = structlog.get_logger("carolus.links")


class WitnessUnavailable(Exception):
    """A witness does not answer now. The game waits; ask again later."""


class WitnessRefused(Exception):
    """A witness refuses a request, and would refuse it again.

    ``problem`` is the name of the problem type, such as ``other-head``.
    """

    def __init__(self, url: str, problem: str, facts: dict[str, Any]) -> None:
        super().__init__(f"{url} refuses: {problem}")
        self.problem = problem
        self.facts = facts


class BadWitness(Exception):
    """What a witness answered is not what it committed to.

    ``reason`` is ``not_an_answer``, ``other_game``, ``other_key``, ``does_not_verify``, or a reason
    of ``BadLink``.
    """

    def __init__(self, url: str, reason: str, /, **facts: Any) -> None:
        super().__init__(f"{url}: {reason}")
        self.url = url
        self.reason = reason
        self.facts = facts


class WitnessTip(NamedTuple):
    """A witness's commitment to a chain for one game."""

    key: str
    """The thumbprint of the key that signs in this game."""
    public_key: str
    """That key: 32 bytes in base64url."""
    service: str
    """The thumbprint of the key with which this service registered the game."""
    tip: bytes
    time: int
    """Milliseconds since 1970 by the witness's clock."""
    signature: str
    state: Witnessed
    """What the next link follows."""

    @property
    def as_opened(self) -> RegisteredWitness:
        """What the first event of the game says of the witness."""
        return RegisteredWitness(
            self.public_key, self.service, self.tip.hex(), self.time, self.signature
        )


class WitnessLink(NamedTuple):
    """A link that a witness gave, and what it signed."""

    link: bytes
    time: int
    signature: str
    state: Witnessed
    """What the next link follows."""


class Witnesses:
    """The configured witnesses. ``pause`` waits for a number of seconds."""

    def __init__(
        self,
        addresses: Sequence[WitnessAddress],
        signer: Signer,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.addresses = tuple(addresses)
        self._signer = signer
        self._pause = pause
        self._keys: dict[str, tuple[str, Jwk]] = {}
        """Address and key of each witness, by the thumbprint of the key."""
        self._http: httpx.AsyncClient | None = None
        self._preparing = asyncio.Lock()

    async def close(self) -> None:
        """Close the connections."""
        if self._http is not None:
            await self._http.aclose()

    async def register(self, name: bytes) -> tuple[WitnessTip, ...]:
        """Register a game with all witnesses, in the order of their places.

        Raises WitnessUnavailable, WitnessRefused or BadWitness for the first that fails.
        """
        places = enumerate(self.addresses)
        return tuple(await asyncio.gather(*(self._register(one, at, name) for at, one in places)))

    async def link(
        self, key: str, state: Witnessed, moment: int, head: bytes, call: str
    ) -> WitnessLink:
        """Return the link for a moment, from the witness that has this key.

        ``state`` is what the witness gave before in this game; ``call`` is the signed call for
        this moment and head. Raises WitnessUnavailable, WitnessRefused or BadWitness.
        """
        url, jwk = await self._find(key)
        given = await self._given(url, "/v1/links", LinkCall(call))
        known = state.known
        asked = (known.name.hex(), known.who, moment, head.hex())
        answered = (given.name, given.who, given.moment, given.head)
        if answered != asked:
            raise BadWitness(url, "other_game", answered=answered, asked=asked)
        try:
            after = state.followed_by(moment, head, bytes.fromhex(given.link), given.time)
        except BadLink as wrong:
            raise BadWitness(url, wrong.reason, **wrong.facts) from None
        _must_be_signed(url, given, key, jwk, after)
        return WitnessLink(after.known.link, after.time, given.signature, after)

    async def _register(self, address: WitnessAddress, place: int, name: bytes) -> WitnessTip:
        url, key = address
        who = witness_in(place)
        text = canonical_text(registration_of(name, who))
        body = GameRegistration(self._signer.sign_text(text))
        _, jwk = await self._find(key)
        given = await self._given(url, "/v1/games", body)
        asked = (name.hex(), who, 0, self._signer.kid)
        answered = (given.name, given.who, given.moment, given.service)
        if answered != asked:
            raise BadWitness(url, "other_game", answered=answered, asked=asked)
        tip = bytes.fromhex(given.link)
        state = at_registration(name, who, from_base64url(given.service), tip, given.time)
        _must_be_signed(url, given, key, jwk, state)
        return WitnessTip(key, jwk.x, given.service, tip, given.time, given.signature, state)

    async def _find(self, key: str) -> tuple[str, Jwk]:
        """Return the address of the witness that has a key, and the key."""
        if key not in self._keys:
            pinned = [one for one in self.addresses if one.key == key]
            sets = (self._learn(one.url) for one in pinned or self.addresses)
            await asyncio.gather(*sets)
        if key not in self._keys:
            raise WitnessUnavailable(f"no configured witness has the key {key}")
        return self._keys[key]

    async def _learn(self, url: str) -> None:
        """Fetch the keys of a witness; their thumbprints are computed, not trusted."""
        answer = await self._answered(url, "GET", KEYS_PATH)
        try:
            found = jwks_in(answer.body)
        except ValueError as wrong:
            raise BadWitness(url, "not_an_answer", error=str(wrong)) from None
        self._keys |= {key: (url, jwk) for key, jwk in found.items()}

    async def _given(self, url: str, path: str, body: Struct) -> WitnessAnswer:
        answer = await self._answered(url, "POST", path, msgspec.json.encode(body))
        try:
            return _GIVEN.decode(answer.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            raise BadWitness(url, "not_an_answer", error=plain_fault(wrong).with_place()) from None

    async def _answered(
        self, url: str, method: str, path: str, body: bytes | None = None
    ) -> Fetched:
        """Return the answer with status 200; retry while the witness might answer."""
        failure = ""
        for pause in (0.0, *PAUSES_SECONDS):
            if pause:
                await self._pause(pause)
            try:
                answer = await fetched(await self._prepared(), method, url + path, body)
            except UnusableAnswer as unreachable:
                failure = str(unreachable)
                continue
            if answer.status == HTTPStatus.OK:
                return answer
            if answer.status < _SERVER_ERROR and answer.status not in _AGAIN:
                raise _refusal(url, answer)
            failure = f"{url}{path} answers {answer.status}"
        _LOG.warning("witness_unavailable", url=url, error=failure)
        raise WitnessUnavailable(failure)

    async def _prepared(self) -> httpx.AsyncClient:
        """Return the client, which the first request creates."""
        async with self._preparing:
            if self._http is None:
                # In a thread, because this reads a file: the event loop stays responsive.
                tls = await asyncio.to_thread(httpx.create_ssl_context)
                self._http = httpx.AsyncClient(verify=tls)
            return self._http


class _WitnessProblem(Struct, frozen=True):
    """The members of a problem that are used."""

    type: str
    facts: dict[str, Any] = {}


def _refusal(url: str, answer: Fetched) -> Exception:
    try:
        problem = _PROBLEM.decode(answer.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return BadWitness(url, "not_an_answer", status=answer.status)
    return WitnessRefused(url, problem.type.rpartition("/")[2], problem.facts)


def _must_be_signed(url: str, given: WitnessAnswer, key: str, jwk: Jwk, state: Witnessed) -> None:
    if given.key != key:
        raise BadWitness(url, "other_key", key=given.key, expected=key)
    if not _SIGNATURES.verify_witness(jwk.x, given.signature, state.signed):
        raise BadWitness(url, "does_not_verify", key=key)


_SIGNATURES: Final = RecordVerifier()
_GIVEN: Final = msgspec.json.Decoder(WitnessAnswer)
_PROBLEM: Final = msgspec.json.Decoder(_WitnessProblem)
