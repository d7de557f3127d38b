"""The resources that addresses name: a ruleset, or a game at a version."""

import asyncio
from typing import Annotated, Any, Literal, TypeAlias

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID
from service.games.handler import Handler
from service.http.requests.queries import Query
from service.storage.rows import Head, Stored
from service.storage.tournaments import StoredTournament
from service.tournaments.handler import TournamentHandler

ResourceKind: TypeAlias = Literal[
    "game",
    "version",
    "seat",
    "tournament",
    "tournament_version",
    "round",
    "export",
    "board",
    "game_in_list",
    "ruleset",
    "guide",
    "player",
    "token",
    "webhook",
    "subscription",
    "confirmation",
    "unsubscription",
    "problem_type",
    "checkpoint",
    "tile",
    "page_file",
    "embed",
    "security_contact",
    "websocket",
]
"""The kinds of resources that can be missing."""


class NotFound(Exception):
    """A resource does not exist.

    ``what`` is its kind, and ``facts`` say more. ``head`` is that of its game, if the game exists.
    """

    def __init__(self, what: ResourceKind, head: Head | None = None, /, **facts: Any) -> None:
        super().__init__(what)
        self.what = what
        self.head = head
        self.facts = facts


def the_ruleset(ruleset: str) -> AnyRuleset:
    """Return the ruleset with this id; raise NotFound."""
    found = BY_ID.get(ruleset)
    if found is None:
        raise NotFound("ruleset", id=ruleset, known=tuple(BY_ID))
    return found


Version = Annotated[
    int | None,
    Query(
        name="version",
        ge=1,
        le=10**9,
        description="An earlier version; by default, the current one.",
    ),
]


async def at_version(handler: Handler, stored: Stored, version: int | None) -> Stored:
    """Return a game at a version, up to that of ``stored``; raise NotFound for a later one."""
    if version is None or version == stored.head.version:
        return stored
    if version < stored.head.version:
        earlier = await asyncio.to_thread(handler.log.load_at, stored.game.id, version)
        if earlier is not None:
            return earlier
    raise NotFound("version", stored.head, version=version, current=stored.head.version)


async def tournament_at(
    handler: TournamentHandler, tournament: str, version: int | None = None
) -> StoredTournament:
    """Return a tournament now or at a version.

    Raises NoSuchTournament, or NotFound for a version that it does not have.
    """
    stored = await handler.load(tournament)
    if version is None or version == stored.head.version:
        return stored
    earlier = None
    if version < stored.head.version:
        earlier = await handler.at(tournament, version)
    if earlier is None:
        current = stored.head.version
        raise NotFound("tournament_version", stored.head, version=version, current=current)
    return earlier
