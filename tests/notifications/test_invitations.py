"""Test what a player hears whom another one asks to enter a tournament as a pair (TN-ENTER-9)."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select, update

from domain.ruleset import LANGUAGES
from domain.tournament.stream import actions as a
from service.access.vaults import Vaults
from service.access.visibility import Visibility
from service.games.handler import ActionRefused
from service.notifications.letters import Letters
from service.notifications.notices import Invitation, Notices, Turn
from service.notifications.preferences import PreferenceBook, Preferences
from service.notifications.push import message_on
from service.notifications.subscriptions import PushKeys, Subscriptions
from service.storage.database import Database
from service.tournaments.handler import TournamentHandler
from service.tournaments.requests import EnterRequest
from service.webhooks.news import News
from service.webhooks.tables import MESSAGES, WEBHOOKS
from tests.notifications.test_letters import AT, SETTINGS, mailbox, read
from tests.support.storage.stores import (
    SIGNER,
    Ticks,
    keys_of,
    nobody_missing,
    opened_database,
    run,
    settings_of,
)
from tests.support.tournaments.desk import ORGANISER, account, announcement, person, player

ASKED = EnterRequest((person(1), person(2)))
INVITED = Invitation("cup", "Cup of “Gold”")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """Yield an empty log."""
    with opened_database(settings_of(tmp_path)) as opened:
        yield opened


class Browsers:
    """The browsers of the two players of a pair, subscribed before one asks the other."""

    def __init__(self, database: Database) -> None:
        self.database = database
        ticks = Ticks()
        self.desk = TournamentHandler(
            database.tournaments, keys_of("pairs"), SIGNER, ticks, nobody_missing
        )
        self.tournament = run(self.desk.open(ORGANISER, announcement(team=2))).state.id
        subscriptions = Subscriptions(database, ticks)
        self.hooks = {
            one: subscriptions.make(
                account(one), PushKeys(f"https://push.example/{one}", "key", "auth"), "en"
            )[1]
            for one in (1, 2)
        }
        self.news = News(database, Visibility(database.log, Vaults(database.log)), ticks)

    def ask(self, by: Any, *actions: Any) -> None:
        """Take actions in the tournament."""
        run(self.desk.perform(self.tournament, by, actions))

    def queued(self, one: int) -> list[str]:
        """Return the queued messages for this player."""
        while self.news.step():
            pass
        query = select(MESSAGES.c.body).where(MESSAGES.c.hook == self.hooks[one].id)
        with self.database.reading() as connection:
            return list(connection.scalars(query.order_by(MESSAGES.c.number)))

    def sent(self) -> None:
        """Remove all queued messages, as the outbox does when it has sent them."""
        with self.database.writing() as connection:
            connection.execute(delete(MESSAGES))

    def heard(self, one: int) -> tuple[Any, ...]:
        """Return what this player is notified about now, by all queued messages together."""
        bodies = self.queued(one)
        if not bodies:
            return ()
        task: Any = SimpleNamespace(body=bodies[0], later=bodies[1:], hook=self.hooks[one])
        book = PreferenceBook(self.database, Ticks())
        notices = Notices(self.database.log, self.database.tournaments, book)
        return notices.of_all(task, AT).notices


def test_a_partner_is_notified_of_a_request_once(database: Database) -> None:
    """Once, however often the player asks; the player who asks gets nothing."""
    browsers = Browsers(database)
    browsers.ask(player(1), ASKED)
    expected = (Invitation(browsers.tournament, announcement().name),)
    assert browsers.heard(2) == expected
    browsers.ask(player(1), ASKED)
    assert browsers.heard(2) == expected
    assert browsers.heard(1) == ()


@pytest.mark.parametrize("url", ["push://push.example", "email://outbox"])
def test_rows_of_earlier_versions_notify_of_requests(database: Database, url: str) -> None:
    """They store only game.turn, and browsers keep their subscriptions for years."""
    browsers = Browsers(database)
    with database.writing() as connection:
        connection.execute(update(WEBHOOKS).values(events="game.turn", url=url))
    browsers.ask(player(1), ASKED)
    assert browsers.heard(2) == (Invitation(browsers.tournament, announcement().name),)


@pytest.mark.parametrize("declines", [False, True])
def test_each_player_who_asks_causes_one_notification(database: Database, declines: bool) -> None:
    """However often they ask, and whatever the partner answers."""
    browsers = Browsers(database)
    counts = []
    for asker in (1, 1, 1, 3, 3):
        browsers.ask(player(asker), EnterRequest((person(asker), person(2))))
        counts.append(len(browsers.queued(2)))
        browsers.sent()
        if declines:
            browsers.ask(player(2), a.DeclinePartner(account(asker)))
    assert counts == [1, 0, 0, 1, 0]


def test_a_player_whom_the_partner_declined_notifies_nobody_by_asking_again(
    database: Database,
) -> None:
    """Not even if the first message is still waiting; the requests of others are unaffected."""
    browsers = Browsers(database)
    browsers.ask(player(1), ASKED)
    browsers.ask(player(2), a.DeclinePartner(account(1)))
    browsers.ask(player(1), ASKED)
    assert len(browsers.queued(2)) == 1
    assert browsers.heard(2) == ()
    browsers.ask(player(3), EnterRequest((person(3), person(2))))
    assert browsers.heard(2) == (Invitation(browsers.tournament, announcement().name),)


def test_a_pair_that_cannot_enter_any_more_notifies_nobody(database: Database) -> None:
    """A player with the same name has entered meanwhile, so the confirmation would be refused."""
    browsers = Browsers(database)
    browsers.ask(player(1), ASKED)
    browsers.ask(ORGANISER, EnterRequest((person(5, person(1).name), person(6))))
    assert len(browsers.queued(2)) == 1
    assert browsers.heard(2) == ()
    with pytest.raises(ActionRefused):
        browsers.ask(player(2), a.ConfirmPartner(account(1)))


def test_an_account_can_switch_invitations_off(database: Database) -> None:
    browsers, book = Browsers(database), PreferenceBook(database, Ticks())
    browsers.ask(player(1), ASKED)
    book.choose(account(2), Preferences(invitations=False))
    assert browsers.heard(2) == ()
    book.choose(account(2), Preferences())
    assert browsers.heard(2) == (Invitation(browsers.tournament, announcement().name),)


@pytest.mark.parametrize(
    ("by", "action"),
    [
        (player(2), a.ConfirmPartner(account(1))),
        (player(2), a.DeclinePartner(account(1))),
        (player(1), a.DeclinePartner(account(1))),
        (ORGANISER, a.CloseRegistration()),
    ],
    ids=["confirmed", "declined", "taken back", "closed"],
)
def test_a_request_that_needs_no_answer_notifies_nobody(
    database: Database, by: Any, action: Any
) -> None:
    """The service judges a message when it sends it, as with turns."""
    browsers = Browsers(database)
    browsers.ask(player(1), ASKED)
    browsers.ask(by, action)
    assert browsers.heard(2) == ()


def test_other_events_of_a_tournament_notify_nobody(database: Database) -> None:
    browsers = Browsers(database)
    browsers.ask(ORGANISER, EnterRequest((person(2), person(3))))
    assert browsers.heard(2) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_push_and_letter_name_the_tournament(language: Any) -> None:
    """And nobody who asks, because anyone can do that under any name."""
    message = message_on(INVITED, language)
    assert (message.title, message.tournament, message.game) == (INVITED.name, "cup", "")
    letter = read(Letters(SETTINGS).of_notices(mailbox(language), (INVITED,), 7, AT))
    assert INVITED.name in str(letter["subject"])
    lines = str(letter.get_content()).splitlines()
    assert lines[:2] == [message.body, INVITED.name]
    assert lines[2].endswith("/#/tournaments/cup")


def test_a_digest_has_turns_and_invitations() -> None:
    about = (Turn("g", "Carolus Magnus", ()), INVITED)
    letter = read(Letters(SETTINGS).of_notices(mailbox(), about, 7, AT))
    assert str(letter["subject"]) == "2 games and tournaments wait for you"
    said = str(letter.get_content())
    assert "/#/games/g" in said
    assert "/#/tournaments/cup" in said


def test_the_payload_of_a_push_is_about_one_of_both() -> None:
    turn = json.loads(msgspec.json.encode(message_on(Turn("g", "TEG", ()), "en")))
    assert turn == {"title": "TEG", "body": "It's your turn.", "lang": "en", "game": "g"}
