"""Hints over HTTP: what a house bot would do, for the only person in a game."""

from typing import Any

import httpx
import pytest

from tests.support.http.client import Table, good, seat_due, start
from tests.support.proof import verifier
from tests.support.run.waiting import until

EACH = pytest.mark.parametrize("ruleset", ["carolus-magnus", "teg"])


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    """Every test opens its own games."""
    return lasting


def against_the_house(http: httpx.Client, ruleset: str) -> Table:
    """Open a game against a bot, and wait for the first turn of the person on seat 0."""
    table = start(http, {1: "greedy"}, {"ruleset": ruleset}, players=2)
    until(lambda: seat_due(table.now()) == 0)
    return table


def hint(table: Table, who: Any = 0, **headers: str) -> httpx.Response:
    """Get a hint."""
    return table.http.post(f"{table.url}/hint", headers=table.headers(who, headers))


@EACH
def test_a_hint_is_legal_described_and_recorded(http: httpx.Client, ruleset: str) -> None:
    """The seat can take the action as it is, and everyone sees that it had help."""
    table = against_the_house(http, ruleset)
    before = table.now()["version"]
    advice = good(hint(table))
    assert advice["version"] == before + 1
    (event,) = table.events()[before:]
    assert (event["type"], event["seat"], event["by"]) == ("hint_given", 0, 0)
    legal = good(http.get(f"{table.url}/legal-actions?limit=1000", headers=table.headers(0)))
    assert legal["count"] > 1000 or advice["action"] in legal["actions"]
    assert all(advice["sentences"])
    assert advice["sentences"]
    good(table.act(0, advice["action"]))
    events = table.events()  # meanwhile the bot may play on
    assert verifier.head_of(table.id, events) == events[-1]["hash"]


def test_the_same_decision_gets_the_same_hint(http: httpx.Client) -> None:
    """A client that lost the answer asks again, and the log has one event."""
    table = against_the_house(http, "carolus-magnus")
    first, again = good(hint(table)), good(hint(table))
    assert first == again
    assert [one["type"] for one in table.events()].count("hint_given") == 1


def test_sentences_come_in_the_requested_language(http: httpx.Client) -> None:
    """As everywhere."""
    table = against_the_house(http, "carolus-magnus")
    answers = [hint(table, **{"Accept-Language": language}) for language in ("en", "de")]
    assert [one.headers["Content-Language"] for one in answers] == ["en", "de"]
    assert good(answers[0])["sentences"] != good(answers[1])["sentences"]


def test_a_hint_for_an_old_version_is_refused(http: httpx.Client) -> None:
    """With ``If-Match``, nothing happens if the game has moved on."""
    table = against_the_house(http, "carolus-magnus")
    version = table.now()["version"]
    assert hint(table, **{"If-Match": '"1"'}).status_code == 412
    assert table.now()["version"] == version


def test_nobody_has_hints_against_people(http: httpx.Client) -> None:
    """Nobody has any without a seat either."""
    table = start(http)
    problem = hint(table, seat_due(table.now())).json()
    assert (problem["rule"], problem["reason"]) == ("TB-HINT-1", "other_people_play")
    assert hint(table, "creator").status_code == 403
    assert hint(table, None).status_code == 401
