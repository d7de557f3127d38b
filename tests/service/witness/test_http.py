"""A witness over HTTP: every refusal is a problem with status, type and facts."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx
import msgspec
import pytest

from domain.record.canonical_text import canonical_text
from domain.record.jws import to_base64url
from domain.record.registration import registration_of
from domain.record.statement import call_of
from service.witness.problem_kinds import KINDS
from tests.support.http.plain import plain_client
from tests.support.http.raw import Raw, request
from tests.support.run.node import ROOT
from tests.support.servers.witnesses import (
    HEADS,
    InsideWitness,
    Service,
    answering,
    as_json,
    checked,
    witness_inside,
)

SERVICE = Service(1)
STRANGER = Service(2)


@pytest.fixture(scope="module")
def witness(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InsideWitness]:
    with witness_inside(tmp_path_factory.mktemp("witness") / "data", SERVICE.kid) as inside:
        yield inside


@pytest.fixture(scope="module")
def http(witness: InsideWitness) -> Iterator[httpx.Client]:
    with plain_client(witness.url) as client:
        yield client


@pytest.fixture
def name(request: pytest.FixtureRequest) -> bytes:
    """A name for this test alone."""
    return str(request.node.name).encode().ljust(32, b"-")[-32:]


def register(http: httpx.Client, token: str) -> httpx.Response:
    return http.post("/v1/games", json={"registration": token})


def call(http: httpx.Client, token: str) -> httpx.Response:
    return http.post("/v1/links", json={"call": token})


def problem(answer: httpx.Response, kind: str) -> Any:
    """Check that an answer is a problem of this type, and return its members."""
    assert answer.headers["content-type"] == "application/problem+json"
    found = answer.json()
    assert found["type"] == f"/problems/{kind}"
    assert answer.status_code == found["status"] == KINDS[kind].status
    return found


# --- what it gives -----------------------------------------------------------------------------


def test_a_game_from_registration_to_the_last_link(http: httpx.Client, name: bytes) -> None:
    answers = [register(http, SERVICE.registration(name))]
    answers += [call(http, SERVICE.call(moment, HEADS[moment], name)) for moment in (1, 2, 9)]
    assert [one.status_code for one in answers] == [200] * 4
    keys = http.get("/.well-known/jwks.json")
    assert keys.headers["content-type"] == "application/jwk-set+json"
    state = checked([one.json() for one in answers], keys.json())
    assert state.known.moment == 9
    for one in answers:
        found = http.get(f"/v1/games/{name.hex()}/moments/{one.json()['moment']}")
        assert found.content == one.content
        assert found.headers["access-control-allow-origin"] == "*"
        assert "immutable" in found.headers["cache-control"]


def test_the_same_request_gets_the_same_bytes(http: httpx.Client, name: bytes) -> None:
    token = SERVICE.registration(name)
    tip = register(http, token)
    assert tip.status_code == 200
    assert register(http, token).content == tip.content
    link = call(http, SERVICE.call(1, HEADS[1], name))
    assert link.status_code == 200
    for at in ("2025-01-01T12:00:00.000000Z", "2026-01-01T00:00:00.000000Z"):
        assert call(http, SERVICE.call(1, HEADS[1], name, at)).content == link.content


def test_of_calls_that_race_one_wins(witness: InsideWitness, name: bytes) -> None:
    """The losers get the call of the winner: proof against the service."""
    with plain_client(witness.url) as http:
        register(http, SERVICE.registration(name))
    start = Barrier(8)

    def race(number: int) -> httpx.Response:
        with plain_client(witness.url) as http:
            start.wait()
            return call(http, SERVICE.call(1, HEADS[number], name))

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(race, range(8)))
    (won,) = (one.json() for one in answers if one.status_code == 200)
    for one in answers:
        if one.status_code != 200:
            facts = problem(one, "other-head")["facts"]
            assert (facts["head"], facts["call"]) == (won["head"], won["request"])


# --- what it refuses ---------------------------------------------------------------------------


def test_unknown_services_and_names(http: httpx.Client, name: bytes) -> None:
    found = problem(register(http, STRANGER.registration(name)), "unknown-service")
    assert found["facts"] == {"kid": STRANGER.kid}
    problem(call(http, STRANGER.call(1, HEADS[1], name)), "unknown-service")
    found = problem(call(http, SERVICE.call(1, HEADS[1], name)), "unknown-name")
    assert found["facts"] == {"name": name.hex()}
    problem(http.get(f"/v1/games/{name.hex()}/moments/0"), "unknown-name")


def test_moments_that_passed_or_were_not_given(http: httpx.Client, name: bytes) -> None:
    register(http, SERVICE.registration(name))
    call(http, SERVICE.call(3, HEADS[3], name))
    found = problem(call(http, SERVICE.call(2, HEADS[2], name)), "moment-passed")
    assert found["facts"] == {"name": name.hex(), "moment": 2, "last": 3}
    found = problem(http.get(f"/v1/games/{name.hex()}/moments/2"), "moment-not-given")
    assert found["facts"] == {"name": name.hex(), "moment": 2, "last": 3}


def test_a_name_registered_otherwise(http: httpx.Client, name: bytes) -> None:
    register(http, SERVICE.registration(name))
    found = problem(register(http, SERVICE.registration(name, who=129)), "name-taken")
    assert found["facts"] == {"name": name.hex(), "who": 128}


def test_problems_are_in_the_language_of_the_reader(http: httpx.Client, name: bytes) -> None:
    texts = {
        language: http.get(
            f"/v1/games/{name.hex()}/moments/0", headers={"Accept-Language": language}
        ).json()["title"]
        for language in ("en", "es", "de")
    }
    assert len(set(texts.values())) == 3


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_type_of_problem_is_explained(http: httpx.Client, kind: str) -> None:
    found = http.get(f"/problems/{kind}").json()
    assert (found["type"], found["status"]) == (f"/problems/{kind}", KINDS[kind].status)
    for text in (*KINDS[kind].title.values(), *KINDS[kind].detail.values()):
        assert text.strip()


# --- bad input ---------------------------------------------------------------------------------

CALL = msgspec.to_builtins(call_of(bytes(32), 1, bytes(32), "2026-01-01T00:00:00.000000Z"))
REGISTRATION = msgspec.to_builtins(registration_of(bytes(32), 128))


def signed(content: Any, *, canonical: bool = True) -> str:
    text = json.dumps(content, sort_keys=canonical, separators=(",", ":") if canonical else None)
    return SERVICE.signer.sign_text(text.encode())


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({**CALL, "moment": 0}, "$.moment"),
        ({**CALL, "moment": 16385}, "$.moment"),
        ({**CALL, "moment": 1.5}, "$.moment"),
        ({**CALL, "moment": "1"}, "$.moment"),
        ({**CALL, "moment": 10**40}, "$.moment"),
        ({**CALL, "head": "00" * 31}, "$.head"),
        ({**CALL, "head": "0A" * 32}, "$.head"),
        ({**CALL, "head": None}, "$.head"),
        ({**CALL, "name": "x"}, "$.name"),
        ({**CALL, "at": 0}, "$.at"),
        ({**CALL, "format": "carolus-call/2"}, "$.format"),
        ({**CALL, "format": "carolus-registration/1"}, "$.format"),
        ({**CALL, "more": 1}, ""),
        ({key: CALL[key] for key in ("at", "format", "head", "name")}, ""),
        (REGISTRATION, "$.format"),
        ([], ""),
        (None, ""),
    ],
)
def test_a_signed_text_that_is_not_a_call(http: httpx.Client, changed: Any, where: str) -> None:
    found = problem(call(http, signed(changed)), "not-signed")
    assert found["reason"] == "content"
    assert found["facts"]["error"]
    assert found["facts"]["where"] == where


def test_a_call_is_no_registration(http: httpx.Client) -> None:
    assert problem(register(http, signed(CALL)), "not-signed")["reason"] == "content"
    for who in (0, 127, 256, -1):
        problem(register(http, signed({**REGISTRATION, "who": who})), "not-signed")


def test_only_the_canonical_form_counts(http: httpx.Client) -> None:
    """Otherwise one call would have many texts, and two of them could be called different."""
    found = problem(call(http, signed(CALL, canonical=False)), "not-signed")
    assert found["facts"]["error"] == "the statement is not in canonical form"


def test_signatures_that_do_not_verify(http: httpx.Client) -> None:
    header, payload, signature = SERVICE.call(1, HEADS[1]).split(".")
    no_header, no_algorithm = to_base64url(b"{}"), to_base64url(b'{"alg":"none"}')
    other = to_base64url(canonical_text(call_of(bytes(32), 2, bytes(32), "x")))
    for token, reason in (
        (f"{header}.{other}.{signature}", "does_not_verify"),
        (f"{header}.{payload}.{signature[:-2]}AA", "does_not_verify"),
        (f"{header}.{payload}.", "does_not_verify"),
        (f"{header}.{payload}", "not_a_signature"),
        (f"{header}.{payload}.{signature}.", "not_a_signature"),
        (f"{header}=.{payload}.{signature}", "not_a_signature"),
        ("", "not_a_signature"),
        ("\ud7ff.\U0001f600.é", "not_a_signature"),
        (f"{no_header}.{payload}.{signature}", "header"),
        (f"{no_algorithm}.{payload}.{signature}", "algorithm"),
    ):
        assert problem(call(http, token), "not-signed")["reason"] == reason, token


@pytest.mark.parametrize("path", ["/v1/games", "/v1/links"])
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b"\xff\xfe", 400),
        (b'{"call": 1, "registration": 1}', 400),
        (b'{"call": null}', 400),
        (b'{"registration": "a", "more": 1}', 400),
        (b'{"call": "a", "call": "b", "c": 0}', 400),
        (b'{"registration": "%b"}' % (b"a" * 2001), 400),
        (b'{"call": "%b"}' % (b"a" * 2001), 400),
        (b"[" * 4000, 400),
        (b" " * 5000, 413),
    ],
)
def test_raw_bodies(witness: InsideWitness, path: str, body: bytes, status: int) -> None:
    with Raw(witness.url) as raw:
        raw.send(request("POST", path, f"Content-Length: {len(body)}", body=body))
        answer = raw.answer()
    assert answer.status == status
    answer.problem()


def test_other_media_types_and_methods(http: httpx.Client) -> None:
    problem(
        http.post("/v1/links", content=b"x", headers={"Content-Type": "text/plain"}),
        "unsupported-media-type",
    )
    answer = http.put("/v1/links", json={})
    problem(answer, "method-not-allowed")
    assert answer.headers["allow"] == "OPTIONS, POST"
    problem(http.get("/v1/games"), "method-not-allowed")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/v1/games/x/moments/0",
        "/v1/games/" + "0A" * 32 + "/moments/0",
        "/v1/games/" + "00" * 32 + "/moments/16385",
        "/v1/games/" + "00" * 32 + "/moments/00",
        "/v1/games/" + "00" * 32 + "/moments/-1",
        "/v1/games/" + "00" * 32 + "/moments/" + "9" * 40,
        "/v1/games/" + "00" * 32 + "/moments/x",
        "/v1/games/%00/moments/0",
        "/problems/unknown",
    ],
)
def test_addresses_where_nothing_is(http: httpx.Client, path: str) -> None:
    problem(http.get(path), "not-found")


def test_unknown_parameters(http: httpx.Client, name: bytes) -> None:
    problem(http.get(f"/v1/games/{name.hex()}/moments/0?x=1"), "malformed")


# --- services ----------------------------------------------------------------------------------


def test_a_service_is_known_by_the_keys_that_it_publishes(tmp_path: Any) -> None:
    """At an address or in a file; a new key of the same service continues its games."""
    published = SERVICE.jwks
    later = Service(3)
    with (
        answering(lambda path, _: as_json(published)) as address,
        witness_inside(tmp_path / "data", f"{address}/jwks.json") as inside,
        plain_client(inside.url) as http,
    ):
        assert register(http, SERVICE.registration()).status_code == 200
        problem(call(http, later.call(1, HEADS[1])), "unknown-service")
    published = {"keys": [*SERVICE.jwks["keys"], *later.jwks["keys"]]}
    file = tmp_path / "jwks.json"
    file.write_text(json.dumps(published))
    with (
        witness_inside(tmp_path / "data", str(file)) as inside,
        plain_client(inside.url) as http,
    ):
        answer = call(http, later.call(1, HEADS[1]))
        assert answer.status_code == 200
        assert answer.json()["service"] == SERVICE.kid


# --- for operators -----------------------------------------------------------------------------


def test_health(http: httpx.Client) -> None:
    assert http.get("/healthz").json() == http.get("/readyz").json() == {"status": "ok"}


def test_the_limit_on_requests(tmp_path: Any) -> None:
    with (
        witness_inside(tmp_path, SERVICE.kid, rate_per_minute=1, rate_burst=2) as inside,
        plain_client(inside.url) as http,
    ):
        answers = [http.get("/.well-known/jwks.json") for _ in range(3)]
        assert [one.status_code for one in answers] == [200, 200, 429]
        problem(answers[2], "too-many-requests")
        assert http.get("/healthz").status_code == 200


def test_a_client_keeps_the_document(http: httpx.Client) -> None:
    """It is that of the repository, which `make openapi` writes, and has an entity tag."""
    first = http.get("/schema/openapi.json")
    assert first.status_code == 200
    assert first.json() == json.loads((ROOT / "openapi" / "witness.json").read_bytes())
    again = http.get("/schema/openapi.json", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert http.head("/schema/openapi.json").headers["etag"] == first.headers["etag"]
