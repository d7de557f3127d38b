"""Tournaments for the tests of the page: an organiser with rights, and one that is being played."""

import json
from collections.abc import Sequence
from typing import Final

import httpx
import pytest
from playwright.sync_api import Page

from tests.support.http.client import Json, good
from tests.support.servers.commands import run
from tests.support.servers.served import Served

HOUSE: Final[Json] = {"system": "house", "name": "carolus-tables", "version": "1"}
ENTRANTS: Final = ("Ana", "Bea", "Cid", "Eva", "Ion")


class Account:
    """An account with a token, in the form in which the page stores it."""

    def __init__(self, name: str, key: str) -> None:
        self.name = name
        self.key = key
        self.id = key.split("_")[1]
        self.headers = {"Authorization": f"Bearer {key}"}

    def sign_in(self, page: Page) -> None:
        """Store the account in a browser, which must show a page of the service."""
        stored = json.dumps({"id": self.id, "name": self.name, "key": self.key})
        page.evaluate("(kept) => localStorage.setItem('carolus.player', kept)", stored)


def organiser_at(served: Served, name: str = "Olga") -> Account:
    """Return a new account that may organise and judge, as an operator makes it."""
    scopes = (word for one in ("play", "organise", "arbitrate") for word in ("--scope", one))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CAROLUS_DATA", str(served.folder))
        made = run("token", "make", "--new-account", name, *scopes)
    assert made.exit_code == 0, made.output
    return Account(name, str(made.stdout).strip())


def player_at(http: httpx.Client, name: str) -> Account:
    """Return a new account of a player."""
    return Account(name, good(http.post("/v1/players", json={"name": name}))["secret"])


class Cup:
    """A tournament for two seats that has started, with an arbiter: its organiser.

    Without entrants, it is open for registration.
    """

    def __init__(
        self,
        http: httpx.Client,
        organiser: Account,
        ruleset: str,
        changed: Json | None = None,
        entrants: Sequence[str] = ENTRANTS,
    ) -> None:
        terms = {
            "name": "Cup",
            "ruleset": ruleset,
            "options": {},
            "format": {"kind": "swiss", "engine": HOUSE},
            "rules": {"seats": 2, "rounds": 3, "scales": [[60, 0]], "tie_breaks": ["BH", "LOT"]},
            "byes": {"most": 1},
            **(changed or {}),
        }
        made = http.post("/v1/tournaments", json={"announcement": terms}, headers=organiser.headers)
        self.id = str(good(made)["id"])
        self.organiser = organiser
        self._http = http
        judge = {"type": "name_arbiter", "account": organiser.id, "name": organiser.name}
        self.act("organiser", judge)
        self.players = [player_at(http, name) for name in entrants]
        for one in self.players:
            people = [{"name": one.name, "account": one.id}]
            self.act("player", {"type": "register_entrant", "people": people}, who=one)
        if entrants:
            self.act("organiser", {"type": "start_tournament"})

    def act(self, role: str, *actions: Json, who: Account | None = None) -> None:
        """Take actions in a role, by default as the organiser."""
        sent = {"actions": actions, "role": role}
        headers = {**(who or self.organiser).headers, "If-Match": "*"}
        good(self._http.post(f"/v1/tournaments/{self.id}/actions", json=sent, headers=headers))

    def open(self, number: int) -> None:
        """Pair a round and open it."""
        kinds = ("pair_round", "open_round")
        self.act("organiser", *({"type": kind, "round": number} for kind in kinds))

    def tables(self, number: int) -> list[Json]:
        """Return the tables of a round."""
        round_now = good(self._http.get(f"/v1/tournaments/{self.id}/rounds/{number}"))
        return list(round_now["tables"])

    def score(self, number: int) -> None:
        """Enter that the first player won everywhere, and close the round."""
        won = {"type": "enter_result", "round": number, "ranks": [1, 2], "reason": "A power cut"}
        self.act("arbiter", *({**won, "table": one["table"]} for one in self.tables(number)))
        self.act("organiser", {"type": "close_round", "round": number})


def in_groups(http: httpx.Client, organiser: Account, ruleset: str) -> Cup:
    """Return a tournament in two groups: of three and of two players."""
    rules = {"seats": 2, "rounds": 9, "scales": [[60, 0]], "tie_breaks": ["WIN", "LOT"]}
    groups = {"kind": "groups", "groups": 2}
    changed = {"format": groups, "rules": {**rules, "swiss": False}, "byes": {}}
    return Cup(http, organiser, ruleset, changed)


def played(http: httpx.Client, organiser: Account, ruleset: str) -> Cup:
    """Return a tournament in its second round.

    One table of the first round was corrected, and one entrant has withdrawn.
    """
    cup = Cup(http, organiser, ruleset)
    cup.open(1)
    why = {"reason": "A power cut"}
    for table in (1, 2):
        result = {"round": 1, "table": table, "ranks": [1, 2], **why}
        cup.act("arbiter", {"type": "enter_result", **result})
    changed = {"round": 1, "table": 2, "ranks": [1, 1], **why}
    cup.act("arbiter", {"type": "correct_result", **changed})
    leaves = {"type": "withdraw_entrant", "entrant": len(ENTRANTS), **why}
    cup.act("organiser", {"type": "close_round", "round": 1}, leaves)
    cup.open(2)
    return cup
