"""Test that nothing waits for a mail server that hangs, and that a killed worker loses nothing."""

from pathlib import Path
from unittest.mock import patch

import httpx
import pytest
from litestar.testing import TestClient

from service.webhooks import deliverer
from tests.notifications.test_emails import about_turns
from tests.support.http.callers import MovedClock
from tests.support.http.client import good
from tests.support.http.notified import Owner, pass_turn, play_until
from tests.support.run.waiting import until
from tests.support.servers import jumping
from tests.support.servers.applications import application_on
from tests.support.servers.mail_server import NEVER, MailServer, mail_settings
from tests.support.servers.pushed import PushBrowser
from tests.support.servers.receiver import Receiver
from tests.support.servers.served import Served
from tests.support.storage.stores import settings_of


def test_a_hanging_server_delays_only_email(
    tmp_path: Path, mail_server: MailServer, receiver: Receiver
) -> None:
    """Pushes arrive, actions are answered, and the worker stops, while messages hang."""
    mail_server.answers(RCPT=NEVER)
    settings = settings_of(tmp_path / "data", webhooks_private=True, **mail_settings(mail_server))
    with (
        patch.object(deliverer, "STOP_SECONDS_MAX", 0.2),
        application_on(settings) as app,
        TestClient(app) as http,
    ):
        for number in range(deliverer.SENDERS_OF_HOST_MAX + 2):
            good(Owner(http).set_email(http, f"ana{number}@example.org"))
        hanging = deliverer.SENDERS_OF_HOST_MAX
        until(lambda: len(mail_server.tried()) == hanging, "as many attempts as allowed")
        owner, browser = Owner(http), PushBrowser(receiver)
        owner.subscribe(http, browser)
        game = owner.game(http)
        pass_turn(game, 0)
        play_until(game, 0)
        until(lambda: bool(browser.arrived()), "a push")
        assert len(mail_server.tried()) == hanging
    assert mail_server.got() == []


@pytest.mark.long
@pytest.mark.process
def test_a_worker_is_killed_between_sending_and_noting(
    tmp_path: Path, mail_server: MailServer
) -> None:
    """The message is sent again, with the same ID and the same content, when its lease is over."""
    settings = {f"CAROLUS_{name.upper()}": str(value) for name, value in _settings(mail_server)}
    served = Served(
        tmp_path,
        environment={**settings, "CAROLUS_TEST_CLOCKS": str(tmp_path)},
        alter=jumping.install,
    )
    with served.start():
        with served.client() as http:
            owner = Owner(http)
            owner.confirmed(http, mail_server)
            mail_server.answers(DATA="lost")
            play_until(owner.game(http), 0)
            until(lambda: bool(about_turns(mail_server)), "a message without an answer")
        served.kill()
        mail_server.answers()
        served.start()
        jumping.jump(tmp_path, served.pid, 3600)
        until(lambda: len(about_turns(mail_server)) == 2, "the message again")
    first, again = about_turns(mail_server)
    assert first.message["message-id"] == again.message["message-id"]
    assert (first.subject, first.text) == (again.subject, again.text)


def _settings(server: MailServer) -> list[tuple[str, object]]:
    return list(mail_settings(server).items())


@pytest.mark.long
def test_a_server_that_is_down_disables_nothing(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock
) -> None:
    """However long: then every message that is still current arrives."""
    owner = Owner(mailing)
    owner.confirmed(mailing, mail_server)
    mail_server.kill()
    play_until(owner.game(mailing), 0)
    for hours in (0, 3, 40, 80):
        failures = owner.state(mailing)["email"]["failures"]
        clock.seconds = hours * 3600.0
        until(lambda: owner.state(mailing)["email"]["failures"] > failures)  # noqa: B023 - at once
    state = owner.state(mailing)["email"]
    assert state["disabled_at"] is None
    assert state["last_error"] == "the mail server cannot be used: SMTPConnectError"
    mail_server.start()
    clock.seconds = 90 * 3600.0
    until(lambda: bool(about_turns(mail_server)), "the message")
