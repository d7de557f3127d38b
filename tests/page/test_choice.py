"""Test which games the page shows to organisers and exports as records."""

from typing import Any

import pytest

from tests.support.browser import javascript

CHOICE = "/page/app/records/choice.js"
ANN = "a" * 26
ALL = javascript.call(CHOICE, "UNCHOSEN")
GAME = {
    "opened": "2026-03-02T12:00:00.5Z",
    "seats": [{"name": "Ann Smith", "player": ANN}, {"name": None}],
    "reason": "resignation",
}


@pytest.mark.parametrize(
    ("choice", "fits"),
    [
        ({}, True),
        ({"players": "2", "ending": "resignation", "player": "smith"}, True),
        ({"player": ANN}, True),
        ({"player": "b" * 26}, False),
        ({"player": "Bob"}, False),
        ({"players": "3"}, False),
        ({"ending": "castles"}, False),
        ({"from": "2026-03-01", "to": "2026-03-03"}, True),
        ({"from": "2026-03-02", "to": "2026-03-02"}, True),
        ({"from": "2026-03-04"}, False),
        ({"to": "2026-02-28"}, False),
    ],
)
def test_a_game_fits_if_it_satisfies_every_choice(choice: dict[str, str], fits: bool) -> None:
    assert javascript.call(CHOICE, "fits", {**ALL, **choice}, GAME) is fits


def test_a_list_and_a_record_describe_a_game_the_same_way() -> None:
    outcome: dict[str, Any] = {"outcome": {"reason": GAME["reason"]}, "seats": GAME["seats"]}
    record = {**outcome, "entries": [{"at": GAME["opened"]}, {"at": "later"}]}
    summary = {**outcome, "created_at": GAME["opened"]}
    assert javascript.call(CHOICE, "ofRecord", record) == GAME
    assert javascript.call(CHOICE, "ofSummary", summary) == GAME
    unfinished = javascript.call(CHOICE, "ofSummary", {**summary, "outcome": None})
    assert unfinished["reason"] == ""


def test_the_name_of_a_file_describes_its_content() -> None:
    chosen = {**ALL, "ruleset": "a-game", "player": "Ann Smith/..", "to": "2026-03-02"}
    name = "carolus-a-game-Ann-Smith-over-to-2026-03-02.ndjson"
    assert javascript.call(CHOICE, "fileName", chosen) == name
