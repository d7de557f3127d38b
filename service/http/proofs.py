"""Proofs: what a game proves, and the keys that sign how games ended."""

import asyncio
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from service.access.rights import EVERYBODY, WATCH
from service.access.signing import PublishedKeys
from service.http.answers import HEAD, answer, not_modified, validators
from service.http.callers import watched
from service.http.contract import Answer, Contract, Link
from service.http.kinds import MALFORMED, NOT_FOUND, UNAVAILABLE
from service.http.parts import parts_of
from service.http.requests import AnyRequest, has_already
from service.http.shapes import KEYS_PATH, ProofView, proof_view

JWK_SET: Final = "application/jwk-set+json"
KEYS_SECONDS_MAX: Final = 300
"""How long a client may go on with the keys that it has; there are new ones after a rotation."""


@get(
    "/v1/games/{game:str}/proof",
    operation_id="getProof",
    tags=["proof"],
    summary="What proves a game",
    opt={
        "contract": Contract(
            right=WATCH,
            headers=("If-None-Match",),
            answers={
                200: Answer(
                    "The proof, as far as the game has come.",
                    ProofView,
                    ("ETag", HEAD, "Cache-Control", "Vary"),
                    links={
                        "keys": Link("getKeys", "The keys of the service.", {}),
                        "events": Link(
                            "listEvents",
                            "All that the head is over.",
                            {"game": "$response.body#/game"},
                        ),
                    },
                ),
                304: Answer(
                    "It is still as you have it.", headers=("ETag", HEAD, "Cache-Control", "Vary")
                ),
            },
            problems=(MALFORMED, NOT_FOUND, UNAVAILABLE),
        )
    },
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


@get(
    KEYS_PATH,
    operation_id="getKeys",
    tags=["proof"],
    summary="The keys of the service",
    sync_to_thread=False,
    media_type=JWK_SET,
    opt={
        "contract": Contract(
            right=EVERYBODY,
            answers={
                200: Answer(
                    "A JWK Set (RFC 7517).",
                    PublishedKeys,
                    ("Cache-Control",),
                    media_type=JWK_SET,
                )
            },
            problems=(MALFORMED,),
        )
    },
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
