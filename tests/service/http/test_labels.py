"""The label of a game: chosen when the game is opened, shown to everyone, and a filter of lists."""

import httpx
import pytest

from domain.record.record import read_record
from domain.record.text import read_text
from tests.support.http.client import Table, create, good
from tests.support.proof import verifier


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def labelled(http: httpx.Client, label: str, **terms: str) -> Table:
    return create(http, terms={"label": label, **terms})


def ids(http: httpx.Client, path: str, label: str) -> list[str]:
    """Return the ids of the games in a list with this label."""
    page = good(http.get(path, params={"label": label}))
    (found,) = (page[name] for name in ("games", "records") if name in page)
    return [one.get("game", one)["id"] for one in found]


def test_everyone_sees_the_label(http: httpx.Client) -> None:
    """In the game, its first event, and lists; a game without a label has null."""
    table = labelled(http, "Spring Cup 2027, round 3")
    assert table.now()["label"] == "Spring Cup 2027, round 3"
    events = table.events()
    assert events[0]["label"] == "Spring Cup 2027, round 3"
    assert verifier.head_of(table.id, events) == table.now()["head"]
    (summary,) = good(http.get("/v1/games", params={"limit": 1}))["games"]
    assert (summary["id"], summary["label"]) == (table.id, "Spring Cup 2027, round 3")
    plain = create(http)
    assert plain.now()["label"] is None
    assert "label" not in plain.events()[0]


def test_lists_are_filtered_by_label(http: httpx.Client) -> None:
    """Games, records, and the games of a player."""
    account = good(http.post("/v1/players", json={"name": "Ana"}))
    mine = labelled(http, "Filtered & Cup", seating="anyone")
    other = labelled(http, "Filtered")
    assert ids(http, "/v1/games", "Filtered & Cup") == [mine.id]
    good(mine.sit(0, None, {"Authorization": f"Bearer {account['secret']}"}))
    path = f"/v1/players/{account['player']['id']}/games"
    assert ids(http, path, "Filtered & Cup") == [mine.id]
    assert ids(http, path, "Filtered") == []
    assert ids(http, "/v1/records", "Filtered & Cup") == []
    for table in (mine, other):
        good(table.act("creator", {"type": "abort_game"}))
    assert ids(http, "/v1/records", "Filtered & Cup") == [mine.id]


def test_records_have_the_label(http: httpx.Client) -> None:
    table = labelled(http, "杯")
    as_json, as_text = (
        http.get(f"{table.url}/record", headers={"Accept": form}).content
        for form in ("application/json", "text/plain")
    )
    assert read_record(as_json).entries[0].action.label == "杯"
    assert read_text(as_text).entries[0].action.label == "杯"


def test_a_rematch_has_no_label(http: httpx.Client) -> None:
    """Two players who play again do not add a game to the tournament."""
    table = labelled(http, "Cup")
    for seat in (0, 1):
        good(table.sit(seat))
    good(table.act(0, {"type": "resign"}))
    answer = good(http.post(f"{table.url}/rematch", json={}, headers=table.headers(0)))
    assert answer["game"]["label"] is None


def test_text_that_is_not_a_label_is_malformed(http: httpx.Client) -> None:
    for label in ("", " Cup", "x" * 61, "a\u202eb", "a\nb", 7):
        answer = http.post("/v1/games", json={"ruleset": "carolus-magnus", "label": label})
        assert answer.status_code == 400, label
        (error,) = answer.json()["errors"]
        assert error["where"] == "$.label"


def test_a_filter_that_is_not_a_label_is_malformed(http: httpx.Client) -> None:
    answer = http.get("/v1/games", params={"label": "x" * 61})
    assert answer.status_code == 400
    assert "1 to 60 visible characters" in answer.text
