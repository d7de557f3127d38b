"""Problems (RFC 9457): the one place where exceptions become HTTP answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias, cast

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from litestar import Response
from litestar.exceptions import HTTPException, MethodNotAllowedException
from msgspec import UNSET, UnsetType

from domain.catalogue import sentence
from domain.refusal import IllegalAction, Malformed, Refusal
from domain.ruleset import Faults, Language
from service.access.issuers import ASKED_AGAIN_SECONDS, IssuerUnavailable
from service.access.register import NoSuchAccount, NoSuchToken, TooManyTokens
from service.access.rights import Forbidden, Unauthorized
from service.games.continuations import NoSuchVersion
from service.games.handler import ActionRefused, NoSuchGame, NoWitnesses
from service.http.answers.answer import head_of
from service.http.answers.contract import contract_of
from service.http.answers.details import (
    MEDIA_TYPE,
    METHOD,
    NOT_JSON,
    PACKED,
    STALE_GAME,
    STALE_TOURNAMENT,
    STREAMS,
    TOKENS,
    TOO_LONG,
    TOO_OFTEN,
)
from service.http.answers.forbidden_details import NEEDED
from service.http.answers.not_found_details import MISSING
from service.http.answers.problem_kinds import (
    FORBIDDEN,
    ILLEGAL_ACTION,
    IMPOSSIBLE_POSITION,
    INTERNAL,
    ISSUER_UNAVAILABLE,
    KEY_USED_AGAIN,
    KINDS,
    MALFORMED,
    METHOD_NOT_ALLOWED,
    NO_EMAIL,
    NO_PROGRAM,
    NO_WITNESSES,
    NOT_FOUND,
    PRECONDITION_FAILED,
    PROGRAM_FAILED,
    RECORD_NOT_YET,
    STALE_VERSION,
    STOPPING,
    TOO_LARGE,
    TOO_MANY_CONFIRMATIONS,
    TOO_MANY_REQUESTS,
    TOO_MANY_SUBSCRIPTIONS,
    TOO_MANY_TOKENS,
    TOO_MANY_WEBHOOKS,
    TOOK_TOO_LONG,
    UNAUTHORIZED,
    UNAVAILABLE,
    UNSUPPORTED_MEDIA_TYPE,
    UNUSABLE_URL,
    UPGRADE_REQUIRED,
    VERSION_REQUIRED,
    WITNESS_UNAVAILABLE,
    ProblemKind,
)
from service.http.bounds.limits import TooManyRequests
from service.http.bounds.streams_open import TooManyStreams
from service.http.requests.queries import parameters_of
from service.http.requests.request import (
    JSON,
    AnyConnection,
    AnyRequest,
    NotJson,
    PreconditionFailed,
    TooLarge,
    UnsupportedMediaType,
    language,
)
from service.http.requests.resources import NotFound, ResourceKind
from service.links.witnesses import BadWitness, WitnessRefused, WitnessUnavailable
from service.notifications.confirmations import TooManyConfirmations
from service.notifications.mailboxes import NoSuchConfirmation
from service.notifications.notifier import NoEmail
from service.notifications.subscriptions import NoSuchSubscription, TooManySubscriptions
from service.pairing.installed import EngineFailed
from service.pairing.programs import NoProgram
from service.records.export import NotYet
from service.runtime.exchange import NO_ANSWER, ClientGone, exchange_of
from service.runtime.readiness import NotReady, Stopping
from service.server.extensions import BadRequest
from service.storage.idempotency import KeyUsedAgain, TooManyRaces
from service.storage.log import UnreadableGame
from service.storage.stale_version import StaleVersion, VersionRequired
from service.tournaments.handler import NoSuchTournament
from service.tournaments.named_accounts import NoSuchNamedAccounts
from service.webhooks.destinations import BadAddress
from service.webhooks.hooks import NoSuchWebhook, TooManyWebhooks

PROBLEM_JSON: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 1
WITNESS_RETRY_SECONDS: Final = 10
STREAMS_RETRY_AFTER_SECONDS: Final = 10
"""A guess: it is unknown when one of the caller's streams will end."""

