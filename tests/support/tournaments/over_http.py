"""Tournaments as clients of the HTTP API run and play them."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from litestar.testing import TestClient

from service.access.register import NewToken
from service.access.rights import SCOPES, Scope
from service.http.parts import Parts, parts_in
from service.tournaments.roles import DECISIONS
from tests.support.http.client import Json, good
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

FOUR: Final = [720, 360, 120, 0]
THREE: Final = [720, 180, 0]
TERMS: Final[Json] = {
    "name": "Club evening",
    "ruleset": "carolus-magnus@1",
    "options": {"max_rounds": 1},
    "format": {
        "kind": "swiss",
        "engine": {"system": "house", "name": "carolus-tables", "version": "1"},
    },
    "rules": {"seats": 4, "rounds": 2, "scales": [FOUR, THREE], "tie_breaks": ["MBH", "LOT"]},
}
"""What the tests announce, unless they change some of it."""

OF_TWO: Final[Json] = {
    "options": {"players": 2, "max_rounds": 1},
    "rules": {"seats": 2, "rounds": 2, "scales": [[60, 0]], "tie_breaks": ["BH", "LOT"]},
}
"""Changes for two seats."""

WHY: Final = "A power cut"


class Member:
    """An account, with a token."""

    def __init__(self, parts: Parts, name: str, scopes: Sequence[Scope] = ("play",)) -> None:
        issued = asyncio.run(parts.register.open(name, NewToken("token", tuple(scopes))))
        self.name = name
        self.id = issued.account.id
        self.headers = {"Authorization": f"Bearer {issued.secret}"}

    @property
    def entry(self) -> Json:
        """Return the action with which this person enters."""
        return {"type": "register_entrant", "people": [{"name": self.name, "account": self.id}]}


class Cup:
    """A tournament that an organiser announced."""

    def __init__(self, http: httpx.Client, organiser: Member, announced: Json) -> None:
        self.http = http
        self.organiser = organiser
        self.id: str = announced["id"]
        self.url = f"/v1/tournaments/{self.id}"

    def ask(
        self,
        who: Member | None,
        *actions: Json | str,
        role: str | None = None,
        dry_run: bool = False,
        **headers: str,
    ) -> httpx.Response:
        """Send actions; a word stands for one without members.

        By default an arbiter decides whatever has happened in the meantime.
        """
        sent = [{"type": one} if isinstance(one, str) else one for one in actions]
        if not dry_run and not DECISIONS.isdisjoint(one["type"] for one in sent):
            headers.setdefault("If_Match", "*")
        return self.http.post(
            f"{self.url}/actions",
            params={"dry_run": "true"} if dry_run else {},
            json={"actions": sent, **({} if role is None else {"role": role})},
            headers={
                **({} if who is None else who.headers),
                **{name.replace("_", "-"): value for name, value in headers.items()},
            },
        )

    def run(self, *actions: Json | str) -> Json:
        """Take actions as the organiser."""
        return good(self.ask(self.organiser, *actions, role="organiser"))

    def get(self, below: str = "", **query: Any) -> Json:
        """Return the tournament, or what is below it."""
        return good(self.http.get(f"{self.url}{below}", params=query))

    def pair(self, number: int) -> None:
        """Pair a round and open it."""
        self.run({"type": "pair_round", "round": number}, {"type": "open_round", "round": number})


def of_two_bots(http: httpx.Client, headers: Json) -> str:
    """Announce a tournament of two house bots and pair its first round; return its id."""
    terms = {**TERMS, **OF_TWO, "house_bots": ["random"], "seats_reserved": False}
    body = {"announcement": terms}
    cup = good(http.post("/v1/tournaments", json=body, headers=headers))
    entries = [
        {"type": "register_entrant", "people": [{"name": f"Bot {number}", "bot": "random"}]}
        for number in (1, 2)
    ]
    begin = [{"type": "start_tournament"}, {"type": "pair_round", "round": 1}]
    sent = {"actions": [*entries, *begin], "role": "organiser"}
    good(http.post(f"/v1/tournaments/{cup['id']}/actions", json=sent, headers=headers))
    return str(cup["id"])


class Scene:
    """A service with accounts."""

    def __init__(self, http: httpx.Client, parts: Parts) -> None:
        self.http = http
        self.parts = parts
        self.organiser = self.member("Olga", SCOPES)

    def member(self, name: str, scopes: Sequence[Scope] = ("play",)) -> Member:
        """Make an account."""
        return Member(self.parts, name, scopes)

    def members(self, count: int) -> list[Member]:
        """Make accounts of players."""
        return [self.member(f"Player {number}") for number in range(1, count + 1)]

    def announce(self, code: str | None = None, **terms: Any) -> Cup:
        """Announce a tournament."""
        wanted: Json = {"announcement": {**TERMS, **terms}}
        if code is not None:
            wanted["code"] = code
        headers = self.organiser.headers
        created = self.http.post("/v1/tournaments", json=wanted, headers=headers)
        assert created.status_code == 201, created.text
        return Cup(self.http, self.organiser, created.json())


@contextmanager
def scene_in(folder: Path, **settings: Any) -> Iterator[Scene]:
    """Yield a service on a new log, with these other settings."""
    with application_on(settings_of(folder, **settings)) as app, TestClient(app) as http:
        yield Scene(http, parts_in(app))


def play_game(http: httpx.Client, game: str, players: Sequence[Member], random: Random) -> None:
    """Let accounts take their seats and play to the end, each with their own token."""
    url = f"/v1/games/{game}"
    by_account = {one.id: one for one in players}
    now = good(http.get(url))
    at = [by_account[seat["reserved_for"]] for seat in now["seats"]]
    for seat, one in enumerate(at):
        now = good(http.put(f"{url}/seats/{seat}", json={}, headers=one.headers))
    while now["awaits"]:
        mine = at[now["awaits"][0]["seat"]].headers
        legal = good(http.get(f"{url}/legal-actions", params={"limit": 40}, headers=mine))
        chosen = {"actions": [random.choice(legal["actions"])]}
        now = good(http.post(f"{url}/actions", json=chosen, headers=mine))["game"]
    assert now["status"] == "over"
