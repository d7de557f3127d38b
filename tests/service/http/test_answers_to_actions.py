"""What the answer to actions includes: on request all that a client needs next, or less."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import httpx
import pytest

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from tests.support.http.client import Json, Table, create, good, of_two, seat_due, start

MINIMAL: Final = {"Prefer": "return=minimal"}
EVERYTHING: Final = {"legal_actions": "true", "story": "true", "board": "board"}


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def act(
    table: Table,
    seat: int | str,
    action: Json,
    headers: Mapping[str, str] | None = None,
    asked: Mapping[str, str] | None = None,
) -> httpx.Response:
    """Send one action, with these query parameters."""
    mine = table.headers(seat, headers)
    return table.http.post(
        f"{table.url}/actions", json={"actions": [action]}, params=asked, headers=mine
    )


def due(table: Table) -> tuple[int, Json]:
    """Return the seat that is due, and its first legal action."""
    seat = seat_due(table.now())
    assert isinstance(seat, int)
    return seat, table.legal(seat)[0]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.meta.id)
def test_the_answer_has_what_three_further_requests_would_return(
    http: httpx.Client, ruleset: AnyRuleset
) -> None:
    """The legal actions, the sentences and the picture are those of the other addresses."""
    table, random = start(http, **of_two(ruleset)), Random(ruleset.meta.id)
    german = {"Accept-Language": "de"}
    for _ in range(4):
        game = table.now()
        seat, _ = due(table)
        answer = act(table, seat, table.any_action(seat, random), german, asked=EVERYTHING)
        done = good(answer)
        assert done["game"] == get(table, seat, "")
        assert done["legal_actions"] == get(table, seat, "/legal-actions")
        after = game["version"]
        assert done["sentences"] == get(table, seat, "/story", after=after)["sentences"]
        picture = http.get(
            f"{table.url}/board.svg", params={"part": "board"}, headers=table.headers(seat, german)
        )
        assert done["board"] == picture.text
        assert answer.headers["content-language"] == "de"
        assert "Accept-Language" in answer.headers["vary"]


def get(table: Table, seat: int, path: str, **asked: Any) -> Json:
    """Return what another address says to a seat, in German."""
    headers = table.headers(seat, {"Accept-Language": "de"})
    return good(table.http.get(f"{table.url}{path}", params=asked, headers=headers))


def test_nothing_is_added_without_a_request(http: httpx.Client) -> None:
    table = start(http)
    done = good(act(table, *due(table), asked={"legal_actions": "false", "story": "false"}))
    assert [*done] == ["type", "ruleset", "version", "head", "events", "game"]


@pytest.mark.parametrize(
    "preferred",
    [
        "return=minimal",
        "respond-async, RETURN=minimal; x=1",
        'return="minimal",return=representation',
    ],
)
def test_a_client_can_omit_the_game(http: httpx.Client, preferred: str) -> None:
    """The first value of ``return`` counts (RFC 7240, section 2); the answer says so."""
    table = start(http)
    answer = act(table, *due(table), {"Prefer": preferred})
    done = good(answer)
    assert [*done] == ["type", "ruleset", "version", "head", "events"]
    assert answer.headers["preference-applied"] == "return=minimal"
    assert answer.headers["etag"] == f'"{done["version"]}"'
    assert done["events"] == table.events()[-len(done["events"]) :]


@pytest.mark.parametrize(
    "preferred", ["", "return=representation", "minimal", "return=representation, return=minimal"]
)
def test_other_preferences_are_ignored(http: httpx.Client, preferred: str) -> None:
    table = start(http)
    answer = act(table, *due(table), {"Prefer": preferred})
    assert "game" in good(answer)
    assert "preference-applied" not in answer.headers


def test_a_minimal_answer_can_have_the_legal_actions(http: httpx.Client) -> None:
    """A bot that needs nothing else plays a whole game with one request an action."""
    table, random = start(http), Random(5)
    legal = {seat: table.legal(seat) for seat in (0, 1)}
    version = table.now()["version"]
    for _ in range(6):
        seat = next(seat for seat in (0, 1) if legal[seat])
        match = {**MINIMAL, "If-Match": f'"{version}"'}
        done = good(act(table, seat, random.choice(legal[seat]), match, {"legal_actions": "true"}))
        assert [*done] == ["type", "ruleset", "version", "head", "events", "legal_actions"]
        version, legal[seat] = done["version"], done["legal_actions"]["actions"]
        if not legal[seat]:
            legal[1 - seat] = table.legal(1 - seat)


def test_a_repeated_request_gets_the_same_answer(http: httpx.Client) -> None:
    """The service answers a retry with the events of the first request, in either form."""
    table = start(http)
    decision, key = due(table), {"Idempotency-Key": "again"}
    first = good(act(table, *decision, key, asked=EVERYTHING))
    assert good(act(table, *decision, key, asked=EVERYTHING)) == first
    short = good(act(table, *decision, {**key, **MINIMAL}))
    assert short.pop("type") == "recorded"
    assert short == {name: first[name] for name in ("ruleset", "version", "head", "events")}


def test_before_the_start_there_is_no_board(http: httpx.Client) -> None:
    """The creator, who has no seat, gets no legal actions."""
    table = create(http)
    done = good(act(table, "creator", {"type": "abort_game"}, asked=EVERYTHING))
    assert [*done] == ["type", "ruleset", "version", "head", "events", "sentences", "game"]


@pytest.mark.parametrize("asked", [{"board": "picture"}, {"legal_actions": "maybe"}, {"story": ""}])
def test_an_invalid_request_plays_nothing(http: httpx.Client, asked: Json) -> None:
    table = start(http)
    before = table.now()["version"]
    answer = act(table, *due(table), asked=asked)
    assert answer.status_code == 400
    assert [error["where"] for error in answer.json()["errors"]] == [*asked]
    assert table.now()["version"] == before
