"""The audit trail, for administrators: who did what with accounts, tokens and rights."""

from typing import Annotated, Final

import msgspec
from litestar import Response

from service.access.rights import ADMIN, Scope
from service.http.admission import signed_in
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Operations
from service.http.parts import parts_of
from service.http.requests.paging import Cursor, Limit, cursor_at, cut, link_to_next, place_of
from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest
from service.wire.games import Timestamp

operation: Final = Operations("operations")


class StepView(msgspec.Struct, frozen=True):
    """An entry of the audit trail."""

    at: Timestamp
    by: str
    """Who did it: the id of a token, of an account that signed in through an identity provider or
    created itself, or `operator`."""
    did: str
    """What was done: `account_made`, `token_made`, `token_rotated`, `token_revoked`,
    `signing_key_made`, or an action of an arbiter."""
    about: str
    """The id of the account, token, game or key concerned."""
    name: str | None
    """The name of a new account or token."""
    scopes: tuple[Scope, ...] | None
    """The scopes of a new token."""
    until: Timestamp | None
    """When a new token expires, or the old secret of a rotated token."""


class TrailPage(msgspec.Struct, frozen=True):
    """Entries of the audit trail, newest first."""

    steps: tuple[StepView, ...]
    next: str | None
    """Cursor of the next page, or null."""


@operation(
    "GET",
    "/v1/trail",
    "List the audit trail",
    right=ADMIN,
    answer=Answer("A page of the trail.", TrailPage),
)
async def list_trail(
    request: AnyRequest,
    about: Annotated[
        str | None,
        Query(
            pattern=r"^[A-Za-z0-9._-]{1,100}$(?!\n)",
            expected="1 to 100 of A to Z, a to z, 0 to 9, `.`, `_` and `-`",
            description="Only entries about this account, token, game or key.",
        ),
    ] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[bytes]:
    """List who did what with accounts, tokens, keys and games, newest first.

    Of games, the list contains the actions of arbiters.
    """
    await signed_in(request)
    projections = parts_of(request).projections
    before = None if cursor is None else place_of(cursor, 0)

    def page() -> TrailPage:
        found, last = cut(projections.trail.page(before, limit + 1, about), limit)
        following = None if last is None else cursor_at(last.position)
        steps = tuple(
            StepView(one.at, one.by, one.did, one.about, one.name, one.scopes, one.until)
            for one in found
        )
        return TrailPage(steps, following)

    content = await projections.ask(page, projections.trail)
    return answer(content, headers=link_to_next(request, content.next))
