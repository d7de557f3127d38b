"""Webhooks with an ``Idempotency-Key``: a request that is repeated creates no second one."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from service.webhooks.hooks import OF_ACCOUNT_MAX
from tests.support.http.client import good
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

ASKED = {"url": "https://1.1.1.1/hook", "about": "me", "events": ["game.over"]}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        application_on(settings_of(tmp_path_factory.mktemp("data"), rate_per_minute=0)) as app,
        TestClient(app) as client,
    ):
        yield client


class Account:
    """An account with webhooks."""

    def __init__(self, http: httpx.Client) -> None:
        made = good(http.post("/v1/players", json={"name": "Ana"}))
        self._http = http
        self._headers = {"Authorization": f"Bearer {made['secret']}"}

    def ask(self, key: str | None, **asked: Any) -> httpx.Response:
        headers = self._headers if key is None else {**self._headers, "Idempotency-Key": key}
        return self._http.post("/v1/webhooks", json={**ASKED, **asked}, headers=headers)

    def ids(self) -> list[str]:
        found = good(self._http.get("/v1/webhooks", headers=self._headers))["webhooks"]
        return [one["id"] for one in found]

    def remove(self, webhook: str) -> None:
        self._http.delete(f"/v1/webhooks/{webhook}", headers=self._headers).raise_for_status()


def test_a_repeated_request_gets_the_same_webhook_and_secret(http: httpx.Client) -> None:
    """Even for simultaneous requests, and when the account has reached its limit."""
    ana = Account(http)
    with ThreadPoolExecutor(4) as threads:
        made = [good(one) for one in threads.map(ana.ask, ["k", '"k"', "k", '"k"'])]
    assert made == made[:1] * 4
    assert ana.ids() == [made[0]["webhook"]["id"]]
    for _ in range(OF_ACCOUNT_MAX - 1):
        good(ana.ask(None))
    assert ana.ask("more").status_code == 409
    assert good(ana.ask("k")) == made[0]


def test_a_key_stands_for_one_request_of_one_account(http: httpx.Client) -> None:
    ana, ben = Account(http), Account(http)
    made, other = good(ana.ask("k")), good(ben.ask("k"))
    assert made["webhook"]["id"] != other["webhook"]["id"]
    refused = ana.ask("k", events=["game.turn"])
    assert refused.status_code == 422
    assert refused.json()["type"] == "/problems/idempotency-key-used-again"
    assert good(ana.ask("l"))["webhook"]["id"] != made["webhook"]["id"]
    assert len(ana.ids()) == 2


def test_the_key_of_a_webhook_that_was_removed_is_free(http: httpx.Client) -> None:
    ana = Account(http)
    first = good(ana.ask("k"))
    ana.remove(first["webhook"]["id"])
    assert good(ana.ask("k", events=["game.turn"]))["secret"] != first["secret"]
