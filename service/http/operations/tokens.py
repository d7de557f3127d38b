"""Tokens of an account: list, create, rotate and revoke them.

A new token has no wider scopes and no later expiry than the token that creates it, so callers
cannot extend their rights. The scope `admin` manages the tokens of all accounts.
"""

from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath
from litestar.status_codes import HTTP_201_CREATED

from domain.table.actions import Name, Player
from service.access.accounts import Token
from service.access.game_keys import ACCOUNT_EXPECTED, ACCOUNT_PATTERN, account_of
from service.access.register import Issued, NewToken, NoSuchToken
from service.access.rights import ACCOUNT, Forbidden, Identity, Scope
from service.http.admission import signed_in
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.problem_kinds import NOT_FOUND, TOO_MANY_TOKENS
from service.http.parts import parts_of
from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest, body, keyed
from service.runtime.timestamps import later
from service.wire.players import TokenView, token_view

operation: Final = Operations("players")

SECONDS_MAX: Final = 10 * 366 * 24 * 3600
GRACE_SECONDS_MAX: Final = 7 * 24 * 3600

_OF_TOKEN: Final = {"token": "$response.body#/token/id"}
_LINKS: Final = {
    "rotate": Link("rotateToken", "Rotate its secret.", _OF_TOKEN),
    "revoke": Link("revokeToken", "Revoke it.", _OF_TOKEN),
}


class MakeTokenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token to create."""

    name: Name
    """Its name in lists."""
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=8)] | None = None
    """Its scopes; by default, those of the token that sends the request."""
    expires_in_seconds: Annotated[int, msgspec.Meta(ge=1, le=SECONDS_MAX)] | None = None
    """How long it is valid; by default, until the token of the request expires."""
    player: Player | None = None
    """The account to which it belongs; by default, yours. Other accounts require the scope `admin`.
    """


class RotateTokenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to rotate a token."""

    grace_seconds: Annotated[int, msgspec.Meta(ge=0, le=GRACE_SECONDS_MAX)] = 0
    """How long the old secret stays valid, so that you can replace it everywhere."""


class TokenIssued(msgspec.Struct, frozen=True):
    """A token and its secret."""

    token: TokenView
    secret: Annotated[str, msgspec.Meta(description="The token itself, shown only this once.")]


class TokenList(msgspec.Struct, frozen=True):
    """The tokens of an account."""

    tokens: tuple[TokenView, ...]


@operation(
    "GET",
    "/v1/tokens",
    "List the tokens of an account",
    right=ACCOUNT,
    answer=Answer("The tokens that are not revoked.", TokenList),
    problems=(NOT_FOUND,),
)
async def list_tokens(
    request: AnyRequest,
    player: Annotated[
        str | None,
        Query(
            pattern=rf"{ACCOUNT_PATTERN}(?!\n)",
            expected=ACCOUNT_EXPECTED,
            description="The account; by default, yours. Other accounts require the scope `admin`.",
        ),
    ] = None,
) -> Response[bytes]:
    """List the tokens of an account, oldest first, without their secrets."""
    asker = await signed_in(request)
    account = player or asker.account
    _must_look_after(asker, account)
    register = parts_of(request).register
    found = await register.account(account)
    tokens = tuple(token_view(account, one, register.now()) for one in found.tokens.values())
    return answer(TokenList(tokens))


@operation(
    "POST",
    "/v1/tokens",
    "Create a token",
    right=ACCOUNT,
    body=MakeTokenRequest,
    headers=("Idempotency-Key",),
    answer=Answer("The token.", TokenIssued, links=_LINKS, status=201),
    problems=(NOT_FOUND, TOO_MANY_TOKENS),
)
async def make_token(request: AnyRequest) -> Response[bytes]:
    """Create a token, with at most the scopes and the lifetime of the caller's token."""
    asker = await signed_in(request)
    view = await body(request, MakeTokenRequest)
    account = view.player or asker.account
    _must_look_after(asker, account)
    register = parts_of(request).register
    expires = asker.expires
    if view.expires_in_seconds is not None:
        expires = later(register.now(), view.expires_in_seconds)
    scopes = tuple(sorted(set(view.scopes or asker.scopes)))
    wanted = NewToken(view.name, scopes, expires)
    _must_reach(asker, wanted.scopes, wanted.expires)
    made = await register.make(account, wanted, asker.doer, await keyed(request, asker.account))
    return _issued(request, made, 201)


@operation(
    "POST",
    "/v1/tokens/{token:str}/rotation",
    "Rotate a token",
    right=ACCOUNT,
    body=RotateTokenRequest,
    headers=("Idempotency-Key",),
    answer=Answer("The token.", TokenIssued, links=_LINKS),
)
async def rotate_token(request: AnyRequest, token: FromPath[str]) -> Response[bytes]:
    """Give a token a new secret. The old secret expires at once unless you set a grace period."""
    asker = await signed_in(request)
    rotation = await body(request, RotateTokenRequest)
    found = await _within_reach(request, asker, token)
    if asker.token != token:
        _must_reach(asker, found.scopes, found.expires)
    rotated = await parts_of(request).register.rotate(
        token, rotation.grace_seconds, asker.doer, await keyed(request, asker.account)
    )
    return _issued(request, rotated, 200)


@operation(
    "DELETE",
    "/v1/tokens/{token:str}",
    "Revoke a token",
    right=ACCOUNT,
    answer=Answer("The token is no longer valid.", status=204),
)
async def revoke_token(request: AnyRequest, token: FromPath[str]) -> Response[None]:
    """Revoke a token. From then on, all workers reject it, and its streams end."""
    asker = await signed_in(request)
    await _within_reach(request, asker, token)
    await parts_of(request).register.revoke(token, asker.doer)
    return Response(None, status_code=204)


def _issued(request: AnyRequest, issued: Issued, status: int) -> Response[bytes]:
    view = token_view(issued.account.id, issued.token, parts_of(request).register.now())
    content = TokenIssued(view, issued.secret)
    made = {"Location": f"/v1/tokens/{view.id}"} if status == HTTP_201_CREATED else {}
    return answer(content, status=status, headers=made)


async def _within_reach(request: AnyRequest, asker: Identity, token: str) -> Token:
    """Return a token by its id; raise NoSuchToken or Forbidden."""
    if account_of(token) != asker.account and "admin" not in asker.scopes:
        # Do not reveal to other accounts whether the token exists.
        raise NoSuchToken(token)
    found = await parts_of(request).register.token(token)
    _must_reach(asker, found.scopes, asker.expires)
    return found


def _must_look_after(asker: Identity, account: str) -> None:
    if account != asker.account and "admin" not in asker.scopes:
        raise Forbidden("this_account")


def _must_reach(asker: Identity, scopes: tuple[Scope, ...], expires: str | None) -> None:
    """Raise Forbidden for wider scopes or a later expiry than the caller's token has."""
    if "admin" in asker.scopes:
        return
    missing = sorted(set(scopes) - asker.scopes)
    if missing:
        raise Forbidden("all_scopes", scopes=tuple(missing))
    if asker.expires is not None and (expires is None or expires > asker.expires):
        raise Forbidden("later_expiry", expires=asker.expires)
