"""What an operation promises, declared beside its handler.

The handlers read bodies and write answers themselves, so the framework knows neither. Each one
says here what it takes and what it gives; ``openapi`` makes the document from it, and nothing of
it is used while a request is answered.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.ruleset import AnyRuleset
from service.access.rights import Right
from service.http.answers.kinds import (
    FOR_ALL,
    FORBIDDEN,
    ISSUER_UNAVAILABLE,
    REQUEST_TIMEOUT,
    TOOK_TOO_LONG,
    UNAUTHORIZED,
    ProblemKind,
)
from service.http.requests.request import JSON


class Link(msgspec.Struct, frozen=True):
    """Where to go on from an answer: an operation and what of the answer it takes."""

    operation: str
    description: str
    parameters: Mapping[str, Any]
    body: str | None = None
    """An expression that says which part of the answer to send; a body by itself, which OpenAPI
    allows too, is more than openapi-generator reads."""


class Lines(msgspec.Struct, frozen=True):
    """Text in another media type than JSON."""

    media_type: str
    description: str


class Answer(msgspec.Struct, frozen=True):
    """What comes back with one status."""

    description: str
    shape: Any = None
    """The type of the JSON body, or None."""
    headers: tuple[str, ...] = ()
    texts: tuple[Lines, ...] = ()
    """Other forms of the body, for clients that ask for them."""
    links: Mapping[str, Link] = {}
    media_type: str = JSON
    """That of the JSON body."""


class Contract(msgspec.Struct, frozen=True, kw_only=True):
    """What an operation takes and gives."""

    right: Right
    """Who may ask for it."""
    answers: Mapping[int, Answer]
    problems: tuple[ProblemKind, ...] = ()
    """Beyond those of the right."""
    body: Any = None
    """The type of the JSON body, or None."""
    texts: tuple[Lines, ...] = ()
    """Other forms of the body."""
    body_of: Callable[[AnyRuleset], Any] | None = None
    """The same where it depends on the ruleset."""
    headers: tuple[str, ...] = ()
    """Request headers that it heeds, beyond ``Accept-Language``."""
    named: str = ""
    """Documented once per ruleset, whose name takes the place of ``{}`` in this operation id."""
    cost: int = 1
    """How many requests it counts for; 0 for what watches the service, which is not limited."""

    @property
    def reads_body(self) -> bool:
        """Whether it takes a JSON body."""
        return self.body is not None or self.body_of is not None

    @property
    def all_problems(self) -> tuple[ProblemKind, ...]:
        """All problems that it can answer with, also those of what lies around it."""
        of_right = () if self.right.tokens == "none" else (UNAUTHORIZED, FORBIDDEN)
        return (
            *of_right,
            *self.problems,
            *((ISSUER_UNAVAILABLE,) if of_right else ()),
            *((REQUEST_TIMEOUT,) if self.reads_body else ()),
            *(FOR_ALL if self.cost else (TOOK_TOO_LONG,)),
        )
