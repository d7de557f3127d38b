"""What the tests of problems share: reading a problem, and listing games."""

from collections.abc import Callable

import httpx

from service.http.answers.problems import PROBLEM_JSON
from tests.support.http.client import Json, good

Problem = Callable[..., Json]
"""Returns the problem in a response, after checking it; see ``problem_in``."""


def problem_in(answer: httpx.Response, status: int, kind: str) -> Json:
    """Return the problem in a response, which must have this status and kind."""
    assert answer.headers["content-type"] == PROBLEM_JSON
    found = dict(answer.json())
    assert (found["type"], found["status"]) == (f"/problems/{kind}", status)
    return found


def games_of(http: httpx.Client) -> list[str]:
    """Return the ids of the first page of games."""
    return [game["id"] for game in good(http.get("/v1/games"))["games"]]
