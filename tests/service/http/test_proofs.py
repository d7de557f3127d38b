"""Proofs over HTTP: what a game proves at any time, and the keys of the service."""

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from joserfc import jws
from joserfc.jwk import KeySet
from litestar.testing import TestClient

from domain.record.jws import jwks_in
from service.access.signing import Verifier
from service.access.signing_keys import rotate_keys, signing_keys
from tests.support.docs.pages import ROOT
from tests.support.http.client import Json, Table, create, good, start
from tests.support.servers.applications import application_on
from tests.support.storage.stores import Ticks, settings_of

KEYS = "/.well-known/jwks.json"


def proof(table: Table) -> Json:
    """Return the proof of a game."""
    return good(table.http.get(f"{table.url}/proof"))


def test_a_running_game_proves_its_head_and_its_commitment(http: httpx.Client) -> None:
    """There is no secret, statement or signature yet."""
    table = start(http)
    now, document = table.now(), proof(table)
    assert document["game"] == table.id
    assert (document["version"], document["head"]) == (now["version"], now["head"])
    assert document["chance"] == now["chance"]
    assert document["chance"]["secret"] is None
    assert document["statement"] is None
    assert document["signature"] is None


@pytest.mark.parametrize("status", ["over", "aborted"])
def test_any_library_can_verify_a_finished_game(http: httpx.Client, status: str) -> None:
    """With the keys of the service, the signature covers the statement in the proof."""
    table = start(http) if status == "over" else create(http)
    who, action = (0, "resign") if status == "over" else ("creator", "abort_game")
    good(table.act(who, {"type": action}))
    now, document = table.now(), proof(table)
    keys: Any = good(http.get(KEYS))
    found = jws.deserialize_compact(
        document["signature"], KeySet.import_key_set(keys), algorithms=["Ed25519"]
    )
    statement = msgspec.json.decode(found.payload or b"")
    assert statement == document["statement"]
    assert statement == {
        "at": table.events()[-1]["at"],
        "format": "carolus-statement/1",
        "game": table.id,
        "status": status,
        **{name: now[name] for name in ("ruleset", "version", "head", "outcome")},
    }
    assert document["chance"]["secret"] == now["chance"]["secret"] is not None


def test_the_proof_of_a_game_has_the_tag_of_the_game(http: httpx.Client) -> None:
    """A client that has it already gets a 304."""
    table = start(http)
    answer = http.get(f"{table.url}/proof")
    of_game = http.get(table.url).headers["ETag"].strip('"')
    assert answer.headers["ETag"] == f'"{of_game}-log3-1"', "and of the checkpoint"
    assert answer.headers["Cache-Control"] == "no-cache"
    asked = {"If-None-Match": answer.headers["ETag"]}
    assert http.get(f"{table.url}/proof", headers=asked).status_code == 304
    good(table.act(0, {"type": "resign"}))
    assert http.get(f"{table.url}/proof", headers=asked).status_code == 200


def test_a_proof_has_links(http: httpx.Client) -> None:
    """To the events, the keys and existing pages."""
    table = start(http)
    document = proof(table)
    assert {one["version"] for one in good(http.get(document["links"]["events"]))["events"]} >= {1}
    assert good(http.get(document["links"]["keys"]))["keys"]
    for page in document["pages"].values():
        answer = http.get(page)
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
        assert answer.content == (ROOT / "docs" / "reference" / page.split("/")[-1]).read_bytes()


def test_an_unknown_game_has_no_proof(http: httpx.Client) -> None:
    """404, as for the game."""
    assert http.get("/v1/games/aaaaaaaaaaaaaaaa/proof").status_code == 404


def test_the_keys_are_a_public_jwk_set(http: httpx.Client, data: Path) -> None:
    """With the media type of RFC 7517, and without private parts."""
    answer = http.get(KEYS)
    assert answer.headers["Content-Type"] == "application/jwk-set+json"
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    (key,) = good(answer)["keys"]
    assert sorted(key) == ["alg", "crv", "kid", "kty", "use", "x"]
    assert key["kid"] == signing_keys(data)[0].content.kid


@pytest.mark.long
def test_old_signatures_stay_valid_after_a_rotation(http: httpx.Client, data: Path) -> None:
    """From the next start the new key signs, and the service publishes both."""
    games = [create(http)]
    good(games[0].act("creator", {"type": "abort_game"}))
    rotate_keys(data, Ticks())
    games.append(create(http))
    good(games[1].act("creator", {"type": "abort_game"}))
    settings = settings_of(data)
    with application_on(settings) as app, TestClient(app) as again:
        games.append(create(again))
        good(games[2].act("creator", {"type": "abort_game"}))
        keys = again.get(KEYS)
        verifier = Verifier(jwks_in(keys.content))
        signed = [
            verifier.verify(good(again.get(f"{one.url}/proof"))["signature"]) for one in games
        ]
    old, new = (key["kid"] for key in good(keys)["keys"])
    assert [one.kid for one in signed] == [old, old, new]
    assert all(one.published for one in signed)
