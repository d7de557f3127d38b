"""Links: what a moment of chance waits for, and giving the link of a seat."""

import asyncio
from typing import Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.hexadecimal import Hex32
from domain.ruleset import Seat
from domain.table.moments import links_due, waits_for_links
from service.access.actors import actor, must_be_valid
from service.access.rights import GIVE_LINK, SEE_LINKS
from service.games.given_links import OfferedLink, give
from service.http.admission import admitted, loaded
from service.http.answers.answer import answer, head_of
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.problem_kinds import ILLEGAL_ACTION
from service.http.parts import Parts, parts_of
from service.http.requests.request import AnyRequest, body
from service.storage.rows import Stored

operation: Final = Operations("seats")

_OF_GAME: Final = {"game": "$request.path.game"}


class GiveSeatLinkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The link of a seat for a moment, given for one head of the log."""

    head: Hex32
    """The head that the call names."""
    link: Hex32
    """The link with the number of the moment, in hexadecimal."""


class LinksView(msgspec.Struct, frozen=True):
    """What the next moment of a game waits for."""

    game: str
    version: int
    """Number of events so far."""
    head: Hex32
    """The hash of the last event."""
    moment: int | None
    """The number of the moment; null while no links are due."""
    called_head: Hex32 | None
    """The head of the log for which links are given: the hash of the last event before the moment,
    except for offers to go on without links; null while none are due."""
    call: str | None
    """A `carolus-call/1`, which the service signed: a compact JWS (RFC 7515); null while no links
    are due."""
    due: tuple[int, ...]
    """The contributors whose links are due: seats, and 128 plus the place of each witness."""
    given: tuple[Seat, ...]
    """The seats that have given theirs. The links themselves become public in `moment_drawn`."""


@operation(
    "GET",
    "/v1/games/{game:str}/links",
    "See which links are due",
    right=SEE_LINKS,
    secret=True,
    answer=Answer(
        "What the next moment waits for.",
        LinksView,
        links={
            "give": Link("giveSeatLink", "Give the link of seat 0.", {**_OF_GAME, "seat": "0"}),
            "events": Link("listEvents", "List the events up to the head.", _OF_GAME),
            "keys": Link("getKeys", "Get the keys of the service.", {}),
        },
    ),
)
async def get_links(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the number of the moment that waits for links, who still owes one, and the call.

    The call follows from the log: it is the same, byte for byte, whenever you request it, until the
    service gets another key. Two calls for one moment with different heads prove fraud, so clients
    keep them.
    """
    who, stored = await loaded(request, game)
    must_be_valid(who, stored.game)
    return await _shown(parts_of(request), stored)


@operation(
    "PUT",
    "/v1/games/{game:str}/seats/{seat:int}/links/{moment:int}",
    "Give the link of a seat",
    right=GIVE_LINK,
    body=GiveSeatLinkRequest,
    secret=True,
    answer=Answer(
        "What the moment still waits for; the dice arrive in the stream.",
        LinksView,
        links={
            "game": Link("getGame", "Get the game.", _OF_GAME),
            "follow": Link("listEvents", "List its events.", _OF_GAME),
        },
    ),
    problems=(ILLEGAL_ACTION,),
)
async def give_seat_link(
    request: AnyRequest,
    game: FromPath[str],
    seat: FromPath[int],
    moment: FromPath[int],
) -> Response[bytes]:
    """Give the link of your seat for the moment that is due, after you have checked the call.

    The service reveals no link before it has all links that are due; then chance draws the moment.
    You can repeat the request, even after the draw: it succeeds as long as the link is correct.
    """
    parts = parts_of(request)
    who = await admitted(request, game, seat)
    given = await body(request, GiveSeatLinkRequest)
    offered = OfferedLink(seat, moment, bytes.fromhex(given.head), bytes.fromhex(given.link))
    stored = await give(parts.handler, parts.given_links, game, actor(who), offered)
    response = await _shown(parts, stored)
    parts.moments.notice(game)
    return response


async def _shown(parts: Parts, stored: Stored) -> Response[bytes]:
    return answer(await _links_view(parts, stored), headers=head_of(stored.head))


async def _links_view(parts: Parts, stored: Stored) -> LinksView:
    game, version, head = stored.game, stored.head.version, stored.head.hash.hex()
    if not waits_for_links(game):
        return LinksView(game.id, version, head, None, None, None, (), ())
    called = await parts.handler.statements.called_head(stored)
    return LinksView(
        game=game.id,
        version=version,
        head=head,
        moment=game.moments + 1,
        called_head=called.hash.hex(),
        call=await parts.handler.statements.call(stored),
        due=links_due(game),
        given=tuple(await asyncio.to_thread(parts.given_links.given, game)),
    )
