"""A player with an account who is notified of their turns."""

import itertools
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import httpx

from tests.support.http.client import Json, Table, create, good
from tests.support.run.waiting import until
from tests.support.servers.mail_server import Arrived, MailServer
from tests.support.servers.pushed import PushBrowser

AT = "/v1/notifications"


def quiet_now() -> Json:
    """Return quiet hours that began an hour ago, and last for some more."""
    now = datetime.now(UTC)
    begins, ends = now - timedelta(hours=1), now + timedelta(hours=6)
    return {"begins": f"{begins:%H:%M}", "ends": f"{ends:%H:%M}", "time_zone": "UTC"}


class Owner:
    """A player with an account."""

    def __init__(self, http: httpx.Client) -> None:
        made = good(http.post("/v1/players", json={"name": "Ana"}))
        self.id: str = made["player"]["id"]
        self.secret: str = made["secret"]
        self.headers = {"Authorization": f"Bearer {self.secret}"}

    def state(self, http: httpx.Client) -> Json:
        """Return the notifications of the account."""
        return good(http.get(AT, headers=self.headers))

    def subscribe(self, http: httpx.Client, browser: PushBrowser, language: str = "en") -> Json:
        """Subscribe a browser."""
        wanted = browser.subscription(language)
        return good(http.post(f"{AT}/subscriptions", json=wanted, headers=self.headers))

    def choose(self, http: httpx.Client, **chosen: Any) -> None:
        """Choose quiet hours, muted games, and invitations."""
        good(http.put(AT, json=chosen, headers=self.headers))

    def game(self, http: httpx.Client, other: str = "") -> Table:
        """Return a game that has started, with this player on the first seat, against another."""
        table = create(http)
        good(table.sit(0, headers={"Carolus-Player": self.secret}))
        good(table.sit(1, name=other) if other else table.sit(1))
        return table

    def set_email(
        self, http: httpx.Client, address: str = "ana@example.org", **chosen: Any
    ) -> httpx.Response:
        """Set the e-mail address."""
        body = {"address": address, "language": "en", **chosen}
        return http.put(f"{AT}/email", json=body, headers=self.headers)

    def confirmed(
        self,
        http: httpx.Client,
        server: MailServer,
        address: str = "ana@example.org",
        **chosen: Any,
    ) -> Arrived:
        """Set the e-mail address and confirm it; return the message that requested this."""
        good(self.set_email(http, address, **chosen))
        until(lambda: any(one.recipients == [address] for one in server.got()), "a confirmation")
        (asked,) = (one for one in server.got() if one.recipients == [address])
        token = {"token": asked.token}
        assert http.post(f"{AT}/email/confirmation", json=token).status_code == 204
        return asked


def due(table: Table) -> list[int]:
    """Return the seats that must decide."""
    return [one["seat"] for one in good(table.http.get(table.url))["awaits"]]


def play_until(table: Table, seat: int) -> None:
    """Play until it is the turn of this seat."""
    random = Random(7)
    for _ in itertools.count():
        (now,) = due(table)
        if now == seat:
            return
        good(table.act(now, table.any_action(now, random)))


def pass_turn(table: Table, seat: int) -> None:
    """Play until it is the turn of another seat."""
    play_until(table, 1 - seat)
