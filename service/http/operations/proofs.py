"""Proofs: the proof of a game, its signed statements, and the keys that sign them."""

import asyncio
from typing import Final, Literal

import msgspec
from litestar import Response
from litestar.params import FromPath
from msgspec import UNSET, UnsetType

from domain.record.record import Time
from domain.record.statement import final_statement
from domain.table.game import Status
from domain.transparency.inclusion import Inclusion
from service.access.rights import EVERYBODY, WATCH
from service.access.signing import PublishedKeys
from service.http.admission import watched
from service.http.answers.answer import answer, logged_in, unchanged, validators
from service.http.answers.contract import Answer, Link, Operations
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest
from service.http.static.reference_pages import ADDRESS as REFERENCE
from service.storage.rows import Stored
from service.wire.chance import ChanceView
from service.wire.games import Outcome, RulesetName

operation: Final = Operations("proof")

JWK_SET: Final = "application/jwk-set+json"
KEYS_SECONDS_MAX: Final = 300
"""How long a client may cache the keys; a rotation adds a key."""

KEYS_PATH: Final = "/.well-known/jwks.json"


class StatementView(msgspec.Struct, frozen=True):
    """The statement that the service signs when a game ends."""

    at: Time
    """The time of the last event."""
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
    """Null if the game was called off."""


class ProofPages(msgspec.Struct, frozen=True):
    """Addresses of the pages that explain verification, in Markdown."""

    chance: str
    """The commitment, how each result of chance follows from the secret, and what that proves."""
    head: str
    """The hash chain."""
    signature: str
    """The statements and their signatures."""
    transparency: str
    """The transparency log: its leaves, tiles and checkpoints."""


PAGES: Final = ProofPages(
    chance=f"{REFERENCE}/fair-chance.md",
    head=f"{REFERENCE}/chained-log.md",
    signature=f"{REFERENCE}/signatures.md",
    transparency=f"{REFERENCE}/transparency.md",
)


class ProofLinks(msgspec.Struct, frozen=True):
    """Addresses of the other parts of a proof."""

    events: str
    """The events that the head covers."""
    receipts: str
    """What the service signed about the game so far."""
    keys: str
    """The public keys of the service."""


class ProofView(msgspec.Struct, frozen=True):
    """The proof of how a game went. After the end, anyone can verify it without the service.

    It does not prove that no one knew the dice in advance: the operator of the service could.
    """

    game: str
    version: int
    """Number of events so far."""
    head: str
    """Hash of the last event, in hexadecimal."""
    chance: ChanceView
    statement: StatementView | None
    """The signed statement; null until the end, and if the game ended unsigned."""
    signature: str | None
    """The statement as a compact JWS (RFC 7515); null if ``statement`` is null."""
    links: ProofLinks
    pages: ProofPages
    inclusion: Inclusion | UnsetType = UNSET
    """Where the transparency log has the game; omitted if it has no leaf there."""


@operation(
    "GET",
    "/v1/games/{game:str}/proof",
    "Get the proof of a game",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer(
        "The proof, up to the current version.",
        ProofView,
        links={
            "keys": Link("getKeys", "Get the keys of the service.", {}),
            "events": Link(
                "listEvents",
                "List the events that the head covers.",
                {"game": "$response.body#/game"},
            ),
        },
    ),
)
async def get_proof(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the head and the commitment and, after the end, the secret and a signature.

    A game that ended before the service had signing keys has no signature.
    """
    parts = parts_of(request)
    _, stored, _ = await watched(request, game)

    def prove() -> tuple[Inclusion | None, str | None]:
        signature = parts.handler.log.signature(game) if stored.game.finished else None
        return parts.checkpoints.inclusion(parts.checkpoints.current(), game), signature

    # In a thread, because both read the disk.
    inclusion, signature = await asyncio.to_thread(prove)
    headers = logged_in(validators(stored), inclusion)
    if (same := unchanged(request, headers)) is not None:
        return same
    return answer(proof_view(stored, signature, inclusion), headers=headers)


@operation(
    "GET",
    KEYS_PATH,
    "Get the keys of the service",
    right=EVERYBODY,
    answer=Answer(
        "A JWK Set (RFC 7517).", PublishedKeys, headers=("Cache-Control",), media_type=JWK_SET
    ),
    needs_log=False,
)
def get_keys(request: AnyRequest) -> Response[bytes]:
    """Return the public keys that sign statements about games, oldest first.

    Retired keys stay in the set, so that old signatures remain verifiable.
    """
    return published(parts_of(request).keys)


def published(keys: PublishedKeys) -> Response[bytes]:
    """Return a JWK Set, which clients may cache for a while."""
    return answer(
        keys,
        headers={"Cache-Control": f"public, max-age={KEYS_SECONDS_MAX}"},
        media_type=JWK_SET,
    )


def proof_view(
    stored: Stored, signature: str | None, inclusion: Inclusion | None = None
) -> ProofView:
    """Return the proof of a game, given the signature made at its end."""
    game = stored.game
    signed = None if signature is None else _statement_view(stored)
    return ProofView(
        game=game.id,
        version=stored.head.version,
        head=stored.head.hash.hex(),
        chance=ChanceView(game.scheme, game.commitment, game.secret),
        statement=signed,
        signature=signature,
        links=ProofLinks(
            events=f"/v1/games/{game.id}/events",
            receipts=f"/v1/games/{game.id}/receipts",
            keys=KEYS_PATH,
        ),
        pages=PAGES,
        inclusion=UNSET if inclusion is None else inclusion,
    )


def _statement_view(stored: Stored) -> StatementView:
    statement = final_statement(stored.game, stored.head.hash, stored.head.at)
    return StatementView(format="carolus-statement/1", **msgspec.structs.asdict(statement))
