"""Test that a player sets an e-mail address, gets a message, and unsubscribes with one click."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import screens
from tests.support.browser.chromium import Person
from tests.support.browser.looks import must_be_for_everybody, must_fit, must_speak
from tests.support.browser.page_words import phrase
from tests.support.http.notified import Owner, play_until
from tests.support.http.plain import plain_request
from tests.support.run.waiting import until
from tests.support.servers.mail_server import Arrived, MailServer, mail_settings
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

ADDRESS = "ana@example.org"


@pytest.fixture
def mail_server(tmp_path: Path) -> Iterator[MailServer]:
    """Return a started mail server."""
    with MailServer(tmp_path / "mail") as one:
        yield one


@pytest.fixture
def mailing(tmp_path: Path, mail_server: MailServer) -> Iterator[Served]:
    """Return a service that sends e-mail."""
    settings = mail_settings(mail_server)
    environment = {f"CAROLUS_{name.upper()}": str(value) for name, value in settings.items()}
    with Served(tmp_path, environment=environment) as served:
        yield served.start()


def player_in(person: Person, http: httpx.Client) -> Owner:
    """Return a player whose account this browser has."""
    owner = Owner(http)
    stored = json.dumps({"id": owner.id, "name": "Ana", "key": owner.secret})
    person.at_load(
        f"if (location.origin !== 'null') localStorage.setItem('carolus.player', "
        f"{json.dumps(stored)});"
    )
    return owner


def link(message: Arrived, served: Served, way: str) -> str:
    """Return the link in a message that confirms or unsubscribes, at this service."""
    (found,) = (word for word in message.text.split() if f"/#/email/{way}/" in word)
    return found.replace("https://play.example", served.url)


def set_address(page: Page) -> None:
    """Enter the address in the settings."""
    page.goto("/")
    page.get_by_role("button", name=phrase("settings.title", language="de")).click()
    page.get_by_label(phrase("email.address", language="de")).fill(ADDRESS)
    page.get_by_role("button", name=phrase("email.set", language="de")).click()
    expect(page.get_by_text(phrase("email.sent", language="de", address=ADDRESS))).to_be_visible()
    must_be_for_everybody(page)
    must_fit(page)
    must_speak(page, "de")


def confirm(page: Page) -> None:
    """Click what the opened link offers."""
    expect(page).to_have_title("Bestätige deine E-Mail-Adresse · Carolus")
    must_be_for_everybody(page)
    page.get_by_role("button", name=phrase("email.confirm.do", language="de")).click()
    expect(page.get_by_text(phrase("email.confirm.done", language="de"))).to_be_visible()


def choose_pace(page: Page, chosen: Callable[[], int | None]) -> None:
    """Choose how often messages come, in the settings."""
    page.get_by_role("button", name=phrase("settings.title", language="de")).click()
    expect(page.get_by_text(phrase("email.on", language="de", address=ADDRESS))).to_be_visible()
    expect(page.get_by_role("checkbox", name=phrase("push.quiet", language="de"))).to_be_visible()
    pace = page.locator("select[name=pace]")
    for value in (24, None):
        expect(pace).to_be_enabled()
        pace.select_option(str(value or ""))
        until(lambda: chosen() == value)  # noqa: B023 - called at once


@pytest.mark.long
def test_a_turn_arrives_by_email_until_one_click_ends_it(
    mailing: Served, mail_server: MailServer, meet: Meet
) -> None:
    """The address is confirmed in the browser; to open a link is not enough."""
    person = meet(mailing, locale="de")
    page = person.page
    with mailing.client() as http:
        owner = player_in(person, http)
        set_address(page)
        until(lambda: len(mail_server.got()) == 1, "the confirmation")
        page.goto("about:blank")
        page.goto(link(mail_server.got()[0], mailing, "confirm"))
        assert owner.state(http)["email"]["confirmed_at"] is None
        confirm(page)
        choose_pace(page, lambda: owner.state(http)["email"]["digest_hours"])
        play_until(owner.game(http, "Ben"), 0)
        until(lambda: len(mail_server.got()) == 2, "the message")
        came = mail_server.got()[1]
        assert came.subject == "Du bist am Zug: Carolus Magnus (Ben)"
        one_click = str(came.message["list-unsubscribe"]).strip("<>")
        one_click = one_click.replace("https://play.example", mailing.url)
        page.goto("about:blank")
        page.goto(one_click)  # as mail programs do that know no one-click
        expect(page.get_by_text(phrase("email.unsubscribe.ask", language="de"))).to_be_visible()
        assert page.url == link(came, mailing, "unsubscribe")
        must_fit(page)
        assert owner.state(http)["email"] is not None
        clicked = plain_request("POST", one_click, data={"List-Unsubscribe": "One-Click"})
        assert clicked.status_code == 204
        assert owner.state(http)["email"] is None
        page.get_by_role("button", name=phrase("email.unsubscribe.do", language="de")).click()
        expect(page.get_by_text(phrase("email.unsubscribe.done", language="de"))).to_be_visible()
        assert ADDRESS not in http.get("/metrics").text
    assert ADDRESS not in mailing.log.read_text("utf-8")
    assert mail_server.tried() == [ADDRESS] * 2


@pytest.mark.long
def test_a_rejected_address_is_reported_in_the_settings(
    mailing: Served, mail_server: MailServer, meet: Meet
) -> None:
    """The player can enter another one, or remove it."""
    mail_server.answers(RCPT="550 5.1.1 no such user")
    person = meet(mailing)
    page = person.page
    with mailing.client() as http:
        owner = player_in(person, http)
        owner.set_email(http, ADDRESS)
        until(lambda: owner.state(http)["email"]["disabled_at"] is not None, "the suspension")
        page.goto("/")
        page.get_by_role("button", name=phrase("settings.title")).click()
        expect(page.get_by_text("550 5.1.1")).to_be_visible()
        must_be_for_everybody(page)
        mail_server.answers()
        page.get_by_label(phrase("email.address")).fill("ana2@example.org")
        page.get_by_role("button", name=phrase("email.set")).click()
        sent = phrase("email.sent", address="ana2@example.org")
        expect(page.get_by_text(sent)).to_be_visible()
        page.get_by_role("button", name=phrase("email.remove")).click()
        expect(page.get_by_label(phrase("email.address"))).to_have_value("")
        page.get_by_label(phrase("email.address")).fill("ana2@example.org")
        page.get_by_role("button", name=phrase("email.set")).click()
        detail = "An address that is not confirmed gets one message in 24 hours"
        expect(page.get_by_role("alert")).to_contain_text(detail)
        page.goto(f"/#/email/confirm/{'a' * 32}")
        page.get_by_role("button", name=phrase("email.confirm.do")).click()
        expect(page.get_by_text(phrase("email.expired"))).to_be_visible()
        page.goto("/#/email/nothing")
        expect(screens.heading(page, "lost.title")).to_be_visible()
