"""Test that the service does not write to strangers, and which addresses it accepts."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from litestar.testing import TestClient

from service.notifications.email_addresses import BadEmailAddress, checked_address, mailbox_of
from tests.support.http.callers import MovedClock
from tests.support.http.client import good
from tests.support.http.notified import AT, Owner
from tests.support.run.long import long_rows_after
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.servers.mail_server import MailServer, mail_settings
from tests.support.storage.stores import settings_of

DAY = 24 * 3600.0


def must_be_refused(answer: httpx.Response, before: float, at_least: float = 0) -> None:
    """Check that a request is refused, for this many seconds."""
    assert answer.status_code == 409, answer.text
    assert answer.json()["type"] == "/problems/too-many-confirmations"
    assert at_least < int(answer.headers["retry-after"]) <= before


def test_a_new_address_gets_its_message_at_once(
    tmp_path: Path, mail_server: MailServer, clock: MovedClock
) -> None:
    """The message does not wait until the service next looks for messages to retry."""
    settings = settings_of(tmp_path / "data", **mail_settings(mail_server))
    with (
        patch("service.webhooks.deliverer.POLL_SECONDS", 3600.0),
        application_on(settings) as app,
        TestClient(app, raise_server_exceptions=True) as http,
    ):
        for number in range(2):
            clock.seconds = number * (DAY + 60)
            good(Owner(http).set_email(http))
            until(lambda: len(mail_server.got()) > number, "a message")  # noqa: B023 - at once


def test_a_mailbox_gets_few_messages_from_strangers(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock
) -> None:
    """One in a day and three in a month, from all accounts, however the address is written."""
    http = mailing
    for number in range(3):
        clock.seconds = number * (DAY + 60)
        good(Owner(http).set_email(http, "ana@example.org"))
        until(lambda: len(mail_server.got()) > number, "a message")  # noqa: B023 - at once
        for same in ("ana@example.org", "A.N.A@example.ORG", "ana+games@example.org"):
            must_be_refused(Owner(http).set_email(http, same), 30 * DAY)
    clock.seconds = 3 * (DAY + 60)
    must_be_refused(Owner(http).set_email(http), 30 * DAY, 26 * DAY)
    clock.seconds = 31 * DAY
    good(Owner(http).set_email(http))
    until(lambda: len(mail_server.got()) == 4, "one more")
    assert len(mail_server.tried()) == 4


def test_a_confirmed_address_is_not_limited(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock
) -> None:
    """Its owner can remove it and set it again, on several accounts."""
    for day in range(5):
        clock.seconds = day * (DAY + 60)
        owner = Owner(mailing)
        good(owner.set_email(mailing))
        until(lambda: len(mail_server.got()) > day, "a confirmation")  # noqa: B023 - at once
        token = {"token": mail_server.got()[-1].token}
        assert mailing.post(f"{AT}/email/confirmation", json=token).status_code == 204


def test_an_account_and_the_service_have_limits(
    mailing: httpx.Client, mail_server: MailServer, clock: MovedClock
) -> None:
    """An account cannot have it write to many addresses."""
    owner, http = Owner(mailing), mailing
    for number in range(5):
        good(owner.set_email(http, f"ana{number}@example.org"))
    must_be_refused(owner.set_email(http, "ana5@example.org"), DAY, DAY - 600)
    assert owner.state(http)["email"]["address"] == "ana4@example.org"
    for _ in range(19):
        other = Owner(http)
        for number in range(5):
            good(other.set_email(http, f"{other.id}{number}@example.org"))
    must_be_refused(Owner(http).set_email(http, "cleo@example.org"), 3600, 3000)
    clock.seconds = 3600
    good(Owner(http).set_email(http, "cleo@example.org"))
    until(lambda: "cleo@example.org" in mail_server.tried(), "a message")


def test_a_network_has_limits(
    mailing: TestClient[Any], clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One caller can neither fill a domain nor use up what the service sends, with any accounts."""
    inner, peer = mailing.app.asgi_handler, "192.0.2.1"

    async def from_peer(scope: Any, receive: Any, send: Any) -> None:
        await inner({**scope, "client": (peer, 4711)}, receive, send)

    monkeypatch.setattr(mailing.app, "asgi_handler", from_peer)

    def ask() -> httpx.Response:
        return Owner(mailing).set_email(mailing, f"{len(peers)}@everybody.example")

    peers: list[str] = []
    for limit in (20, 20, 10):
        for _ in range(limit):
            good(ask())
            peers.append(peer)
        must_be_refused(ask(), DAY)
        clock.seconds += 3601
    must_be_refused(ask(), DAY, DAY / 2)
    peer = "2001:db8:1:2::3"
    good(ask())


def test_the_same_address_again_changes_only_choices(
    mailing: httpx.Client, mail_server: MailServer
) -> None:
    """Another address must be confirmed first, and the previous one gets nothing more."""
    owner, http = Owner(mailing), mailing
    owner.confirmed(http, mail_server)
    shown = good(owner.set_email(http, language="es", digest_hours=24))["email"]
    assert (shown["language"], shown["digest_hours"]) == ("es", 24)
    assert shown["confirmed_at"] is not None
    assert shown["expires_at"] is None
    shown = good(owner.set_email(http, "ana2@example.org"))["email"]
    assert (shown["address"], shown["confirmed_at"]) == ("ana2@example.org", None)
    assert good(owner.set_email(http, "ana2@example.org", digest_hours=1))["email"]["expires_at"]
    until(lambda: len(mail_server.got()) == 2, "the second confirmation")
    assert mail_server.tried() == ["ana@example.org", "ana2@example.org"]


