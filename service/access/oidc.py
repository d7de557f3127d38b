"""OpenID Connect: tokens of one issuer that is set, as JSON Web Tokens signed with its keys.

Where the keys are its discovery document says. They are kept for an hour, and asked for again when
a token names one that is not known, but not more often than once a minute: so nobody makes us ask
by inventing names. While the issuer is down its tokens are judged by the keys that are known.
"""

import asyncio
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Any, Final, NamedTuple

import httpx
import msgspec
import structlog
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import JWKRegistry, Key, KeySet
from joserfc.jws import extract_compact

from service.access.rights import SCOPES, Scope, Unauthorized

ALGORITHMS: Final = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA"),
)
"""Those with two keys, of which the issuer alone has one."""
KINDS: Final = ("RSA", "EC", "OKP")

KEPT_SECONDS: Final = 3600
ASKED_AGAIN_SECONDS: Final = 60
"""Between two times at which the issuer is asked for its keys."""
ANSWER_SECONDS_MAX: Final = 5.0
ANSWER_BYTES_MAX: Final = 1 << 20
LEEWAY_SECONDS: Final = 30
"""How much the clocks may differ."""
TOKEN_MAX: Final = 16_384
SUBJECT_MAX: Final = 255
"""By the specification."""

PREFIX: Final = "carolus:"
"""How our words in the claim ``scope`` begin."""

_LOG = structlog.get_logger("carolus.access")


class IssuerUnavailable(Exception):
    """The issuer did not give its keys, so its tokens cannot be judged."""


class Subject(NamedTuple):
    """Who has a token, by the word of the issuer."""

    mark: str
    """A hash of issuer and subject, which tells them apart."""
    name: str | None
    scopes: frozenset[Scope]


class _Discovered(msgspec.Struct, frozen=True):
    """What of the discovery document is needed."""

    issuer: str
    jwks_uri: str


class _IssuerKeySet(msgspec.Struct, frozen=True):
    keys: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=100)]


class _Keys(NamedTuple):
    """The keys of the issuer, by their ids."""

    known: dict[str, Key]
    since: float


class Issuer:
    """Judges tokens of an issuer for an audience. ``clock`` counts seconds."""

    def __init__(
        self, issuer: str, audience: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._issuer = issuer
        self._clock = clock
        self._keys = _Keys({}, float("-inf"))
        self._asked = float("-inf")
        self._asking = asyncio.Lock()
        self._claims = jwt.JWTClaimsRegistry(
            leeway=LEEWAY_SECONDS,
            iss={"essential": True, "value": issuer},
            aud={"essential": True, "value": audience},
            exp={"essential": True},
            sub={"essential": True},
        )

    async def subject(self, token: str) -> Subject:
        """Return who has this token; raise Unauthorized or IssuerUnavailable."""
        try:
            claims = await self._judged(token)
        except (JoseError, ValueError, TypeError, KeyError, RecursionError) as wrong:
            _LOG.info("token_of_issuer_refused", reason=type(wrong).__name__)
            raise Unauthorized from None
        told = f"carolus-subject/1\n{self._issuer}\n{claims['sub']}"
        return Subject(sha256(told.encode()).hexdigest(), _name_in(claims), _scopes_in(claims))

    async def _judged(self, token: str) -> dict[str, Any]:
        """Return the claims of a token that holds; for one that does not, raise many things."""
        if len(token) > TOKEN_MAX:
            raise ValueError("a token of the issuer is not so long")
        key = await self._key(str(extract_compact(token.encode()).headers()["kid"]))
        if key is None:
            raise KeyError("signed with another key")
        claims = jwt.decode(token, KeySet([key]), algorithms=ALGORITHMS).claims
        self._claims.validate(claims)
        if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= SUBJECT_MAX:
            raise ValueError("the subject is no name")
        return claims

    async def _key(self, kid: str) -> Key | None:
        """Return a key of the issuer; None if it has none with this id."""
        if not self._is_fresh() or kid not in self._keys.known:
            async with self._asking:
                if not self._is_fresh() or kid not in self._keys.known:
                    await self._renew(kid)
        return self._keys.known.get(kid)

    def _is_fresh(self) -> bool:
        return self._clock() - self._keys.since < KEPT_SECONDS

    async def _renew(self, kid: str) -> None:
        """Ask the issuer for its keys, unless that was done a moment ago."""
        now = self._clock()
        failure: Exception | None = None
        if now - self._asked >= ASKED_AGAIN_SECONDS:
            self._asked = now
            try:
                self._keys = _Keys(await self._published(), now)
            except (httpx.HTTPError, msgspec.DecodeError, ValueError) as wrong:
                _LOG.warning("issuer_unavailable", issuer=self._issuer, error=str(wrong))
                failure = wrong
        elif not self._is_fresh():
            failure = TimeoutError("it was asked a moment ago")
        if failure is not None and kid not in self._keys.known:
            raise IssuerUnavailable(self._issuer) from failure

    async def _published(self) -> dict[str, Key]:
        """Return the keys that the issuer publishes for signatures."""
        address = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS_MAX) as client:
            found = msgspec.json.decode(await _read(client, address), type=_Discovered)
            if found.issuer != self._issuer:
                raise ValueError(f"it calls itself {found.issuer!r}")
            if not found.jwks_uri.startswith(("https://", "http://")):
                raise ValueError("its keys are nowhere")
            if self._issuer.startswith("https://") and not found.jwks_uri.startswith("https://"):
                raise ValueError("its keys come over an open line")
            listed = msgspec.json.decode(await _read(client, found.jwks_uri), type=_IssuerKeySet)
        return {
            str(told["kid"]): key for told in listed.keys if (key := _imported(told)) is not None
        }


async def _read(client: httpx.AsyncClient, address: str) -> bytes:
    """Return what is at an address, in time and not too much of it; raise httpx.HTTPError."""
    content = bytearray()
    try:
        async with (
            asyncio.timeout(ANSWER_SECONDS_MAX),
            client.stream("GET", address) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                raise ValueError(f"{address} answers {answer.status_code}")
            async for piece in answer.aiter_bytes():
                content += piece
                if len(content) > ANSWER_BYTES_MAX:
                    raise ValueError(f"{address} does not come to an end")
    except TimeoutError:
        raise httpx.ReadTimeout(f"{address} does not answer") from None
    return bytes(content)


def _imported(told: dict[str, Any]) -> Key | None:
    """Return a key that is for signatures; None for any other, and for one that is none."""
    if told.get("kty") not in KINDS or told.get("use", "sig") != "sig" or "kid" not in told:
        return None
    try:
        return JWKRegistry.import_key(told)
    except (JoseError, ValueError, TypeError, KeyError):
        return None


def _scopes_in(claims: dict[str, Any]) -> frozenset[Scope]:
    """Return what a token is for: to play, if it has no word of ours."""
    scope = claims.get("scope", "")
    words = scope.split() if isinstance(scope, str) else []
    ours = {word.removeprefix(PREFIX) for word in words if word.startswith(PREFIX)}
    if not ours:
        return frozenset({"play"})
    return frozenset(one for one in SCOPES if one in ours)


def _name_in(claims: dict[str, Any]) -> str | None:
    for claim in ("name", "preferred_username"):
        if isinstance(claims.get(claim), str):
            return str(claims[claim])
    return None
