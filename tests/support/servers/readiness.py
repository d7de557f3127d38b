"""What a worker says of itself while its log cannot be written, and when it can be again."""

from collections.abc import Iterable
from http import HTTPStatus

import httpx

from tests.support.http.client import good

LISTS = ("/v1/games", "/v1/records", "/v1/rulesets/carolus-magnus/counts")
OPENING = {"ruleset": "carolus-magnus"}


def must_be_unavailable(answer: httpx.Response) -> None:
    """It says that the log does not work now, and when to come again."""
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE, answer.text
    assert answer.json()["type"] == "/problems/unavailable"
    assert int(answer.headers["Retry-After"]) > 0


def must_not_be_ready(http: httpx.Client) -> None:
    """The worker lives, and says which part of it fails."""
    good(http.get("/healthz"))
    must_name_the_log(http.get("/readyz"))


def must_name_the_log(answer: httpx.Response) -> None:
    """It says that the worker is not ready, because of its log alone."""
    must_be_unavailable(answer)
    parts = answer.json()["facts"]["parts"]
    assert [name for name, state in parts.items() if state == "failed"] == ["log"]


def must_show_games(http: httpx.Client, games: Iterable[str]) -> None:
    """Games and lists can be read, whatever cannot be written."""
    for path in LISTS:
        good(http.get(path))
    for game in games:
        good(http.get(f"/v1/games/{game}/events"))


def must_work_at_once(http: httpx.Client) -> str:
    """The very next action succeeds; return the game that it opened, which the list has."""
    game = str(good(http.post("/v1/games", json=OPENING))["game"]["id"])
    assert good(http.get("/readyz"))["parts"]["log"] == "ok"
    assert game in [one["id"] for one in good(http.get("/v1/games"))["games"]]
    return game
