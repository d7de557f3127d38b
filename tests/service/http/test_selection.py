"""Legal actions can be sampled evenly, and addressed by their index."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from service.http.requests import selection
from tests.support.http.client import Json, Table, good, start
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with (
        application_on(settings_of(tmp_path_factory.mktemp("selection"))) as app,
        TestClient(app) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def table(http: TestClient[Any]) -> Table:
    """Return a game in which many actions are legal."""
    table = start(http, players=2)
    while table.legal(due(table))[0]["type"] != "place_paladins":
        good(table.act(due(table), table.legal(due(table))[0]))
    return table


def due(table: Table) -> int:
    return int(table.now()["awaits"][0]["seat"])


def ask(table: Table, query: str, **headers: str) -> httpx.Response:
    url = f"{table.url}/legal-actions?{query}"
    return table.http.get(url, headers={**table.headers(due(table)), **headers})


def all_actions(table: Table) -> list[Json]:
    """Return all legal actions: more than a page has."""
    return [json.loads(line) for line in ask(table, "", **LINES).text.splitlines()]


def test_an_index_addresses_an_action(table: Table) -> None:
    """The order is the same for each request at a version."""
    whole = all_actions(table)
    page = good(ask(table, "limit=10"))
    for index in (0, 7, len(whole) - 1):
        one = good(ask(table, f"at={index}"))
        assert one["actions"] == [whole[index]]
        assert (one["count"], one["next"]) == (len(whole), None)
        assert index > 7 or one["spots"] == [page["spots"][index]]
    assert good(ask(table, f"at={len(whole)}"))["actions"] == []
    (line,) = ask(table, "at=7", **LINES).text.splitlines()
    assert json.loads(line) == whole[7]


def test_a_sample_is_a_part_of_the_list(table: Table) -> None:
    """It has no action twice; a large one has all."""
    whole = all_actions(table)
    some = ask(table, "sample=20")
    assert "etag" not in some.headers
    found = [json.dumps(one) for one in good(some)["actions"]]
    assert len(set(found)) == 20
    assert set(found) <= set(map(json.dumps, whole))
    assert (some.json()["count"], some.json()["next"]) == (len(whole), None)
    assert sorted(selection.selected(7, 100, None, 1000, None).indices) == [*range(7)]
    assert len(ask(table, "sample=5", **LINES).text.splitlines()) == 5


def test_all_actions_are_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """So is each place in the sample: a client may take the first."""
    random = Random(1)
    monkeypatch.setattr(selection, "choices", lambda: random)
    draws = [selection.selected(10, 100, None, 3, None).indices for _ in range(3000)]
    for place in range(3):
        counts = Counter(one[place] for one in draws)
        assert set(counts) == set(range(10))
        assert all(230 < count < 370 for count in counts.values())  # 300 expected, 4 sigma


def test_the_checker_selects_alike(http: TestClient[Any], table: Table) -> None:
    """Of a position from anywhere."""
    url, body = "/v1/rulesets/carolus-magnus/legal-actions", {"position": table.now()["position"]}
    whole = all_actions(table)
    assert good(http.post(f"{url}?at=3", json=body))["actions"] == [whole[3]]
    assert good(http.post(f"{url}?sample=2", json=body))["actions"][0] in whole


def test_the_narrowest_selection_takes_precedence(table: Table) -> None:
    """As the document says of each parameter."""
    whole = all_actions(table)
    cursor = "0" * 15
    for query in ("sample=3&at=1", f"at=1&cursor={cursor}"):
        assert good(ask(table, query))["actions"] == [whole[1]]
    drawn = good(ask(table, f"sample=3&cursor={cursor}"))
    assert (len(drawn["actions"]), drawn["next"]) == (3, None)


def test_an_empty_sample_is_malformed(table: Table) -> None:
    answer = ask(table, "sample=0")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["where"] == "sample"
