"""Test that a player hears about their turn while no page is open, and that the page installs.

The browser of the tests has no push service of its own. So its page subscribes to a receiver, and
what the service sends there reaches the service worker through the browser's debugger.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import CDPSession, Page, Worker, expect

from tests.support.browser import screens
from tests.support.browser.chromium import Person
from tests.support.browser.looks import must_be_for_everybody, must_fit, must_speak
from tests.support.browser.page_words import phrase
from tests.support.http.client import Json, Table, create, good, seat_due
from tests.support.run.waiting import until
from tests.support.servers.pushed import PushBrowser
from tests.support.servers.receiver import Receiver
from tests.support.servers.served import Served

pytestmark = pytest.mark.browser

Meet = Callable[..., Person]

SUBSCRIBES = """subscription => {
  let subscribed = null;
  PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
    globalThis.applicationServerKey = applicationServerKey;
    subscribed = {
      toJSON: () => subscription,
      unsubscribe: async () => { subscribed = null; return true; },
    };
    return subscribed;
  };
  PushManager.prototype.getSubscription = async () => subscribed;
}"""
"""Stands in for the browser's push service, which a machine of the tests cannot reach."""

RECORDS = """() => {
  globalThis.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    shown.push({ title, ...options });
  };
}"""
"""Records what the service worker shows, because a browser without a window shows nothing."""


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    """Return a started push service."""
    with Receiver(tmp_path / "receiver") as one:
        yield one


@pytest.fixture
def private(tmp_path: Path) -> Iterator[Served]:
    """Return a service that may send to this machine."""
    with Served(tmp_path, environment={"CAROLUS_WEBHOOKS_PRIVATE": "1"}) as served:
        yield served.start()


@pytest.fixture
def http(private: Served) -> Iterator[httpx.Client]:
    """Yield a client of this service."""
    with private.client() as client:
        yield client


class Player:
    """A player with an account, a browser, and a push service."""

    def __init__(
        self, person: Person, served: Served, receiver: Receiver, http: httpx.Client
    ) -> None:
        self.person, self.page, self.http = person, person.page, http
        self.push = PushBrowser(receiver)
        made = good(self.http.post("/v1/players", json={"name": "Ana"}))
        self.secret = made["secret"]
        keys = {name: self.push.subscription()[name] for name in ("endpoint", "keys")}
        person.context.grant_permissions(["notifications"], origin=served.url)
        stored = json.dumps({"id": made["player"]["id"], "name": "Ana", "key": self.secret})
        person.at_load(
            "if (location.origin !== 'null') {"
            f"({SUBSCRIBES})({json.dumps(keys)});"
            f"localStorage.setItem('carolus.player', {json.dumps(stored)});"
            "}"
        )

    def chosen(self) -> Json:
        """Return the notifications of the account."""
        headers = {"Authorization": f"Bearer {self.secret}"}
        return good(self.http.get("/v1/notifications", headers=headers))

    def game(self) -> Table:
        """Return a running game with this player on the first seat."""
        table = create(self.http)
        good(table.sit(0, headers={"Carolus-Player": self.secret}))
        good(table.sit(1))
        return table

    @property
    def worker(self) -> Worker:
        """The service worker."""
        (found,) = self.person.context.service_workers
        return found

    def shown(self) -> Any:
        """Return what the service worker has shown."""
        return self.worker.evaluate("() => shown")


def play_until(table: Table, seat: int) -> None:
    """Play until it is the turn of this seat."""
    while (due := seat_due(table.now())) != seat:
        assert due is not None
        good(table.act(due, table.legal(due)[0]))


def registered(debugger: CDPSession) -> list[str]:
    """Return a list that gets the ids of the registered service workers."""
    found: list[str] = []

    def updated(event: Json) -> None:
        found.extend(str(one["registrationId"]) for one in event["registrations"])

    debugger.on("ServiceWorker.workerRegistrationUpdated", updated)
    debugger.send("ServiceWorker.enable")
    return found


def opened(page: Page, language: str = "en") -> None:
    """Open the settings."""
    page.get_by_role("button", name=phrase("settings.title", language=language)).click()


