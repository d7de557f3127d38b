"""Types of problems and their explanations."""

from http import HTTPStatus
from typing import Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer, language_headers
from service.http.answers.contract import Answer, Operations
from service.http.answers.problem_kinds import KINDS, ProblemKind
from service.http.requests.request import AnyRequest, language
from service.http.requests.resources import NotFound

operation: Final = Operations("problems")


class ProblemType(msgspec.Struct, frozen=True):
    """The explanation of a type of problem."""

    type: str
    status: int
    phrase: str
    """The reason phrase of the status (RFC 9110)."""
    title: str
    detail: str


@operation(
    "GET",
    "/problems/{name:str}",
    "Explain a type of problem",
    right=EVERYBODY,
    answer=Answer("The explanation.", ProblemType, headers=("Content-Language",)),
    needs_log=False,
)
def get_problem_type(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return the explanation of a problem's ``type``."""
    kind = KINDS.get(name)
    if kind is None:
        raise NotFound("problem_type", id=name, known=tuple(KINDS))
    return explanation(request, kind)


def explanation(request: AnyRequest, kind: ProblemKind) -> Response[bytes]:
    """Return the explanation of a type of problem, in the language of the request."""
    preferred = language(request)
    view = ProblemType(
        kind.type,
        kind.status,
        HTTPStatus(kind.status).phrase,
        kind.title[preferred],
        kind.detail[preferred],
    )
    return answer(view, headers=language_headers(preferred))
