"""OpenID Connect: JSON Web Tokens of one configured issuer, signed with its keys.

The issuer's discovery document names the address of its keys. The service caches the keys for an
hour, and fetches them again when a token names an unknown key, but at most once a minute, so that
invented key ids cause no requests. While the issuer is down, its tokens are verified with the
cached keys.
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

from service.access.issuers import ASKED_AGAIN_SECONDS, IssuerUnavailable, Subject
from service.access.rights import SCOPES, Scope, Unauthorized

ALGORITHMS: Final = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA"),
)
"""The asymmetric ones: only the issuer has the private key."""
KINDS: Final = ("RSA", "EC", "OKP")

KEPT_SECONDS: Final = 3600
ANSWER_SECONDS_MAX: Final = 5.0
ANSWER_BYTES_MAX: Final = 1 << 20
LEEWAY_SECONDS: Final = 30
"""How far the clocks may differ."""
TOKEN_MAX: Final = 16_384
SUBJECT_MAX: Final = 255
"""The limit in OpenID Connect Core 1.0, section 2."""

PREFIX: Final = "carolus:"
"""The prefix of Carolus's scopes in the claim ``scope``."""

_LOG = structlog.get_logger("carolus.access")


class _Discovered(msgspec.Struct, frozen=True):
    """The members of the discovery document that are used."""

    issuer: str
    jwks_uri: str


class _IssuerKeySet(msgspec.Struct, frozen=True):
    keys: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=100)]


class _IssuerKeys(NamedTuple):
    """The keys of the issuer, by id."""

    known: dict[str, Key]
    since: float


class OpenIdIssuer:
    """Verifies tokens of an issuer for an audience. ``clock`` counts seconds."""

    def __init__(
        self, issuer: str, audience: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._issuer = issuer
        self._clock = clock
        self._keys = _IssuerKeys({}, float("-inf"))
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
        """Return the holder of this token; raise Unauthorized or IssuerUnavailable."""
        try:
            claims = await self._judged(token)
        except (JoseError, ValueError, TypeError, KeyError, RecursionError) as wrong:
            _LOG.info("token_of_issuer_refused", reason=type(wrong).__name__)
            raise Unauthorized from None
        identity = f"carolus-subject/1\n{self._issuer}\n{claims['sub']}"
        return Subject(sha256(identity.encode()).hexdigest(), _name_in(claims), _scopes_in(claims))

    async def _judged(self, token: str) -> dict[str, Any]:
        """Return the claims of a valid token; for any other, raise one of many exceptions."""
        if len(token) > TOKEN_MAX:
            raise ValueError(f"the token is longer than {TOKEN_MAX} characters")
        key = await self._key(str(extract_compact(token.encode()).headers()["kid"]))
        if key is None:
            raise KeyError("the token is signed with an unknown key")
        claims = jwt.decode(token, KeySet([key]), algorithms=ALGORITHMS).claims
        self._claims.validate(claims)
        if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= SUBJECT_MAX:
            raise ValueError(f"the subject is not text of 1 to {SUBJECT_MAX} characters")
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
        """Fetch the issuer's keys, unless that was done less than a minute ago."""
        now = self._clock()
        failure: Exception | None = None
        if now - self._asked >= ASKED_AGAIN_SECONDS:
            self._asked = now
            try:
                self._keys = _IssuerKeys(await self._published(), now)
            except (httpx.HTTPError, msgspec.DecodeError, ValueError) as wrong:
                _LOG.warning("issuer_unavailable", issuer=self._issuer, error=str(wrong))
                failure = wrong
        elif not self._is_fresh():
            failure = TimeoutError("the last request for its keys was less than a minute ago")
        if failure is not None and kid not in self._keys.known:
            raise IssuerUnavailable(self._issuer) from failure

    async def _published(self) -> dict[str, Key]:
        """Return the keys that the issuer publishes for signatures."""
        address = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS_MAX) as client:
            found = msgspec.json.decode(await _read(client, address), type=_Discovered)
            if found.issuer != self._issuer:
                raise ValueError(f"its discovery document names another issuer: {found.issuer!r}")
            if not found.jwks_uri.startswith(("https://", "http://")):
                raise ValueError("its jwks_uri is not an HTTP address")
            if self._issuer.startswith("https://") and not found.jwks_uri.startswith("https://"):
                raise ValueError("its jwks_uri is not HTTPS")
            listed = msgspec.json.decode(await _read(client, found.jwks_uri), type=_IssuerKeySet)
        return {str(one["kid"]): key for one in listed.keys if (key := _imported(one)) is not None}


async def _read(client: httpx.AsyncClient, address: str) -> bytes:
    """Fetch an address, within limits of time and size; raise httpx.HTTPError or ValueError."""
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
                    raise ValueError(f"{address} sends more than {ANSWER_BYTES_MAX} bytes")
    except TimeoutError:
        raise httpx.ReadTimeout(f"{address} does not answer") from None
    return bytes(content)


def _imported(jwk: dict[str, Any]) -> Key | None:
    """Return a key for signatures; None for any other key, and for anything that is not a key."""
    if jwk.get("kty") not in KINDS or jwk.get("use", "sig") != "sig" or "kid" not in jwk:
        return None
    try:
        return JWKRegistry.import_key(jwk)
    except (JoseError, ValueError, TypeError, KeyError):
        return None


def _scopes_in(claims: dict[str, Any]) -> frozenset[Scope]:
    """Return the scopes of a token: ``play`` if the claim names none of Carolus's."""
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
