"""The audit trail of accounts, tokens and rights."""

import json
from pathlib import Path

import httpx
import pytest

from service.access.signing_keys import signing_keys
from tests.support.http.client import Json, good, start
from tests.support.servers.commands import run


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


@pytest.fixture
def admin(http: httpx.Client, data: Path, monkeypatch: pytest.MonkeyPatch) -> Json:
    """Create an administrator's token on the command line; return its secret and ids."""
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    made = run("token", "make", "--new-account", "Op", "--scope", "admin", "--scope", "arbitrate")
    assert made.exit_code == 0, made.output
    account, token = made.stderr.strip().removeprefix("account ").split(", token ")
    return {"secret": made.stdout.strip(), "account": account, "token": token}


def trail(http: httpx.Client, admin: Json, **query: object) -> list[Json]:
    """Return the whole trail, page by page, oldest first."""
    found: list[Json] = []
    after: Json = {}
    while True:
        asked = {"limit": 3, **query, **after}
        page = good(http.get("/v1/trail", params=asked, headers=bearer(admin["secret"])))
        found += page["steps"]
        if page["next"] is None:
            return found[::-1]
        after = {"cursor": page["next"]}


def test_every_step_is_in_the_trail(http: httpx.Client, admin: Json, data: Path) -> None:
    """In order, with who did it. The command line shows the same."""
    ana = good(http.post("/v1/players", json={"name": "Ana"}))
    account, first = ana["player"]["id"], ana["token"]["id"]
    asked = {"name": "judge", "scopes": ["arbitrate"], "player": account, "expires_in_seconds": 60}
    given = good(http.post("/v1/tokens", json=asked, headers=bearer(admin["secret"])))
    address = f"/v1/tokens/{first}"
    sent = {"grace_seconds": 60}
    rotated = good(http.post(f"{address}/rotation", json=sent, headers=bearer(ana["secret"])))
    table = start(http)
    judged = {"actions": [{"type": "adjudicate", "winners": ["white"]}]}
    good(http.post(f"{table.url}/actions", json=judged, headers=bearer(given["secret"])))
    assert http.delete(address, headers=bearer(rotated["secret"])).status_code == 204
    steps = trail(http, admin)
    (key,) = signing_keys(data)
    assert [(one["by"], one["did"], one["about"]) for one in steps] == [
        ("operator", "signing_key_made", key.content.kid),
        ("operator", "account_made", admin["account"]),
        ("operator", "token_made", admin["token"]),
        (account, "account_made", account),
        (account, "token_made", first),
        (admin["token"], "token_made", given["token"]["id"]),
        (first, "token_rotated", first),
        (given["token"]["id"], "adjudicate", table.id),
        (first, "token_revoked", first),
    ]
    assert (steps[3]["name"], steps[4]["scopes"]) == ("Ana", ["play"])
    assert (steps[5]["scopes"], steps[5]["until"]) == (["arbitrate"], given["token"]["expires_at"])
    assert steps[6]["until"] == rotated["token"]["former_secret_until"]
    assert [one["did"] for one in trail(http, admin, about=table.id)] == ["adjudicate"]
    lines = run("trail", "--json", "--count", "4").stdout.splitlines()
    shown = [json.loads(line) for line in lines]
    assert [one["did"] for one in shown] == [one["did"] for one in steps[:-5:-1]]
    assert f"token_revoked  {first}" in run("trail", "--about", first).stdout


def test_a_rebuilt_trail_is_the_same(http: httpx.Client, admin: Json) -> None:
    """It depends only on the log."""
    good(http.post("/v1/players", json={"name": "Ana"}))
    before = trail(http, admin)
    assert run("rebuild", "trail").exit_code == 0
    assert trail(http, admin) == before


def test_the_trail_contains_no_secret(http: httpx.Client, admin: Json) -> None:
    """It does not contain the hash of one either."""
    made = good(http.post("/v1/players", json={"name": "Ana"}))
    http.post(f"/v1/tokens/{made['token']['id']}/rotation", json={}, headers=bearer(made["secret"]))
    shown = json.dumps(trail(http, admin)) + run("trail", "--json").stdout
    for secret in (made["secret"], admin["secret"]):
        assert secret.split("_", 2)[2][:10] not in shown
    assert "hash" not in shown
