"""Test exporting records from the page: over a bad connection, and with hidden games."""

import json
from pathlib import Path
from typing import Any, Final

from tests.support.browser import javascript

GATHERING: Final = Path(__file__).parents[1] / "support" / "browser" / "gathering.mjs"


def line(game: str, number: int = 1) -> str:
    """Return the parts of a record that the page reads."""
    return json.dumps({"id": game, "number": number})


def of_filter(*answers: Any) -> Any:
    """Return the result of a query for number 1."""
    return javascript.call(GATHERING, "ofFilter", "status=over", 1, answers)


def test_the_page_continues_an_interrupted_archive() -> None:
    """The page continues after the last complete record, wanted or not, and counts none twice."""
    whole = [line("a"), line("b", 2), line("c"), line("d")]
    first = f"{whole[0]}\n{whole[1]}\n{whole[2][:9]}"
    # Broken by an error, ended within a line, refused for a while, unreachable, and complete.
    found = of_filter(
        {"text": first, "cut": True},
        {"text": whole[2][:4]},
        {"status": 503},
        None,
        {"text": f"{whole[2]}\n{whole[3]}\n"},
    )
    assert found["lines"] == [whole[0], whole[2], whole[3]]
    assert found["counts"] == [1, 2, 3]
    begin = "/v1/records?status=over"
    assert found["asked"] == [begin, *[f"{begin}&after=b"] * 4]


def test_the_page_does_not_retry_for_ever() -> None:
    """The page gives up with an error for people, even if the archive keeps breaking."""
    unreached = of_filter(None)
    assert (unreached["lines"], len(unreached["asked"])) == ("Problem0", 4)
    broken = of_filter(*[{"text": line("a")[:5], "cut": True}] * 9)
    assert (broken["lines"], len(broken["asked"])) == ("TypeError", 4)
    assert of_filter({"status": 400})["lines"] == "Problem400"


def test_chosen_records_come_in_the_order_in_which_the_games_ended() -> None:
    """The page leaves out records that are not public yet, and retries a broken answer."""
    ends = {"b": "2026-03-02T12:00:00.5Z", "a": "2026-03-02T12:00:00Z", "c": "2026-03-01T12:00:00Z"}
    wanted = {game: json.dumps({"entries": [{"at": at}]}) for game, at in ends.items()}
    answers = [
        {"text": wanted["b"]},
        {"status": 409},
        {"text": "{", "cut": True},
        {"text": wanted["a"]},
        {"status": 404},
        {"text": wanted["c"]},
    ]
    found = javascript.call(GATHERING, "ofGames", ["b", "hides", "a", "closed", "c"], answers)
    assert found["lines"] == [wanted["c"], wanted["a"], wanted["b"]]
    assert found["counts"] == [1, 2, 3]
    assert [one.split("/")[3] for one in found["asked"]] == ["b", "hides", "a", "a", "closed", "c"]


def test_the_query_has_an_account_but_no_name() -> None:
    """This applies to records and to the list; an invalid day in an address is ignored."""
    choice = javascript.call("/page/app/records/choice.js", "UNCHOSEN")
    for player, wanted in (("a" * 26, f"status=over&player={'a' * 26}"), ("Ann", "status=over")):
        query = javascript.call(GATHERING, "queryOf", {**choice, "player": player})
        assert query == wanted
    known = javascript.call(GATHERING, "choiceOf", "from=2026-13-01&to=2026-03-02&player=Ann")
    assert (known["from"], known["to"], known["player"]) == ("", "2026-03-02", "Ann")
