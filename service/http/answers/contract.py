"""The contract of an operation, declared with its handler.

Handlers read bodies and encode responses themselves, so the framework knows the types of neither.
Each handler declares its inputs and outputs here; ``derived`` adds what follows from them. The
OpenAPI document is made from both.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import format_datetime
from inspect import iscoroutinefunction, signature
from typing import Any, Final, Literal, TypeAlias

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.types import Empty, EmptyType

from domain.ruleset import AnyRuleset
from service.access.rights import Right
from service.http.answers.problem_kinds import ProblemKind
from service.http.requests.methods import CONTRACT
from service.http.requests.request import JSON

Method: TypeAlias = Literal["GET", "PUT", "POST", "DELETE"]
NO_STORE: Final = "no-store"
"""The value of ``Cache-Control`` for what no cache may store (RFC 9111, section 5.2.2.5)."""
POLICY: Final = "/schema/reference/versions.md"
"""The address of what this version of the API promises."""

AnyHandler: TypeAlias = Callable[..., Any]


class Link(msgspec.Struct, frozen=True):
    """A link from an answer to an operation, with the parameters taken from the answer."""

    operation: str
    description: str
    parameters: Mapping[str, Any]
    body: str | None = None
    """An expression for the part of the answer to send. OpenAPI also allows a literal body, but
    openapi-generator cannot read one."""


class Lines(msgspec.Struct, frozen=True):
    """Text in a media type other than JSON."""

    media_type: str
    description: str


class Answer(msgspec.Struct, frozen=True):
    """The response with one status."""

    description: str
    shape: Any = None
    """The type of the JSON body, or None."""
    headers: tuple[str, ...] = ()
    """Names of headers; a question mark at the end marks an optional one."""
    texts: tuple[Lines, ...] = ()
    """Other forms of the body, for clients that request them."""
    links: Mapping[str, Link] = {}
    media_type: str = JSON
    """The media type of the JSON body."""
    status: int = 200


class Deprecation(msgspec.Struct, frozen=True):
    """Since when clients should no longer use an operation, and when it ends."""

    since: datetime
    sunset: datetime
    instead: str
    """What to use instead, in a sentence."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers that announce it (RFC 9745, RFC 8594)."""
        return {
            "Deprecation": f"@{int(self.since.timestamp())}",
            "Sunset": format_datetime(self.sunset, usegmt=True),
            "Link": f'<{POLICY}>; rel="deprecation"; type="text/markdown"',
        }


class Contract(msgspec.Struct, frozen=True, kw_only=True):
    """The declaration of an operation; ``derived`` adds what follows from it."""

    id: str
    method: Method
    path: tuple[str, ...]
    """The names of the parameters in its path."""
    paged: bool
    """Whether it takes a cursor, and so returns a list page by page."""
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
    deprecated: Deprecation | None = None
    secret: bool = False

    @property
    def is_private(self) -> bool:
        """Whether no cache may store its answers: they are for an account, or have a secret."""
        has_content = any(one.shape is not None or one.texts for one in self.answers)
        return has_content and (self.secret or self.right.tokens == "account")

    @property
    def always(self) -> Mapping[str, str]:
        """The headers that all its answers have, except problems; a handler can replace them."""
        stored = {"Cache-Control": NO_STORE} if self.is_private else {}
        return stored if self.deprecated is None else {**stored, **self.deprecated.headers}

    @property
    def reads_body(self) -> bool:
        """Whether it takes a body."""
        return bool(self.body is not None or self.body_of is not None or self.texts)


class Operations:
    """The operations of one module, in the order of the document.

    Each module creates one instance, ``operation``, and decorates its handlers with it.
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
        deprecated: Deprecation | None = None,
        secret: bool = False,
        body_bytes_max: int | EmptyType | None = Empty,
    ) -> Callable[[AnyHandler], HTTPRouteHandler]:
        """Return a decorator that makes a function the handler of an operation.

        The name of the function gives the id of the operation, its docstring the description.

        Args:
            method: The HTTP method.
            path: The path, with its parameters in the framework's form: ``{game:str}``.
            summary: The purpose of the operation, in a few words.
            right: Who may call it.
            answer: The response on success.
            others: Further responses that are not problems.
            problems: Problems that do not follow from right, path, headers and body.
            body: The type of the JSON body.
            texts: Other forms of the body; its only forms if it has no type.
            body_of: The type of the JSON body, if it depends on the ruleset.
            headers: Request headers that it uses, besides ``Accept-Language``.
            named: An id with ``{}`` for the name of the ruleset; the operation is then documented
                once per ruleset.
            cost: How many requests it counts for; 0 for unlimited monitoring.
            needs_log: False if it works without the log, even while the log is down.
            tag: The tag of this operation, if not the one of the module.
            deprecated: Since when it should no longer be used, if so.
            secret: Whether its answer must not be stored, as that for an account never is: it has
                a secret, or what is true only now.
            body_bytes_max: The longest body, if not the service's default; None if the handler
                sets the limit.
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
                deprecated=deprecated,
                secret=secret,
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
                deprecated=deprecated is not None,
                response_headers=contract.always,
                opt={CONTRACT: contract},
            )(function)
            self.handlers.append(handler)
            return handler

        return declared


def contract_of(handler: Any) -> Contract | None:
    """Return the contract of a handler; None if the handler is not part of the API."""
    found: Contract | None = handler.opt.get(CONTRACT)
    return found


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
