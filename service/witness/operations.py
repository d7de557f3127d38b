"""The operations of a witness over HTTP."""

import asyncio
import re
from collections.abc import Callable
from typing import Final, TypeVar

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from domain.links import LINKS
from domain.record.registration import Registration, read_registration
from domain.record.statement import BadSignature, Call, read_statement
from domain.refusal import Malformed
from domain.transparency.notes import NOTE_BYTES_MAX
from domain.transparency.witnessing import SIZE_TYPE
from service.access.rights import EVERYBODY
from service.access.signing import PublishedKeys
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.problem_kinds import STOPPING
from service.http.operations.health import Health, get_health
from service.http.operations.problem_types import ProblemType, explanation
from service.http.operations.proofs import JWK_SET, KEYS_PATH, published
from service.http.requests.request import TEXT, AnyRequest, body, must_be_plain, whole
from service.links.messages import GameRegistration, LinkCall, WitnessAnswer
from service.runtime.readiness import Stopping
from service.witness.giving import Client
from service.witness.parts import parts_of
from service.witness.problem_kinds import (
    GAME_CLOSED,
    KINDS,
    LOG_DID_NOT_SIGN,
    MOMENT_PASSED,
    NAME_TAKEN,
    NOT_A_CHECKPOINT,
    NOT_CONSISTENT,
    NOT_GIVEN,
    NOT_SIGNED,
    OTHER_HEAD,
    REFUSED_CHECKPOINTS,
    TABLE_UNAVAILABLE,
    UNKNOWN_LOG,
    UNKNOWN_NAME,
    UNKNOWN_SERVICE,
)
from service.witness.problems import CheckpointRefused, UnknownService

operation: Final = Operations("links")

CHECKPOINT_BYTES_MAX: Final = NOTE_BYTES_MAX + (4 << 10)
"""A checkpoint with its signatures, and 63 hashes above it."""

_KEY_MAY_BE_NEW: Final = frozenset({403, 404})

_NAME: Final = re.compile("[0-9a-f]{64}")
_FOR_EVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}

RequestT = TypeVar("RequestT", Call, Registration)


@operation(
    "POST",
    "/v1/games",
    "Register a game",
    right=EVERYBODY,
    body=GameRegistration,
    answer=Answer("The tip of the chain for this game, as moment 0.", WitnessAnswer),
    problems=(NOT_SIGNED, UNKNOWN_SERVICE, NAME_TAKEN, TABLE_UNAVAILABLE),
    needs_log=False,
)
async def register_game(request: AnyRequest) -> Response[bytes]:
    """Commit to a chain for a game, before the service opens it.

    A game is registered once, by one service and for one place. The same request gets the same
    answer, byte for byte.
    """
    token = (await body(request, GameRegistration)).registration
    asked, client = await _signed(request, token, read_registration)
    given = await asyncio.to_thread(parts_of(request).witness.register, asked, token, client)
    return answer(given)


@operation(
    "POST",
    "/v1/links",
    "Get the link for a call",
    right=EVERYBODY,
    body=LinkCall,
    answer=Answer("The link.", WitnessAnswer),
    problems=(
        NOT_SIGNED,
        UNKNOWN_SERVICE,
        UNKNOWN_NAME,
        OTHER_HEAD,
        MOMENT_PASSED,
        GAME_CLOSED,
        TABLE_UNAVAILABLE,
    ),
    needs_log=False,
)
async def give_link(request: AnyRequest) -> Response[bytes]:
    """Give the link of a moment for one head of the log, and never for another.

    The witness writes moment, head and signature to disk before it answers. The same moment and
    head get the same answer, byte for byte; another head gets 409 with the call for the first one.
    """
    token = (await body(request, LinkCall)).call
    asked, client = await _signed(request, token, _read_call)
    given = await asyncio.to_thread(parts_of(request).witness.give, asked, token, client)
    return answer(given)


