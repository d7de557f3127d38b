"""Receipts over HTTP: what the service signs while a game goes on, for anyone who may watch it."""

from pathlib import Path

import httpx
from litestar.testing import TestClient

from domain.record.statement import FinalStatement, Receipt, SignedHead, of_kind
from service.access.signing import Verifier
from tests.support.http.client import Json, Table, create, good, start
from tests.support.proof import verifier
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

VERIFIER = Verifier()


def receipts(table: Table) -> Json:
    """Return what the service signed about a game."""
    return good(table.http.get(f"{table.url}/receipts"))


def record(table: Table) -> Json:
    """Return the record of a game."""
    return good(table.http.get(f"{table.url}/record"))


def keys(table: Table) -> Json:
    """Return the keys of the service."""
    return good(table.http.get("/.well-known/jwks.json"))


def test_an_opened_game_has_a_receipt(http: httpx.Client) -> None:
    """For its terms: it covers the clock and take-backs, which have events of their own."""
    clock = {"kind": "bank", "seconds": 600, "on_flag": "house"}
    asked = {"clock": clock, "take_backs": True, "label": "Spring Cup 2027"}
    table = create(http, terms=asked, players=3)
    said = receipts(table)
    events = table.events()
    receipt = of_kind(VERIFIER.verify(said["opened"]), Receipt)
    assert (receipt.stage, receipt.version) == ("opened", 3)
    assert receipt.label == "Spring Cup 2027"
    assert receipt.options == events[0]["options"]
    assert receipt.commitment == table.now()["chance"]["commitment"]
    verifier.check_receipts([said["opened"]], table.id, events, keys(table))
    assert (said["started"], said["statement"]) == (None, None)
    assert of_kind(VERIFIER.verify(said["signed_head"]), SignedHead).head == events[-1]["hash"]


def test_a_started_game_has_two(http: httpx.Client) -> None:
    """The second is about ``game_started``, before the deal."""
    table = start(http)
    said, events = receipts(table), table.events()
    started = of_kind(VERIFIER.verify(said["started"]), Receipt)
    event = events[started.version - 1]
    assert (event["type"], event["hash"], event["at"]) == (
        "game_started",
        started.head,
        started.at,
    )
    assert len(events) > started.version
    both = [said["opened"], said["started"]]
    verifier.check_receipts(both, table.id, events, keys(table))
    assert record(table)["receipts"] == both


def test_a_head_is_signed_on_request(http: httpx.Client) -> None:
    """At every version, and always with the same bytes."""
    table = start(http)
    seen = []
    for action in ({"type": "offer_draw"}, None):
        said = receipts(table)
        seen.append(said["signed_head"])
        assert said["version"] == len(table.events())
        assert receipts(table)["signed_head"] == said["signed_head"]
        if action is not None:
            good(table.act(0, action))
    assert len(set(seen)) == 2
    for token in seen:
        verifier.check_head(token, table.id, table.events(), keys(table))


def test_a_finished_game_has_its_final_statement(http: httpx.Client) -> None:
    """Instead of a head."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    said = receipts(table)
    assert said["signed_head"] is None
    final = of_kind(VERIFIER.verify(said["statement"]), FinalStatement)
    assert (final.version, final.at) == (said["version"], table.events()[-1]["at"])
    proof = good(table.http.get(f"{table.url}/proof"))
    assert proof["signature"] == said["statement"]
    assert good(http.get(proof["links"]["receipts"])) == said


def test_a_rematch_has_a_receipt(http: httpx.Client) -> None:
    """House bots sit down with the opening, which the receipt does not cover."""
    table = start(http, {1: "greedy"})
    good(table.act(0, {"type": "resign"}))
    seat = {"Authorization": f"Bearer {table.tokens['seats'][0]}"}
    again = http.post(f"{table.url}/rematch", headers=seat)
    assert again.is_success, again.text
    url = f"/v1/games/{good(again)['game']['id']}"
    said = good(http.get(f"{url}/receipts"))
    opened = of_kind(VERIFIER.verify(said["opened"]), Receipt)
    events = good(http.get(f"{url}/events"))["events"]
    assert (opened.version, opened.head) == (1, events[0]["hash"])
    assert [event["type"] for event in events[:2]] == ["game_opened", "seat_taken"]


def test_a_game_that_never_started_has_no_second_receipt(http: httpx.Client) -> None:
    table = create(http)
    good(table.act("creator", {"type": "abort_game"}))
    said = receipts(table)
    assert (said["started"], said["signed_head"]) == (None, None)
    assert record(table)["receipts"] == [said["opened"]]


def test_one_statement_on_each_line(http: httpx.Client) -> None:
    """As ``carolus audit --heads`` reads them; each form has its own entity tag."""
    table = start(http)
    said = receipts(table)
    text = {"Accept": "text/plain"}
    answer = http.get(f"{table.url}/receipts", headers=text)
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.text.splitlines() == [said["opened"], said["started"], said["signed_head"]]
    tag = answer.headers["ETag"]
    assert tag != http.get(f"{table.url}/receipts").headers["ETag"]
    again = http.get(f"{table.url}/receipts", headers={**text, "If-None-Match": tag})
    assert again.status_code == 304


def test_spectators_with_a_delay_get_no_later_head(http: httpx.Client) -> None:
    """The head reveals when someone acted, so it follows the same rule as the game."""
    table = start(http, terms={"spectators": {"kind": "delayed", "turns": 1}})
    stranger = good(http.get(f"{table.url}/receipts"))
    seen = good(http.get(table.url))
    assert stranger["version"] == seen["version"]
    assert of_kind(VERIFIER.verify(stranger["signed_head"]), SignedHead).head == seen["head"]
    refused = start(http, terms={"spectators": {"kind": "refused"}})
    assert http.get(f"{refused.url}/receipts").status_code in (401, 403)
    assert http.get("/v1/games/aaaaaaaaaaaaaaaa/receipts").status_code == 404


def test_receipts_are_the_same_after_a_restart(http: httpx.Client, data: Path) -> None:
    """Another worker on the same log signs the same bytes."""
    table = start(http)
    before = receipts(table)
    with application_on(settings_of(data)) as app, TestClient(app) as again:
        assert good(again.get(f"{table.url}/receipts")) == before