_ProblemMaker: TypeAlias = Callable[[AnyRequest, Any], Response[bytes]]
"""Returns the problem for an exception."""

_LOG = structlog.get_logger("carolus.http")


class FieldError(msgspec.Struct, frozen=True):
    """An error in one place of the request: a JSON path, or the name of a header."""

    where: str
    message: str


class Fault(msgspec.Struct, frozen=True):
    """A rule that a submitted position breaks."""

    rule: str
    reason: str
    facts: dict[str, Any]
    message: str


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not carried out (RFC 9457)."""

    type: Annotated[
        str,
        msgspec.Meta(
            description="The address of an explanation of this type. Later versions may add types."
        ),
    ]
    title: str
    status: Annotated[int, msgspec.Meta(ge=400, le=599)]
    detail: str
    errors: tuple[FieldError, ...] | UnsetType = UNSET
    """The places with errors, as far as they are known."""
    rule: str | UnsetType = UNSET
    """The rule that refuses, of the ruleset or (TB-…) of the table."""
    reason: str | UnsetType = UNSET
    """A stable code for the reason; programs should switch on it."""
    facts: dict[str, Any] | UnsetType = UNSET
    """The facts on which the refusal is based."""
    index: int | UnsetType = UNSET
    """The index of the refused action; the first is 0."""
    faults: tuple[Fault, ...] | UnsetType = UNSET
    """All rules that a submitted position breaks."""
    version: int | UnsetType = UNSET
    """The current version of the game."""
    request_id: str | UnsetType = UNSET
    """If the service failed: the id to report to its operator."""


def fault(refusal: Refusal, preferred: Language) -> Fault:
    """Return a refusal with the sentence of its rule in this language."""
    text = sentence(refusal.rule, preferred)
    return Fault(refusal.rule, refusal.reason, dict(refusal.facts), text)


class UpgradeRequired(Exception):
    """The requested address is a WebSocket."""


def respond(
    request: AnyRequest,
    kind: ProblemKind,
    *,
    detail: str | None = None,
    headers: Mapping[str, str] | None = None,
    **members: Any,
) -> Response[bytes]:
    """Return a problem of this kind, with further members, in the language of the request."""
    preferred = language(request)
    problem = Problem(
        type=kind.type,
        title=kind.title[preferred],
        status=kind.status,
        detail=detail or kind.detail[preferred],
        request_id=exchange_of(request.scope).id if kind.status >= 500 else UNSET,
        **members,
    )
    return Response(
        msgspec.json.encode(problem),
        status_code=kind.status,
        media_type=PROBLEM_JSON,
        headers={"Content-Language": preferred, "Cache-Control": "no-store", **(headers or {})},
    )


def _malformed(request: AnyRequest, exc: Malformed) -> Response[bytes]:
    return respond(
        request,
        MALFORMED,
        detail=NOT_JSON[language(request)] if isinstance(exc, NotJson) else None,
        errors=(FieldError(exc.where or "$", str(exc)),),
    )


def _illegal(request: AnyRequest, exc: IllegalAction) -> Response[bytes]:
    refusal = exc.refusal
    return respond(
        request,
        ILLEGAL_ACTION,
        detail=sentence(refusal.rule, language(request)),
        rule=refusal.rule,
        reason=refusal.reason,
        facts=dict(refusal.facts),
        index=exc.index,
        headers=head_of(exc.head) if isinstance(exc, ActionRefused) else None,
    )


def _faults(request: AnyRequest, exc: Faults) -> Response[bytes]:
    preferred = language(request)
    faults = tuple(fault(refusal, preferred) for refusal in exc.faults)
    first = faults[0]
    return respond(
        request,
        IMPOSSIBLE_POSITION,
        rule=first.rule,
        reason=first.reason,
        facts=first.facts,
        faults=faults,
    )


def _not_found(request: AnyRequest, missing: NotFound) -> Response[bytes]:
    return respond(
        request,
        NOT_FOUND,
        detail=_in_words(MISSING[missing.what][language(request)], missing.facts),
        facts={"what": missing.what, **missing.facts},
        headers=None if missing.head is None else head_of(missing.head),
    )


def _in_words(sentence: str, facts: Mapping[str, Any]) -> str:
    """Return a sentence with the facts in it; lists are joined with commas."""
    return sentence.format_map(
        {name: ", ".join(one) if isinstance(one, tuple) else one for name, one in facts.items()}
    )


def _forbidden(request: AnyRequest, exc: Forbidden) -> Response[bytes]:
    return respond(
        request,
        FORBIDDEN,
        detail=_in_words(NEEDED[exc.needs][language(request)], exc.facts),
        facts={"needs": exc.needs, **exc.facts},
    )


def _none_with_id(what: ResourceKind) -> _ProblemMaker:
    return lambda request, exc: _not_found(request, NotFound(what, id=str(exc)))


def _no_such_named_accounts(request: AnyRequest, exc: NoSuchNamedAccounts) -> Response[bytes]:
    """Say which fields name accounts that do not exist."""
    texts = MISSING["player"][language(request)]
    first = exc.named[0].account
    return respond(
        request,
        NOT_FOUND,
        detail=texts.format(id=first),
        facts={"what": "player", "id": first},
        errors=tuple(FieldError(one.where, texts.format(id=one.account)) for one in exc.named),
    )


def _no_such_version(request: AnyRequest, exc: NoSuchVersion) -> Response[bytes]:
    current = exc.head.version
    missing = NotFound("version", exc.head, version=exc.version, current=current)
    return _not_found(request, missing)


def _stale(request: AnyRequest, exc: StaleVersion) -> Response[bytes]:
    version = exc.head.version
    headers = {"ETag": f'"{version}"', **head_of(exc.head)}
    texts = STALE_TOURNAMENT if "tournament" in request.path_params else STALE_GAME
    detail = texts[language(request)].format(version=version)
    return respond(request, STALE_VERSION, detail=detail, headers=headers, version=version)


def _unauthorized(request: AnyRequest, exc: Unauthorized) -> Response[bytes]:
    return respond(
        request,
        UNAUTHORIZED,
        detail=TOKENS[exc.fault][language(request)],
        headers={"WWW-Authenticate": 'Bearer realm="carolus"'},
    )


def _unsupported_media_type(request: AnyRequest, exc: UnsupportedMediaType) -> Response[bytes]:
    contract = contract_of(request.route_handler)
    assert contract is not None, "only an operation reads a body"
    facts: dict[str, Any] = {"expected": (JSON, *(text.media_type for text in contract.texts))}
    preferred = language(request)
    if exc.packed is None:
        expected = ", ".join(facts["expected"])
        detail = MEDIA_TYPE[preferred].format(sent=exc.kind, expected=expected)
    else:
        facts["packed"] = exc.packed
        detail = PACKED[preferred].format(packed=exc.packed)
    return respond(request, UNSUPPORTED_MEDIA_TYPE, detail=detail, facts=facts)


def _bad_request(request: AnyRequest, exc: BadRequest) -> Response[bytes]:
    refusal = exc.refusal
    kind = _KIND_OF_STATUS[refusal.status]
    if kind is MALFORMED:
        return respond(request, kind, errors=(FieldError(refusal.where, refusal.message),))
    if kind is UPGRADE_REQUIRED:
        return _upgrade_required(request)
    return respond(request, kind)


def _upgrade_required(request: AnyRequest) -> Response[bytes]:
    headers = {"Upgrade": "websocket", "Connection": "upgrade", "Sec-WebSocket-Version": "13"}
    return respond(request, UPGRADE_REQUIRED, headers=headers)


def _no_witness(request: AnyRequest, exc: Exception) -> Response[bytes]:
    _LOG.warning("witness_unavailable", error=str(exc))
    headers = {"Retry-After": str(WITNESS_RETRY_SECONDS)}
    return respond(request, WITNESS_UNAVAILABLE, headers=headers)


def _unavailable(request: AnyRequest, exc: Exception) -> Response[bytes]:
    _LOG.error("log_unavailable", error=str(exc), route=_route(request))
    return respond(request, UNAVAILABLE, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


def _not_ready(request: AnyRequest, exc: NotReady) -> Response[bytes]:
    _LOG.error("not_ready", error=str(exc))
    return respond(
        request,
        UNAVAILABLE,
        facts={"parts": exc.parts, "failed": exc.failed},
        headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
    )


def _unreadable(request: AnyRequest, exc: UnreadableGame) -> Response[bytes]:
    """Report that this version of the service cannot read the game."""
    _LOG.error("game_unreadable", error=str(exc), route=_route(request))
    return respond(
        request,
        UNAVAILABLE,
        detail=f"{UNAVAILABLE.detail[language(request)]} ({exc})",
        headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
    )


def _too_large(request: AnyRequest, exc: TooLarge) -> Response[bytes]:
    facts = {"bytes_max": exc.bytes_max}
    detail = TOO_LONG[language(request)].format_map(facts)
    return respond(request, TOO_LARGE, detail=detail, facts=facts)


def _too_many_streams(request: AnyRequest, exc: TooManyStreams) -> Response[bytes]:
    headers = {"Retry-After": str(STREAMS_RETRY_AFTER_SECONDS)}
    detail = STREAMS[language(request)]
    return respond(request, TOO_MANY_REQUESTS, detail=detail, headers=headers)


def _too_many_requests(request: AnyRequest, exc: TooManyRequests) -> Response[bytes]:
    headers = {"Retry-After": str(exc.retry_after)}
    facts = {"retry_after": exc.retry_after}
    detail = TOO_OFTEN[language(request)].format_map(facts)
    return respond(request, TOO_MANY_REQUESTS, detail=detail, headers=headers, facts=facts)


def _too_many_confirmations(request: AnyRequest, exc: TooManyConfirmations) -> Response[bytes]:
    headers = {"Retry-After": str(exc.retry_after)}
    facts = {"retry_after": exc.retry_after}
    return respond(request, TOO_MANY_CONFIRMATIONS, headers=headers, facts=facts)


def _internal(request: AnyRequest, exc: Exception) -> Response[bytes]:
    _LOG.exception("unexpected", route=_route(request), exc_info=exc)
    return respond(request, INTERNAL)


def _route(request: AnyRequest) -> str:
    """Return the pattern of the address, because the address itself may contain a secret."""
    route: str = request.scope.get("path_template", "")
    return route


_OURS_ALONE: Final = (
    PRECONDITION_FAILED,
    IMPOSSIBLE_POSITION,
    NO_EMAIL,
    UNUSABLE_URL,
    ISSUER_UNAVAILABLE,
    NO_WITNESSES,
    NO_PROGRAM,
    PROGRAM_FAILED,
    WITNESS_UNAVAILABLE,
    STOPPING,
    TOOK_TOO_LONG,
)
"""Types that share their status with another type, which the framework may mean."""

_KIND_OF_STATUS: Final = {kind.status: kind for kind in KINDS.values() if kind not in _OURS_ALONE}


def _method_not_allowed(request: AnyRequest, exc: MethodNotAllowedException) -> Response[bytes]:
    """Report an unsupported method; leave out WebSocket, which the framework lists as one."""
    named = (exc.headers or {}).get("allow", "").split(", ")
    allow = ", ".join(name for name in named if name.isupper())
    detail = METHOD[language(request)].format(method=request.method, allow=allow)
    return respond(request, METHOD_NOT_ALLOWED, detail=detail, headers={"Allow": allow})


def _http(request: AnyRequest, exc: HTTPException) -> Response[bytes]:
    """Report what the framework refuses: an unknown address, a bad parameter and so on."""
    kind = _KIND_OF_STATUS.get(exc.status_code)
    if kind is None:
        return _internal(request, exc)
    if kind is MALFORMED:
        return respond(request, kind, errors=_field_errors(request, exc))
    return respond(request, kind, headers=exc.headers)


def _field_errors(request: AnyRequest, exc: HTTPException) -> tuple[FieldError, ...]:
    """Describe the invalid query parameters; the framework validates nothing else.

    Its own messages contain Python names and types.
    """
    extra = exc.extra if isinstance(exc.extra, Sequence) else ()
    keys = [str(one.get("key")) for one in extra if isinstance(one, Mapping)]
    if not keys:
        return (FieldError("$", exc.detail),)
    known = parameters_of(request.route_handler)
    return tuple(FieldError(known[key].name, f"expected {known[key].expected}") for key in keys)


HANDLERS: Final[dict[int | type[Exception], _ProblemMaker]] = {
    Malformed: _malformed,
    IllegalAction: _illegal,
    Faults: _faults,
    StaleVersion: _stale,
    VersionRequired: lambda request, exc: respond(
        request, VERSION_REQUIRED, facts={"actions": exc.actions}
    ),
    PreconditionFailed: lambda request, exc: respond(request, PRECONDITION_FAILED),
    Unauthorized: _unauthorized,
    Forbidden: _forbidden,
    NoSuchVersion: _no_such_version,
    NoSuchGame: _none_with_id("game"),
    NoSuchTournament: _none_with_id("tournament"),
    NoProgram: lambda request, exc: respond(request, NO_PROGRAM, facts={"program": str(exc)}),
    EngineFailed: lambda request, exc: respond(
        request, PROGRAM_FAILED, facts={"program": str(exc)}
    ),
    NotFound: _not_found,
    NotYet: lambda request, exc: respond(request, RECORD_NOT_YET, headers=head_of(exc.head)),
    KeyUsedAgain: lambda request, exc: respond(request, KEY_USED_AGAIN),
    UnsupportedMediaType: _unsupported_media_type,
    TooLarge: _too_large,
    NoSuchAccount: _none_with_id("player"),
    NoSuchNamedAccounts: _no_such_named_accounts,
    NoSuchToken: _none_with_id("token"),
    TooManyTokens: lambda request, exc: respond(request, TOO_MANY_TOKENS),
    NoSuchWebhook: _none_with_id("webhook"),
    BadAddress: lambda request, exc: respond(
        request, UNUSABLE_URL, errors=(FieldError(exc.where, str(exc)),)
    ),
    TooManyWebhooks: lambda request, exc: respond(request, TOO_MANY_WEBHOOKS),
    NoSuchSubscription: _none_with_id("subscription"),
    TooManySubscriptions: lambda request, exc: respond(request, TOO_MANY_SUBSCRIPTIONS),
    NoEmail: lambda request, exc: respond(request, NO_EMAIL),
    TooManyConfirmations: _too_many_confirmations,
    NoSuchConfirmation: lambda request, exc: _not_found(request, NotFound("confirmation")),
    IssuerUnavailable: lambda request, exc: respond(
        request, ISSUER_UNAVAILABLE, headers={"Retry-After": str(ASKED_AGAIN_SECONDS)}
    ),
    NoWitnesses: lambda request, exc: respond(request, NO_WITNESSES),
    WitnessUnavailable: _no_witness,
    WitnessRefused: _no_witness,
    BadWitness: _no_witness,
    TooManyRaces: _unavailable,
    PersistenceError: _unavailable,
    NotReady: _not_ready,
    UnreadableGame: _unreadable,
    Stopping: lambda request, exc: respond(
        request, STOPPING, headers={"Retry-After": str(RETRY_AFTER_SECONDS)}
    ),
    BadRequest: _bad_request,
    UpgradeRequired: lambda request, exc: _upgrade_required(request),
    # No one reads this answer; its status is for the log and the metrics.
    ClientGone: lambda request, exc: Response(b"", status_code=NO_ANSWER),
    TooManyStreams: _too_many_streams,
    TooManyRequests: _too_many_requests,
    MethodNotAllowedException: _method_not_allowed,
    HTTPException: _http,
    Exception: _internal,
}


def response_to(connection: AnyConnection, failure: Exception) -> Response[bytes]:
    """Return the answer to a failure outside the handlers of the framework."""
    handle = next(HANDLERS[kind] for kind in type(failure).__mro__ if kind in HANDLERS)
    # The handlers use only what every connection has: its headers and its address.
    return handle(cast("AnyRequest", connection), failure)


def problem_of(connection: AnyConnection, failure: Exception) -> tuple[int, bytes]:
    """Return status and body of the problem for a failure on a connection without requests."""
    response = response_to(connection, failure)
    return response.status_code or 500, response.content
