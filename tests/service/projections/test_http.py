"""Projections over HTTP: lists are current and paged, and a failure stops only one projection."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from litestar.testing import TestClient
from structlog.testing import capture_logs

from service.http.parts import parts_in
from service.projections.driver import FAILED, LAG, LAG_SECONDS
from service.projections.ratings import Ratings
from service.projections.reading import batch_after
from tests.support.http.client import create, good, start
from tests.support.http.metrics import in_progress, until_metrics_have
from tests.support.servers.applications import application_on
from tests.support.storage.projecting import ACCOUNTS, Worker, lags, worker
from tests.support.storage.stores import settings_of

ANA, BEA, CARL = ACCOUNTS[:3]
RULESET = "/v1/rulesets/carolus-magnus"
WAITING = 40
"""A number of requests that exceeds the threads of a worker."""


@pytest.fixture
def one(http: httpx.Client, data: Path) -> Iterator[Worker]:
    """Yield another worker on the database of ``http``."""
    with worker(settings_of(data)) as found:
        yield found


def account(http: httpx.Client) -> str:
    """Create an account and return its id."""
    return str(good(http.post("/v1/players", json={"name": "Ana"}))["player"]["id"])


def paged(http: httpx.Client, address: str, name: str) -> list[Any]:
    """Follow the links and return the items of all pages; check that link and cursor match."""
    found: list[Any] = []
    following: str | None = address
    while following is not None:
        answer = http.get(following)
        page = good(answer)
        found += page[name]
        link = answer.links.get("next")
        following = link["url"] if link else None
        cursor = parse_qs(urlsplit(following).query)["cursor"][0] if following else None
        assert page["next"] == cursor
    return found


@pytest.mark.parametrize("whose", ["/v1/games", "/v1/players/{player}/games"])
def test_a_list_asks_the_log_once_about_all_its_games(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """However many games it shows, if they are in memory and nobody has changed them."""
    ana = good(http.post("/v1/players", json={"name": "Ana"}))
    address = whose.format(player=ana["player"]["id"])
    for _ in range(5):
        table = create(http)
        good(table.sit(0, headers={"Carolus-Player": ana["secret"]}))
    assert len(good(http.get(address))["games"]) == 5
    assert isinstance(http, TestClient)
    parts = parts_in(http.app)
    # The driver of the other projections reads the log, too.
    runner = parts.projections.runner
    runner.catch_up(*runner.projections)
    recorder: Any = parts.handler.log._recorder
    asked: list[str] = []

    def count(name: str) -> None:
        select = getattr(recorder, name)

        def counted(*values: Any, **named: Any) -> Any:
            asked.append(name)
            return select(*values, **named)

        monkeypatch.setattr(recorder, name, counted)

    count("select_events")
    count("select_versions")
    assert len(good(http.get(address))["games"]) == 5
    about_account = ["select_versions"] if "player" in whose else []
    assert asked == [*about_account, "select_versions"]


def test_games_are_filtered(http: httpx.Client, one: Worker) -> None:
    """By player, free seats and seating; commits of other workers are visible at once."""
    free = create(http, players=3)
    theirs = one.start([ANA, BEA])
    start(http)

    def chosen(**query: Any) -> list[str]:
        return [game["id"] for game in good(http.get("/v1/games", params=query))["games"]]

    assert chosen(seats_free=3) == [free.id]
    good(free.sit(0))
    assert chosen(seats_free=3) == []
    assert chosen(seats_free=2, status="open", ruleset="carolus-magnus") == [free.id]
    assert chosen(player=ANA) == [theirs]
    assert chosen(player=CARL) == []
    joinable = create(http, terms={"seating": "anyone"})
    assert chosen(seating="anyone") == [joinable.id]
    assert chosen(seating="links", seats_free=1) == [free.id]
    for wrong in ({"player": "Ana"}, {"seats_free": 0}, {"seating": "all"}, {"ruleset": "a\x00b"}):
        assert http.get("/v1/games", params=wrong).status_code == 400


def test_the_games_of_a_player(http: httpx.Client, one: Worker) -> None:
    """Newest first, with the result of each."""
    player = account(http)
    won, lost, running = (one.start(two) for two in ([player, BEA], [player, BEA], [BEA, player]))
    one.end(won, 1)
    one.end(lost, 0)
    address = f"/v1/players/{player}/games"
    found = paged(http, f"{address}?limit=1", "games")
    assert [(each["game"]["id"], each["result"]) for each in found] == [
        (running, None),
        (lost, "lost"),
        (won, "won"),
    ]
    assert [seat["player"] for seat in found[0]["game"]["seats"]] == [BEA, player]
    assert [one["game"]["id"] for one in good(http.get(f"{address}?status=over"))["games"]] == [
        lost,
        won,
    ]
    for unknown in ("nobody", ANA):
        assert http.get(f"/v1/players/{unknown}/games").status_code == 404


def test_opponents(http: httpx.Client, one: Worker) -> None:
    """Most frequent first, across pages."""
    player = account(http)
    for opponent in (BEA, CARL, CARL):
        one.end(one.start([player, opponent]), 1)
    address = f"/v1/players/{player}/opponents"
    found = paged(http, f"{address}?limit=1", "opponents")
    assert [(each["opponent"], each["games"], each["won"]) for each in found] == [
        (CARL, 2, 2),
        (BEA, 1, 1),
    ]
    named = account(http)
    one.end(one.start([player, named]), 1)
    names = {each["opponent"]: each["name"] for each in paged(http, address, "opponents")}
    assert names == {BEA: None, CARL: None, named: "Ana"}
    assert good(http.get(f"{address}?ruleset=another"))["opponents"] == []
    for unknown in ("nobody", ANA):
        assert http.get(f"/v1/players/{unknown}/opponents").status_code == 404


def test_the_best_players(http: httpx.Client, one: Worker) -> None:
    """Across pages, with their ratings."""
    player = account(http)
    assert good(http.get(f"/v1/players/{player}"))["ratings"] == []
    one.end(one.start([player, BEA]), 1)
    found = paged(http, f"{RULESET}/ratings?limit=1", "ratings")
    assert [each["player"] for each in found] == [player, BEA]
    (rating,) = good(http.get(f"/v1/players/{player}"))["ratings"]
    assert found[0] == rating | {"rank": 1, "name": "Ana"}
    assert (found[1]["rank"], found[1]["name"]) == (2, None), "no account has this id"
    assert found[0]["mu"] > 25 > found[1]["mu"]
    assert found[0]["ordinal"] == pytest.approx(found[0]["mu"] - 3 * found[0]["sigma"])
    assert found[0]["games"] == 1


def test_an_invalid_cursor_is_refused(http: httpx.Client) -> None:
    """A well-formed cursor that the service never issued does no harm."""
    player = account(http)
    for address, made_up in (
        (f"{RULESET}/ratings", (f"{'f' * 16}{ANA}", f"{'0' * 16}{ANA}")),
        (f"/v1/players/{player}/opponents", (f"{'f' * 15}{ANA}x",)),
    ):
        for cursor in ("x", "0", f"{'g' * 16}{ANA}", f"{made_up[0]}!"):
            assert http.get(f"{address}?cursor={cursor}").status_code == 400
        for cursor in made_up:
            good(http.get(f"{address}?cursor={cursor}"))


def test_counts(http: httpx.Client) -> None:
    """By state, reason and option."""
    create(http, players=3)
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    found = good(http.get(f"{RULESET}/counts"))
    assert (found["games"], found["by_status"]) == (2, {"open": 1, "over": 1})
    assert found["by_reason"] == {"resignation": 1}
    assert found["by_option"]["players"] == [
        {"value": 2, "games": 1, "by_status": {"over": 1}},
        {"value": 3, "games": 1, "by_status": {"open": 1}},
    ]
    assert http.get("/v1/rulesets/chess/counts").status_code == 404
    assert http.get("/v1/rulesets/chess/ratings").status_code == 404


@pytest.mark.long
def test_a_failed_projection_stops_alone(
    http: httpx.Client, one: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its endpoints return 503. The service stays ready, and /readyz and the metrics name it."""
    failing = threading.Event()
    failing.set()
    apply = Ratings.apply

    def applied(*arguments: Any) -> None:
        if failing.is_set():
            raise ZeroDivisionError("a mistake")
        apply(*arguments)

    monkeypatch.setattr(Ratings, "apply", applied)
    with capture_logs():
        game = one.start([ANA, BEA])
        response = http.get(f"{RULESET}/ratings")
        assert response.status_code == 503
        assert response.headers["Retry-After"]
        assert [each["id"] for each in good(http.get("/v1/games"))["games"]] == [game]
        assert good(http.get("/readyz")) == {
            "status": "ok",
            "parts": {"log": "ok", "redis": "none", "projections": "stopped"},
            "failed": ["ratings.v4"],
        }
        until_metrics_have(http, 'carolus_projection_failed{projection="ratings.v4"} 1.0')
        failing.clear()
        until_metrics_have(http, 'carolus_projection_failed{projection="ratings.v4"} 0.0')
    assert good(http.get("/readyz"))["failed"] == []
    assert good(http.get(f"{RULESET}/ratings"))["ratings"] == []


