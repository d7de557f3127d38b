"""Test which subscriptions and choices the service accepts."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from tests.support.http.client import Json, good
from tests.support.run.long import long_rows_after
from tests.support.servers.applications import application_on
from tests.support.servers.pushed import PushBrowser
from tests.support.servers.receiver import Receiver
from tests.support.storage.stores import settings_of

AT = "/v1/notifications"


@pytest.fixture
def headers(http: httpx.Client) -> Json:
    """Return the headers of a player with an account."""
    made = good(http.post("/v1/players", json={"name": "Ana"}))
    return {"Authorization": f"Bearer {made['secret']}"}


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    long_rows_after(
        2,
        [
            ("p256dh", "BAAA", "expected a point of P-256 in base64url"),
            ("p256dh", "not base64url!", "expected a point of P-256 in base64url"),
            ("auth", "AAAA", "expected 16 bytes in base64url"),
            ("auth", "A" * 23, "expected 16 bytes in base64url"),
        ],
    ),
)
def test_the_keys_must_be_those_of_a_browser(
    http: httpx.Client, receiver: Receiver, headers: Json, key: str, value: str, expected: str
) -> None:
    """Otherwise no message could be encrypted."""
    wanted = PushBrowser(receiver).subscription()
    wanted["keys"][key] = value
    refused = http.post(f"{AT}/subscriptions", json=wanted, headers=headers)
    assert refused.status_code == 400
    assert refused.json()["errors"] == [{"where": f"$.keys.{key}", "message": expected}]


def test_an_endpoint_must_be_public(receiver: Receiver, tmp_path: Path) -> None:
    """The same addresses are allowed as for webhooks, so no request reaches a private network."""
    with application_on(settings_of(tmp_path)) as app, TestClient(app) as http:
        made = good(http.post("/v1/players", json={"name": "Ana"}))
        headers = {"Authorization": f"Bearer {made['secret']}"}
        wanted = PushBrowser(receiver).subscription()
        for endpoint in (wanted["endpoint"], "https://127.0.0.1/push", "https://[::1]/push"):
            body = {**wanted, "endpoint": endpoint}
            refused = http.post(f"{AT}/subscriptions", json=body, headers=headers)
            assert refused.status_code == 422
            assert refused.json()["type"] == "/problems/unusable-url"
            assert refused.json()["errors"][0]["where"] == "$.endpoint"
    assert receiver.got() == []


def test_the_number_of_browsers_is_limited(
    http: httpx.Client, receiver: Receiver, headers: Json
) -> None:
    """An account may have twenty, and webhooks do not count."""
    for number in range(20):
        wanted = PushBrowser(receiver, f"/{number}").subscription()
        good(http.post(f"{AT}/subscriptions", json=wanted, headers=headers))
    one_more = PushBrowser(receiver, "/more").subscription()
    refused = http.post(f"{AT}/subscriptions", json=one_more, headers=headers)
    assert refused.status_code == 409
    assert refused.json()["type"] == "/problems/too-many-subscriptions"
    again = PushBrowser(receiver, "/7").subscription()
    good(http.post(f"{AT}/subscriptions", json=again, headers=headers))
    hook = {"url": "http://127.0.0.1:9/", "about": "me", "events": ["game.over"]}
    good(http.post("/v1/webhooks", json=hook, headers=headers))


@pytest.mark.parametrize(
    ("hours", "where"),
    long_rows_after(
        2,
        [
            ({"begins": "22:00", "ends": "22:00", "time_zone": "Europe/Berlin"}, "ends"),
            ({"begins": "22:00", "ends": "24:00", "time_zone": "Europe/Berlin"}, "ends"),
            ({"begins": "9:00", "ends": "10:00", "time_zone": "Europe/Berlin"}, "begins"),
            ({"begins": "22:00", "ends": "07:00", "time_zone": "Europe/Carolus"}, "time_zone"),
            ({"begins": "22:00", "ends": "07:00", "time_zone": "../../etc/passwd"}, "time_zone"),
            ({"begins": "22:00", "ends": "07:00", "time_zone": "Europe"}, "time_zone"),
        ],
    ),
)
def test_quiet_hours_are_times_in_a_time_zone(
    http: httpx.Client, headers: Json, hours: Any, where: str
) -> None:
    """An error names the field."""
    refused = http.put(AT, json={"quiet_hours": hours}, headers=headers)
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["where"] == f"$.quiet_hours.{where}"
