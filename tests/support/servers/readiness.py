"""Checks of a worker while its log is not writable, and when it works again."""

from collections.abc import Iterable
from http import HTTPStatus

import httpx

from tests.support.http.client import good

LISTS = ("/v1/games", "/v1/records", "/v1/rulesets/carolus-magnus/counts")
OPENING = {"ruleset": "carolus-magnus"}


def must_be_unavailable(answer: httpx.Response) -> None:
    """Assert that a response says that the log is unavailable, and when to retry."""
    assert answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE, answer.text
    assert answer.json()["type"] == "/problems/unavailable"
    assert int(answer.headers["Retry-After"]) > 0


def must_not_be_ready(http: httpx.Client) -> None:
    """Assert that the worker is alive, and reports that its log fails."""
    good(http.get("/healthz"))
    must_name_the_log(http.get("/readyz"))


def must_name_the_log(answer: httpx.Response) -> None:
    """Assert that a response says that the worker is not ready, only because of its log."""
    must_be_unavailable(answer)
    parts = answer.json()["facts"]["parts"]
    assert [name for name, state in parts.items() if state == "failed"] == ["log"]


def must_show_games(http: httpx.Client, games: Iterable[str]) -> None:
    """Assert that games and lists are readable even when the log is not writable."""
    for path in _paths(games):
        good(http.get(path))


def shows_games(http: httpx.Client, games: Iterable[str]) -> bool:
    """Return whether games and lists are readable; nothing else than a 503 may prevent it."""
    answers = [http.get(path) for path in _paths(games)]
    for answer in answers:
        assert answer.is_success or answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    return all(answer.is_success for answer in answers)


def _paths(games: Iterable[str]) -> list[str]:
    return [*LISTS, *(f"/v1/games/{game}/events" for game in games)]


def must_work_at_once(http: httpx.Client) -> str:
    """Assert that the very next action succeeds and the list has its game; return the game."""
    game = str(good(http.post("/v1/games", json=OPENING))["game"]["id"])
    assert good(http.get("/readyz"))["parts"]["log"] == "ok"
    assert game in [one["id"] for one in good(http.get("/v1/games"))["games"]]
    return game
