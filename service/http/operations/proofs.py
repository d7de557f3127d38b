"""Proofs: what a game proves, and the keys that sign how games ended."""

import asyncio
from typing import Final, Literal

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.record.statement import statement_of
from domain.table.game import Status
from service.access.rights import EVERYBODY, WATCH
from service.access.signing import PublishedKeys
from service.http.answers.answer import answer, not_modified, validators
from service.http.answers.contract import Answer, Link, Operations
from service.http.callers import watched
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, has_already
from service.http.static.reference import ADDRESS as REFERENCE
from service.storage.rows import Stored
from service.wire.games import ChanceView, Outcome, RulesetName

operation: Final = Operations("proof")

JWK_SET: Final = "application/jwk-set+json"
KEYS_SECONDS_MAX: Final = 300
"""How long a client may go on with the keys that it has; there are new ones after a rotation."""

KEYS_PATH: Final = "/.well-known/jwks.json"


class StatementView(msgspec.Struct, frozen=True):
    """What is signed when a game has ended."""

    format: Literal["carolus-statement/1"]
    game: str
    ruleset: RulesetName
    """Id and edition of the ruleset."""
    status: Status
    version: int
    """Number of events."""
    head: str
    """Hash of the last event, in hexadecimal."""
    outcome: Outcome
    """Null for a game that was called off."""


class ProofPages(msgspec.Struct, frozen=True):
    """Where the pages are that say how to verify, in Markdown."""

    chance: str
    """The commitment, how each answer of chance follows from the secret, and what that proves."""
    head: str
    """The chain of hashes."""
    signature: str
    """The statement and its signature."""


PAGES: Final = ProofPages(
    chance=f"{REFERENCE}/fair-chance.md",
    head=f"{REFERENCE}/chained-log.md",
    signature=f"{REFERENCE}/signatures.md",
)


class ProofLinks(msgspec.Struct, frozen=True):
    """Where the rest of a proof is."""

    events: str
    """All that the head is over."""
    keys: str
    """The public keys of the service."""


class ProofView(msgspec.Struct, frozen=True):
    """What proves how a game went. After its end anybody can check it, without the service.

    It does not show who knew the dice in advance: whoever runs the service does.
    """

    game: str
    version: int
    """Number of events so far."""
    head: str
    """Hash of the last event, in hexadecimal."""
    chance: ChanceView
    statement: StatementView | None
    """What was signed; null until the end, and if nothing was signed then."""
    signature: str | None
    """The statement as a compact JWS (RFC 7515); null where that is."""
    links: ProofLinks
    pages: ProofPages


@operation(
    "GET",
    "/v1/games/{game:str}/proof",
    "What proves a game",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer(
        "The proof, as far as the game has come.",
        ProofView,
        links={
            "keys": Link("getKeys", "The keys of the service.", {}),
            "events": Link(
                "listEvents",
                "All that the head is over.",
                {"game": "$response.body#/game"},
            ),
        },
    ),
)
async def get_proof(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the head and the commitment; after the end the secret and a signature as well.

    A game that ended before there were signatures has none.
    """
    handler = parts_of(request).handler
    _, stored = await watched(request, game)
    headers = validators(stored)
    if has_already(request, headers["ETag"]):
        return not_modified(headers)
    ended = stored.game.finished
    signature = await asyncio.to_thread(handler.log.signature, game) if ended else None
    return answer(proof_view(stored, signature), headers=headers)


@operation(
    "GET",
    KEYS_PATH,
    "The keys of the service",
    right=EVERYBODY,
    answer=Answer(
        "A JWK Set (RFC 7517).", PublishedKeys, headers=("Cache-Control",), media_type=JWK_SET
    ),
    needs_log=False,
)
def get_keys(request: AnyRequest) -> Response[bytes]:
    """Return the public keys that sign how games ended, the oldest first.

    Keys that sign no more stay in it, so that what they signed can be checked for ever.
    """
    return answer(
        parts_of(request).keys,
        headers={"Cache-Control": f"public, max-age={KEYS_SECONDS_MAX}"},
        media_type=JWK_SET,
    )


def proof_view(stored: Stored, signature: str | None) -> ProofView:
    """Return what proves a game, given what was signed at its end."""
    game = stored.game
    signed = None if signature is None else statement_of(game, stored.head.hash)
    return ProofView(
        game=game.id,
        version=stored.head.version,
        head=stored.head.hash.hex(),
        chance=ChanceView(game.scheme, game.commitment, game.secret),
        statement=None if signed is None else StatementView(**msgspec.structs.asdict(signed)),
        signature=signature,
        links=ProofLinks(events=f"/v1/games/{game.id}/events", keys=KEYS_PATH),
        pages=PAGES,
    )
