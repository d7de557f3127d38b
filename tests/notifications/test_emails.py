"""Test which e-mail players receive, and when, from a real mail server."""

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from service.storage.address import FILE_NAME
from tests.support.http.callers import MovedClock
from tests.support.http.client import good
from tests.support.http.notified import AT, Owner, pass_turn, play_until, quiet_now
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.servers.mail_server import Arrived, MailServer, mail_settings
from tests.support.storage.stores import settings_of

HOUR = 3600.0
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def about_turns(server: MailServer, recipient: str = "ana@example.org") -> list[Arrived]:
    """Return the messages that are not about a confirmation."""
    return [
        one
        for one in server.got()
        if one.recipients == [recipient] and "/email/confirm/" not in one.text
    ]


def test_an_address_gets_one_message_until_it_is_confirmed(
    mailing: httpx.Client, mail_server: MailServer
) -> None:
    """Then it gets a message when it is its player's turn; one click ends that."""
    owner, http = Owner(mailing), mailing
    shown = good(owner.set_email(http, "Ana@BÜCHER.example", language="de"))["email"]
    address = "Ana@xn--bcher-kva.example"
    assert shown["address"] == address
    assert shown["confirmed_at"] is None
    until(lambda: len(mail_server.got()) == 1, "the confirmation")
    game = owner.game(http, "Jörg")
    play_until(game, 1)
    play_until(game, 0)
    (asked,) = mail_server.got()
    assert asked.recipients == [address]
    assert asked.subject == "Bestätige deine E-Mail-Adresse"
    assert f"https://play.example/#/email/confirm/{asked.token}" in asked.text
    assert "Ana" not in asked.text  # a stranger may have chosen the name of the player
    body = {"token": asked.token}
    for _ in range(2):  # people click twice
        assert http.post(f"{AT}/email/confirmation", json=body).status_code == 204
    play_until(game, 1)
    play_until(game, 0)
    until(lambda: bool(about_turns(mail_server, address)), "a message")
    (came,) = about_turns(mail_server, address)
    assert came.subject == "Du bist am Zug: Carolus Magnus (Jörg)"
    assert f"https://play.example/#/games/{game.id}\n" in came.text
    assert f"https://play.example/#/email/unsubscribe/{asked.token}" in came.text
    unsubscribe = str(came.message["list-unsubscribe"]).strip("<>")
    assert came.message["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    link = unsubscribe.removeprefix("https://play.example")
    redirect = http.get(link, follow_redirects=False)
    assert redirect.status_code == 303
    assert redirect.headers["location"] == f"/#/email/unsubscribe/{asked.token}"
    assert owner.state(http)["email"]["confirmed_at"]
    for _ in range(2):
        assert http.post(link, data=ONE_CLICK).status_code == 204
    assert owner.state(http)["email"] is None
    play_until(game, 1)
    play_until(game, 0)
    other = Owner(http)
    other.confirmed(http, mail_server, "ben@example.org")
    play_until(other.game(http), 0)
    until(lambda: bool(about_turns(mail_server, "ben@example.org")), "a message to another player")
    assert len(about_turns(mail_server, address)) == 1


def test_the_headers_are_those_of_an_automatic_message(
    mailing: httpx.Client, mail_server: MailServer
) -> None:
    """Messages about a game form a thread, and each has its own ID."""
    owner = Owner(mailing)
    asked = owner.confirmed(mailing, mail_server)
    game = owner.game(mailing)
    for number in (1, 2):
        play_until(game, 1)
        play_until(game, 0)
        until(lambda: len(about_turns(mail_server)) >= number, "a message")  # noqa: B023 - at once
    about = about_turns(mail_server)  # three if the game began with the turn of this player
    for one in (asked, *about):
        assert one.message["auto-submitted"] == "auto-generated"
        assert one.message["from"] == "Carolus <games@club.example>"
        assert one.sender == "games@club.example"
        assert one.message["date"].datetime.tzinfo is not None
        assert one.message.get_content_type() == "text/plain"
    ids = {str(one.message["message-id"]) for one in (asked, *about)}
    assert len(ids) == 1 + len(about)
    assert all(one.endswith("@play.example>") for one in ids)
    first, *later = about
    assert all(one.message["references"] == first.message["references"] for one in later)
    assert first.message["in-reply-to"] == first.message["references"]
    assert game.id not in str(first.message["references"])


def test_a_message_collects_turns_and_leaves_out_those_that_are_over(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock
) -> None:
    """A digest comes this many hours after its first turn, and the next not sooner after it."""
    owner, http = Owner(mailing), mailing
    owner.confirmed(http, mail_server, digest_hours=8)
    first, second, played = (owner.game(http) for _ in range(3))
    for game in (first, second, played):
        for _ in range(2):
            play_until(game, 1)
            play_until(game, 0)
    pass_turn(played, 0)
    clock.seconds = 7 * HOUR
    other = Owner(http)
    other.confirmed(http, mail_server, "ben@example.org")
    play_until(other.game(http), 0)
    until(lambda: bool(about_turns(mail_server, "ben@example.org")), "a message to another player")
    assert about_turns(mail_server) == []
    clock.seconds = 9 * HOUR
    until(lambda: bool(about_turns(mail_server)), "the digest")
    (came,) = about_turns(mail_server)
    assert came.subject == "It's your turn in 2 games"
    assert came.message["references"] is None
    assert all(game.id in came.text for game in (first, second))
    assert played.id not in came.text
    play_until(played, 0)
    good(owner.set_email(http, digest_hours=None))  # which is due at once
    until(lambda: len(about_turns(mail_server)) == 2, "a message about a turn")
    assert played.id in about_turns(mail_server)[1].text


@pytest.mark.long
def test_nothing_arrives_in_quiet_hours_and_about_muted_games(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock
) -> None:
    """When the quiet hours end, one message has everything that is current."""
    owner, http = Owner(mailing), mailing
    owner.confirmed(http, mail_server)
    quiet = quiet_now()
    owner.choose(http, quiet_hours=quiet)  # first, since a game may begin with their turn
    muted, first, second = (owner.game(http) for _ in range(3))
    owner.choose(http, quiet_hours=quiet, muted_games=[muted.id])
    for game in (muted, first, second):
        play_until(game, 1)
        play_until(game, 0)
    other = Owner(http)
    other.confirmed(http, mail_server, "ben@example.org")
    play_until(other.game(http), 0)
    until(lambda: bool(about_turns(mail_server, "ben@example.org")), "a message to another player")
    assert about_turns(mail_server) == []
    clock.seconds = 6.5 * HOUR
    until(lambda: bool(about_turns(mail_server)), "the message")
    (came,) = about_turns(mail_server)
    assert came.subject == "It's your turn in 2 games"
    assert muted.id not in came.text


def test_a_rejected_address_gets_nothing_more(
    mailing: httpx.Client, mail_server: MailServer
) -> None:
    """Its player learns why, and can confirm it again."""
    owner, http = Owner(mailing), mailing
    owner.confirmed(http, mail_server)
    mail_server.answers(RCPT="550 5.1.1 <ana@example.org>: no such user")
    game = owner.game(http)
    pass_turn(game, 0)
    play_until(game, 0)
    until(lambda: owner.state(http)["email"]["disabled_at"] is not None, "the suspension")
    state = owner.state(http)["email"]
    assert state["last_error"] == "the mail server answered 550 5.1.1 to the address"
    tried = len(mail_server.tried())
    mail_server.answers()
    pass_turn(game, 0)
    play_until(game, 0)
    again = good(owner.set_email(http))["email"]
    assert again["confirmed_at"] is None
    assert again["disabled_at"] is None
    until(lambda: len(mail_server.tried()) > tried, "a new confirmation")
    assert "/email/confirm/" in mail_server.got()[-1].text
    assert len(mail_server.tried()) == tried + 1


def test_an_address_that_is_rejected_at_once_is_deleted_in_time(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock
) -> None:
    """Nobody can confirm it, and perhaps it is a stranger's. It is not tried again."""
    owner, http = Owner(mailing), mailing
    mail_server.answers(RCPT="550 5.1.1 <ana@example.org>: no such user")
    good(owner.set_email(http))
    until(lambda: owner.state(http)["email"]["disabled_at"] is not None, "the refusal")
    state = owner.state(http)["email"]
    assert state["last_error"] == "the mail server answered 550 5.1.1 to the address"
    assert owner.set_email(http).status_code == 409
    clock.seconds = 24 * 3600
    until(lambda: owner.state(http)["email"] is None, "the deletion")
    assert len(mail_server.tried()) == 1


@pytest.mark.parametrize(
    "answers",
    [
        {"RCPT": "451 4.2.1 mailbox busy"},
        pytest.param({"MAIL": "421 4.3.2 shutting down"}, marks=pytest.mark.long),
        pytest.param({"DATA": "452 4.3.1 no space"}, marks=pytest.mark.long),
    ],
)
def test_a_temporary_failure_is_retried(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock, answers: dict[str, str]
) -> None:
    """The outbox retries until the server accepts the message."""
    owner, http = Owner(mailing), mailing
    owner.confirmed(http, mail_server)
    mail_server.answers(**answers)
    play_until(owner.game(http), 0)
    until(lambda: owner.state(http)["email"]["failures"] >= 1, "an attempt")
    clock.seconds = HOUR
    until(lambda: owner.state(http)["email"]["failures"] >= 2, "the next attempt")
    mail_server.answers()
    clock.seconds = 2 * HOUR
    until(lambda: bool(about_turns(mail_server)), "the message")
    until(lambda: owner.state(http)["email"]["failures"] == 0)


def test_an_address_is_deleted_if_nobody_confirms_it(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock, tmp_path: Path
) -> None:
    """After a day the link is no longer valid, and the database does not contain the address."""
    owner, http = Owner(mailing), mailing
    good(owner.set_email(http))
    until(lambda: len(mail_server.got()) == 1, "the confirmation")
    clock.seconds = 24 * HOUR + 1
    until(lambda: owner.state(http)["email"] is None, "the deletion")
    token = {"token": mail_server.got()[0].token}
    refused = http.post(f"{AT}/email/confirmation", json=token)
    assert refused.status_code == 404
    assert refused.json()["facts"] == {"what": "confirmation"}
    assert "ana@example.org" not in _rows(tmp_path / "data")


def test_a_removed_address_is_deleted(
    mailing: httpx.Client, mail_server: MailServer, tmp_path: Path
) -> None:
    """Only its table contains it, so no event, queue or log does."""
    owner, http = Owner(mailing), mailing
    owner.confirmed(http, mail_server)
    pass_turn(owner.game(http), 0)
    assert _rows(tmp_path / "data").count("ana@example.org") == 1
    for _ in range(2):
        assert http.delete(f"{AT}/email", headers=owner.headers).status_code == 204
    assert owner.state(http)["email"] is None
    assert "ana@example.org" not in _rows(tmp_path / "data")


def _rows(data: Path) -> str:
    """Return the content of all tables."""
    with closing(sqlite3.connect(data / FILE_NAME)) as connection:
        return "\n".join(connection.iterdump())


@pytest.mark.long
def test_addresses_are_kept_in_postgresql_too(
    migrated: str, tmp_path: Path, mail_server: MailServer
) -> None:
    """The statements are the same."""
    settings = settings_of(tmp_path / "data", migrated, **mail_settings(mail_server))
    with application_on(settings) as app, TestClient(app) as http:
        owner = Owner(http)
        asked = owner.confirmed(http, mail_server)
        good(owner.set_email(http, language="es"))
        play_until(owner.game(http), 0)
        until(lambda: bool(about_turns(mail_server)), "a message")
        assert owner.set_email(http, "ben@example.org").is_success
        assert Owner(http).set_email(http, "ben@example.org").status_code == 409
        gone = http.post(f"{AT}/email/unsubscriptions/{asked.token}")
        assert gone.status_code == 204  # the address that it was for has been replaced
        assert owner.state(http)["email"]["address"] == "ben@example.org"
        assert http.delete(f"{AT}/email", headers=owner.headers).status_code == 204
        assert owner.state(http)["email"] is None
