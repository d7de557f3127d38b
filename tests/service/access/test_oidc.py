"""Tokens of an OpenID Connect issuer, verified with the keys that it publishes."""

import asyncio
import base64
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from joserfc.jwk import RSAKey
from litestar.testing import TestClient

from service.access.issuers import ASKED_AGAIN_SECONDS, IssuerUnavailable
from service.access.oidc import KEPT_SECONDS
from service.access.oidc import OpenIdIssuer as Judge
from service.access.rights import Unauthorized
from service.settings import BadSetting, settings
from tests.support.http.client import create, good
from tests.support.servers.applications import application_on
from tests.support.servers.issuer import AUDIENCE, Issuer, issuing, shared_secret
from tests.support.storage.stores import settings_of


@pytest.fixture(scope="module")
def running() -> Iterator[Issuer]:
    """Yield an issuer."""
    with issuing() as found:
        yield found


@pytest.fixture
def issuer(running: Issuer) -> Issuer:
    """Return the issuer, reset to its initial state."""
    running.keys = {"first": running.keys["first"]}
    running.status = 200
    running.asked.clear()
    running.document.clear()
    return running


@pytest.fixture
def http(issuer: Issuer, tmp_path: Path) -> Iterator[httpx.Client]:
    """Yield a client of a service that accepts the tokens of this issuer."""
    chosen = settings_of(tmp_path / "data", oidc_issuer=issuer.url, oidc_audience=AUDIENCE)
    with application_on(chosen) as app, TestClient(app) as client:
        yield client


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def status_of(http: httpx.Client, token: str) -> int:
    """Return the status of a request with this token."""
    return http.get("/v1/tokens", headers=bearer(token)).status_code


def test_a_new_subject_gets_an_account(issuer: Issuer, http: httpx.Client) -> None:
    """All tokens of a subject lead to the same account, which can play and make Carolus tokens."""
    table = create(http, headers=bearer(issuer.token(name="Ana\n María " + "x" * 50)))
    sat = http.put(
        f"{table.url}/seats/0", json={}, headers=bearer(issuer.token(aud=["x", AUDIENCE]))
    )
    account = good(sat)["seats"][0]["player"]
    name = good(http.get(f"/v1/players/{account}"))["name"]
    assert name == ("Ana María " + "x" * 50)[:40]
    good(http.delete(f"{table.url}/seats/0", headers=bearer(issuer.token())))
    made = http.post("/v1/tokens", json={"name": "bot"}, headers=bearer(issuer.token()))
    assert (good(made)["token"]["player"], good(made)["token"]["scopes"]) == (account, ["play"])
    assert status_of(http, good(made)["secret"]) == 200
    other = http.post("/v1/tokens", json={"name": "bot"}, headers=bearer(issuer.token("eva")))
    assert good(other)["token"]["player"] != account


def test_scopes_come_from_the_claim(issuer: Issuer, http: httpx.Client) -> None:
    """Scopes of other services are ignored."""
    token = issuer.token("op", scope="openid carolus:admin profile carolus:arbitrate carolus:x")
    made = good(http.post("/v1/tokens", json={"name": "all"}, headers=bearer(token)))
    assert made["token"]["scopes"] == ["admin", "arbitrate"]


@pytest.mark.long
def test_concurrent_requests_create_one_account(issuer: Issuer, tmp_path: Path) -> None:
    """Of two workers, one creates the account and the other finds it."""
    chosen = settings_of(tmp_path, oidc_issuer=issuer.url, oidc_audience=AUDIENCE)
    token = bearer(issuer.token("race"))

    async def ask(*apps: Any) -> set[str]:
        clients = [
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x")
            for app in apps
        ]
        try:
            answers = await asyncio.gather(
                *(one.post("/v1/tokens", json={"name": "x"}, headers=token) for one in clients * 8)
            )
        finally:
            for one in clients:
                await one.aclose()
        return {answer.json()["token"]["player"] for answer in answers}

    with application_on(chosen) as one, application_on(chosen) as other:
        assert len(asyncio.run(ask(one, other))) == 1


BAD: dict[str, dict[str, Any]] = {
    "another issuer": {"iss": "https://elsewhere.example"},
    "no issuer": {"iss": None},
    "another audience": {"aud": "others"},
    "another audience of several": {"aud": ["others", "carolus2"]},
    "no audience": {"aud": None},
    "expired": {"exp": int(time.time()) - 3600},
    "without an end": {"exp": None},
    "an end that is none": {"exp": "soon"},
    "not yet": {"nbf": int(time.time()) + 3600},
    "no subject": {"subject": None},
    "an empty subject": {"subject": ""},
    "a subject that is not text": {"subject": 7},
    "a subject without end": {"subject": "x" * 300},
}