def test_a_malformed_token_is_refused(mailing: httpx.Client) -> None:
    """The service checks the form first; any valid token may belong to a deleted address."""
    unknown = "a" * 32
    at = f"{AT}/email"
    refused = mailing.post(f"{at}/confirmation", json={"token": unknown})
    assert (refused.status_code, refused.json()["facts"]) == (404, {"what": "confirmation"})
    assert mailing.post(f"{at}/confirmation", json={"token": "x"}).status_code == 400
    assert mailing.post(f"{at}/unsubscriptions/{unknown}").status_code == 204
    for method in ("GET", "POST"):
        refused = mailing.request(method, f"{at}/unsubscriptions/{unknown}x")
        assert (refused.status_code, refused.json()["facts"]["what"]) == (404, "unsubscription")


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/plain", ""],
)
def test_any_body_unsubscribes(mailing: httpx.Client, mail_server: MailServer, kind: str) -> None:
    """Mail programs send one of two types (RFC 8058), without cookie or token."""
    owner = Owner(mailing)
    asked = owner.confirmed(mailing, mail_server)
    form = (
        b'--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--'
    )
    url = str(asked.message["list-unsubscribe"]).strip("<>").removeprefix("https://play.example")
    headers = {"Content-Type": kind} if kind else {}
    assert mailing.post(url, content=form, headers=headers).status_code == 204
    assert owner.state(mailing)["email"] is None


def test_without_a_mail_server_nobody_has_an_address(http: httpx.Client) -> None:
    """The problem says so, and so does the state."""
    owner = Owner(http)
    refused = owner.set_email(http)
    assert refused.status_code == 422
    assert refused.json()["type"] == "/problems/no-email"
    assert owner.state(http)["sends_email"] is False


def test_waiting_messages_are_dropped_after_email_was_turned_off(
    tmp_path: Path, mailing: httpx.Client, mail_server: MailServer, clock: MovedClock
) -> None:
    """Addresses whose confirmation can no longer arrive are deleted all the same."""
    owner = Owner(mailing)
    mail_server.kill()
    good(owner.set_email(mailing))
    until(lambda: owner.state(mailing)["email"]["failures"] > 0, "a failure")
    mailing.__exit__()
    with application_on(settings_of(tmp_path / "data")) as app, TestClient(app) as http:
        clock.seconds = 25 * 3600
        until(lambda: owner.state(http)["email"] is None, "the deletion")


@pytest.mark.parametrize(
    ("text", "expected"),
    long_rows_after(
        4,
        [
            ("ana@example.org", "ana@example.org"),
            (" Ana.B+c@Example.ORG ", "Ana.B+c@example.org"),
            ("o'neil@bücher.example", "o'neil@xn--bcher-kva.example"),
            ("ana@example.org\r\nBcc: ben@example.org", None),
            ("ana", None),
            ("@example.org", None),
            ("ana@", None),
            ("ana@example", None),
            ("ana@example.org.", None),
            ("ana@192.0.2.1", None),
            ("ana@[192.0.2.1]", None),
            ("ana..b@example.org", None),
            (".ana@example.org", None),
            ("ana b@example.org", None),
            ('"ana"@example.org', None),
            ("ana,ben@example.org", None),
            ("ana@example.org,ben@example.org", None),
            ("ana@ben@example.org", None),
            ("<ana@example.org>", None),
            ("aña@example.org", None),
            ("ana@exa mple.org", None),
            ("ana@exa_mple.org", None),
            ("ana@-example.org", None),
            (f"{'a' * 65}@example.org", None),
            (f"ana@{'b' * 64}.org", None),
            (f"ana@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 60}.{'f' * 20}.org", None),
            ("ana@example.org\x00", None),
        ],
    ),
)
def test_an_address_is_one_that_every_server_accepts(text: str, expected: Any) -> None:
    """Its domain may be international; quoted and international local parts are not accepted."""
    if expected is None:
        with pytest.raises(BadEmailAddress) as wrong:
            checked_address(text)
        assert str(wrong.value).startswith("expected ")
        return
    assert checked_address(text) == expected
    assert mailbox_of(expected) == mailbox_of(expected.upper())


def test_two_domains_of_a_provider_have_the_same_mailboxes() -> None:
    assert mailbox_of("a.na@googlemail.com") == mailbox_of("ana+x@gmail.com")
    assert mailbox_of("ana@gmail.com") != mailbox_of("ana@gmail.example")


def test_the_error_names_the_field(mailing: httpx.Client) -> None:
    """It does not repeat the address."""
    refused = Owner(mailing).set_email(mailing, "ana example.org")
    assert refused.status_code == 400
    expected = "expected an e-mail address such as ana@example.org"
    assert refused.json()["errors"] == [{"where": "$.address", "message": expected}]
