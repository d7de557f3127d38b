"""Profiles over HTTP: what a player has played, how the rating changed, and the leader board."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from domain.table.actions import TakeSeat
from domain.table.game import TABLE
from service.settings import Settings
from tests.support.http.client import good
from tests.support.servers.applications import application_on
from tests.support.storage.projecting import Worker, worker
from tests.support.storage.stores import on_both_engines, settings_of

RULESET = "/v1/rulesets/carolus-magnus"


@pytest.fixture
def one(http: httpx.Client, data: Path) -> Iterator[Worker]:
    """Yield another worker on the database of ``http``."""
    with worker(settings_of(data)) as found:
        yield found


def account(http: httpx.Client, name: str) -> str:
    """Create an account and return its id."""
    return str(good(http.post("/v1/players", json={"name": name}))["player"]["id"])


def results(http: httpx.Client, player: str) -> dict[tuple[str, bool], dict[str, Any]]:
    """Return the results of a profile by stratum and whether rated."""
    found = good(http.get(f"/v1/players/{player}"))["results"]
    assert {one["ruleset"] for one in found} <= {"carolus-magnus"}
    return {(one["stratum"], one["rated"]): one for one in found}


@on_both_engines
def test_the_profile_of_an_account(at: Settings) -> None:
    """It counts games by stratum, and rated games separately from those with house bots."""
    with application_on(at) as app, TestClient(app) as http, worker(at) as one:
        ana, bea, carl = (account(http, name) for name in ("Ana", "Bea", "Carl"))
        new = good(http.get(f"/v1/players/{ana}"))
        assert (new["id"], new["kind"], new["name"]) == (ana, "account", "Ana")
        assert (new["running"], new["results"]) == (0, [])
        assert (new["ratings"], new["ratings_by_stratum"]) == ([], [])
        one.end(one.start([ana, bea]), 1)
        one.end(one.start([ana, bea, carl]), 0, 1)
        (with_bot,) = one.open_games(1, players=2)
        one.perform(with_bot, TABLE, TakeSeat(1, bot="greedy"))
        one.perform(with_bot, 0, TakeSeat(0, player=ana))
        one.end(with_bot, 0)
        one.start([ana, bea])
        found = results(http, ana)
        assert {key: each["ranks"] for key, each in found.items()} == {
            ("players=2", True): [1, 0],
            ("players=3", True): [0, 1, 0],
            ("players=2", False): [0, 1],
        }
        assert {key: (each["games"], each["won"], each["lost"]) for key, each in found.items()} == {
            ("players=2", True): (1, 1, 0),
            ("players=3", True): (1, 0, 1),
            ("players=2", False): (1, 0, 1),
        }
        profile = good(http.get(f"/v1/players/{ana}"))
        assert profile["running"] == 1
        assert [rating["games"] for rating in profile["ratings"]] == [2]
        assert [each["stratum"] for each in profile["ratings_by_stratum"]] == [
            "players=2",
            "players=3",
        ]


def test_the_profile_of_a_house_bot(http: httpx.Client, one: Worker) -> None:
    """It is known by its name; it has results, but no rating, and no account."""
    (game,) = one.open_games(1, players=2)
    one.perform(game, TABLE, TakeSeat(1, bot="greedy"))
    one.perform(game, 0, TakeSeat(0, name="A guest"))
    one.end(game, 0)
    found = good(http.get("/v1/players/greedy"))
    assert (found["kind"], found["name"], found["since"]) == ("house_bot", "Alcuin", None)
    assert (found["running"], found["ratings"]) == (None, [])
    assert [(each["games"], each["won"], each["rated"]) for each in found["results"]] == [
        (1, 1, False)
    ]
    assert good(http.get("/v1/players/random"))["results"] == []


def test_guests_have_no_profile(http: httpx.Client, one: Worker) -> None:
    """Neither their name nor their seat is an address, and no list names them."""
    one.end(one.start([None, None]), 0)
    for unknown in ("guest", "Anna", "a" * 26):
        for address in (f"/v1/players/{unknown}", f"/v1/players/{unknown}/ratings"):
            assert http.get(address).status_code == 404
    assert good(http.get(f"{RULESET}/ratings"))["ratings"] == []


def test_a_profile_has_an_entity_tag(http: httpx.Client, one: Worker) -> None:
    """It changes when a result of the player changes, and not otherwise."""
    ana, bea = account(http, "Ana"), account(http, "Bea")
    address = f"/v1/players/{ana}"
    first = http.get(address)
    tag = {"If-None-Match": first.headers["ETag"]}
    one.end(one.start([bea, None]), 1)
    again = http.get(address, headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    one.end(one.start([ana, bea]), 1)
    changed = http.get(address, headers=tag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_the_ratings_of_a_player(http: httpx.Client, one: Worker) -> None:
    """Newest first, one for each rated game, across pages."""
    ana, bea = account(http, "Ana"), account(http, "Bea")
    games = [one.start([ana, bea]) for _ in range(3)]
    for game, loser in zip(games, (1, 0, 1), strict=True):
        one.end(game, loser)
    address = f"/v1/players/{ana}/ratings"
    first = good(http.get(f"{address}?limit=2"))
    second = good(http.get(f"{address}?limit=2&cursor={first['next']}"))
    found = first["ratings"] + second["ratings"]
    assert second["next"] is None
    assert [step["game"] for step in found] == games[::-1]
    assert [step["games"] for step in found] == [3, 2, 1]
    assert found[0]["mu"] > found[1]["mu"] < found[2]["mu"]
    (now,) = good(http.get(f"/v1/players/{ana}"))["ratings"]
    assert found[0] == now | {"game": games[2]}
    assert good(http.get(f"{address}?ruleset=teg"))["ratings"] == []


def test_the_leader_board_of_a_stratum(http: httpx.Client, one: Worker) -> None:
    """Only its games count for the ratings, which the profiles of its players show, too."""
    ana, bea, carl = (account(http, name) for name in ("Ana", "Bea", "Carl"))
    one.end(one.start([ana, bea]), 1)
    one.end(one.start([carl, bea, ana]), 2, 1)
    one.end(one.start([carl, None]), 1)

    def board(stratum: str) -> list[dict[str, Any]]:
        found = good(http.get(f"{RULESET}/ratings", params={"stratum": stratum}))["ratings"]
        assert {each["stratum"] for each in found} <= {stratum}
        return list(found)

    strata = good(http.get(f"{RULESET}/ratings?limit=1"))["strata"]
    assert strata == ["players=2", "players=3"], "the game with a guest is not rated"
    two, three = board("players=2"), board("players=3")
    assert [(each["rank"], each["name"]) for each in two] == [(1, "Ana"), (2, "Bea")]
    assert three[0]["name"] == "Carl"
    assert [each["rank"] for each in three] == [1, 2, 2], "players who resign are level"
    assert board("players=4,seating=opposite") == []
    profile = good(http.get(f"/v1/players/{ana}"))
    mine = [each for found in (two, three) for each in found if each["player"] == ana]
    for each, listed in zip(profile["ratings_by_stratum"], mine, strict=True):
        assert listed == each | {"rank": listed["rank"], "name": "Ana"}
    assert [each["stratum"] for each in profile["ratings"]] == [None]
    steps = good(http.get(f"/v1/players/{ana}/ratings", params={"stratum": "players=3"}))
    assert [(each["stratum"], each["games"]) for each in steps["ratings"]] == [("players=3", 1)]
    for wrong in ("", "players 2", "x" * 201):
        assert http.get(f"{RULESET}/ratings", params={"stratum": wrong}).status_code == 400


def test_the_leader_board_of_a_season(http: httpx.Client, data: Path) -> None:
    """It lists what players did in one quarter, in all games or in those of a stratum."""
    ana, bea = (account(http, name) for name in ("Ana", "Bea"))
    now = "2026-06-30T12:00:00.000000Z"
    with worker(settings_of(data), now=lambda: now) as one:
        one.end(one.start([ana, bea]), 1)
        now = "2026-07-01T12:00:00.000000Z"
        one.end(one.start([bea, ana]), 1)

    def board(**query: str) -> list[tuple[int, str, int]]:
        found = good(http.get(f"{RULESET}/ratings", params=query))["ratings"]
        assert {each["season"] for each in found} <= {query.get("season")}
        return [(each["rank"], each["name"], each["games"]) for each in found]

    assert good(http.get(f"{RULESET}/ratings"))["seasons"] == ["2026-Q3", "2026-Q2"]
    assert board(season="2026-Q2") == [(1, "Ana", 1), (2, "Bea", 1)]
    assert board(season="2026-Q3", stratum="players=2") == [(1, "Bea", 1), (2, "Ana", 1)]
    assert board(season="2025-Q2") == board(season="2026-Q3", stratum="players=3") == []
    assert {games for _, _, games in board()} == {2}
    steps = good(http.get(f"/v1/players/{ana}/ratings?season=2026-Q2"))["ratings"]
    assert [(each["season"], each["games"]) for each in steps] == [("2026-Q2", 1)]
    for wrong in ("2026", "2026-Q5", "2026-q1", "2026-Q1\n"):
        assert http.get(f"{RULESET}/ratings", params={"season": wrong}).status_code == 400


@pytest.mark.parametrize("query", ["cursor=x", "ruleset=a%00b", "limit=0", "games=1"])
def test_wrong_parameters_are_refused(lasting: httpx.Client, query: str) -> None:
    """They are in every list."""
    ana = account(lasting, "Ana")
    assert lasting.get(f"/v1/players/{ana}/ratings?{query}").status_code == 400