def test_invalid_claims(issuer: Issuer, http: httpx.Client) -> None:
    """401, although the signature is valid."""
    for case, changed in BAD.items():
        claims = {"subject": "ana", **changed}
        assert status_of(http, issuer.token(claims.pop("subject"), **claims)) == 401, case


def test_invalid_signatures(issuer: Issuer, http: httpx.Client) -> None:
    """401: another key with the same id, a key that both sides know, or no signature."""
    good_one = issuer.token()
    assert status_of(http, good_one) == 200
    public = str(issuer.keys["first"].as_dict(private=False)["n"])
    head = base64.urlsafe_b64encode(json.dumps({"alg": "none", "kid": "first"}).encode()).decode()
    nested = base64.urlsafe_b64encode(b"[" * 5000).decode()
    for token in (
        issuer.token(key=RSAKey.generate_key(2048, {"kid": "first"})),
        issuer.token(key=shared_secret(public), algorithm="HS256"),
        f"{head.rstrip('=')}.{good_one.split('.')[1]}.",
        good_one[:-6] + "AAAAAA",
        f"{good_one.split('.')[0]}.{nested}.{good_one.split('.')[2]}",
        "a.b.c",
        "..",
        f"{nested}.{nested}.x",
        good_one + "." + "x" * 20_000,
    ):
        assert status_of(http, token) == 401


@pytest.mark.long
def test_the_keys_are_fetched_once(issuer: Issuer, http: httpx.Client) -> None:
    """However many tokens arrive, and whatever key ids they name."""
    for _ in range(5):
        assert status_of(http, issuer.token()) == 200
    for number in range(5):
        assert status_of(http, issuer.token(header={"kid": f"invented {number}"})) == 401
    assert issuer.asked == {"/.well-known/openid-configuration": 1, "/keys": 1}


@pytest.mark.long
def test_an_issuer_that_is_down(issuer: Issuer, http: httpx.Client) -> None:
    """503 with Retry-After for its tokens; everything else keeps working."""
    issuer.status = 500
    answer = http.get("/v1/tokens", headers=bearer(issuer.token()))
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/issuer-unavailable")
    assert int(answer.headers["retry-after"]) >= 1
    ours = good(http.post("/v1/players", json={"name": "Ana"}))
    assert status_of(http, ours["secret"]) == 200
    create(http)


def judged(judge: Judge, token: str) -> str:
    """Return the verdict on a token."""
    try:
        asyncio.run(judge.subject(token))
    except Unauthorized:
        return "refused"
    except IssuerUnavailable:
        return "unavailable"
    return "good"


class Clock:
    """A clock that a test sets."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.long
def test_new_keys_are_fetched_and_old_ones_expire(issuer: Issuer) -> None:
    """The service looks for unknown keys once a minute.

    A withdrawn key stays valid for an hour at most.
    """
    clock = Clock()
    judge = Judge(issuer.url, AUDIENCE, clock)
    old = issuer.token()
    assert judged(judge, old) == "good"
    issuer.add("second")
    assert judged(judge, issuer.token(kid="second")) == "refused"
    clock.seconds += ASKED_AGAIN_SECONDS
    assert judged(judge, issuer.token(kid="second")) == "good"
    del issuer.keys["first"]
    assert judged(judge, old) == "good"
    clock.seconds += KEPT_SECONDS
    assert judged(judge, old) == "refused"
    issuer.add("first")


def test_known_keys_stay_valid_while_the_issuer_is_down(issuer: Issuer) -> None:
    """The service retries once a minute until the issuer is back."""
    clock = Clock()
    judge = Judge(issuer.url, AUDIENCE, clock)
    assert judged(judge, issuer.token()) == "good"
    issuer.status = 500
    clock.seconds += KEPT_SECONDS
    assert judged(judge, issuer.token()) == "good"
    issuer.add("second")
    assert judged(judge, issuer.token(kid="second")) == "unavailable"
    issuer.status = 200
    assert judged(judge, issuer.token(kid="second")) == "unavailable"
    clock.seconds += ASKED_AGAIN_SECONDS
    assert judged(judge, issuer.token(kid="second")) == "good"


@pytest.mark.parametrize(
    "document", [{"issuer": "https://elsewhere.example"}, {"jwks_uri": "file:///etc/passwd"}]
)
def test_a_foreign_discovery_document(issuer: Issuer, document: dict[str, str]) -> None:
    """The service does not trust it."""
    issuer.document.update(document)
    assert judged(Judge(issuer.url, AUDIENCE, Clock()), issuer.token()) == "unavailable"


def test_issuer_and_audience_are_set_together() -> None:
    """One without the other would accept tokens meant for other services."""
    with pytest.raises(BadSetting, match="CAROLUS_OIDC_AUDIENCE"):
        settings({"CAROLUS_OIDC_ISSUER": "https://id.example"})
    with pytest.raises(BadSetting, match="CAROLUS_OIDC_ISSUER"):
        settings({"CAROLUS_OIDC_AUDIENCE": "carolus"})
