"""The caller of a request, and whether the operation admits them."""

import asyncio
from typing import NamedTuple

from domain.ruleset import Seat, Viewer
from domain.transparency.inclusion import Inclusion
from service.access.rights import Caller, Identity, Right, Unauthorized
from service.games.callers import InGame
from service.http.answers.contract import Contract, contract_of
from service.http.parts import parts_in, parts_of
from service.http.requests.filters import TICKET
from service.http.requests.request import (
    SAFE,
    AnyConnection,
    AnyRequest,
    header,
    must_allow_write,
    whole,
)
from service.http.requests.resources import NotFound
from service.runtime.exchange import known_as
from service.storage.rows import Stored


class Loaded(NamedTuple):
    """A caller, and a game."""

    caller: Caller
    stored: Stored


class Watched(NamedTuple):
    """A caller, the game as far as they may see it, and as whom they see it."""

    caller: Caller
    stored: Stored
    viewer: Viewer


async def admitted(request: AnyRequest, game: str, seat: Seat | None = None) -> Caller:
    """Return the caller in a game, if the operation's right admits them, also to this seat.

    Raises NoSuchGame, Unauthorized, Forbidden, or NotFound if the game has no such seat.
    """
    return (await _admitted(request, game, seat)).caller


async def loaded(request: AnyRequest, game: str) -> Loaded:
    """Return the caller, if the operation's right admits them, and the current game.

    Raises NoSuchGame, Unauthorized, or Forbidden.
    """
    caller, stored = await _admitted(request, game)
    return Loaded(caller, stored or await parts_of(request).handler.load(game))


async def watched(request: AnyRequest, game: str) -> Watched:
    """Return the caller, and the game as far as they may see it.

    Raises NoSuchGame, Unauthorized, or Forbidden.
    """
    caller, stored = await loaded(request, game)
    seen = await parts_of(request).visibility.by(caller, stored)
    return Watched(caller, seen, seen.game.as_seen_by(caller.viewer))


async def included(request: AnyRequest, stored: Stored) -> Inclusion | None:
    """Return where the transparency log has a game, in the tree of the current checkpoint."""
    checkpoints = parts_of(request).checkpoints

    def prove() -> Inclusion | None:
        return checkpoints.inclusion(checkpoints.current(), stored.game.id)

    return await asyncio.to_thread(prove)


async def _admitted(request: AnyRequest, game: str, seat: Seat | None = None) -> InGame:
    await _whole(request)
    found = await in_game(request, game, token_of(request))
    if seat is not None and found.caller.signed:
        _must_exist(found.loaded or await parts_of(request).handler.known(game), seat, found.caller)
    right_of(request).admit(found.caller, seat)
    _must_meet_conditions(request)
    return found


def _must_exist(stored: Stored, seat: Seat, caller: Caller) -> None:
    """Raise NotFound if the game has no such seat.

    The refusal has no head for a caller without rights, who may not be allowed to watch the game.
    """
    if not 0 <= seat < len(stored.game.seats):
        head = stored.head if caller.has_a_right else None
        raise NotFound("seat", head, seat=seat, last=len(stored.game.seats) - 1)


async def signed_in(request: AnyRequest) -> Identity:
    """Return the account of the request's token; the operation's right must require one.

    Raises Unauthorized or Forbidden.
    """
    caller = await admitted_anywhere(request)
    assert caller.identity is not None, "the right lets in accounts only"
    return caller.identity


async def admitted_anywhere(request: AnyRequest) -> Caller:
    """Return the caller outside any game, if the operation's right admits them."""
    await _whole(request)
    caller = await anywhere(request, token_of(request))
    right_of(request).admit(caller)
    _must_meet_conditions(request)
    return caller


def _must_meet_conditions(request: AnyRequest) -> None:
    """Raise PreconditionFailed for a write whose conditions rule out what exists.

    The edge judges the conditions of reads by their responses, and the handler those on the version
    of a game.
    """
    if request.method not in SAFE and "If-Match" not in _contract_of(request).headers:
        must_allow_write(request)


async def caller_of(request: AnyRequest, game: str) -> Caller:
    """Return the caller in a game; raise NoSuchGame, or Unauthorized for an invalid token."""
    return (await in_game(request, game, token_of(request))).caller


async def anywhere(connection: AnyConnection, token: str | None) -> Caller:
    """Return the holder of this token outside any game; raise Unauthorized."""
    caller = await parts_in(connection.app).callers.anywhere(token)
    _note(connection, caller, token)
    return caller


async def in_game(connection: AnyConnection, game: str, token: str | None) -> InGame:
    """Return the holder of this token in a game; raise NoSuchGame or Unauthorized."""
    found = await parts_in(connection.app).callers.in_game(game, token)
    _note(connection, found.caller, token)
    return found


def right_of(request: AnyRequest) -> Right:
    """Return the right that the requested operation requires."""
    return _contract_of(request).right


def _contract_of(request: AnyRequest) -> Contract:
    contract = contract_of(request.route_handler)
    assert contract is not None, "only an operation identifies its caller"
    return contract


async def _whole(request: AnyRequest) -> None:
    """Read the body, if the operation takes one, before checking the token.

    Otherwise a client could send the body long after the header, with a token revoked meanwhile.
    """
    if _contract_of(request).reads_body:
        await whole(request)


def token_of(request: AnyConnection) -> str | None:
    """Return the token of the request, or None; raise Unauthorized for any other scheme."""
    sent = header(request, b"authorization")
    if sent is None:
        return _token_in_ticket(request)
    scheme, _, token = sent.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        raise Unauthorized("wrong_form")
    return token


def _token_in_ticket(request: AnyConnection) -> str | None:
    """Return the token in the ticket of a stream, if there is one; raise Unauthorized."""
    if not request.scope["query_string"]:
        return None
    ticket = request.query_params.get(TICKET)
    if ticket is None:
        return None
    token = parts_in(request.app).tickets.opened(ticket, request.scope["path"])
    if token is None:
        raise Unauthorized
    return token


def _note(request: AnyConnection, caller: Caller, token: str | None) -> None:
    """Record the caller for the log, and a valid token for the rate limits."""
    if token is None or not caller.signed:
        return
    if caller.identity is not None:
        name = f"account {caller.identity.account}"
    else:
        name = "creator" if caller.creator else f"seat{caller.seat}"
    known_as(request.scope, name, token)
