"""The game of a tournament's table over HTTP: each seat is for one account, without a link."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from litestar.testing import TestClient

from domain.rulesets.registry import BY_ID
from domain.table.opening import OpeningTerms
from domain.table.reserving import TournamentTable
from service.access.policy import Policy
from service.http.parts import parts_in
from tests.support.http.client import Json, good
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

RULES = BY_ID["carolus-magnus"]
PLACE = TournamentTable("club-2026", 2, 3)
NAMES = ("Ana", "Bea")


class Scene(NamedTuple):
    """A game whose seats are reserved for two of three accounts."""

    http: httpx.Client
    game: str
    accounts: list[Json]

    def sit(self, seat: int, who: int | None, **body: str) -> httpx.Response:
        """Take a seat with the token of an account, or without a token."""
        headers = {} if who is None else self.token(who)
        return self.http.put(f"{self.url}/seats/{seat}", json=body, headers=headers)

    def token(self, who: int) -> dict[str, str]:
        """Return the header with the token of an account."""
        return {"Authorization": f"Bearer {self.accounts[who]['secret']}"}

    @property
    def url(self) -> str:
        """The address of the game."""
        return f"/v1/games/{self.game}"


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Yield a new game; nobody has a link of it."""
    with application_on(settings_of(tmp_path / "data")) as app, TestClient(app) as http:
        accounts = [good(http.post("/v1/players", json={"name": name})) for name in "ABC"]
        reserved = tuple(one["player"]["id"] for one in accounts[:2])
        terms = OpeningTerms(tournament=PLACE, reserved=reserved, reserved_names=NAMES)
        handler = parts_in(app).handler
        options: Any = RULES.options_type()
        opening = handler.open(RULES, options, None, terms=terms, policy=Policy("reserved"))
        yield Scene(http, asyncio.run(opening).stored.game.id, accounts)


def test_everyone_sees_table_and_reservations(scene: Scene) -> None:
    """In the game, its first event, and the list of such games."""
    game = good(scene.http.get(scene.url))
    assert game["tournament"] == {"id": "club-2026", "round": 2, "table": 3}
    ids = [one["player"]["id"] for one in scene.accounts[:2]]
    assert [seat["reserved_for"] for seat in game["seats"]] == ids
    assert tuple(seat["reserved_name"] for seat in game["seats"]) == NAMES
    assert game["seating"] == "reserved"
    (first,) = good(scene.http.get(f"{scene.url}/events"))["events"]
    assert (first["tournament"], first["reserved"]) == (game["tournament"], ids)
    for seating, found in (("reserved", [scene.game]), ("anyone", []), ("links", [])):
        page = good(scene.http.get("/v1/games", params={"seating": seating}))
        assert [one["id"] for one in page["games"]] == found


def test_only_the_account_sits_down(scene: Scene) -> None:
    """Each on their own seat; the game starts with the last of them, and they act by account."""
    for seat, who in ((0, 1), (0, 2), (1, 0)):
        refused = scene.sit(seat, who)
        assert refused.status_code == 403
        assert refused.json()["facts"]["needs"] == "account_of_this_seat"
        assert "reserved" in refused.json()["detail"]
    assert scene.sit(0, None).status_code == 401
    assert good(scene.sit(0, 0))["status"] == "open"
    good(scene.http.delete(f"{scene.url}/seats/0", headers=scene.token(0)))
    assert scene.http.delete(f"{scene.url}/seats/0", headers=scene.token(1)).status_code == 403
    good(scene.sit(1, 1))
    assert good(scene.sit(0, 0))["status"] == "running"
    seat = good(scene.http.get(scene.url))["awaits"][0]["seat"]
    legal = scene.http.get(f"{scene.url}/legal-actions", headers=scene.token(seat))
    assert good(legal)["actions"]


def test_players_have_the_names_of_their_entries(scene: Scene) -> None:
    """They leave the name out, or give it; a different name, such as the opponent's, is refused."""
    for name in ("Bea", "ana", "Player A"):
        refused = scene.sit(0, 0, name=name)
        problem = refused.json()
        assert (refused.status_code, problem["rule"]) == (409, "TB-SIT-9")
        assert problem["facts"] == {"seat": 0, "name": name, "expected": "Ana"}
    assert good(scene.sit(0, 0))["seats"][0]["name"] == "Ana"
    assert good(scene.sit(1, 1, name="Bea"))["seats"][1]["name"] == "Bea"
    story = good(scene.http.get(f"{scene.url}/story"))["sentences"]
    assert all(name in str(story) for name in NAMES)


def test_a_house_bot_sits_in_nobodys_place(scene: Scene) -> None:
    asked = scene.http.put(f"{scene.url}/seats/0", json={"bot": "greedy"}, headers=scene.token(0))
    assert (asked.status_code, asked.json()["facts"]["needs"]) == (403, "creator")


def test_a_client_cannot_claim_a_table_of_a_tournament(scene: Scene) -> None:
    """Only the service opens such a game."""
    for terms in ({"tournament": {"id": "a", "round": 1, "table": 1}}, {"seating": "reserved"}):
        asked = scene.http.post("/v1/games", json={"ruleset": "carolus-magnus", **terms})
        assert asked.status_code == 400
