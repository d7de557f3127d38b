"""Who asks, and whether the operation lets them in."""

from typing import NamedTuple

from domain.ruleset import Seat
from service.access.rights import Caller, Identity, Right, Unauthorized
from service.http.answers.contract import Contract, contract_of
from service.http.parts import parts_in, parts_of
from service.http.requests.request import AnyConnection, AnyRequest, header, whole
from service.runtime.exchange import known_as
from service.storage.rows import Stored


class Watched(NamedTuple):
    """Who looks at a game, and what they see."""

    caller: Caller
    stored: Stored


async def admitted(request: AnyRequest, game: str, seat: Seat | None = None) -> Caller:
    """Return who asks, in a game, if the operation's right lets them in.

    Raises NoSuchGame, Unauthorized, or Forbidden.
    """
    await _whole(request)
    caller = await caller_of(request, game)
    right_of(request).admit(caller, seat)
    return caller


async def watched(request: AnyRequest, game: str) -> Watched:
    """Return who looks at a game, and the game as far as they may see it.

    Raises NoSuchGame, Unauthorized, or Forbidden.
    """
    parts = parts_of(request)
    caller = await admitted(request, game)
    return Watched(caller, await parts.watching.by(caller, await parts.handler.load(game)))


async def signed_in(request: AnyRequest) -> Identity:
    """Return whose account the token of the request is of; the right must ask for one.

    Raises Unauthorized or Forbidden.
    """
    caller = await admitted_anywhere(request)
    assert caller.identity is not None, "the right lets in accounts only"
    return caller.identity


async def admitted_anywhere(request: AnyRequest) -> Caller:
    """Return who asks for what is about no game, if the operation's right lets them in."""
    await _whole(request)
    token = token_of(request)
    caller = await parts_of(request).callers.anywhere(token)
    _note(request, caller, token)
    right_of(request).admit(caller)
    return caller


async def caller_of(request: AnyRequest, game: str) -> Caller:
    """Return who asks, in a game; raise NoSuchGame, or Unauthorized for a token of nobody's."""
    return await caller_with(request, game, token_of(request))


async def caller_with(connection: AnyConnection, game: str, token: str | None) -> Caller:
    """Return who has this token, in a game; raise NoSuchGame, or Unauthorized."""
    caller = await parts_in(connection.app).callers.in_game(game, token)
    _note(connection, caller, token)
    return caller


def right_of(request: AnyRequest) -> Right:
    """Return what the operation that is asked for has declared."""
    return _contract_of(request).right


def _contract_of(request: AnyRequest) -> Contract:
    contract = contract_of(request.route_handler)
    assert contract is not None, "only an operation asks who is there"
    return contract


async def _whole(request: AnyRequest) -> None:
    """Read the body, if the operation takes one: a token is judged when its request has come in.

    A client could send the body long after the header with the token, which was revoked meanwhile.
    """
    if _contract_of(request).reads_body:
        await whole(request)


def token_of(request: AnyConnection) -> str | None:
    """Return the token of the request, or None; raise Unauthorized if it is sent in another way."""
    sent = header(request, b"authorization")
    if sent is None:
        return None
    scheme, _, token = sent.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        raise Unauthorized
    return token


def _note(request: AnyConnection, caller: Caller, token: str | None) -> None:
    """Let the log know who asks, and the limits that the token is good."""
    if token is None or not caller.signed:
        return
    if caller.identity is not None:
        name = f"account {caller.identity.account}"
    else:
        name = "creator" if caller.creator else f"seat{caller.seat}"
    known_as(request.scope, name, token)
