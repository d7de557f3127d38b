"""Problems (RFC 9457) of a witness: the service's own handlers, and those for its refusals."""

from collections.abc import Mapping
from typing import Any, Final

import structlog
from litestar import Response
from msgspec import UNSET

from domain.record.statement import BadSignature
from service.http.answers.problem_kinds import ProblemKind
from service.http.answers.problems import HANDLERS as OF_SERVICE
from service.http.answers.problems import RETRY_AFTER_SECONDS, respond
from service.http.requests.request import AnyRequest
from service.witness.giving import LinkRefused
from service.witness.problem_kinds import KINDS, NOT_SIGNED, TABLE_UNAVAILABLE, UNKNOWN_SERVICE
from service.witness.table import Unusable

_LOG = structlog.get_logger("carolus.witness")


class UnknownService(Exception):
    """No configured service has the key with this thumbprint."""


class CheckpointRefused(Exception):
    """The witness does not cosign a checkpoint. ``facts`` are the values behind the reason."""

    def __init__(self, kind: ProblemKind, reason: str, facts: Mapping[str, Any]) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.facts = facts


def _refused(request: AnyRequest, exc: LinkRefused) -> Response[bytes]:
    return respond(request, KINDS[exc.name], reason=exc.reason or UNSET, facts=exc.facts)


def _not_signed(request: AnyRequest, exc: BadSignature) -> Response[bytes]:
    return respond(request, NOT_SIGNED, reason=exc.reason, facts=exc.facts)


def _unknown_service(request: AnyRequest, exc: UnknownService) -> Response[bytes]:
    return respond(request, UNKNOWN_SERVICE, facts={"kid": str(exc)})


def _checkpoint(request: AnyRequest, exc: CheckpointRefused) -> Response[bytes]:
    return respond(request, exc.kind, reason=exc.reason, facts=dict(exc.facts))


def _unusable(request: AnyRequest, exc: Unusable) -> Response[bytes]:
    _LOG.error("table_unavailable", error=str(exc))
    return respond(request, TABLE_UNAVAILABLE, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


HANDLERS: Final[dict[int | type[Exception], Any]] = {
    **OF_SERVICE,
    LinkRefused: _refused,
    BadSignature: _not_signed,
    UnknownService: _unknown_service,
    CheckpointRefused: _checkpoint,
    Unusable: _unusable,
}
