"""Test what webhooks learn about tournaments: once, with any readers, each for its own people."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from domain.tournament.stream import actions as a
from service.access.vaults import Vaults
from service.access.visibility import Visibility
from service.storage.database import Database
from service.tournaments.handler import TournamentHandler
from service.tournaments.requests import EnterRequest, PairRequest, StartRequest
from service.webhooks.hooks import Hooks
from service.webhooks.messages import KINDS
from service.webhooks.news import News
from service.webhooks.tables import MESSAGES
from tests.support.http.client import Json
from tests.support.storage.stores import (
    SIGNER,
    Ticks,
    keys_of,
    nobody_missing,
    on_both_engines,
    opened_database,
    run,
    settings_of,
)
from tests.support.tournaments.desk import (
    ARBITER,
    ORGANISER,
    WHY,
    account,
    announcement,
    person,
    player,
)
from tests.support.tournaments.handling import entered, entering


class Listening:
    """A log of tournaments, and a reader for webhooks."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.desk = TournamentHandler(
            database.tournaments, keys_of("news"), SIGNER, Ticks(), nobody_missing
        )
        self.hooks = Hooks(database, Ticks())
        self.news = News(database, Visibility(database.log, Vaults(database.log)), Ticks())

    def hook(self, who: str, about: str) -> str:
        """Make a webhook for everything, and return its id."""
        return self.hooks.make(who, about, "https://hook.example/", KINDS).id

    def got(self, hook: str) -> list[Json]:
        """Return the messages for a webhook, in order."""
        while self.news.step():
            pass
        query = select(MESSAGES.c.body).where(MESSAGES.c.hook == hook).order_by(MESSAGES.c.number)
        with self.database.reading() as connection:
            return [json.loads(body) for body in connection.scalars(query)]

    def kinds(self, hook: str) -> list[str]:
        """Return the types of these messages."""
        return [one["type"] for one in self.got(hook)]


@pytest.fixture
def listening(database: str, tmp_path: Path) -> Iterator[Listening]:
    """Return a log, on each kind of database."""
    with opened_database(settings_of(tmp_path / "data", database)) as opened:
        yield Listening(opened)


@on_both_engines
def test_the_messages_about_a_tournament(listening: Listening) -> None:
    """One of each kind for the rows that are read together, with the tournament after them."""
    desk = listening.desk
    tournament = run(entered(desk, 4, announcement())).state.id
    hook = listening.hook(ORGANISER.who, tournament)
    run(desk.perform(tournament, ORGANISER, [StartRequest()]))
    assert listening.kinds(hook) == ["tournament.started", "tournament.action"]
    opening = [PairRequest(1), a.OpenRound(1)]
    stored = run(desk.perform(tournament, ORGANISER, opening)).stored
    action, opened = listening.got(hook)[2:]
    assert (action["type"], opened["type"]) == ("tournament.action", "tournament.round")
    assert opened["data"]["head"] == stored.head.hash.hex()
    shown = opened["data"]["tournament"]
    assert (shown["id"], shown["version"]) == (tournament, stored.head.version)
    assert (shown["phase"], shown["round"], shown["rounds"], shown["entrants"]) == (
        "playing",
        1,
        3,
        4,
    )
    run(desk.perform(tournament, ORGANISER, [a.AbortTournament(WHY)]))
    assert listening.kinds(hook)[4:] == ["tournament.action", "tournament.over"]


def test_webhooks_of_those_concerned_get_the_messages(listening: Listening) -> None:
    """Those of entrants, officials and the lobby; no others, and none about another tournament."""
    desk = listening.desk
    tournament = run(entered(desk, 2, announcement())).state.id
    other = run(desk.open(ORGANISER, announcement())).state.id
    concerned = [
        listening.hook(who, "me") for who in (ORGANISER.who, ARBITER.who, account(1), account(9))
    ]
    lobby, elsewhere = listening.hook("z" * 26, "lobby"), listening.hook(ORGANISER.who, other)
    stranger = listening.hook("y" * 26, "me")
    run(desk.perform(tournament, ORGANISER, [entering(9)]))
    for hook in (*concerned, lobby):
        assert listening.kinds(hook) == ["tournament.action"]
    for hook in (stranger, elsewhere):
        assert listening.kinds(hook) == []


def test_a_player_learns_of_a_request_for_a_pair(listening: Listening) -> None:
    """Both learn of the request and the answer, though neither is entered; nothing after that.

    Only the partner learns that an answer is needed, each time the player asks.
    """
    desk = listening.desk
    tournament = run(desk.open(ORGANISER, announcement(team=2))).state.id
    asker, partner = (listening.hook(account(one), "me") for one in (1, 2))
    pair = EnterRequest(tuple(person(one) for one in (1, 2)))
    run(desk.perform(tournament, player(1), [pair]))
    assert listening.kinds(asker) == ["tournament.action"]
    assert listening.kinds(partner) == ["tournament.action", "tournament.asked"]
    run(desk.perform(tournament, player(2), [a.DeclinePartner(account(1))]))
    assert [len(listening.kinds(one)) for one in (asker, partner)] == [2, 3]
    run(desk.perform(tournament, player(1), [pair]))
    assert listening.kinds(partner)[3:] == ["tournament.action", "tournament.asked"]
    run(desk.perform(tournament, ORGANISER, [a.CloseRegistration()]))
    assert [len(listening.kinds(one)) for one in (asker, partner)] == [3, 5]