@contextmanager
def rows_wait(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let projections wait before they read the log.

    They hold no transaction meanwhile: in SQLite, it would block every other writer.
    """
    going_on = threading.Event()

    def slowly(*arguments: Any) -> Any:
        assert going_on.wait(120)
        return batch_after(*arguments)

    monkeypatch.setattr("service.projections.runner.batch_after", slowly)
    try:
        yield
    finally:
        going_on.set()


def test_requests_that_wait_for_rows_block_no_others(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other requests succeed while many clients wait for lists that are not built yet."""
    with ThreadPoolExecutor(WAITING + 1) as threads, rows_wait(monkeypatch):
        table = start(http)
        idle = in_progress(http)  # at times with the request before it, which ends after its answer
        waiting = [threads.submit(http.get, "/v1/games") for _ in range(WAITING)]
        until(lambda: in_progress(http) >= idle + WAITING - 1)
        asked = threads.submit(http.get, f"/v1/games/{table.id}/events")
        assert good(asked.result(30))["events"]
    assert {each.result().status_code for each in waiting} <= {200, 503}


def test_a_worker_answers_while_rows_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may start on a long log that a new projection has not read."""
    settings = settings_of(tmp_path)
    with worker(settings) as before:
        game = before.start([ANA, BEA])
    with application_on(settings) as app, ExitStack() as stack:
        with rows_wait(monkeypatch):
            http = stack.enter_context(TestClient(app))
            assert good(http.get(f"/v1/games/{game}"))["id"] == game
            create(http)
        assert len(good(http.get("/v1/games"))["games"]) == 2


@pytest.mark.long
def test_projections_advance_in_the_background(http: httpx.Client, one: Worker) -> None:
    """They read what this worker and others commit, without any request."""
    runner = one.projections.runner
    at_the_end = {each.name: 0 for each in runner.projections}
    create(http)
    until(lambda: lags(runner) == at_the_end)
    one.open_games(1)
    until(lambda: lags(runner) == at_the_end)
    for each in (LAG, LAG_SECONDS, FAILED):
        until_metrics_have(http, f'{each._name}{{projection="lobby.v6"}} 0.0')


def until(happens: Callable[[], bool]) -> None:
    """Wait until this is true."""
    pause = threading.Event()
    deadline = time.monotonic() + 30
    while not happens():
        assert time.monotonic() < deadline
        pause.wait(0.05)
