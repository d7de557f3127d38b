"""Accounts and their tokens over HTTP: who may create, rotate and revoke which."""

import itertools
from pathlib import Path

import httpx
import pytest

from tests.support.http.client import Json, good
from tests.support.servers.commands import run


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def join(http: httpx.Client, name: str = "Ana") -> Json:
    """Create an account."""
    return good(http.post("/v1/players", json={"name": name}))


def make(http: httpx.Client, secret: str, status: int = 201, **asked: object) -> Json:
    """Create a token with another token."""
    answer = http.post("/v1/tokens", json={"name": "x", **asked}, headers=bearer(secret))
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def is_valid(http: httpx.Client, secret: str) -> bool:
    """Return whether a token is valid."""
    status = http.get("/v1/tokens", headers=bearer(secret)).status_code
    assert status in {200, 401}
    return status == 200


@pytest.fixture
def admin(http: httpx.Client, data: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a token with the scopes ``admin`` and ``play``, created on the command line."""
    monkeypatch.setenv("CAROLUS_DATA", str(data))
    made = run("token", "make", "--new-account", "Op", "--scope", "admin", "--scope", "play")
    assert made.exit_code == 0, made.output
    return str(made.stdout).strip()


def test_an_account_and_its_first_token(http: httpx.Client) -> None:
    """It has the scope ``play``.

    Everyone can see the player, but only the player sees the tokens.
    """
    made = join(http)
    assert made["token"]["scopes"] == ["play"]
    player = good(http.get(f"/v1/players/{made['player']['id']}"))
    new = {"kind": "account", "running": 0, "results": [], "ratings": [], "ratings_by_stratum": []}
    assert player == made["player"] | new
    assert player["name"] == "Ana"
    listed = good(http.get("/v1/tokens", headers=bearer(made["secret"])))
    assert listed["tokens"] == [made["token"]]
    other = join(http)
    assert other["player"]["id"] != player["id"]
    asked = {"player": player["id"]}
    assert http.get("/v1/tokens", params=asked, headers=bearer(other["secret"])).status_code == 403


def test_a_retry_gets_the_same_secret(http: httpx.Client) -> None:
    """It creates no second account, token or rotation. Another request with its key is refused."""
    key = {"Idempotency-Key": "k1"}
    first, again = (http.post("/v1/players", json={"name": "Ana"}, headers=key) for _ in "ab")
    assert first.json() == again.json()
    assert http.post("/v1/players", json={"name": "Eva"}, headers=key).status_code == 422
    mine = bearer(first.json()["secret"])
    answers = [http.post("/v1/tokens", json={"name": "x"}, headers=mine | key) for _ in "ab"]
    assert answers[0].json() == answers[1].json()
    token = answers[0].json()["token"]["id"]
    for _ in "ab":
        sent = mine | {"Idempotency-Key": "k2"}
        answers.append(http.post(f"/v1/tokens/{token}/rotation", json={}, headers=sent))
    assert answers[2].json() == answers[3].json()
    assert answers[2].json()["secret"] != answers[0].json()["secret"]
    assert len(good(http.get("/v1/tokens", headers=mine))["tokens"]) == 2


def test_a_retry_after_the_token_was_revoked_creates_nothing(http: httpx.Client) -> None:
    key = {"Idempotency-Key": "k3"}
    first = http.post("/v1/players", json={"name": "Ana"}, headers=key).json()
    revoked = http.delete(f"/v1/tokens/{first['token']['id']}", headers=bearer(first["secret"]))
    assert revoked.status_code == 204
    again = http.post("/v1/players", json={"name": "Ana"}, headers=key)
    assert (again.status_code, again.json()["type"]) == (404, "/problems/not-found")
    assert again.json()["facts"] == {"what": "token", "id": first["token"]["id"]}


def test_a_token_cannot_exceed_its_own_rights(http: httpx.Client, admin: str) -> None:
    """It can create no token with more scopes or a longer life, nor rotate one with more scopes."""
    account = join(http)["player"]["id"]
    wide = make(http, admin, scopes=["play", "organise"], player=account)
    short = make(http, wide["secret"], scopes=["play"], expires_in_seconds=60)
    assert make(http, short["secret"])["token"]["expires_at"] == short["token"]["expires_at"]
    make(http, short["secret"], 403, expires_in_seconds=3600)
    make(http, short["secret"], 403, scopes=["organise"])
    make(http, short["secret"], 403, scopes=["admin"])
    make(http, wide["secret"], 403, scopes=["play", "arbitrate"])
    make(http, wide["secret"], 403, player=join(http)["player"]["id"])
    address = f"/v1/tokens/{wide['token']['id']}"
    mine = bearer(short["secret"])
    refused = http.post(f"{address}/rotation", json={}, headers=mine)
    assert refused.status_code == 403
    assert refused.json()["facts"] == {"needs": "all_scopes", "scopes": ["organise"]}
    assert http.delete(address, headers=mine).status_code == 403
    assert is_valid(http, wide["secret"])


def test_tokens_of_other_accounts_are_not_found(http: httpx.Client, admin: str) -> None:
    """404, whether or not they exist. An administrator can revoke them."""
    made, other = join(http), join(http)
    address = f"/v1/tokens/{made['token']['id']}"
    for path in (address, address[:-1] + ("a" if address[-1] != "a" else "b")):
        assert http.delete(path, headers=bearer(other["secret"])).status_code == 404
        sent = http.post(f"{path}/rotation", json={}, headers=bearer(other["secret"]))
        assert sent.status_code == 404
    assert is_valid(http, made["secret"])
    assert http.delete(address, headers=bearer(admin)).status_code == 204
    assert not is_valid(http, made["secret"])
    assert http.delete(address, headers=bearer(admin)).status_code == 404
    make(http, admin, 404, player="a" * 26)


def test_a_token_is_rotated(http: httpx.Client) -> None:
    """The new secret is valid, and the old one for the requested grace period."""
    first = join(http)
    address = f"/v1/tokens/{first['token']['id']}/rotation"
    second = good(http.post(address, json={"grace_seconds": 600}, headers=bearer(first["secret"])))
    assert second["token"]["former_secret_until"] is not None
    assert is_valid(http, first["secret"])
    assert is_valid(http, second["secret"])
    third = good(http.post(address, json={}, headers=bearer(first["secret"])))
    assert [is_valid(http, one["secret"]) for one in (first, second, third)] == [False, False, True]
    assert third["token"]["former_secret_until"] is None


@pytest.mark.long
def test_an_account_has_at_most_a_hundred_tokens(http: httpx.Client) -> None:
    """Revoking one makes room for another."""
    first = join(http)
    ids = [make(http, first["secret"])["token"]["id"] for _ in range(99)]
    assert make(http, first["secret"], 409)["type"] == "/problems/too-many-tokens"
    http.delete(f"/v1/tokens/{ids[0]}", headers=bearer(first["secret"]))
    make(http, first["secret"])


def test_no_secret_is_in_the_data_folder_or_the_output(
    http: httpx.Client, admin: str, data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The service stores only hashes, and logs no token, even after a client's mistake."""
    first = join(http)
    made = make(http, first["secret"])
    address = f"/v1/tokens/{made['token']['id']}/rotation"
    rotated = good(http.post(address, json={}, headers=bearer(made["secret"])))
    secrets = [one["secret"].split("_", 2)[2] for one in (first, made, rotated)]
    secrets.append(admin.split("_", 2)[2])
    for secret, path in itertools.product((first["secret"], made["secret"]), ("", "/x", "?y=1")):
        http.post(f"/v1/tokens{path}", content=b"{", headers=bearer(secret))
        http.get(f"/v1/games/{secret}", headers=bearer(secret))
    files = b"".join(one.read_bytes() for one in data.rglob("*") if one.is_file())
    written = "".join(capfd.readouterr()).encode()
    assert first["player"]["id"].encode() in files, "the hunt looks where accounts are"
    for secret in secrets:
        assert secret.encode() not in files
        assert secret.encode() not in written


# --- on the command line -----------------------------------------------------------------------


def test_the_command_line_manages_tokens(http: httpx.Client, admin: str) -> None:
    """It lists, revokes and creates tokens."""
    made = join(http)
    account, token = made["player"]["id"], made["token"]["id"]
    listed = run("token", "list", account)
    assert listed.stdout == f"{token}  play  since {made['token']['made_at']}  first\n"
    more = run("token", "make", "--account", account, "--scope", "arbitrate", "--days", "1")
    assert is_valid(http, more.stdout.strip())
    assert run("token", "revoke", token).exit_code == 0
    assert '"name":"command line"' in run("token", "list", account, "--json").stdout
    for words, expected in (
        (("revoke", token), f"there is no token {token}"),
        (("list", "nobody"), "there is no account nobody"),
        (("make", "--scope", "play"), "give either --account or --new-account"),
        (("make", "--new-account", "", "--scope", "play"), "Invalid value"),
    ):
        refused = run("token", *words)
        assert refused.exit_code in {1, 2}
        assert expected in refused.stderr
