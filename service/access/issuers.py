"""What the service needs from an issuer of tokens; ``service.access.oidc`` has the only one."""

from typing import Final, NamedTuple, Protocol

from service.access.rights import Scope

ASKED_AGAIN_SECONDS: Final = 60
"""The least time between two requests for the issuer's keys."""


class IssuerUnavailable(Exception):
    """The issuer's keys cannot be fetched, so its tokens cannot be verified."""


class Subject(NamedTuple):
    """The holder of a token, according to the issuer."""

    mark: str
    """A hash that identifies issuer and subject."""
    name: str | None
    scopes: frozenset[Scope]


class Issuer(Protocol):
    """Verifies the tokens of an issuer."""

    async def subject(self, token: str) -> Subject:
        """Return the holder of this token; raise Unauthorized or IssuerUnavailable."""