def test_a_turn_reaches_a_player_without_a_page(
    private: Served, receiver: Receiver, http: httpx.Client, meet: Meet
) -> None:
    """They subscribe in the settings; the message names the game, and leads to its table."""
    player = Player(meet(private, locale="de"), private, receiver, http)
    page = player.page
    debugger = player.person.context.new_cdp_session(page)
    workers = registered(debugger)
    page.goto("/")
    opened(page, "de")
    here = page.get_by_role("checkbox", name=phrase("push.here", language="de"))
    expect(here).not_to_be_checked()
    here.check()
    quiet = page.get_by_role("checkbox", name=phrase("push.quiet", language="de"))
    expect(quiet).to_be_enabled()
    expect(here).to_be_checked()
    must_speak(page, "de")
    must_fit(page)
    key = player.chosen()["push_key"]
    assert page.evaluate("applicationServerKey") == key
    assert player.chosen()["subscriptions"][0]["language"] == "de"
    player.worker.evaluate(RECORDS)
    page.goto("about:blank")  # no page of the service is open
    table = player.game()
    play_until(table, 1)
    play_until(table, 0)
    until(lambda: bool(player.push.arrived()), "a push")
    message = player.push.shown(key)[-1]
    data = {"origin": private.url, "registrationId": workers[-1], "data": json.dumps(message)}
    debugger.send("ServiceWorker.deliverPushMessage", data)
    until(lambda: bool(player.shown()), "the notification")
    assert player.shown() == [
        {
            "title": "Carolus Magnus",
            "body": "Du bist am Zug.",
            "lang": "de",
            "tag": f"games/{table.id}",
            "silent": False,
            "icon": "/page/icon-192.png",
            "data": {"path": f"games/{table.id}"},
        }
    ]
    invitation = {"title": "Cup", "body": "Ein Spieler fragt.", "lang": "de", "tournament": "cup"}
    sent = {**data, "data": json.dumps(invitation)}
    debugger.send("ServiceWorker.deliverPushMessage", sent)
    until(lambda: len(player.shown()) == 2, "the invitation")
    shown = player.shown()[1]
    assert (shown["title"], shown["tag"]) == ("Cup", "tournaments/cup")
    assert shown["data"] == {"path": "tournaments/cup"}
    page.goto("/")
    debugger.send("ServiceWorker.deliverPushMessage", data)
    until(lambda: len(player.shown()) == 3, "the silent notification")
    assert player.shown()[2]["silent"]


@pytest.mark.long
def test_quiet_hours_and_what_is_muted_are_chosen_in_the_settings(
    private: Served, receiver: Receiver, http: httpx.Client, meet: Meet
) -> None:
    """They belong to the account; the time zone is that of the browser."""
    player = Player(meet(private, timezone_id="America/Lima"), private, receiver, http)
    page, table = player.page, player.game()
    page.goto(f"/#/games/{table.id}")
    opened(page)
    page.get_by_role("checkbox", name=phrase("push.here")).check()
    page.get_by_role("checkbox", name=phrase("push.quiet")).check()
    expect(page.get_by_text("America/Lima")).to_be_visible()
    page.get_by_label(phrase("push.ends")).fill("06:15")
    page.get_by_label(phrase("push.ends")).blur()
    must_be_for_everybody(page)
    hours = {"begins": "22:00", "ends": "06:15", "time_zone": "America/Lima"}
    until(lambda: player.chosen()["quiet_hours"] == hours)
    page.get_by_role("checkbox", name=phrase("push.game")).uncheck()
    until(lambda: player.chosen()["muted_games"] == [table.id])
    page.get_by_role("checkbox", name=phrase("push.invitations")).uncheck()
    until(lambda: not player.chosen()["invitations"])
    page.get_by_role("checkbox", name=phrase("push.quiet")).uncheck()
    until(lambda: player.chosen()["quiet_hours"] is None)
    chosen = player.chosen()
    assert (chosen["muted_games"], chosen["invitations"]) == ([table.id], False)
    page.get_by_role("checkbox", name=phrase("push.here")).uncheck()
    until(lambda: player.chosen()["subscriptions"] == [])


@pytest.mark.long
def test_an_installed_page_opens_without_the_service(
    private: Served, receiver: Receiver, http: httpx.Client, meet: Meet
) -> None:
    """It says so in every language, and leads back."""
    player = Player(meet(private), private, receiver, http)
    page = player.page
    page.goto("/")
    manifest = player.person.context.new_cdp_session(page).send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["start_url"] == "/"
    opened(page)
    page.get_by_role("checkbox", name=phrase("push.here")).check()
    until(lambda: len(player.chosen()["subscriptions"]) == 1)
    with player.person.cut_off():
        private.kill()
        page.goto("/")
        for words in ("You are offline", "No hay conexión", "Du bist offline"):
            expect(page.get_by_text(words)).to_be_visible()
    private.start("--port", private.url.rpartition(":")[2])
    page.get_by_role("link", name="Try again").click()
    expect(screens.heading(page, "lobby.welcome")).to_be_visible()
