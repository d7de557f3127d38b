"""Types of problems: what each of them means."""

from http import HTTPStatus
from typing import Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer, spoken_in
from service.http.answers.contract import Answer, Operations
from service.http.answers.kinds import KINDS
from service.http.requests.request import AnyRequest, language
from service.http.requests.resources import NotFound

operation: Final = Operations("problems")


class ProblemType(msgspec.Struct, frozen=True):
    """The meaning of a type of problem."""

    type: str
    status: int
    phrase: str
    """The reason phrase of the status (RFC 9110)."""
    title: str
    detail: str


@operation(
    "GET",
    "/problems/{name:str}",
    "What a type of problem means",
    right=EVERYBODY,
    answer=Answer("What it means.", ProblemType, headers=("Content-Language",)),
    needs_log=False,
)
def get_problem_type(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Return the meaning of a problem's ``type``."""
    kind = KINDS.get(name)
    if kind is None:
        raise NotFound("problem type")
    spoken = language(request)
    view = ProblemType(
        kind.type,
        kind.status,
        HTTPStatus(kind.status).phrase,
        kind.title[spoken],
        kind.detail[spoken],
    )
    return answer(view, headers=spoken_in(spoken))
