"""What an operation promises, declared with its handler.

The handlers read bodies and write answers themselves, so the framework knows neither. Each one
declares here what it takes and what it gives; what follows from that is in ``derived``. The OpenAPI
document is made from both.
"""

import re
from collections.abc import Callable, Mapping
from inspect import iscoroutinefunction, signature
from typing import Any, Literal, TypeAlias

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.types import Empty, EmptyType

from domain.ruleset import AnyRuleset
from service.access.rights import Right
from service.http.answers.kinds import ProblemKind
from service.http.requests.methods import CONTRACT
from service.http.requests.request import JSON

Method: TypeAlias = Literal["GET", "PUT", "POST", "DELETE"]
AnyHandler: TypeAlias = Callable[..., Any]


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
    """A question mark at the end of a name marks a header that need not be there."""
    texts: tuple[Lines, ...] = ()
    """Other forms of the body, for clients that ask for them."""
    links: Mapping[str, Link] = {}
    media_type: str = JSON
    """That of the JSON body."""
    status: int = 200


class Contract(msgspec.Struct, frozen=True, kw_only=True):
    """What an operation declares: all that does not follow from the rest."""

    id: str
    method: Method
    path: tuple[str, ...]
    """The names of the parameters in its path."""
    paged: bool
    """Whether it takes a cursor, and so gives a list page by page."""
    right: Right
    answers: tuple[Answer, ...]
    problems: tuple[ProblemKind, ...] = ()
    body: Any = None
    texts: tuple[Lines, ...] = ()
    body_of: Callable[[AnyRuleset], Any] | None = None
    headers: tuple[str, ...] = ()
    named: str = ""
    cost: int = 1
    needs_log: bool = True

    @property
    def reads_body(self) -> bool:
        """Whether it takes a JSON body."""
        return self.body is not None or self.body_of is not None


class Operations:
    """The operations of one module, in the order of the document.

    A module has one, called ``operation``, and decorates its handlers with it.
    """

    def __init__(self, tag: str) -> None:
        self.handlers: list[HTTPRouteHandler] = []
        self._tag = tag

    def __call__(
        self,
        method: Method,
        path: str,
        summary: str,
        *,
        right: Right,
        answer: Answer,
        others: tuple[Answer, ...] = (),
        problems: tuple[ProblemKind, ...] = (),
        body: Any = None,
        texts: tuple[Lines, ...] = (),
        body_of: Callable[[AnyRuleset], Any] | None = None,
        headers: tuple[str, ...] = (),
        named: str = "",
        cost: int = 1,
        needs_log: bool = True,
        tag: str = "",
        body_bytes_max: int | EmptyType | None = Empty,
    ) -> Callable[[AnyHandler], HTTPRouteHandler]:
        """Return what makes a function the handler of an operation.

        The name of the function gives the id of the operation, its docstring the description.

        Args:
            method: The method.
            path: The path, with its parameters as the framework writes them: ``{game:str}``.
            summary: What the operation is for, in a few words.
            right: Who may ask for it.
            answer: What comes back if it is carried out.
            others: Answers with other statuses.
            problems: Those that do not follow from right, path, headers and body.
            body: The type of the JSON body.
            texts: Other forms of the body.
            body_of: The type of the JSON body, where it depends on the ruleset.
            headers: Request headers that it heeds, beyond ``Accept-Language``.
            named: Documented once per ruleset, whose name takes the place of ``{}`` in this id.
            cost: How many requests it counts for; 0 for what watches the service, which is not
                limited.
            needs_log: False for what is answered without the log, also while that is down.
            tag: That of this operation, if it is not the one of the module.
            body_bytes_max: The longest body, if it is not that of the service; None for one that
                the handler limits.
        """

        def declared(function: AnyHandler) -> HTTPRouteHandler:
            contract = Contract(
                id=_camel_case(function.__name__),
                method=method,
                path=tuple(re.findall(r"{(\w+):\w+}", path)),
                paged="cursor" in signature(function).parameters,
                right=right,
                answers=(answer, *others),
                problems=problems,
                body=body,
                texts=texts,
                body_of=body_of,
                headers=headers,
                named=named,
                cost=cost,
                needs_log=needs_log,
            )
            handler = HTTPRouteHandler(
                path,
                http_method=method,
                operation_id=contract.id,
                summary=summary,
                tags=[tag or self._tag],
                status_code=answer.status,
                sync_to_thread=None if iscoroutinefunction(function) else False,
                request_max_body_size=body_bytes_max,
                opt={CONTRACT: contract},
            )(function)
            self.handlers.append(handler)
            return handler

        return declared


def contract_of(handler: Any) -> Contract | None:
    """Return what the handler of an operation declares; None for one that is no part of the API."""
    found: Contract | None = handler.opt.get(CONTRACT)
    return found


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