@operation(
    "POST",
    "/add-checkpoint",
    "Cosign a checkpoint of a transparency log",
    right=EVERYBODY,
    texts=(Lines(TEXT, "The old size, a proof of consistency, an empty line, the checkpoint."),),
    answer=Answer(
        "The checkpoint is cosigned.", texts=(Lines(TEXT, "The line with the cosignature."),)
    ),
    others=(
        Answer(
            "The witness cosigned another size last: send the proof from there.",
            texts=(Lines(SIZE_TYPE, "That size in decimal digits, and a line feed."),),
            status=409,
        ),
    ),
    problems=(
        NOT_A_CHECKPOINT,
        LOG_DID_NOT_SIGN,
        UNKNOWN_LOG,
        NOT_CONSISTENT,
        TABLE_UNAVAILABLE,
    ),
    needs_log=False,
    tag="logs",
    body_bytes_max=CHECKPOINT_BYTES_MAX,
)
async def add_checkpoint(request: AnyRequest) -> Response[bytes]:
    """Cosign the checkpoint, if it continues everything that the witness cosigned of this log.

    This is the call of C2SP tlog-witness. The witness writes the checkpoint to disk before it
    answers. It knows the logs of the services that it was given with a JWK Set.
    """
    content = await whole(request)
    must_be_plain(request, content)
    parts = parts_of(request)
    reply = await asyncio.to_thread(parts.cosigning.answer, content, parts.services.logs)
    if reply.status in _KEY_MAY_BE_NEW and await parts.services.renewed():
        reply = await asyncio.to_thread(parts.cosigning.answer, content, parts.services.logs)
    kind = REFUSED_CHECKPOINTS.get(reply.status)
    if kind is not None:
        raise CheckpointRefused(kind, reply.reason, reply.facts)
    return Response(reply.body.encode(), status_code=reply.status, media_type=reply.media_type)


@operation(
    "GET",
    "/v1/games/{name:str}/moments/{moment:int}",
    "Get what the witness gave for a moment",
    right=EVERYBODY,
    answer=Answer("What it gave.", WitnessAnswer, headers=("Cache-Control",)),
    problems=(UNKNOWN_NAME, NOT_GIVEN, TABLE_UNAVAILABLE),
    needs_log=False,
)
async def get_moment(
    request: AnyRequest, name: FromPath[str], moment: FromPath[int]
) -> Response[bytes]:
    """Return what the witness gave: for anyone, once it was given.

    If a game stands still, this shows whether the service or the witness stopped it.
    """
    if not (_NAME.fullmatch(name) and 0 <= moment <= LINKS):
        raise NotFoundException
    given = await asyncio.to_thread(parts_of(request).witness.given, name, moment)
    return answer(given, headers=_FOR_EVER)


@operation(
    "GET",
    KEYS_PATH,
    "Get the keys of the witness",
    right=EVERYBODY,
    answer=Answer(
        "A JWK Set (RFC 7517).", PublishedKeys, headers=("Cache-Control",), media_type=JWK_SET
    ),
    needs_log=False,
    tag="keys",
)
def get_keys(request: AnyRequest) -> Response[bytes]:
    """Return the public keys that sign what the witness gives, oldest first.

    Games are registered with the last one. A game keeps its key; former keys stay in the set.
    """
    return published(parts_of(request).keys)


@operation(
    "GET",
    "/problems/{type:str}",
    "Explain a type of problem",
    right=EVERYBODY,
    answer=Answer("The explanation.", ProblemType, headers=("Content-Language",)),
    needs_log=False,
    tag="problems",
)
def get_problem_type(request: AnyRequest, type: FromPath[str]) -> Response[bytes]:  # noqa: A002 - the member that contains it
    """Return the explanation of a problem's ``type``."""
    kind = KINDS.get(type)
    if kind is None:
        raise NotFoundException
    return explanation(request, kind)


@operation(
    "GET",
    "/readyz",
    "Check that links can be given",
    right=EVERYBODY,
    answer=Answer("The witness is ready.", Health),
    problems=(STOPPING, TABLE_UNAVAILABLE),
    cost=0,
    needs_log=False,
    tag="operations",
)
async def get_witness_readiness(request: AnyRequest) -> Response[bytes]:
    """Return 200 if the table is writable and the witness is not shutting down, else 503."""
    parts = parts_of(request)
    if parts.draining.began:
        raise Stopping
    await asyncio.to_thread(parts.witness.probe)
    return answer(Health("ok"))


HANDLERS: Final = (*operation.handlers, get_health)
"""The handlers, in the order of the OpenAPI document."""


def _read_call(text: bytes) -> Call:
    statement = read_statement(text)
    if not isinstance(statement, Call):
        raise Malformed("this is not a call", where="$.format")
    return statement


async def _signed(
    request: AnyRequest, token: str, read: Callable[[bytes], RequestT]
) -> tuple[RequestT, Client]:
    """Return what a service signed, and the service; raise BadSignature or UnknownService."""
    parts = parts_of(request)
    opened = parts.verifier.open(token)
    client = await parts.services.client(opened.kid)
    if client is None:
        raise UnknownService(opened.kid)
    try:
        return read(opened.text), client
    except Malformed as wrong:
        raise BadSignature("content", error=str(wrong), where=wrong.where) from None
