"""Tokens of an account: list them, make further ones, give them new secrets, revoke them.

A token is neither wider nor lives longer than the one that it was made with; so nobody gets more
by it than they have. The scope `admin` is for those who look after everybody's tokens.
"""

from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.table.actions import Name, Player
from service.access.accounts import Token
from service.access.keys import ACCOUNT_EXPECTED, ACCOUNT_PATTERN, account_of
from service.access.register import Issued, NewToken, NoSuchToken
from service.access.rights import ACCOUNT, Forbidden, Identity, Scope
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.kinds import NOT_FOUND, TOO_MANY_TOKENS
from service.http.callers import signed_in
from service.http.parts import parts_of
from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest, body, keyed
from service.runtime.clock import later
from service.wire.players import TokenView, token_view

operation: Final = Operations("players")

SECONDS_MAX: Final = 10 * 366 * 24 * 3600
GRACE_SECONDS_MAX: Final = 7 * 24 * 3600

_ONCE: Final = {"Cache-Control": "no-store"}
_OF_TOKEN: Final = {"token": "$response.body#/token/id"}
_LINKS: Final = {
    "rotate": Link("rotateToken", "Give it a new secret.", _OF_TOKEN),
    "revoke": Link("revokeToken", "Make it hold no longer.", _OF_TOKEN),
}


class NewTokenView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What token is wanted."""

    name: Name
    """What it is called in lists."""
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=8)] | None = None
    """What it is for; left out, what the token of the request is for."""
    expires_in_seconds: Annotated[int, msgspec.Meta(ge=1, le=SECONDS_MAX)] | None = None
    """How long it holds; left out, as long as the token of the request does."""
    player: Player | None = None
    """Whose it is to be; another account than one's own is for the scope `admin`."""


class Rotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a token gets a new secret."""

    grace_seconds: Annotated[int, msgspec.Meta(ge=0, le=GRACE_SECONDS_MAX)] = 0
    """How long the secret before holds, so that there is time to change it everywhere."""


class TokenIssued(msgspec.Struct, frozen=True):
    """A token and its secret."""

    token: TokenView
    secret: Annotated[str, msgspec.Meta(description="The token itself, which is shown only now.")]


class TokenList(msgspec.Struct, frozen=True):
    """The tokens of an account."""

    tokens: tuple[TokenView, ...]


@operation(
    "GET",
    "/v1/tokens",
    "List the tokens of an account",
    right=ACCOUNT,
    answer=Answer("The tokens that were not revoked.", TokenList),
    problems=(NOT_FOUND,),
)
async def list_tokens(
    request: AnyRequest,
    player: Annotated[
        str | None,
        Query(
            pattern=rf"{ACCOUNT_PATTERN}(?!\n)",
            expected=ACCOUNT_EXPECTED,
            description="Whose; another account than one's own is for the scope `admin`.",
        ),
    ] = None,
) -> Response[bytes]:
    """List the tokens of the caller's account, the oldest first, without their secrets."""
    asker = await signed_in(request)
    account = player or asker.account
    _must_look_after(asker, account)
    register = parts_of(request).register
    found = await register.account(account)
    tokens = tuple(token_view(account, one, register.now()) for one in found.tokens.values())
    return answer(TokenList(tokens), headers=_ONCE)


@operation(
    "POST",
    "/v1/tokens",
    "Make a further token",
    right=ACCOUNT,
    body=NewTokenView,
    headers=("Idempotency-Key",),
    answer=Answer("The token.", TokenIssued, links=_LINKS, status=201),
    problems=(NOT_FOUND, TOO_MANY_TOKENS),
)
async def make_token(request: AnyRequest) -> Response[bytes]:
    """Make a token of the caller's account, for as much as the caller's own at most."""
    asker = await signed_in(request)
    asked = await body(request, NewTokenView)
    account = asked.player or asker.account
    _must_look_after(asker, account)
    register = parts_of(request).register
    expires = asker.expires
    if asked.expires_in_seconds is not None:
        expires = later(register.now(), asked.expires_in_seconds)
    scopes = tuple(sorted(set(asked.scopes or asker.scopes)))
    wanted = NewToken(asked.name, scopes, expires)
    _must_reach(asker, wanted.scopes, wanted.expires)
    made = await register.make(account, wanted, asker.doer, await keyed(request, asker.account))
    return _issued(request, made, 201)


@operation(
    "POST",
    "/v1/tokens/{token:str}/rotation",
    "Give a token a new secret",
    right=ACCOUNT,
    body=Rotation,
    headers=("Idempotency-Key",),
    answer=Answer("The token.", TokenIssued, links=_LINKS),
)
async def rotate_token(request: AnyRequest, token: FromPath[str]) -> Response[bytes]:
    """Give a token a new secret. The one before holds no longer, unless some time is asked for."""
    asker = await signed_in(request)
    asked = await body(request, Rotation)
    found = await _within_reach(request, asker, token)
    if asker.token != token:
        _must_reach(asker, found.scopes, found.expires)
    rotated = await parts_of(request).register.rotate(
        token, asked.grace_seconds, asker.doer, await keyed(request, asker.account)
    )
    return _issued(request, rotated, 200)


@operation(
    "DELETE",
    "/v1/tokens/{token:str}",
    "Revoke a token",
    right=ACCOUNT,
    answer=Answer("It holds no longer.", status=204),
)
async def revoke_token(request: AnyRequest, token: FromPath[str]) -> Response[None]:
    """Revoke a token. No worker accepts it from then on, and its streams end."""
    asker = await signed_in(request)
    await _within_reach(request, asker, token)
    await parts_of(request).register.revoke(token, asker.doer)
    return Response(None, status_code=204)


def _issued(request: AnyRequest, issued: Issued, status: int) -> Response[bytes]:
    view = token_view(issued.account.id, issued.token, parts_of(request).register.now())
    content = TokenIssued(view, issued.secret)
    return answer(content, status=status, headers=_ONCE)


async def _within_reach(request: AnyRequest, asker: Identity, token: str) -> Token:
    """Return a token by its id; raise NoSuchToken or Forbidden."""
    if account_of(token) != asker.account and "admin" not in asker.scopes:
        # Whether there is such a token is for its account to know.
        raise NoSuchToken(token)
    found = await parts_of(request).register.token(token)
    _must_reach(asker, found.scopes, asker.expires)
    return found


def _must_look_after(asker: Identity, account: str) -> None:
    if account != asker.account and "admin" not in asker.scopes:
        raise Forbidden("a token of this account, or one with the scope admin")


def _must_reach(asker: Identity, scopes: tuple[Scope, ...], expires: str | None) -> None:
    """Raise Forbidden for a token that is wider than the caller's own, or lives longer."""
    if "admin" in asker.scopes:
        return
    missing = sorted(set(scopes) - asker.scopes)
    if missing:
        raise Forbidden(f"a token with the scope {missing[0]}, or with the scope admin")
    if asker.expires is not None and (expires is None or expires > asker.expires):
        raise Forbidden(f"a token that holds longer than {asker.expires}, or the scope admin")
